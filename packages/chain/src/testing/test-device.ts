import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import type { OperatorAssertion, OperatorDevice } from '../signer/operator-devices.ts';

const PRESENT_AND_VERIFIED = 0x05;

/** The request to a device, or an attacker's lie. */
interface Asked {
  readonly origin: string;
  /** The signer's terms that the owner agrees to. */
  readonly terms: string;
  readonly expiresAtMs: number;
  readonly flags?: number;
  readonly site?: string;
  readonly type?: string;
  readonly crossOrigin?: boolean;
}

/** For tests: an operator's device in software. It signs any request. */
export class TestDevice {
  readonly operator: string;
  readonly credential = randomBytes(16).toString('base64url');
  readonly #keys: { readonly publicKey: KeyObject; readonly privateKey: KeyObject };

  constructor(operator: string, kind: 'p256' | 'ed25519' | 'rsa' = 'p256') {
    this.operator = operator;
    this.#keys =
      kind === 'p256'
        ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
        : kind === 'rsa'
          ? generateKeyPairSync('rsa', { modulusLength: 2_048 })
          : generateKeyPairSync('ed25519');
  }

  /** Its entry in a policy. */
  get listed(): OperatorDevice {
    return {
      operator: this.operator,
      credential: this.credential,
      publicKey: this.#keys.publicKey.export({ format: 'der', type: 'spki' }).toString('base64url'),
    };
  }

  /** A browser's answer with this device. */
  agree({
    origin,
    terms,
    expiresAtMs,
    flags = PRESENT_AND_VERIFIED,
    site = new URL(origin).hostname,
    type = 'webauthn.get',
    crossOrigin = false,
  }: Asked): OperatorAssertion {
    const client = Buffer.from(
      JSON.stringify({
        type,
        challenge: createHash('sha256').update(terms).digest('base64url'),
        origin,
        crossOrigin,
      }),
    );
    const data = Buffer.concat([
      createHash('sha256').update(site).digest(),
      Buffer.from([flags]),
      Buffer.alloc(4),
    ]);
    const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
    const signature = sign(
      this.#keys.privateKey.asymmetricKeyType === 'ed25519' ? null : 'sha256',
      signed,
      this.#keys.privateKey,
    );
    const response = {
      clientDataJSON: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
    };
    return {
      expiresAtMs,
      credential: JSON.stringify({
        id: this.credential,
        rawId: this.credential,
        type: 'public-key',
        clientExtensionResults: {},
        response,
      }),
    };
  }
}
