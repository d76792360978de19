/**
 * For tests: a passkey device in software (P-256, attestation `none`), which signs every challenge.
 */
import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const FLAGS = { present: 0x01, verified: 0x04, attested: 0x40 };

export class TestAuthenticator {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly id = randomBytes(16);
  counter = 0;

  /** In the format of a signer's policy. */
  get publicKey(): string {
    return this.#keys.publicKey.export({ format: 'der', type: 'spki' }).toString('base64url');
  }

  /** In the format of a server's table. */
  get coseKey(): Buffer {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]);
    return Buffer.from(isoCBOR.encode(key as never));
  }

  /** The answer of `navigator.credentials.create`, as JSON. */
  create(optionsJson: string, origin: string): string {
    const options = JSON.parse(optionsJson) as { challenge: string; rp: { id: string } };
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const data = Buffer.concat([
      this.#head(options.rp.id, FLAGS.present | FLAGS.verified | FLAGS.attested),
      Buffer.alloc(16),
      length,
      this.id,
      this.coseKey,
    ]);
    const attestation = isoCBOR.encode(
      new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(data)],
      ]) as never,
    );
    return this.#answer({
      clientDataJSON: clientData('webauthn.create', options.challenge, origin).toString(
        'base64url',
      ),
      attestationObject: Buffer.from(attestation).toString('base64url'),
    });
  }

  /** The answer of `navigator.credentials.get`, as JSON. */
  get(optionsJson: string, origin: string, { isVerified = true } = {}): string {
    const options = JSON.parse(optionsJson) as { challenge: string; rpId: string };
    this.counter++;
    const data = this.#head(options.rpId, FLAGS.present | (isVerified ? FLAGS.verified : 0));
    const client = clientData('webauthn.get', options.challenge, origin);
    const signature = createSign('sha256')
      .update(Buffer.concat([data, createHash('sha256').update(client).digest()]))
      .sign(this.#keys.privateKey);
    return this.#answer({
      clientDataJSON: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
    });
  }

  #head(rpId: string, flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([
      createHash('sha256').update(rpId).digest(),
      Buffer.from([flags]),
      counter,
    ]);
  }

  #answer(response: object): string {
    const id = this.id.toString('base64url');
    return JSON.stringify({
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response,
    });
  }
}

function clientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}
