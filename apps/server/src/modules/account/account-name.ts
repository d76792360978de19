import { Refusal } from '../../gateway/refusal.ts';

export type AccountKind = 'email' | 'mobile';

const EMAIL = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/;
const MAINLAND_MOBILE = /^1[3-9][0-9]{9}$/;
const OTHER_MOBILE = /^[0-9]{5,15}$/;
const COUNTRY_CODE = /^\+?[0-9]{1,4}$/;
const MAINLAND = '86';

/** The form in which a mail address or phone number identifies an account, or a refusal that says which of them is wrong. */
export function accountName(kind: AccountKind, text: string, countryCode: string | undefined): { account: string; countryCode: string } {
  if (kind === 'email') {
    const account = text.trim().toLowerCase();
    if (!EMAIL.test(account)) throw new Refusal('email_invalid', { field: 'user_string' });
    return { account, countryCode: '' };
  }
  const account = text.replace(/[\s-]/g, '');
  if (countryCode !== undefined && !COUNTRY_CODE.test(countryCode)) throw new Refusal('input_invalid', { field: 'country_code' });
  const country = (countryCode ?? MAINLAND).replace('+', '');
  if (!(country === MAINLAND ? MAINLAND_MOBILE : OTHER_MOBILE).test(account)) throw new Refusal('mobile_invalid', { field: 'user_string' });
  return { account, countryCode: country };
}

/** What somebody logs in with, in the form in which accounts are stored. */
export function loginName(text: string): string {
  return text.includes('@') ? text.trim().toLowerCase() : text.replace(/[\s-]/g, '');
}
