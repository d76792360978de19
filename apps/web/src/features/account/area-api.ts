import type { AccountName } from '../../shared/account-name.ts';

/** The area code of a phone number in the form of the calls. */
export function wireArea({ areaCode }: AccountName): { country_code?: string } {
  return areaCode === undefined ? {} : { country_code: areaCode };
}
