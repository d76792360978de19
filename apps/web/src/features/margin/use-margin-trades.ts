import type { LeverTradeEvent } from '@meridian/contract/margin/calls';
import type { MarketDetailEvent } from '@meridian/contract/market/events';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { connection, useConnection } from '../../realtime/connection.ts';
import { pairKey, type Pair } from '../../shared/market/market.ts';
import { useSession } from '../../shared/session.ts';
import { refreshMargin } from './api.ts';

type Events = ReadonlyMap<number, LeverTradeEvent>;
const NONE: Events = new Map();

/**
 * The own positions and orders of these legal currencies as the socket last told them; undefined
 * before it has, and while it is not live.
 */
export function useMarginTrades(
  legalIds: readonly number[],
): readonly LeverTradeEvent[] | undefined {
  const [events, setEvents] = useState(NONE);
  const client = useQueryClient();
  const token = useSession((session) => session.token);
  const isLive = useConnection(({ status }) => status === 'live');
  useEffect(() => {
    const known = new Map<number, string>();
    setEvents(NONE);
    return connection().on<LeverTradeEvent>('lever_trade', (next) => {
      setEvents((before) => new Map(before).set(next.legal_id, next));
      // Lists that the event does not bring (closed, revoked) change when one of these has gone or
      // come.
      const ids = [...next.trades_all, ...next.trades_entrust]
        .map(({ id, status }) => `${id}:${status}`)
        .join();
      if ((known.get(next.legal_id) ?? '') !== ids) refreshMargin(client);
      known.set(next.legal_id, ids);
    });
  }, [client, token]);
  const found = legalIds.flatMap((id) => events.get(id) ?? []);
  return isLive && found.length > 0 ? found : undefined;
}

/** The index price of a market, live; undefined before the first. */
export function useIndexPrice({ legal_id, currency_id }: Pair): string | undefined {
  const [price, setPrice] = useState<string>();
  useEffect(() => {
    setPrice(undefined);
    const key = pairKey({ legal_id, currency_id });
    const ends = [
      connection().subscribe({ channel: 'market_detail', legal_id, currency_id }),
      connection().on<MarketDetailEvent>(
        'market_detail',
        (event) =>
          pairKey(event) === key && event.index_price !== '0' && setPrice(event.index_price),
      ),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [legal_id, currency_id]);
  return price;
}
