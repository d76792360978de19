import type { checkEmail, checkMobile, smsMail, smsSend, userForget, userInfo, userLogin, userLogout, userRegister } from '@meridian/contract/account';
import { apiCall } from '../../shared/http/api-call.ts';
import { beginSession, forgetEverything, rememberIdentity } from '../../shared/session.ts';

const login = apiCall<typeof userLogin>({ method: 'POST', path: '/api/user/login' });
const logout = apiCall<typeof userLogout>({ method: 'POST', path: '/api/user/logout' });
const fetchInfo = apiCall<typeof userInfo>({ method: 'GET', path: '/api/user/info' });
export const register = apiCall<typeof userRegister>({ method: 'POST', path: '/api/user/register' });
const sendMail = apiCall<typeof smsMail>({ method: 'POST', path: '/api/sms_mail' });
const sendText = apiCall<typeof smsSend>({ method: 'POST', path: '/api/sms_send' });
const checkMailCode = apiCall<typeof checkEmail>({ method: 'POST', path: '/api/user/check_email' });
const checkTextCode = apiCall<typeof checkMobile>({ method: 'POST', path: '/api/user/check_mobile' });
export const resetPassword = apiCall<typeof userForget>({ method: 'POST', path: '/api/user/forget' });

export function sendRegistrationCode(email: string): Promise<string> {
  return sendMail({ user_string: email });
}

/** Sends a code to recover an account, to its mail address or phone. */
export function sendRecoveryCode(account: string): Promise<string> {
  return (account.includes('@') ? sendMail : sendText)({ user_string: account, type: 'forget' });
}

/** Whether it is that code. It stays usable. */
export async function checkRecoveryCode({ account, code }: { account: string; code: string }): Promise<void> {
  if (account.includes('@')) await checkMailCode({ email: account, email_code: code, type: 'forget' });
  else await checkTextCode({ mobile: account, mobile_code: code, type: 'forget' });
}

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
