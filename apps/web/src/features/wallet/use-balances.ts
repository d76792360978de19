import { useQuery } from '@tanstack/react-query';
import { useWallets, walletsQuery } from '../../realtime/wallets.ts';
import { cnyPriceQuery, OPENING_POLL_MS } from './api.ts';

/** Balances come by the socket; what they are worth moves with the markets. */
const WORTH_REFRESH_MS = 15_000;
const DOLLAR = 'USDT';

/** The own balances, live, with what they are worth; the number of USDT, and what one is in CNY. */
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
