import type { Input } from '@meridian/contract/client/named-calls';
import { apiCall } from '../../shared/http/api-call.ts';
import { provePasskey } from '../../shared/passkey/passkey.ts';
import { readStored } from '../../shared/stored.ts';
import { enter } from './login-api.ts';

const begin = apiCall('POST /api/user/passkey_begin');
const login = apiCall('POST /api/user/passkey_login');

/** Logs in with a passkey, which is both factors, and fetches the user's identity. */
export async function openSessionByPasskey(): Promise<void> {
  const device = readStored('device');
  await enter(
    await login({ ...(await answerOfPasskey()), ...(device === undefined ? {} : { device }) }),
  );
}

/**
 * The answer of a passkey of this device, for a login. Throws an `Error` with a text for the user.
 */
export async function answerOfPasskey(): Promise<Input<'POST /api/user/passkey_login'>> {
  const { ticket, options } = await begin({});
  return { ticket, credential: await provePasskey(options) };
}
