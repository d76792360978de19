import { createHash, createPublicKey, verify, type KeyObject } from 'node:crypto';

/** A device of an operator, as the policy lists it: who runs the signer wrote it there. */
export interface OperatorDevice {
  /** Whose it is: two devices of one operator are one operator. */
  readonly operator: string;
  /** Id of the WebAuthn credential, base64url. */
  readonly credential: string;
  /** SubjectPublicKeyInfo in DER, base64url: P-256, Ed25519 or RSA of 2048 bits and more. */
  readonly publicKey: string;
}

/** What an operator's browser answered for the terms of a withdrawal. */
export interface OperatorAssertion {
  /** A part of the terms: after this it counts no more. */
  readonly expiresAtMs: number;
  /** The browser's answer as JSON (`PublicKeyCredential.toJSON`). */
  readonly credential: string;
}

/** Who may agree, and on which page. */
export interface Operators {
  /** Origin of the office, for example `https://exchange.example`. */
  readonly origin: string;
  readonly devices: readonly OperatorDevice[];
}

/** Flags of authenticator data: somebody touched it, and it knew who. */
const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const LEAST_DATA_BYTES = 37;
const HASH_BYTES = 32;
const LEAST_RSA_BITS = 2_048;

/**
 * The device that signed a challenge. Its counter is not looked at: keys that are kept on several
 * devices have none, and operators' signatures are not used in the order in which they were made. A
 * signature is good for one challenge, and that for one withdrawal.
 *
 * @returns the device, or why it does not count
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

/** The site that credentials belong to. */
export function rpIdOf(origin: string): string {
  return new URL(origin).hostname;
}

/** What the signer remembers of a signature, to know it again. */
export function proofOf({ credential }: OperatorAssertion): string {
  const signature = readAnswer(credential)?.signature;
  return createHash('sha256')
    .update(signature ?? credential)
    .digest('hex');
}

/** @throws where it is no key that devices sign with */
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

/** It came over a socket: what is not of the right kind is no answer. */
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
