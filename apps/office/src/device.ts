import { CallError } from './http.ts';

// WebAuthn as browsers have it: options and answers travel as JSON, in which bytes are base64url.

/** A device that was just made: what the server is told, and what the signer's policy needs. */
export interface MadeDevice {
  /** For the server: JSON. */
  readonly credential: string;
  readonly id: string;
  /** SubjectPublicKeyInfo in DER, base64url. It goes to who runs the signer, and to nobody else. */
  readonly publicKey: string;
}

interface CreationOptions extends Omit<
  PublicKeyCredentialCreationOptions,
  'challenge' | 'user' | 'excludeCredentials'
> {
  readonly challenge: string;
  readonly user: { readonly id: string; readonly name: string; readonly displayName: string };
  readonly excludeCredentials?: readonly { readonly id: string; readonly type: 'public-key' }[];
}

/** Whether this browser, on this page, knows devices at all. */
export function hasDevices(): boolean {
  return 'PublicKeyCredential' in window;
}

/**
 * Makes a device of this operator. Throws `CallError` where the operator or the browser would not.
 */
export async function makeDevice(optionsJson: string): Promise<MadeDevice> {
  const options = JSON.parse(optionsJson) as CreationOptions;
  const made = await asked(() =>
    navigator.credentials.create({
      publicKey: {
        ...options,
        challenge: bytesOf(options.challenge),
        user: { ...options.user, id: bytesOf(options.user.id) },
        excludeCredentials: (options.excludeCredentials ?? []).map(({ id, type }) => ({
          id: bytesOf(id),
          type,
        })),
      },
    }),
  );
  const response = made.response as AuthenticatorAttestationResponse;
  const publicKey = response.getPublicKey();
  if (publicKey === null)
    throw new CallError('This device has a key of a kind that the signer does not take.', 'device');
  const answer = {
    clientDataJSON: textOf(response.clientDataJSON),
    attestationObject: textOf(response.attestationObject),
  };
  return { credential: answerOf(made, answer), id: made.id, publicKey: textOf(publicKey) };
}

/**
 * Has one of these devices sign the SHA-256 of a text. Gives the answer as JSON. Throws `CallError`
 * where the operator or the browser would not.
 */
export async function signTerms(
  terms: string,
  { site, devices }: { readonly site: string; readonly devices: readonly string[] },
): Promise<string> {
  const challenge = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(terms));
  const given = await asked(() =>
    navigator.credentials.get({
      publicKey: {
        challenge,
        rpId: site,
        userVerification: 'required',
        allowCredentials: devices.map((id) => ({ id: bytesOf(id), type: 'public-key' })),
      },
    }),
  );
  const response = given.response as AuthenticatorAssertionResponse;
  return answerOf(given, {
    clientDataJSON: textOf(response.clientDataJSON),
    authenticatorData: textOf(response.authenticatorData),
    signature: textOf(response.signature),
  });
}

/**
 * The beginning of a key's SHA-256, to be compared by voice. `npm run operator-device` prints the
 * same.
 */
export async function fingerprintOf(publicKey: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytesOf(publicKey)));
  const hex = [...hash.slice(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replaceAll(/(.{4})(?=.)/g, '$1 ');
}

async function asked(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  if (!hasDevices())
    throw new CallError(
      'This browser knows no devices. Open the office by https, in a browser of today.',
      'device',
    );
  try {
    const answer = await ask();
    if (answer !== null) return answer as PublicKeyCredential;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'InvalidStateError')
      throw new CallError('This device is registered already.', 'device');
    if (error instanceof DOMException && error.name === 'SecurityError')
      throw new CallError(
        'The signer knows the office by another address than this one.',
        'device',
      );
    if (!(error instanceof DOMException)) throw error;
  }
  throw new CallError(
    'Nothing was done: the device was not used, or is not one of yours.',
    'device',
  );
}

function answerOf(
  { id, type }: PublicKeyCredential,
  response: Readonly<Record<string, string>>,
): string {
  return JSON.stringify({ id, rawId: id, type, clientExtensionResults: {}, response });
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
    letter.charCodeAt(0),
  );
}

function textOf(bytes: ArrayBuffer): string {
  const letters = [...new Uint8Array(bytes)].map((byte) => String.fromCharCode(byte)).join('');
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
