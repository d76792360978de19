import { useQuery } from '@tanstack/react-query';
import { useWallets, walletsQuery } from '../../realtime/wallets.ts';
import { cnyPriceQuery, OPENING_POLL_MS } from './api.ts';

/** Balances come by the socket; what they are worth moves with the markets. */
const WORTH_REFRESH_MS = 15_000;
const DOLLAR = 'USDT';

/** Whether coins can come in and go out. */
export type CustodyState = 'open' | 'starting' | 'closed';

function stateOf({
  is_open_CTbi,
  is_starting,
}: {
  readonly is_open_CTbi: number;
  readonly is_starting: number;
}): CustodyState {
  if (is_starting === 1) return 'starting';
  return is_open_CTbi === 1 ? 'open' : 'closed';
}

/** The own balances, live, with what they are worth; the number of USDT, and what one is in CNY. */
export function useBalances() {
  const { error, refetch } = useWallets();
  const { data } = useQuery({
    ...walletsQuery,
    refetchInterval: ({ state }) =>
      state.data !== undefined && stateOf(state.data) !== 'open'
        ? OPENING_POLL_MS
        : WORTH_REFRESH_MS,
  });
  const rows = data?.change_wallet.balance;
  const dollar = rows?.find(({ currency_name }) => currency_name === DOLLAR)?.currency;
  const { data: cnyPrice } = useQuery({
    ...cnyPriceQuery(dollar ?? 0),
    enabled: dollar !== undefined,
  });
  return {
    rows,
    dollar,
    custody: data === undefined ? ('open' as const) : stateOf(data),
    cnyPrice,
    error: data === undefined ? error : null,
    refetch,
  };
}
