import type { Input, Output } from '@meridian/contract/client/named-calls';
import type { Language } from '@meridian/contract/languages';
import { rememberDevice } from '../../shared/device-api.ts';
import { apiCall } from '../../shared/http/api-call.ts';
import {
  beginSession,
  forgetEverything,
  isLoggedIn,
  rememberIdentity,
  useSession,
} from '../../shared/session.ts';
import { readStored } from '../../shared/stored.ts';
import type { OwnAccount } from './model/own-account.ts';

const login = apiCall('POST /api/user/login');
const logout = apiCall('POST /api/user/logout');
const chooseLanguage = apiCall('POST /api/user/language');
const fetchInfo = apiCall('GET /api/user/info');

/**
 * The proof that an account with a second factor requires: a code of its authenticator, or the
 * answer of its passkey.
 */
export type FactorProof = Pick<Input<'POST /api/user/login'>, 'totp' | 'ticket' | 'credential'>;

/**
 * Logs in and fetches the user's identity.
 * @param proof of the second factor, if the account requires one
 */
export async function openSession(
  account: string,
  password: string,
  proof: FactorProof = {},
): Promise<void> {
  const device = readStored('device');
  await enter(
    await login({
      user_string: account,
      password,
      ...(device === undefined ? {} : { device }),
      ...proof,
    }),
  );
}

/**
 * Begins a session, with the identity of its user, which comes first: a page that is loaded anew in
 * between is logged out. A session without a person would give their intentions no name, and two
 * people who move money without one would be one.
 */
export async function enter(token: string): Promise<void> {
  const account = ownAccountOf(await fetchInfo({}, { token }));
  rememberIdentity(account);
  beginSession(token);
  rememberDevice();
}

/** Fetches the user of the session. The answer is of nobody here if that has ended meanwhile. */
export async function refreshIdentity(): Promise<void> {
  const { token } = useSession.getState();
  const account = ownAccountOf(await fetchInfo({}));
  if (useSession.getState().token === token) rememberIdentity(account);
}

/** Logs out here at once, and tells the server meanwhile. */
export async function closeSession(): Promise<void> {
  const told = logout({});
  forgetEverything();
  await told.catch(() => undefined);
}

/** Chooses the language of the user's mails. A visitor's choice counts from the login. */
export async function saveLanguage(language: Language): Promise<void> {
  if (isLoggedIn()) await chooseLanguage({ language });
}

export function ownAccountOf(row: Output<'GET /api/user/info'>): OwnAccount {
  return {
    id: row.id,
    account: row.account,
    accountNumber: row.account_number,
    referralCode: row.extension_code,
    reviewStatus: row.review_status,
    isSeller: row.is_seller === 1,
  };
}
