import type { userInfo, userLogin, userLogout } from '@meridian/contract/account/calls';
import type { CallInput } from '@meridian/contract/schema/call';
import { rememberDevice } from '../../shared/device.ts';
import { apiCall } from '../../shared/http/api-call.ts';
import { beginSession, forgetEverything, rememberIdentity } from '../../shared/session.ts';
import { readStored } from '../../shared/stored.ts';

const login = apiCall<typeof userLogin>({ method: 'POST', path: '/api/user/login' });
const logout = apiCall<typeof userLogout>({ method: 'POST', path: '/api/user/logout' });
const fetchInfo = apiCall<typeof userInfo>({ method: 'GET', path: '/api/user/info' });

/**
 * What an account with a second factor asks for besides: a code of its authenticator, or the answer
 * of its passkey.
 */
export type FactorProof = Pick<CallInput<typeof userLogin>, 'totp' | 'ticket' | 'credential'>;

/**
 * Logs in and learns who that is. @param proof of the second factor, where the account asks for one
 */
export async function openSession(
  account: string,
  password: string,
  proof: FactorProof = {},
): Promise<void> {
  const device = readStored('device');
  beginSession(
    await login({
      user_string: account,
      password,
      ...(device === undefined ? {} : { device }),
      ...proof,
    }),
  );
  rememberDevice();
  rememberIdentity(await fetchInfo({}));
}

/** Learns who the stored token belongs to, where that is not known. */
export async function refreshIdentity(): Promise<void> {
  rememberIdentity(await fetchInfo({}));
}

/** Logs out here at once; the server is told on the way. */
export async function closeSession(): Promise<void> {
  const told = logout({});
  forgetEverything();
  await told.catch(() => undefined);
}
