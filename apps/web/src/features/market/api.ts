import { queryOptions } from '@tanstack/react-query';
import { apiCall } from '../../shared/http/api-call.ts';
import type { Market } from '../../shared/market/market.ts';

const WEEK_S = 7 * 24 * 60 * 60;
/** A line of a week does not look different ten minutes later. */
const FRESH_MS = 600_000;
const fetchBars = apiCall('GET /api/currency/new_timeshar', 'bare');

/** The hourly closes of the last seven days, oldest first. Plain decimals. */
export function weekQuery({ symbol }: Market) {
  return queryOptions({
    queryKey: ['week', symbol],
    queryFn: async ({ signal }) => {
      const { data } = await fetchBars(
        { symbol, period: '60min', from: Math.floor(Date.now() / 1000) - WEEK_S },
        { signal },
      );
      return data.map(({ close }) => close);
    },
    staleTime: FRESH_MS,
  });
}
