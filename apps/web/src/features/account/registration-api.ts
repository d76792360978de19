import type {
  checkEmail,
  checkMobile,
  smsMail,
  smsSend,
  userForget,
  userRegister,
} from '@meridian/contract/account/calls';
import { DEFAULT_EXTENSION_CODE } from '@meridian/contract/account/extension-code';
import { areaOf, type AccountName } from '../../shared/account-name.ts';
import { apiCall } from '../../shared/http/api-call.ts';
import { readStored } from '../../shared/stored.ts';
import { openSession } from './login-api.ts';

const register = apiCall<typeof userRegister>({ method: 'POST', path: '/api/user/register' });
const sendMail = apiCall<typeof smsMail>({ method: 'POST', path: '/api/sms_mail' });
const sendText = apiCall<typeof smsSend>({ method: 'POST', path: '/api/sms_send' });
const checkMail = apiCall<typeof checkEmail>({ method: 'POST', path: '/api/user/check_email' });
const checkPhone = apiCall<typeof checkMobile>({ method: 'POST', path: '/api/user/check_mobile' });
const forget = apiCall<typeof userForget>({ method: 'POST', path: '/api/user/forget' });

/**
 * Refuses where no code can be sent there. Whether there is an account already, only a message to
 * that address says.
 */
export async function checkAddress(account: AccountName): Promise<void> {
  if (account.kind === 'email') await checkMail({ email: account.name });
  else await checkPhone({ mobile: account.name, ...areaOf(account) });
}

export function sendRegistrationCode(account: AccountName): Promise<string> {
  return sendCode(account, {});
}

interface NewAccount {
  readonly account: AccountName;
  readonly code: string;
  readonly password: string;
  readonly repeated: string;
  /** Somebody's invitation code, '' for nobody's. */
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
    ...areaOf(account),
    code,
    password,
    re_password: repeated,
    extension_code: invitation === '' ? DEFAULT_EXTENSION_CODE : invitation,
    country_id: countryId,
  });
  await openSession(account.whole, password);
}

/** Sends a code to recover an account, to its mail address or phone. */
export function sendRecoveryCode(account: AccountName): Promise<string> {
  const device = readStored('device');
  return sendCode(account, { type: 'forget', ...(device === undefined ? {} : { device }) });
}

/** A code, and the account that it was sent to. */
export interface Proof {
  readonly account: AccountName;
  readonly code: string;
}

/** Whether it is that code. It stays usable. */
export async function checkRecoveryCode({ account, code }: Proof): Promise<void> {
  if (account.kind === 'email')
    await checkMail({ email: account.name, email_code: code, type: 'forget' });
  else
    await checkPhone({
      mobile: account.name,
      mobile_code: code,
      ...areaOf(account),
      type: 'forget',
    });
}

/** Sets a new password. Returns what to tell. */
export function resetPassword(
  { account, code }: Proof,
  password: string,
  repeated: string,
): Promise<string> {
  return forget({
    account: account.name,
    ...areaOf(account),
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
    ...areaOf(account),
    ...purpose,
  });
}
