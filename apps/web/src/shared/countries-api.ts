import { queryOptions } from '@tanstack/react-query';
import type { KnownCountry } from './countries.ts';
import { apiCall } from './http/api-call.ts';

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
