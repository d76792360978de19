import { getCountries, getCountryCallingCode } from 'libphonenumber-js';
import isoCountries from 'i18n-iso-countries';

export interface Country {
  /** Digits before its phone numbers, without `+`. */
  readonly area_code: string;
  /** ISO 3166-1 numeric. */
  readonly country_id: number;
  /** ISO 3166-1 alpha-2. */
  readonly code: string;
  readonly name_cn: string;
  readonly name_en: string;
}

const CHINESE = new Intl.DisplayNames('zh-Hans', { type: 'region' });
const ENGLISH = new Intl.DisplayNames('en', { type: 'region' });

/** Countries and regions with an area code of their own, by English name. */
export const COUNTRIES: readonly Country[] = getCountries()
  .flatMap((code) => {
    const numeric = isoCountries.alpha2ToNumeric(code);
    if (numeric === undefined) return [];
    return [
      {
        area_code: getCountryCallingCode(code),
        country_id: Number(numeric),
        code,
        name_cn: CHINESE.of(code) ?? code,
        name_en: ENGLISH.of(code) ?? code,
      },
    ];
  })
  .sort((a, b) => a.name_en.localeCompare(b.name_en, 'en'));

export const AREA_CODES: ReadonlySet<string> = new Set(COUNTRIES.map(({ area_code }) => area_code));
