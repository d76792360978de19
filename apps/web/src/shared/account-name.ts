import { isEmail } from './account-rules.ts';
import type { Country } from './countries.ts';

export type AccountKind = 'email' | 'mobile';
export const ACCOUNT_KINDS: readonly AccountKind[] = ['email', 'mobile'];

/** What the fields hold. */
export interface AccountInputs {
  kind: AccountKind;
  email: string;
  phone: string;
}

/** An account by what one reaches its owner with. */
export interface AccountName {
  readonly kind: AccountKind;
  /** As the calls take it, beside the area code. */
  readonly name: string;
  /** Of a phone number that does not say it itself. */
  readonly areaCode: string | undefined;
  /** In one piece: what one logs in with, and where the code goes. */
  readonly whole: string;
}

const MAINLAND = '86';
const MAINLAND_MOBILE = /^1[3-9]\d{9}$/;
const DIGITS = /^\d{5,15}$/;
const WITH_AREA_CODE = /^\+\d{6,17}$/;

/**
 * The account that the fields mean; undefined where they hold no address, or nothing that can be a
 * phone number there. The server knows the plans of all countries.
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

/** The area code as the calls take it. */
export function areaOf({ areaCode }: AccountName): { country_code?: string } {
  return areaCode === undefined ? {} : { country_code: areaCode };
}
