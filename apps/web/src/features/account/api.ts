import type { smsMail, smsSend, userInfo, userSetPassword } from '@meridian/contract/account/calls';
import type { CallOutput } from '@meridian/contract/schema/call';
import type { accountClose, dataExport, dataExportPart } from '@meridian/contract/personal/calls';
import type {
  antiPhishingSet,
  emailBind,
  fundPasswordSet,
  mobileBind,
  passkeyAdd,
  passkeyBegin,
  passkeyRemove,
  recoveryCodesMake,
  securityHistory,
  sessionEnd,
  sessionList,
  sessionsEnd,
  totpBegin,
  totpDisable,
  totpEnable,
} from '@meridian/contract/security/calls';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { areaOf, type AccountName } from '../../shared/account-name.ts';
import { apiCall } from '../../shared/http/api-call.ts';
import { makePasskey } from '../../shared/passkey/passkey.ts';
import { isLoggedIn, OWN } from '../../shared/session.ts';

const fetchInfo = apiCall<typeof userInfo>({ method: 'GET', path: '/api/user/info' });
const fetchSessions = apiCall<typeof sessionList>({ method: 'GET', path: '/api/safe/sessions' });
const fetchHistory = apiCall<typeof securityHistory>({ method: 'GET', path: '/api/safe/history' });
const sendMail = apiCall<typeof smsMail>({ method: 'POST', path: '/api/sms_mail' });
const sendText = apiCall<typeof smsSend>({ method: 'POST', path: '/api/sms_send' });
const beginPasskey = apiCall<typeof passkeyBegin>({
  method: 'POST',
  path: '/api/safe/passkey_begin',
});
const sendPasskey = apiCall<typeof passkeyAdd>({ method: 'POST', path: '/api/safe/passkey_add' });

export const setPassword = apiCall<typeof userSetPassword>({
  method: 'POST',
  path: '/api/user/e_pwd',
});
export const bindEmail = apiCall<typeof emailBind>({ method: 'POST', path: '/api/safe/email' });
const sendMobile = apiCall<typeof mobileBind>({ method: 'POST', path: '/api/safe/mobile' });
export const beginTotp = apiCall<typeof totpBegin>({
  method: 'POST',
  path: '/api/safe/totp_begin',
});
export const enableTotp = apiCall<typeof totpEnable>({
  method: 'POST',
  path: '/api/safe/totp_enable',
});
export const disableTotp = apiCall<typeof totpDisable>({
  method: 'POST',
  path: '/api/safe/totp_disable',
});
export const makeRecoveryCodes = apiCall<typeof recoveryCodesMake>({
  method: 'POST',
  path: '/api/safe/recovery_codes',
});
export const removePasskey = apiCall<typeof passkeyRemove>({
  method: 'POST',
  path: '/api/safe/passkey_remove',
});
export const setFundPassword = apiCall<typeof fundPasswordSet>({
  method: 'POST',
  path: '/api/safe/fund_password',
});
export const setAntiPhishing = apiCall<typeof antiPhishingSet>({
  method: 'POST',
  path: '/api/safe/anti_phishing',
});
export const endSession = apiCall<typeof sessionEnd>({
  method: 'POST',
  path: '/api/safe/session_end',
});
export const endOtherSessions = apiCall<typeof sessionsEnd>({
  method: 'POST',
  path: '/api/safe/sessions_end',
});

export const closeAccount = apiCall<typeof accountClose>({
  method: 'POST',
  path: '/api/user/close',
});
export const beginExport = apiCall<typeof dataExport>({
  method: 'POST',
  path: '/api/user/data_export',
});
export const fetchExportPart = apiCall<typeof dataExportPart>({
  method: 'GET',
  path: '/api/user/data_export_part',
});

/** Entries of the security history on a page. */
const HISTORY_PER_PAGE = 20;

// Who has just lost the session sees no refusals while the login comes.
export const ownInfoQuery = queryOptions({
  queryKey: [OWN, 'info'],
  queryFn: ({ signal }) => fetchInfo({}, { signal }),
  enabled: isLoggedIn,
});
export const sessionsQuery = queryOptions({
  queryKey: [OWN, 'sessions'],
  queryFn: ({ signal }) => fetchSessions({}, { signal }),
  enabled: isLoggedIn,
});
export const historyQuery = infiniteQueryOptions({
  queryKey: [OWN, 'history'],
  queryFn: ({ pageParam, signal }) => fetchHistory({ page: pageParam }, { signal }),
  enabled: isLoggedIn,
  initialPageParam: 1,
  getNextPageParam: (last) => (last.list.length === HISTORY_PER_PAGE ? last.page + 1 : undefined),
});

/** Sends a code to an e-mail address that is to be bound. */
export function sendEmailCode(email: string): Promise<string> {
  return sendMail({ user_string: email, type: 'bind' });
}

/** Sends a code to a phone number that is to be bound. */
export function sendMobileCode(account: AccountName): Promise<string> {
  return sendText({ user_string: account.name, type: 'bind', ...areaOf(account) });
}

export function bindMobile({
  account,
  code,
}: {
  account: AccountName;
  code: string;
}): Promise<string> {
  return sendMobile({ mobile: account.name, code, ...areaOf(account) });
}

/**
 * Makes a passkey on this device and adds it to the account. Recovery codes come with the first
 * one.
 */
export async function addPasskey(name: string): Promise<CallOutput<typeof passkeyAdd>> {
  const { ticket, options } = await beginPasskey({});
  return sendPasskey({ ticket, name, credential: await makePasskey(options) });
}
