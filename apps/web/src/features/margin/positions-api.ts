import type { Output } from '@meridian/contract/client/named-calls';
import type { Language } from '@meridian/contract/languages';
import type { LeverPosition } from '@meridian/contract/margin/calls';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { wireFilter } from '../../realtime/market-translate.ts';
import { apiCall } from '../../shared/http/api-call.ts';
import { asking, moneyCall } from '../../shared/http/money-call.ts';
import { allRows } from '../../shared/export/all-rows.ts';
import { MARGIN, positionOf, wireSeen, WIRE_SIDE } from './api.ts';
import { closeOrdersOf } from './model/close-order.ts';
import type {
  BatchClose,
  Close,
  Closed,
  ListName,
  MarginChange,
  Position,
  PositionFilter,
  Reversal,
} from './model/position.ts';
import type { Stops } from './model/stops-form.ts';

export const closePosition = asking(
  moneyCall('POST /api/lever/close', 'bare'),
  ({ id, lots, limitPrice }: Close) => ({
    id,
    ...(lots === undefined ? {} : { share: lots }),
    ...(limitPrice === undefined ? {} : { target_price: limitPrice }),
  }),
);
export const reversePosition = asking(
  moneyCall('POST /api/lever/reverse', 'bare'),
  ({ id, seen }: Reversal) => ({ id, ...wireSeen(seen) }),
);
const changed = ({ id, amount }: MarginChange) => ({ id, number: amount });
export const addMargin = asking(moneyCall('POST /api/lever/add_margin', 'bare'), changed);
export const removeMargin = asking(moneyCall('POST /api/lever/remove_margin', 'bare'), changed);
export const setStops = asking(
  moneyCall('POST /api/lever/setstop', 'bare'),
  ({ id, takeProfit, stopLoss }: Stops) => ({
    id,
    target_profit_price: takeProfit,
    stop_loss_price: stopLoss,
  }),
);
export const closeMany = asking(
  moneyCall('POST /api/lever/batch_close', 'bare'),
  ({ side, quoteId }: BatchClose) => ({
    type: side === 'all' ? BOTH_SIDES : WIRE_SIDE[side],
    ...(quoteId === undefined ? {} : { legal_id: quoteId }),
  }),
);
export const cancelOrder = moneyCall('POST /api/lever/cancel', 'bare');
const fetchPositions = apiCall('POST /api/lever/my_trade');
const fetchAll = apiCall('POST /api/lever/dealall');
const fetchHistory = apiCall('POST /api/wallet/hzhistory');

type WireClosed = NonNullable<Output<'POST /api/lever/close'>['closed']>;

/** Lots, price and profit that an answer tells of a close; undefined where it tells none. */
export function closedOf(wire: WireClosed | undefined): Closed | undefined {
  return wire && { lots: wire.share, price: wire.price, profit: wire.profits };
}

/** The positions that a batch closed, by their ids. */
export function closedById({
  closed,
}: Output<'POST /api/lever/batch_close'>): ReadonlyMap<number, Closed> {
  return new Map(
    closed.map(({ id, share, price, profits }) => [id, { lots: share, price, profit: profits }]),
  );
}

const BOTH_SIDES = '0' as const;
/** `status` of a position by the list that it stands in. */
const STATUS = { holding: 1, entrusted: 0, closed: 3, revoked: 4 } as const satisfies Record<
  ListName,
  LeverPosition['status']
>;

interface PositionPage {
  readonly positions: readonly Position[];
  readonly total: number;
}

async function fetchPage(
  list: ListName,
  { side, ...pair }: PositionFilter,
  page: number,
  signal?: AbortSignal,
): Promise<PositionPage> {
  const input = {
    status: STATUS[list],
    ...wireFilter(pair),
    ...(side === undefined ? {} : { type: WIRE_SIDE[side] }),
    page,
  };
  return pageOf((await fetchPositions(input, signal && { signal })).message);
}

/** Play money is listed only where its `quoteId` stands in the filter. */
export function positionsQuery(list: ListName, filter: PositionFilter, page: number) {
  return queryOptions({
    queryKey: [...MARGIN, list, filter, page],
    queryFn: ({ signal }) => fetchPage(list, filter, page, signal),
    placeholderData: keepPreviousData,
  });
}

/** All closes that wait for their price, as orders. */
export function closeOrdersQuery(filter: PositionFilter) {
  return queryOptions({
    queryKey: [...MARGIN, 'closes', filter],
    queryFn: () => fetchCloseOrders(filter),
    placeholderData: keepPreviousData,
  });
}

export async function fetchCloseOrders(filter: PositionFilter): Promise<readonly Position[]> {
  const open = await allRows(
    (page) => positionsPage('holding', filter, page),
    ({ id }) => id,
  );
  return closeOrdersOf(open);
}

/** One page of a list, for an action on all its rows. */
export async function positionsPage(
  list: ListName,
  filter: PositionFilter,
  page: number,
): Promise<readonly Position[]> {
  return (await fetchPage(list, filter, page)).positions;
}

export function allPositionsQuery(page: number) {
  return queryOptions({
    queryKey: [...MARGIN, 'all', page],
    queryFn: async ({ signal }) => pageOf((await fetchAll({ page }, { signal })).order),
    placeholderData: keepPreviousData,
  });
}

/** One page of all positions and orders, for a file of them. */
export async function allPositionsPage(page: number): Promise<readonly Position[]> {
  return pageOf((await fetchAll({ page })).order).positions;
}

export function historyQuery(page: number, language: Language) {
  return queryOptions({
    queryKey: [...MARGIN, 'history', page, language],
    queryFn: async ({ signal }) =>
      (await fetchHistory({ page }, { signal })).data.map((row) => ({
        id: row.id,
        /** The kind of the wallet movement, in the person's language. */
        kind: row.type,
        market: row.market,
        position: row.subject,
        amount: row.number,
        currency: row.currency_name,
        time: row.add_time,
      })),
    placeholderData: keepPreviousData,
  });
}

function pageOf({ data, total }: { data: LeverPosition[]; total: number }): PositionPage {
  return { positions: data.map(positionOf), total };
}
