import { ApiError } from '@meridian/contract/client/api-error';

// WebAuthn of the browser. Options and answers travel as JSON, with bytes in base64url.

/** A new device: its credential for the server, and its key for the signer's policy. */
export interface MadeDevice {
  /** For the server: JSON. */
  readonly credential: string;
  readonly id: string;
  /**
   * SubjectPublicKeyInfo in DER, base64url. For the person who runs the signer, and for nobody
   * else.
   */
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

/** Whether this browser supports devices on this page. */
export function hasDevices(): boolean {
  return 'PublicKeyCredential' in window;
}

/**
 * Creates a device for this operator. Throws `ApiError` if the operator or the browser refuses.
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
    throw new ApiError('This device has a key of a kind that the signer does not take.', {
      code: 'device',
    });
  const answer = {
    clientDataJSON: textOf(response.clientDataJSON),
    attestationObject: textOf(response.attestationObject),
  };
  return { credential: answerOf(made, answer), id: made.id, publicKey: textOf(publicKey) };
}

/**
 * Has one of these devices sign the SHA-256 of a text. Returns the answer as JSON. Throws
 * `ApiError` if the operator or the browser refuses.
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
 * The beginning of a key's SHA-256, for comparison by voice. `npm run operator-device` prints the
 * same.
 */
export async function fingerprintOf(publicKey: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytesOf(publicKey)));
  const hex = [...hash.slice(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replaceAll(/(.{4})(?=.)/g, '$1 ');
}

async function asked(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  if (!hasDevices())
    throw new ApiError(
      'This browser knows no devices. Open the office by https, in a browser of today.',
      { code: 'device' },
    );
  try {
    const answer = await ask();
    if (answer !== null) return answer as PublicKeyCredential;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'InvalidStateError')
      throw new ApiError('This device is registered already.', { code: 'device' });
    if (error instanceof DOMException && error.name === 'SecurityError')
      throw new ApiError('The signer knows the office by another address than this one.', {
        code: 'device',
      });
    if (!(error instanceof DOMException)) throw error;
  }
  throw new ApiError('Nothing was done: the device was not used, or is not one of yours.', {
    code: 'device',
  });
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
