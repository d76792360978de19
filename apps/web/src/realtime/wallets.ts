import type { LeverTradeEvent } from '@meridian/contract/margin/calls';
import type { UpdateBalanceEvent } from '@meridian/contract/wallet/events';
import type { BalanceRow, walletList } from '@meridian/contract/wallet/calls';
import type { CallOutput } from '@meridian/contract/schema/call';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { apiCall } from '../shared/http/api-call.ts';
import { isLoggedIn, OWN, useSession } from '../shared/session.ts';
import { connection, useConnection } from './connection.ts';

type Wallets = CallOutput<typeof walletList>;
type WalletName = 'change_wallet' | 'lever_wallet' | 'micro_wallet' | 'legal_wallet';
const WALLET_NAMES: readonly WalletName[] = [
  'change_wallet',
  'lever_wallet',
  'micro_wallet',
  'legal_wallet',
];

const fetchWallets = apiCall<typeof walletList>({ method: 'POST', path: '/api/wallet/list' });
/** While no live socket brings the news. */
const POLL_MS = 5_000;

/** Balances of the four wallets, each with what it is worth. */
export const walletsQuery = queryOptions({
  queryKey: [OWN, 'wallets'],
  queryFn: ({ signal }) => fetchWallets({}, { signal }),
  enabled: isLoggedIn,
});

/**
 * The same, kept fresh by the socket while somebody looks. What a wallet is worth follows with the
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
      // What happened while we were away is in no event.
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
  const news = new Map(
    balances.map(({ currency, currency_name: _name, ...amounts }) => [currency, amounts]),
  );
  return { ...withRows(known, (row) => ({ ...row, ...news.get(row.currency) })), seq };
}

/**
 * Profits move with each index price; what is held in the wallets does not, so the answer stays as
 * new as it was.
 */
function withProfits(known: Wallets, { legal_id, profits_all, seq }: LeverTradeEvent): Wallets {
  if (seq < known.seq) return known;
  return withRows(known, (row) =>
    row.currency === legal_id ? { ...row, lever_profits: profits_all } : row,
  );
}

function withRows(known: Wallets, changed: (row: BalanceRow) => BalanceRow): Wallets {
  const wallets = WALLET_NAMES.map((name) => [
    name,
    { ...known[name], balance: known[name].balance.map(changed) },
  ]);
  return { ...known, ...(Object.fromEntries(wallets) as Pick<Wallets, WalletName>) };
}
