import type { newTradehistory, RecentTrade } from '@meridian/contract/market';
import type { TransactionEvent } from '@meridian/contract/socket-events';
import { useCallback, useEffect, useState } from 'react';
import { apiCall } from '../shared/http/api-call.ts';
import { pairKey, type Pair } from '../shared/market/market.ts';
import { connection } from './connection.ts';
import { frames } from './frame-scheduler.ts';
import { mergeTrades } from './merge-trades.ts';

const fetchTrades = apiCall<typeof newTradehistory>({ method: 'GET', path: '/api/currency/new_tradehistory' });

interface RecentTrades {
  /** Newest first; undefined until the first answer. */
  readonly trades: readonly RecentTrade[] | undefined;
  readonly failed: boolean;
}

/** The newest trades of a market, live. */
export function useRecentTrades({ legal_id, currency_id }: Pair): RecentTrades & { readonly reload: () => void } {
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<RecentTrades>({ trades: undefined, failed: false });
  useEffect(() => {
    let isOver = false;
    let trades: readonly RecentTrade[] = [];
    const key = pairKey({ legal_id, currency_id });
    const paint = (): void => setState({ trades, failed: false });
    const add = (more: readonly RecentTrade[]): void => {
      trades = mergeTrades(trades, more);
      frames().request(paint);
    };
    const load = (): void => {
      fetchTrades({ legal_id, currency_id }).then(
        (answer) => !isOver && add(answer),
        () => !isOver && setState((before) => ({ ...before, failed: true })),
      );
    };
    setState({ trades: undefined, failed: false });
    const ends = [
      connection().on<TransactionEvent>('transaction', (event) => {
        if (pairKey(event) === key) add(event.list);
      }),
      connection().onConnect(load),
      connection().subscribe({ channel: 'transaction', legal_id, currency_id }),
    ];
    load();
    return () => {
      isOver = true;
      frames().cancel(paint);
      for (const end of ends) end();
    };
  }, [legal_id, currency_id, attempt]);
  return { ...state, reload: useCallback(() => setAttempt((count) => count + 1), []) };
}
