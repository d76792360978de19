import { DEFAULT_EXTENSION_CODE } from '@meridian/contract/account/extension-code';
import type { AccountName } from '../../shared/account-name.ts';
import { apiCall } from '../../shared/http/api-call.ts';
import { readStored } from '../../shared/stored.ts';
import { openSession } from './login-api.ts';
import { wireArea } from './area-api.ts';

const register = apiCall('POST /api/user/register');
const sendMail = apiCall('POST /api/sms_mail');
const sendText = apiCall('POST /api/sms_send');
const checkMail = apiCall('POST /api/user/check_email');
const checkPhone = apiCall('POST /api/user/check_mobile');
const forget = apiCall('POST /api/user/forget');

/**
 * Refuses an address that codes cannot be sent to. Only a message to the address tells whether it
 * already has an account.
 */
export async function checkAddress(account: AccountName): Promise<void> {
  if (account.kind === 'email') await checkMail({ email: account.name });
  else await checkPhone({ mobile: account.name, ...wireArea(account) });
}

export function sendRegistrationCode(account: AccountName): Promise<string> {
  return sendCode(account, {});
}

interface NewAccount {
  readonly account: AccountName;
  readonly code: string;
  readonly password: string;
  readonly repeated: string;
  /** An invitation code, '' without one. */
  readonly invitation: string;
  /** Nationality, ISO 3166-1 numeric. */
  readonly countryId: number;
}

/** Opens an account and logs in. */
export async function openAccount({
  account,
  code,
  password,
  repeated,
  invitation,
  countryId,
}: NewAccount): Promise<void> {
  const { kind, name } = account;
  await register({
    type: kind,
    user_string: name,
    ...wireArea(account),
    code,
    password,
    re_password: repeated,
    extension_code: invitation === '' ? DEFAULT_EXTENSION_CODE : invitation,
    country_id: countryId,
  });
  await openSession(account.whole, password);
  import('../../shared/push/after-login.ts')
    .then(({ lookAtPush }) => lookAtPush())
    .catch(() => undefined);
}

/** Sends a code for account recovery, to the mail address or phone. */
export function sendRecoveryCode(account: AccountName): Promise<string> {
  const device = readStored('device');
  return sendCode(account, { type: 'forget', ...(device === undefined ? {} : { device }) });
}

/** A code, and the account that it was sent to. */
export interface Proof {
  readonly account: AccountName;
  readonly code: string;
}

/** Checks the code without using it up. */
export async function checkRecoveryCode({ account, code }: Proof): Promise<void> {
  if (account.kind === 'email')
    await checkMail({ email: account.name, email_code: code, type: 'forget' });
  else
    await checkPhone({
      mobile: account.name,
      mobile_code: code,
      ...wireArea(account),
      type: 'forget',
    });
}

/** Sets a new password. Returns the message to show. */
export function resetPassword({
  account,
  code,
  password,
  repeated,
}: Proof & { readonly password: string; readonly repeated: string }): Promise<string> {
  return forget({
    account: account.name,
    ...wireArea(account),
    code,
    password,
    repassword: repeated,
  });
}

function sendCode(
  account: AccountName,
  purpose: { type?: string; device?: string },
): Promise<string> {
  return (account.kind === 'email' ? sendMail : sendText)({
    user_string: account.name,
    ...wireArea(account),
    ...purpose,
  });
}
