import { parsePrice } from '@meridian/money/market-scale';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { OPEN_ORDERS } from '../../realtime/account-feed.ts';
import type { Market } from '../../shared/market/market.ts';
import { useSession } from '../../shared/session.ts';
import type { OpenOrder } from './model/order.ts';

/** Prices of own open orders of a market, in ticks. */
export interface OwnPrices {
  readonly asks: readonly number[];
  readonly bids: readonly number[];
}

const NONE: readonly OpenOrder[] = [];

/** Own open orders of the market; none for a visitor, who does without the code that asks. */
export function useOwnOrders(market: Market): readonly OpenOrder[] {
  const isLoggedIn = useSession((session) => session.token !== undefined);
  const { baseId, quoteId } = market;
  const { data } = useQuery({
    queryKey: [...OPEN_ORDERS, 'of', market.key],
    queryFn: () => import('./orders-api.ts').then((api) => api.allOpenOrders({ baseId, quoteId })),
    enabled: isLoggedIn,
  });
  return (isLoggedIn ? data : undefined) ?? NONE;
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
