import { queryOptions } from '@tanstack/react-query';
import { apiCall } from './http/api-call.ts';

/** A country or region. */
export interface KnownCountry {
  /** ISO 3166-1 numeric. */
  readonly id: number;
  /** ISO 3166-1 alpha-2. */
  readonly code: string;
  /** Digits before its phone numbers, without `+`. */
  readonly areaCode: string;
  /** Its name in English. */
  readonly english: string;
}

const fetchCountries = apiCall('GET /api/user/countries');

export const countriesQuery = queryOptions({
  queryKey: ['countries'],
  queryFn: async ({ signal }) =>
    (await fetchCountries({}, { signal })).map((row): KnownCountry => ({
      id: row.country_id,
      code: row.code,
      areaCode: row.area_code,
      english: row.name_en,
    })),
  staleTime: Number.POSITIVE_INFINITY,
});
