import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js';
import { Refusal } from '../../gateway/refusal.ts';

export type AccountKind = 'email' | 'mobile';

export interface AccountName {
  readonly kind: AccountKind;
  /**
   * A mail address in lower case; the national digits of a mainland phone number, `+` and all
   * digits of another.
   */
  readonly account: string;
  /** Area code of a phone number, '' of a mail address. */
  readonly countryCode: string;
}

const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/;
const MAINLAND_MOBILE = /^1[3-9][0-9]{9}$/;
const COUNTRY_CODE = /^\+?[0-9]{1,4}$/;
const MAINLAND = '86';
const AREA_CODES: ReadonlySet<string> = new Set(
  getCountries().map((country) => getCountryCallingCode(country)),
);

/**
 * The form in which a mail address or phone number identifies an account. Refuses an invalid one,
 * with its kind.
 */
export function accountName(
  kind: AccountKind,
  text: string,
  countryCode: string | undefined,
): AccountName {
  if (kind === 'email') {
    const account = text.trim().toLowerCase();
    if (!EMAIL.test(account)) throw new Refusal('email_invalid', { field: 'user_string' });
    return { kind, account, countryCode: '' };
  }
  if (countryCode !== undefined && !COUNTRY_CODE.test(countryCode))
    throw new Refusal('input_invalid', { field: 'country_code' });
  const number = phoneNumber(text, (countryCode ?? MAINLAND).replace('+', ''));
  if (number === undefined) throw new Refusal('mobile_invalid', { field: 'user_string' });
  return { kind, ...number };
}

/**
 * The name typed at a login, in the form in which accounts are stored. A phone number without area
 * code is a mainland one.
 */
export function loginName(text: string): string {
  if (text.includes('@')) return text.trim().toLowerCase();
  return phoneNumber(text, MAINLAND)?.account ?? text.replace(/[\s-]/g, '');
}

/**
 * Accepts only numbers that exist in the plan of their country. A number that begins with `+` names
 * its country itself.
 */
function phoneNumber(
  text: string,
  country: string,
): { account: string; countryCode: string } | undefined {
  const digits = text.replace(/[\s-]/g, '');
  if (!/^\+?[0-9]{5,17}$/.test(digits) || !AREA_CODES.has(country)) return undefined;
  if (country === MAINLAND && MAINLAND_MOBILE.test(digits))
    return { account: digits, countryCode: MAINLAND };
  const parsed = parsePhoneNumberFromString(digits, { defaultCallingCode: country });
  if (parsed === undefined || !parsed.isValid()) return undefined;
  const { countryCallingCode, nationalNumber, number } = parsed;
  if (countryCallingCode !== MAINLAND) return { account: number, countryCode: countryCallingCode };
  return MAINLAND_MOBILE.test(nationalNumber)
    ? { account: nationalNumber, countryCode: MAINLAND }
    : undefined;
}
