import type { CallInput } from '@meridian/contract/schema/call';
import type { passkeyLogin, passkeyLoginBegin } from '@meridian/contract/security/calls';
import { rememberDevice } from '../../shared/device.ts';
import { apiCall } from '../../shared/http/api-call.ts';
import { provePasskey } from '../../shared/passkey/passkey.ts';
import { beginSession } from '../../shared/session.ts';
import { readStored } from '../../shared/stored.ts';
import { refreshIdentity } from './login-api.ts';

const begin = apiCall<typeof passkeyLoginBegin>({
  method: 'POST',
  path: '/api/user/passkey_begin',
});
const login = apiCall<typeof passkeyLogin>({ method: 'POST', path: '/api/user/passkey_login' });

/** Logs in with a passkey, which is both factors, and learns who that is. */
export async function openSessionByPasskey(): Promise<void> {
  const device = readStored('device');
  beginSession(
    await login({ ...(await answerOfPasskey()), ...(device === undefined ? {} : { device }) }),
  );
  rememberDevice();
  await refreshIdentity();
}

/**
 * The answer of a passkey of this device, for a login. Throws an `Error` with a text for the
 * person.
 */
export async function answerOfPasskey(): Promise<CallInput<typeof passkeyLogin>> {
  const { ticket, options } = await begin({});
  return { ticket, credential: await provePasskey(options) };
}
