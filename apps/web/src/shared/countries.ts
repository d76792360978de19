import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { countriesQuery, type KnownCountry } from './countries-api.ts';
import { useLanguage } from './i18n/language.ts';

/** A country or region for display. */
export interface Country extends KnownCountry {
  /** In the language in use. */
  readonly name: string;
}

/** All countries by name in the language in use; undefined while loading. */
export function useCountries(): {
  readonly countries: readonly Country[] | undefined;
  readonly error: Error | null;
  readonly retry: () => void;
} {
  const language = useLanguage();
  const { data, error, refetch } = useQuery(countriesQuery);
  const countries = useMemo(() => data && countriesIn(language, data), [language, data]);
  return { countries, error, retry: () => void refetch() };
}

/** The countries by their names in a language, in its order. */
export function countriesIn(language: string, known: readonly KnownCountry[]): Country[] {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  const { compare } = new Intl.Collator(language);
  return known
    .map((country) => ({ ...country, name: names.of(country.code) ?? country.english }))
    .sort((one, other) => compare(one.name, other.name));
}

/**
 * Countries that match a text: by name in the language in use or in English, or by area code. Best
 * matches first.
 */
export function foundCountries(countries: readonly Country[], text: string): readonly Country[] {
  const wanted = plain(text);
  if (wanted === '') return countries;
  return countries
    .map((country) => ({ country, place: placeOf(country, wanted) }))
    .filter(({ place }) => place < NOT_FOUND)
    .sort((one, other) => one.place - other.place)
    .map(({ country }) => country);
}

/** The country in the browser's locales; undefined if they name none. */
export function likelyCountry(
  countries: readonly Country[],
  locales: readonly string[],
): Country | undefined {
  for (const locale of locales) {
    const region = regionOf(locale);
    const found = region === undefined ? undefined : countries.find(({ code }) => code === region);
    if (found !== undefined) return found;
  }
  return undefined;
}

const NOT_FOUND = 4;

/**
 * Rank of a match: 0 for the exact area code, 1 for the beginning of a name, 2 for the beginning of
 * a word in it, 3 for any other place.
 */
function placeOf({ name, english, areaCode }: Country, wanted: string): number {
  const digits = wanted.replace(/^\+/, '');
  if (/^\d+$/.test(digits))
    return areaCode === digits ? 0 : areaCode.startsWith(digits) ? 1 : NOT_FOUND;
  return Math.min(
    ...[plain(name), plain(english)].map((one) =>
      one.startsWith(wanted)
        ? 1
        : one.includes(` ${wanted}`)
          ? 2
          : one.includes(wanted)
            ? 3
            : NOT_FOUND,
    ),
  );
}

/** In lower case without accents, so that "cote" finds Côte d'Ivoire. */
function plain(text: string): string {
  return text
    .trim()
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .normalize('NFC')
    .toLowerCase();
}

function regionOf(locale: string): string | undefined {
  try {
    return new Intl.Locale(locale).region;
  } catch {
    return undefined;
  }
}
