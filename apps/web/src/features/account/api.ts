import { HISTORY_PER_PAGE } from '@meridian/contract/security/bounds';
import type { Output } from '@meridian/contract/client/named-calls';
import type { ExportPart } from '@meridian/contract/personal/calls';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { AccountName } from '../../shared/account-name.ts';
import { apiCall } from '../../shared/http/api-call.ts';
import { makePasskey } from '../../shared/passkey/passkey.ts';
import { isLoggedIn, OWN } from '../../shared/session.ts';
import type { PartPage } from './model/own-data.ts';
import type { OpenSession, SecurityEntry } from './model/own-account.ts';
import { wireArea } from './area-api.ts';
import { ownAccountOf } from './login-api.ts';

const fetchInfo = apiCall('GET /api/user/info');
const fetchSessions = apiCall('GET /api/safe/sessions');
const fetchHistory = apiCall('GET /api/safe/history');
const sendMail = apiCall('POST /api/sms_mail');
const sendText = apiCall('POST /api/sms_send');
const beginPasskey = apiCall('POST /api/safe/passkey_begin');
const sendPasskey = apiCall('POST /api/safe/passkey_add');

const sendPassword = apiCall('POST /api/user/e_pwd');
export const bindEmail = apiCall('POST /api/safe/email');
const sendMobile = apiCall('POST /api/safe/mobile');
export const beginTotp = apiCall('POST /api/safe/totp_begin');
const sendTotpCode = apiCall('POST /api/safe/totp_enable');
export const disableTotp = apiCall('POST /api/safe/totp_disable');
const renewCodes = apiCall('POST /api/safe/recovery_codes');
export const removePasskey = apiCall('POST /api/safe/passkey_remove');
const sendFundPassword = apiCall('POST /api/safe/fund_password');
export const setAntiPhishing = apiCall('POST /api/safe/anti_phishing');
export const endSession = apiCall('POST /api/safe/session_end');
export const endOtherSessions = apiCall('POST /api/safe/sessions_end');

export const closeAccount = apiCall('POST /api/user/close');
const requestExport = apiCall('POST /api/user/data_export');
const readExportPart = apiCall('GET /api/user/data_export_part');

// A user whose session has just ended must not see refusals while the redirect to the login is
// pending.
export const ownAccountQuery = queryOptions({
  queryKey: [OWN, 'info'],
  queryFn: async ({ signal }) => ownAccountOf(await fetchInfo({}, { signal })),
  enabled: isLoggedIn,
});
export const sessionsQuery = queryOptions({
  queryKey: [OWN, 'sessions'],
  queryFn: async ({ signal }) => (await fetchSessions({}, { signal })).map(openSessionOf),
  enabled: isLoggedIn,
});
export const historyQuery = infiniteQueryOptions({
  queryKey: [OWN, 'history'],
  queryFn: async ({ pageParam, signal }) => {
    const { list, page } = await fetchHistory({ page: pageParam }, { signal });
    return { page, list: list.map(securityEntryOf) };
  },
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
  return sendText({ user_string: account.name, type: 'bind', ...wireArea(account) });
}

export function bindMobile({
  account,
  code,
}: {
  account: AccountName;
  code: string;
}): Promise<string> {
  return sendMobile({ mobile: account.name, code, ...wireArea(account) });
}

interface NewPassword {
  readonly password: string;
  readonly repeated: string;
}

export function setPassword({ password, repeated }: NewPassword): Promise<string> {
  return sendPassword({ pwd: password, repwd: repeated });
}

export function setFundPassword({ password, repeated }: NewPassword): Promise<string> {
  return sendFundPassword({ password, re_password: repeated });
}

/** Takes the secret of an authenticator into use. Answers new recovery codes. */
export async function enableTotp(code: string): Promise<readonly string[]> {
  return (await sendTotpCode({ code })).recovery_codes;
}

/** Answers new recovery codes in place of the old. */
export async function makeRecoveryCodes(): Promise<readonly string[]> {
  return (await renewCodes({})).recovery_codes;
}

/**
 * Creates a passkey on this device and adds it to the account. Answers recovery codes, none where
 * the account has some.
 */
export async function addPasskey(name: string): Promise<readonly string[]> {
  const { ticket, options } = await beginPasskey({});
  const credential = await makePasskey(options);
  return (await sendPasskey({ ticket, name, credential })).recovery_codes;
}

/** Begins an export of the own data. Answers its parts, and its time in ISO 8601. */
export async function beginExport(): Promise<{ parts: readonly ExportPart[]; madeAt: string }> {
  const { parts, made_time } = await requestExport({});
  return { parts, madeAt: made_time };
}

/** One page of a part. @param after `next` of the page before; '' for the first page */
export function fetchExportPart(part: ExportPart, after: string): Promise<PartPage> {
  return readExportPart({ part, ...(after === '' ? {} : { after }) });
}

function openSessionOf(row: Output<'GET /api/safe/sessions'>[number]): OpenSession {
  return {
    id: row.id,
    device: row.device,
    address: row.address,
    createdAt: row.created_time,
    lastUsedAt: row.last_used_time,
    isCurrent: row.is_current,
  };
}

function securityEntryOf({
  kind,
  device,
  address,
  created_time,
}: Output<'GET /api/safe/history'>['list'][number]): SecurityEntry {
  return { kind, device, address, createdAt: created_time };
}
