import type { userInfo, userLogin, userLogout } from '@meridian/contract/account';
import { apiCall } from '../../shared/http/api-call.ts';
import { beginSession, forgetEverything, rememberIdentity } from '../../shared/session.ts';

const login = apiCall<typeof userLogin>({ method: 'POST', path: '/api/user/login' });
const logout = apiCall<typeof userLogout>({ method: 'POST', path: '/api/user/logout' });
const fetchInfo = apiCall<typeof userInfo>({ method: 'GET', path: '/api/user/info' });

/** Logs in and learns who that is. @param totp code of the authenticator, where the account asks for it */
export async function openSession(account: string, password: string, totp?: string): Promise<void> {
  beginSession(await login({ user_string: account, password, ...(totp === undefined ? {} : { totp }) }));
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
