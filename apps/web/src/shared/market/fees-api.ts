import type { Output } from '@meridian/contract/client/named-calls';
import { queryOptions } from '@tanstack/react-query';
import { apiCall } from '../http/api-call.ts';
import { OWN } from '../session.ts';
import { ownRates, type FeeTiers, type Rates } from './fee-tiers.ts';
import type { Market } from './market.ts';

/** A level changes at midnight, tiers when an operator sets them. */
const LOOK_MS = 60_000;

const fetchTiers = apiCall('GET /api/fee/tiers');

export const feeTiersQuery = (isLoggedIn: boolean) =>
  queryOptions({
    queryKey: [OWN, 'fee tiers', isLoggedIn],
    queryFn: async ({ signal }): Promise<FeeTiers> => tiersOf(await fetchTiers({}, { signal })),
    refetchInterval: LOOK_MS,
  });

/** The rates that the session's user pays in a market. */
export async function fetchOwnRates(market: Market): Promise<Rates> {
  return ownRates(market, tiersOf(await fetchTiers({})));
}

function tiersOf({ currency_name, days, list, my }: Output<'GET /api/fee/tiers'>): FeeTiers {
  return {
    currency: currency_name,
    days,
    tiers: list.map(({ level, volume, maker_fee, taker_fee }) => ({
      level,
      volume,
      makerFee: maker_fee,
      takerFee: taker_fee,
    })),
    own: my ?? undefined,
  };
}
