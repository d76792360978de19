import type { P2pTrader } from '@meridian/contract/p2p/trader-calls';
import { queryOptions } from '@tanstack/react-query';
import { apiCall } from '../../shared/http/api-call.ts';
import { asking, moneyCall } from '../../shared/http/money-call.ts';
import { OWN } from '../../shared/session.ts';
import { adOf } from './api.ts';
import type { Bond, Trader } from './model/trader-page.ts';

const fetchTrader = apiCall('GET /api/c2c/trader');
const fetchBlocks = apiCall('GET /api/c2c/blocks');
const fetchBond = apiCall('GET /api/c2c/bond');

export const blockTrader = asking(
  moneyCall('POST /api/c2c/block'),
  ({ id, isBlocked }: { readonly id: number; readonly isBlocked: boolean }) => ({
    id,
    is_blocked: isBlocked ? ('1' as const) : ('0' as const),
  }),
);
export const postBond = asking(
  moneyCall('POST /api/c2c/bond'),
  ({ coin, amount }: { readonly coin: number; readonly amount: string }) => ({
    currency_id: coin,
    number: amount,
  }),
);
export const returnBond = moneyCall('POST /api/c2c/bond_return');

/** The page of a trader, which says more on the own one. */
export function traderQuery(id: number) {
  return queryOptions({
    queryKey: [OWN, 'p2p', 'trader', id],
    queryFn: async ({ signal }) => traderOf(await fetchTrader({ id }, { signal })),
  });
}

/** Traders whom the user blocks. */
export const blocksQuery = queryOptions({
  queryKey: [OWN, 'p2p', 'blocks'],
  queryFn: async ({ signal }) =>
    (await fetchBlocks({}, { signal })).map(({ id, seller_name }) => ({ id, name: seller_name })),
});

export const bondQuery = queryOptions({
  queryKey: [OWN, 'p2p', 'bond'],
  queryFn: async ({ signal }): Promise<Bond> => {
    const { is_merchant, bond, wanted } = await fetchBond({}, { signal });
    const [posted] = bond.map(coinsOf);
    return { isMerchant: is_merchant === 1, posted, wanted: wanted.map(coinsOf) };
  },
});

function coinsOf(row: {
  readonly currency_id: number;
  readonly currency_name: string;
  readonly number: string;
}) {
  return { coinId: row.currency_id, coin: row.currency_name, amount: row.number };
}

function traderOf(row: P2pTrader): Trader {
  return {
    id: row.id,
    name: row.seller_name,
    isMerchant: row.is_merchant === 1,
    isOwn: row.is_own === 1,
    isBlocked: row.is_blocked === 1,
    isAway: row.is_away === 1,
    registeredDay: row.registered_day,
    monthEnded: row.orders_30d,
    monthCompleted: row.completed_30d,
    ended: row.orders_all,
    completed: row.completed_all,
    completionRate: row.completion_rate,
    payMinutes: { median: row.pay_minutes_median, p90: row.pay_minutes_p90 },
    releaseMinutes: { median: row.release_minutes_median, p90: row.release_minutes_p90 },
    counterparties: row.counterparties,
    appealsLost: row.appeals_lost,
    available: row.balance,
    held: row.frozen,
    ads: row.ads.map(adOf),
  };
}
