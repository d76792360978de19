import type { LeverTradeEvent } from '@meridian/contract/margin';
import type { MarketDetailEvent } from '@meridian/contract/socket-events';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { connection, useConnection } from '../../realtime/connection.ts';
import { pairKey, type Pair } from '../../shared/market/market.ts';
import { useSession } from '../../shared/session.ts';
import { refreshMargin } from './api.ts';

/** The own positions and orders of a legal currency as the socket last told them; undefined before, and while it is not live. */
export function useLeverTrade(legalId: number): LeverTradeEvent | undefined {
  const [event, setEvent] = useState<LeverTradeEvent>();
  const client = useQueryClient();
  const token = useSession((session) => session.token);
  const isLive = useConnection(({ status }) => status === 'live');
  useEffect(() => {
    let known = '';
    setEvent(undefined);
    return connection().on<LeverTradeEvent>('lever_trade', (next) => {
      if (next.legal_id !== legalId) return;
      setEvent(next);
      // Lists that the event does not bring (closed, revoked) change when one of these has gone or come.
      const ids = [...next.trades_all, ...next.trades_entrust].map(({ id, status }) => `${id}:${status}`).join();
      if (known !== ids) refreshMargin(client);
      known = ids;
    });
  }, [client, legalId, token]);
  return isLive ? event : undefined;
}

/** The index price of a market, live; undefined before the first. */
export function useIndexPrice({ legal_id, currency_id }: Pair): string | undefined {
  const [price, setPrice] = useState<string>();
  useEffect(() => {
    setPrice(undefined);
    const key = pairKey({ legal_id, currency_id });
    const ends = [
      connection().subscribe({ channel: 'market_detail', legal_id, currency_id }),
      connection().on<MarketDetailEvent>('market_detail', (event) => pairKey(event) === key && event.index_price !== '0' && setPrice(event.index_price)),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [legal_id, currency_id]);
  return price;
}
