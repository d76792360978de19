import { ORDERS_PER_PAGE } from '@meridian/contract/spot/bounds';
import type { Language } from '@meridian/contract/languages';
import type {
  FinishedOrder as WireFinishedOrder,
  OpenOrder as WireOpenOrder,
} from '@meridian/contract/spot/calls';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { FINISHED_ORDERS, OPEN_ORDERS } from '../../realtime/account-feed.ts';
import { allRows } from '../../shared/export/all-rows.ts';
import { apiCall } from '../../shared/http/api-call.ts';
import { asking, moneyCall } from '../../shared/http/money-call.ts';
import { pairOf, wireFilter } from '../../realtime/market-translate.ts';
import { MODE_OF, SELF_TRADE_OF } from './api.ts';
import type { FinishedOrder, OpenOrder } from './model/order.ts';
import type { OrderFilter } from './model/order-filter.ts';
import type { Side } from './model/trade-inputs.ts';

export const revokeOrder = asking(
  moneyCall('POST /api/transaction_del', 'bare'),
  ({ id, side }: Pick<OpenOrder, 'id' | 'side'>) => ({ id, type: WIRE_SIDE[side] }),
);
const fetchOrders = apiCall('POST /api/transaction_open');
const fetchBuyOrders = apiCall('POST /api/transaction_in');
const fetchSellOrders = apiCall('POST /api/transaction_out');
const fetchFinished = apiCall('POST /api/transaction_complete');

const WIRE_SIDE = { buy: 'in', sell: 'out' } as const satisfies Record<Side, 'in' | 'out'>;

/** Refreshed this often while no live socket brings the news. */
export const POLL_MS = 5_000;

/** One page of ended orders, for a file of all of them. */
export async function finishedOrdersPage(
  { side, from, ...pair }: OrderFilter,
  page: number,
  signal?: AbortSignal,
): Promise<readonly FinishedOrder[]> {
  const input = {
    page,
    ...wireFilter(pair),
    ...(from === undefined ? {} : { from }),
    ...(side === undefined ? {} : { type: WIRE_SIDE[side] }),
  };
  return (await fetchFinished(input, signal && { signal })).list.map(finishedOrder);
}

async function openOrdersPage(filter: OrderFilter, page: number): Promise<readonly OpenOrder[]> {
  return (await fetchOpenOrders(filter, page)).list;
}

/** All open orders of a filter, on every page. */
export function allOpenOrders(filter: OrderFilter): Promise<readonly OpenOrder[]> {
  return allRows(
    (page) => openOrdersPage(filter, page),
    ({ id }) => id,
  );
}

async function fetchOpenOrders(
  { side, from, ...pair }: OrderFilter,
  page: number,
  signal?: AbortSignal,
) {
  const fetchOpen =
    side === undefined ? fetchOrders : side === 'buy' ? fetchBuyOrders : fetchSellOrders;
  const input = { page, ...wireFilter(pair), ...(from === undefined ? {} : { from }) };
  const answer = await fetchOpen(input, signal && { signal });
  return { ...answer, list: answer.list.map(openOrder) };
}

export function openOrdersQuery(filter: OrderFilter) {
  return infiniteQueryOptions({
    queryKey: [...OPEN_ORDERS, filter],
    queryFn: ({ pageParam, signal }) => fetchOpenOrders(filter, pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: (last, pages) =>
      pages.reduce((count, page) => count + page.list.length, 0) < last.total &&
      last.list.length > 0
        ? last.page + 1
        : undefined,
  });
}

export function finishedOrdersQuery(filter: OrderFilter, language: Language) {
  return infiniteQueryOptions({
    queryKey: [...FINISHED_ORDERS, filter, language],
    queryFn: ({ pageParam, signal }) => finishedOrdersPage(filter, pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: (last, _pages, page) =>
      last.length === ORDERS_PER_PAGE ? page + 1 : undefined,
  });
}

function orderOf(row: WireOpenOrder | WireFinishedOrder) {
  const { id, currency_name: base, legal_name: quote, type } = row;
  const side: Side = type === 'in' ? 'buy' : 'sell';
  return { id, ...pairOf(row), base, quote, symbol: `${base}/${quote}`, side };
}

function openOrder(row: WireOpenOrder): OpenOrder {
  return {
    ...orderOf(row),
    placedAtMs: row.create_time_ms,
    price: row.price,
    quantity: row.total_number,
    filledQuantity: row.complete_number,
    remainingQuantity: row.number,
    remainingTotal: row.total_money,
  };
}

function finishedOrder(row: WireFinishedOrder): FinishedOrder {
  const order = orderOf(row);
  const isBuy = order.side === 'buy';
  return {
    ...order,
    endedAtMs: row.time_ms,
    endedAt: row.time,
    mode: MODE_OF[row.mode],
    timeInForce: row.time_in_force,
    isPostOnly: row.post_only === 1,
    selfTrade: SELF_TRADE_OF[row.self_trade],
    averagePrice: row.price,
    limitPrice: row.limit_price,
    quantity: row.total_number,
    filledQuantity: row.number,
    total: row.total,
    fee: isBuy ? row.in_fee : row.out_fee,
    feeCurrency: isBuy ? order.base : order.quote,
    rebate: row.rebate,
    rebateCurrency: isBuy ? order.quote : order.base,
    status: row.status === 'partly_filled' ? 'partlyFilled' : row.status,
    statusName: row.status_name,
    reason: row.reason,
    fills: row.fills.map(({ id, time_ms, price, number, total, fee, rebate }) => ({
      id,
      timeMs: time_ms,
      price,
      quantity: number,
      total,
      fee,
      rebate,
    })),
  };
}
