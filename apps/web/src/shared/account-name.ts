import { isEmail } from './account-rules.ts';
import type { Country } from './countries.ts';

export type AccountKind = 'email' | 'mobile';
export const ACCOUNT_KINDS: readonly AccountKind[] = ['email', 'mobile'];

/** Values of the fields. */
export interface AccountInputs {
  kind: AccountKind;
  email: string;
  phone: string;
}

/** An account by its mail address or phone number. */
export interface AccountName {
  readonly kind: AccountKind;
  /** The name in the form of the calls, beside the area code. */
  readonly name: string;
  /** Of a phone number that does not contain it itself. */
  readonly areaCode: string | undefined;
  /** In one piece: the login name, and the receiver of the code. */
  readonly whole: string;
}

const MAINLAND = '86';
const MAINLAND_MOBILE = /^1[3-9]\d{9}$/;
const DIGITS = /^\d{5,15}$/;
const WITH_AREA_CODE = /^\+\d{6,17}$/;

/**
 * The account of the fields; undefined for an invalid address, or a text that cannot be a phone
 * number there. Only the server knows the number plans of all countries.
 */
export function accountName(
  { kind, email, phone }: AccountInputs,
  country: Country | undefined,
): AccountName | undefined {
  if (kind === 'email') {
    const name = email.trim();
    return isEmail(name) ? { kind, name, areaCode: undefined, whole: name } : undefined;
  }
  const name = phone.replace(/[\s()-]/g, '');
  if (WITH_AREA_CODE.test(name)) return { kind, name, areaCode: undefined, whole: name };
  if (country === undefined || !DIGITS.test(name)) return undefined;
  const { areaCode } = country;
  if (areaCode === MAINLAND)
    return MAINLAND_MOBILE.test(name) ? { kind, name, areaCode, whole: name } : undefined;
  return { kind, name, areaCode, whole: `+${areaCode}${name}` };
}
