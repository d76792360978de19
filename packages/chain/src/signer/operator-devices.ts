import { createHash, createPublicKey, verify, type KeyObject } from 'node:crypto';

/** A device of an operator, as the signer's administrator listed it in the policy. */
export interface OperatorDevice {
  /** Its owner: two devices of one operator count as one operator. */
  readonly operator: string;
  /** Id of the WebAuthn credential, base64url. */
  readonly credential: string;
  /** SubjectPublicKeyInfo in DER, base64url: P-256, Ed25519 or RSA of 2048 bits and more. */
  readonly publicKey: string;
}

/** The answer of an operator's browser to the terms of a withdrawal. */
export interface OperatorAssertion {
  /** A part of the signed terms: the signature is invalid after this time. */
  readonly expiresAtMs: number;
  /** The browser's answer as JSON (`PublicKeyCredential.toJSON`). */
  readonly credential: string;
}

/** The operators who may agree, and the site of the office where they do. */
export interface Operators {
  /** Origin of the office, for example `https://exchange.example`. */
  readonly origin: string;
  readonly devices: readonly OperatorDevice[];
}

/** Flags of authenticator data: a user touched the device, and the device verified the user. */
const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const LEAST_DATA_BYTES = 37;
const HASH_BYTES = 32;
const LEAST_RSA_BITS = 2_048;

/**
 * The device that signed a challenge. Its counter is ignored: credentials synchronised between
 * devices have none, and operators' signatures are not used in the order in which they were made. A
 * signature is valid for one challenge, and a challenge for one withdrawal.
 * @returns the device, or the reason why the signature is invalid
 */
export function verifyAssertion(
  assertion: OperatorAssertion,
  challenge: string,
  { origin, devices }: Operators,
): OperatorDevice | string {
  const answer = readAnswer(assertion.credential);
  if (answer === undefined) return 'an answer that cannot be read';
  const device = devices.find(({ credential }) => credential === answer.id);
  if (device === undefined) return 'a device that the policy does not list';
  const { type, challenge: signed, origin: page, crossOrigin } = answer.client;
  if (type !== 'webauthn.get') return 'no assertion';
  if (signed !== challenge) return 'the signature of something else';
  if (page !== origin || crossOrigin === true) return 'made on another page than the office';
  if (
    answer.data.length < LEAST_DATA_BYTES ||
    !answer.data.subarray(0, HASH_BYTES).equals(sha256(rpIdOf(origin)))
  )
    return 'made for another site';
  const flags = answer.data[HASH_BYTES] ?? 0;
  if ((flags & USER_PRESENT) === 0 || (flags & USER_VERIFIED) === 0)
    return 'the device did not ask who it was';
  const key = publicKeyOf(device.publicKey);
  return isSignedBy(key, Buffer.concat([answer.data, sha256(answer.clientBytes)]), answer.signature)
    ? device
    : 'a signature of another key';
}

/** The relying party id of the office's credentials. */
export function rpIdOf(origin: string): string {
  return new URL(origin).hostname;
}

/** A hash by which the signer recognises a signature that was used. */
export function proofOf({ credential }: OperatorAssertion): string {
  const signature = readAnswer(credential)?.signature;
  return createHash('sha256')
    .update(signature ?? credential)
    .digest('hex');
}

/** @throws when the text is no key of a supported kind */
export function publicKeyOf(text: string): KeyObject {
  const key = createPublicKey({ key: Buffer.from(text, 'base64url'), format: 'der', type: 'spki' });
  const { asymmetricKeyType: kind, asymmetricKeyDetails: details } = key;
  const isTaken =
    kind === 'ed25519' ||
    (kind === 'ec' && details?.namedCurve === 'prime256v1') ||
    (kind === 'rsa' && (details?.modulusLength ?? 0) >= LEAST_RSA_BITS);
  if (!isTaken) throw new Error('a key of P-256, Ed25519 or RSA of 2048 bits is wanted');
  return key;
}

/** Ed25519 hashes by itself; the others sign a SHA-256 (ES256, RS256). */
function isSignedBy(key: KeyObject, data: Buffer, signature: Buffer): boolean {
  return verify(key.asymmetricKeyType === 'ed25519' ? null : 'sha256', data, key, signature);
}

interface Answer {
  readonly id: string;
  readonly client: {
    readonly type?: unknown;
    readonly challenge?: unknown;
    readonly origin?: unknown;
    readonly crossOrigin?: unknown;
  };
  readonly clientBytes: Buffer;
  readonly data: Buffer;
  readonly signature: Buffer;
}

/** The answer came over a socket, so its type is unchecked: a malformed one is no answer. */
function readAnswer(credential: string): Answer | undefined {
  try {
    const { id, response } = JSON.parse(credential) as {
      id: unknown;
      response: Record<string, unknown>;
    };
    const bytes = (name: string): Buffer => {
      const text = response[name];
      if (typeof text !== 'string') throw new Error(`${name} is missing`);
      return Buffer.from(text, 'base64url');
    };
    const clientBytes = bytes('clientDataJSON');
    const client = JSON.parse(clientBytes.toString('utf8')) as Answer['client'] | null;
    if (typeof id !== 'string' || client === null) return undefined;
    return {
      id,
      client,
      clientBytes,
      data: bytes('authenticatorData'),
      signature: bytes('signature'),
    };
  } catch {
    return undefined;
  }
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}
