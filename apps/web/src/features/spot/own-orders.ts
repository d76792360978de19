import { parsePrice } from '@meridian/money/market-scale';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useConnection } from '../../realtime/connection.ts';
import type { Market } from '../../shared/market/market.ts';
import { useSession } from '../../shared/session.ts';
import type { OpenOrder } from './model/order.ts';
import type { OwnPrices } from './model/own-prices.ts';
import { openOrdersQuery, POLL_MS } from './orders-api.ts';

/** Most pages of open orders on a screen: more marks than this hide the prices. */
const PAGES = 3;

/** Own open orders of a market, the newest 30; none for a visitor. */
export function useOwnOrders({ baseId, quoteId }: Market): readonly OpenOrder[] {
  const isLoggedIn = useSession((session) => session.token !== undefined);
  const isLive = useConnection(({ status }) => status === 'live');
  const { data, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    ...openOrdersQuery({ baseId, quoteId }),
    enabled: isLoggedIn,
    refetchInterval: isLive ? false : POLL_MS,
  });
  const pages = data?.pages.length ?? 0;
  useEffect(() => {
    if (hasNextPage && !isFetching && pages < PAGES) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage, pages]);
  return useMemo(
    () => (isLoggedIn ? (data?.pages.flatMap(({ list }) => list) ?? []) : []),
    [isLoggedIn, data],
  );
}

export function useOwnPrices(market: Market): OwnPrices {
  const orders = useOwnOrders(market);
  return useMemo(() => {
    const of = (side: OpenOrder['side']): number[] =>
      orders.flatMap((order) => {
        const price = order.side === side ? parsePrice(order.price, market.scale) : undefined;
        return price?.ok === true ? [price.value] : [];
      });
    return { asks: of('sell'), bids: of('buy') };
    // Markets of one key are equal.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [orders, market.key]);
}
