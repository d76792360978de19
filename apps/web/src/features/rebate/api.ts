import type { Output } from '@meridian/contract/client/named-calls';
import { REBATES_PER_PAGE } from '@meridian/contract/rebate/bounds';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { apiCall } from '../../shared/http/api-call.ts';
import { OWN } from '../../shared/session.ts';

const fetchSummary = apiCall('GET /api/rebate/summary');
const fetchShares = apiCall('GET /api/rebate/list');

export interface RebateSummary {
  /** '' before any rates. */
  readonly currency: string;
  /** By level, percent as decimal text; empty where no fee is shared. */
  readonly rates: readonly string[];
  /** From `nextTime` on; undefined where they stay. */
  readonly nextRates: readonly string[] | undefined;
  readonly nextTime: string;
  readonly isVerified: boolean;
  readonly total: string;
  readonly lastDay: string;
  /** Ever paid, by level. */
  readonly levels: readonly string[];
}

export interface Share {
  readonly id: number;
  readonly day: string;
  readonly account: string;
  readonly level: number;
  readonly fees: string;
  readonly rate: string;
  readonly amount: string;
  readonly currency: string;
}

export const summaryQuery = queryOptions({
  queryKey: [OWN, 'rebate', 'summary'],
  queryFn: async ({ signal }) => summaryOf(await fetchSummary({}, { signal })),
});

export const sharesQuery = infiniteQueryOptions({
  queryKey: [OWN, 'rebate', 'shares'],
  queryFn: async ({ pageParam, signal }) => {
    const { list, ...rest } = await fetchShares({ page: pageParam }, { signal });
    return { ...rest, list: list.map(shareOf) };
  },
  initialPageParam: 1,
  getNextPageParam: ({ page, total }) => (page * REBATES_PER_PAGE < total ? page + 1 : undefined),
});

function summaryOf(row: Output<'GET /api/rebate/summary'>): RebateSummary {
  return {
    currency: row.currency_name,
    rates: row.rates_bps.map(percentOf),
    nextRates: row.next_rates_bps?.map(percentOf),
    nextTime: row.next_time,
    isVerified: row.is_verified,
    total: row.total,
    lastDay: row.last_day,
    levels: row.levels,
  };
}

function shareOf(row: Output<'GET /api/rebate/list'>['list'][number]): Share {
  return {
    id: row.id,
    day: row.day,
    account: row.account,
    level: row.level,
    fees: row.fees,
    rate: percentOf(row.rate_bps),
    amount: row.number,
    currency: row.currency_name,
  };
}

function percentOf(bps: number): string {
  return String(bps / 100);
}
