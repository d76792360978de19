import type { LeverTradeEvent } from '@meridian/contract/margin/calls';
import type { UpdateBalanceEvent } from '@meridian/contract/wallet/events';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { apiCall } from '../shared/http/api-call.ts';
import { isLoggedIn, OWN, useSession } from '../shared/session.ts';
import type { OwnCurrency } from '../shared/wallets.ts';
import { connection, useConnection } from './connection.ts';
import { ownCurrency, withAmounts } from './wallet-translate.ts';

/** Whether coins can come in and go out. */
export type CustodyState = 'open' | 'starting' | 'closed';

export interface Wallets {
  readonly currencies: readonly OwnCurrency[];
  readonly custody: CustodyState;
  /** The change of the exchange that the amounts reflect. */
  readonly seq: number;
}

const fetchWallets = apiCall('POST /api/wallet/list');
/** Key of the statement, which every movement of coins changes. */
export const STATEMENT = [OWN, 'statement'] as const;
/** While no live socket brings the news. */
const POLL_MS = 5_000;

/** Balances of the four wallets, each with its worth. */
export const walletsQuery = queryOptions({
  queryKey: [OWN, 'wallets'],
  queryFn: async ({ signal }): Promise<Wallets> => {
    const { change_wallet, is_starting, is_open_CTbi, seq } = await fetchWallets({}, { signal });
    return {
      currencies: change_wallet.balance.map(ownCurrency),
      custody: is_starting === 1 ? 'starting' : is_open_CTbi === 1 ? 'open' : 'closed',
      seq,
    };
  },
  enabled: isLoggedIn,
});

/**
 * The same, kept fresh by the socket while a page shows it. The worth of a wallet follows with the
 * next answer.
 */
export function useWallets() {
  const client = useQueryClient();
  const userId = useSession((session) => session.userId);
  const isLive = useConnection(({ status }) => status === 'live');
  useEffect(() => {
    if (userId === undefined) return undefined;
    const ends = [
      connection().on<UpdateBalanceEvent>(`update_balance_${userId}`, (event) =>
        client.setQueryData(walletsQuery.queryKey, (known) => known && withBalances(known, event)),
      ),
      connection().on<LeverTradeEvent>('lever_trade', (event) =>
        client.setQueryData(walletsQuery.queryKey, (known) => known && withProfits(known, event)),
      ),
      // The server does not repeat events that a lost connection missed.
      connection().onConnect(() => void client.invalidateQueries(walletsQuery)),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [client, userId]);
  return useQuery({ ...walletsQuery, refetchInterval: isLive ? false : POLL_MS });
}

function withBalances(known: Wallets, { balances, seq }: UpdateBalanceEvent): Wallets {
  if (seq <= known.seq) return known;
  const news = new Map(balances.map((amounts) => [amounts.currency, amounts]));
  const changed = known.currencies.map((own) => {
    const amounts = news.get(own.currency);
    return amounts === undefined ? own : withAmounts(own, amounts);
  });
  return { ...known, currencies: changed, seq };
}

/**
 * Profits move with each index price. The balances of the wallets do not, so the answer stays as
 * new as it was.
 */
function withProfits(known: Wallets, { legal_id, profits_all, seq }: LeverTradeEvent): Wallets {
  if (seq < known.seq) return known;
  const changed = known.currencies.map((own) =>
    own.currency === legal_id ? { ...own, marginProfits: profits_all } : own,
  );
  return { ...known, currencies: changed };
}
