import type { Output } from '@meridian/contract/client/named-calls';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { areaOf, type AccountName } from '../../shared/account-name.ts';
import { apiCall } from '../../shared/http/api-call.ts';
import { makePasskey } from '../../shared/passkey/passkey.ts';
import { isLoggedIn, OWN } from '../../shared/session.ts';

const fetchInfo = apiCall('GET /api/user/info');
const fetchSessions = apiCall('GET /api/safe/sessions');
const fetchHistory = apiCall('GET /api/safe/history');
const sendMail = apiCall('POST /api/sms_mail');
const sendText = apiCall('POST /api/sms_send');
const beginPasskey = apiCall('POST /api/safe/passkey_begin');
const sendPasskey = apiCall('POST /api/safe/passkey_add');

export const setPassword = apiCall('POST /api/user/e_pwd');
export const bindEmail = apiCall('POST /api/safe/email');
const sendMobile = apiCall('POST /api/safe/mobile');
export const beginTotp = apiCall('POST /api/safe/totp_begin');
export const enableTotp = apiCall('POST /api/safe/totp_enable');
export const disableTotp = apiCall('POST /api/safe/totp_disable');
export const makeRecoveryCodes = apiCall('POST /api/safe/recovery_codes');
export const removePasskey = apiCall('POST /api/safe/passkey_remove');
export const setFundPassword = apiCall('POST /api/safe/fund_password');
export const setAntiPhishing = apiCall('POST /api/safe/anti_phishing');
export const endSession = apiCall('POST /api/safe/session_end');
export const endOtherSessions = apiCall('POST /api/safe/sessions_end');

export const closeAccount = apiCall('POST /api/user/close');
export const beginExport = apiCall('POST /api/user/data_export');
export const fetchExportPart = apiCall('GET /api/user/data_export_part');

/** Entries of the security history on a page. */
const HISTORY_PER_PAGE = 20;

// A user whose session has just ended must not see refusals while the redirect to the login is
// pending.
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
 * Creates a passkey on this device and adds it to the account. The first one brings recovery codes.
 */
export async function addPasskey(name: string): Promise<Output<'POST /api/safe/passkey_add'>> {
  const { ticket, options } = await beginPasskey({});
  return sendPasskey({ ticket, name, credential: await makePasskey(options) });
}
