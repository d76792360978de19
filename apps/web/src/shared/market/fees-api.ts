import type { Output } from '@meridian/contract/client/named-calls';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { apiCall } from '../http/api-call.ts';
import { OWN, useSession } from '../session.ts';
import { ownFees, type FeeTiers } from './fee-tiers.ts';
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

/** The market with the rates that the session's user pays in it. */
export function useOwnFees(market: Market): Market {
  const isLoggedIn = useSession(({ token }) => token !== undefined);
  const { data } = useQuery({ ...feeTiersQuery(isLoggedIn), enabled: isLoggedIn });
  return ownFees(market, data);
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
