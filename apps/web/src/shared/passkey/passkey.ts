import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { translate } from '../i18n/translate.ts';

const IP_ADDRESS = /^(?:\d+\.\d+\.\d+\.\d+|\[.*\])$/;

/**
 * Whether passkeys work here: the browser has them, and the page was fetched securely, from a host
 * with a name.
 */
export function canUsePasskeys(): boolean {
  return (
    isSecureContext &&
    typeof PublicKeyCredential === 'function' &&
    !IP_ADDRESS.test(location.hostname)
  );
}

/**
 * Makes a passkey on this device. @param options JSON from the server @returns JSON for the server.
 * Throws an `Error` with a text for the person
 */
export async function makePasskey(options: string): Promise<string> {
  const { startRegistration } = await ceremonies();
  return answered(
    startRegistration({
      optionsJSON: JSON.parse(options) as PublicKeyCredentialCreationOptionsJSON,
    }),
  );
}

/** Answers with a passkey of this device, like `makePasskey`. */
export async function provePasskey(options: string): Promise<string> {
  const { startAuthentication } = await ceremonies();
  return answered(
    startAuthentication({
      optionsJSON: JSON.parse(options) as PublicKeyCredentialRequestOptionsJSON,
    }),
  );
}

/** Fetched by who has a passkey, or wants one. */
function ceremonies(): Promise<typeof import('@simplewebauthn/browser')> {
  return import('@simplewebauthn/browser').catch(() => {
    throw new Error(translate('error.network'));
  });
}

async function answered(ceremony: Promise<object>): Promise<string> {
  try {
    return JSON.stringify(await ceremony);
  } catch (error) {
    const { name } = error as Error;
    // The browser does not say which: closed by the person, too late, or nothing there that fits.
    if (name === 'NotAllowedError' || name === 'AbortError')
      throw new Error(translate('passkey.notConfirmed'), { cause: error });
    throw new Error(
      translate(name === 'InvalidStateError' ? 'passkey.alreadyHere' : 'passkey.failed'),
      { cause: error },
    );
  }
}
