import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useConnection } from '../../../realtime/connection.ts';
import type { OwnOnChart } from '../../../shared/chart/own-on-chart.ts';
import { fixed } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import type { Market } from '../../../shared/market/market.ts';
import type { OrderFilter } from '../model/order-filter.ts';
import { useMoveOrder } from '../move-order.ts';
import { finishedOrdersQuery, POLL_MS } from '../orders-api.ts';
import { useOwnOrders } from '../own-orders.ts';

/** Tells the chart the own orders and fills of a spot market. Shows nothing itself. */
export function ChartSpotOwn({
  market,
  onOwn,
}: {
  readonly market: Market;
  readonly onOwn: (own: OwnOnChart | undefined) => void;
}) {
  const language = useLanguage();
  const isLive = useConnection(({ status }) => status === 'live');
  const { baseId, quoteId, quantityDecimals } = market;
  const filter = useMemo((): OrderFilter => ({ baseId, quoteId }), [baseId, quoteId]);
  const refetchInterval = isLive ? (false as const) : POLL_MS;
  const ended = useInfiniteQuery({ ...finishedOrdersQuery(filter, language), refetchInterval });
  const { move, moving } = useMoveOrder(market);
  const orders = useOwnOrders(market);
  const fills = useMemo(
    () =>
      (ended.data?.pages ?? []).flat().flatMap((order) =>
        order.fills.map(({ id, timeMs, price }) => ({
          id: `${order.id}-${id}`,
          timeMs,
          price,
          side: order.side,
        })),
      ),
    [ended.data],
  );
  const own = useMemo(
    (): OwnOnChart => ({
      marks: orders.map(({ id, side, price, remainingQuantity }) => ({
        id: String(id),
        kind: 'order',
        side,
        price,
        quantity: fixed(remainingQuantity, quantityDecimals, { language }),
      })),
      fills,
      moving,
      onMoveOrder: (id, price) => {
        const order = orders.find((one) => String(one.id) === id);
        if (order !== undefined) void move(order, price);
      },
    }),
    // The function that moves is made anew with each render and does the same.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [orders, fills, moving, quantityDecimals, language],
  );
  useEffect(() => onOwn(own), [own, onOwn]);
  useEffect(() => () => onOwn(undefined), [onOwn]);
  return null;
}
