import { queryOptions, useQuery } from '@tanstack/react-query';
import { apiCall } from '../shared/http/api-call.ts';
import { OWN } from '../shared/session.ts';
import { useWallets, walletsQuery } from './wallets.ts';

const fetchDetail = apiCall('POST /api/wallet/detail');

/** Balances come by the socket; their worth moves with the markets. */
const WORTH_REFRESH_MS = 15_000;
/** While coins cannot come in or go out. */
export const OPENING_POLL_MS = 4_000;
const CNY_REFRESH_MS = 60_000;
const DOLLAR = 'USDT';

/** CNY for one coin. */
export function cnyPriceQuery(currency: number) {
  return queryOptions({
    queryKey: [OWN, 'cny', currency],
    queryFn: ({ signal }) => fetchDetail({ currency }, { signal }),
    select: ({ cny_price }) => cny_price,
    refetchInterval: CNY_REFRESH_MS,
  });
}

/** The own balances, live, with their worth; the number of USDT, and its price in CNY. */
export function useBalances() {
  const { error, refetch } = useWallets();
  const { data } = useQuery({
    ...walletsQuery,
    refetchInterval: ({ state }) =>
      state.data !== undefined && state.data.custody !== 'open'
        ? OPENING_POLL_MS
        : WORTH_REFRESH_MS,
  });
  const rows = data?.currencies;
  const dollar = rows?.find(({ code }) => code === DOLLAR)?.currency;
  const { data: cnyPrice } = useQuery({
    ...cnyPriceQuery(dollar ?? 0),
    enabled: dollar !== undefined,
  });
  return {
    rows,
    dollar,
    custody: data?.custody ?? 'open',
    cnyPrice,
    error: data === undefined ? error : null,
    refetch,
  };
}
