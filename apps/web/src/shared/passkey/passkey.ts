import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { translate } from '../i18n/translate.ts';

const IP_ADDRESS = /^(?:\d+\.\d+\.\d+\.\d+|\[.*\])$/;

/**
 * Whether passkeys work here: the browser supports them, and the page came securely, from a host
 * name.
 */
export function canUsePasskeys(): boolean {
  return (
    isSecureContext &&
    typeof PublicKeyCredential === 'function' &&
    !IP_ADDRESS.test(location.hostname)
  );
}

/**
 * Creates a passkey on this device.
 * @param options JSON from the server
 * @returns JSON for the server. Throws an `Error` with a text for the user
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

/** Lazy: only users with passkeys need it. */
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
    // The browser does not tell which: cancelled, too late, or no matching passkey.
    if (name === 'NotAllowedError' || name === 'AbortError')
      throw new Error(translate('passkey.notConfirmed'), { cause: error });
    throw new Error(
      translate(name === 'InvalidStateError' ? 'passkey.alreadyHere' : 'passkey.failed'),
      { cause: error },
    );
  }
}
