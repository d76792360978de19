import type { Language } from '@meridian/contract/languages';
import type { Output } from '@meridian/contract/client/named-calls';
import type { LeverPosition, LeverTradeEvent } from '@meridian/contract/margin/calls';
import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import { connection } from '../../realtime/connection.ts';
import { pairOf, wireFilter, wirePair } from '../../realtime/market-translate.ts';
import { apiCall } from '../../shared/http/api-call.ts';
import { asking, moneyCall } from '../../shared/http/money-call.ts';
import type { Pair } from '../../shared/market/market.ts';
import { OWN } from '../../shared/session.ts';
import type {
  BatchClose,
  Close,
  ListName,
  MarginAccount,
  MarginChange,
  MarginOffer,
  MarginOrder,
  MarginSide,
  Position,
  PositionFilter,
  PublicTerms,
  Standing,
} from './model/position.ts';
import type { Stops } from './model/stops-form.ts';

export const submitOrder = asking(
  moneyCall('POST /api/lever/submit', 'bare'),
  ({ side, leverage, lots, limitPrice, takeProfit, stopLoss, ...order }: MarginOrder) => ({
    ...wirePair(order),
    multiple: leverage,
    share: lots,
    type: WIRE_SIDE[side],
    ...(limitPrice === undefined ? AT_MARKET : { ...AT_LIMIT, target_price: limitPrice }),
    ...(takeProfit === undefined ? {} : { target_profit_price: takeProfit }),
    ...(stopLoss === undefined ? {} : { stop_loss_price: stopLoss }),
    ...(order.isIsolated === true ? { isolated: YES } : {}),
    ...(order.isReduceOnly === true ? { reduce_only: YES } : {}),
  }),
);
export const closePosition = asking(
  moneyCall('POST /api/lever/close', 'bare'),
  ({ id, lots, limitPrice }: Close) => ({
    id,
    ...(lots === undefined ? {} : { share: lots }),
    ...(limitPrice === undefined ? {} : { target_price: limitPrice }),
  }),
);
export const reversePosition = moneyCall('POST /api/lever/reverse', 'bare');
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
const fetchDeal = apiCall('POST /api/lever/deal');
const fetchPositions = apiCall('POST /api/lever/my_trade');
const fetchAll = apiCall('POST /api/lever/dealall');
const fetchHistory = apiCall('POST /api/wallet/hzhistory');
const fetchMarkets = apiCall('GET /api/currency/quotation_new');
const fetchCharges = apiCall('GET /api/fee/terms');

const WIRE_SIDE = { long: '1', short: '2' } as const satisfies Record<MarginSide, string>;
const BOTH_SIDES = '0' as const;
/** `status` of an order that is sent. */
const AT_MARKET = { status: '1' } as const;
const AT_LIMIT = { status: '0' } as const;
const YES = '1' as const;
/** `status` of a position by the list that it stands in. */
const STATUS = { holding: 1, entrusted: 0, closed: 3, revoked: 4 } as const satisfies Record<
  ListName,
  LeverPosition['status']
>;
const LIST_OF = {
  0: 'entrusted',
  1: 'holding',
  3: 'closed',
  4: 'revoked',
} as const satisfies Record<LeverPosition['status'], ListName>;

export const POSITIONS_PER_PAGE = 10;
/** Refreshed this often while no live socket brings the news. */
export const POLL_MS = 1_000;
/** Terms change when an operator sets them. */
const TERMS_MS = 60_000;
/** History is written a moment after the event says that a position has ended. */
const HISTORY_DELAY_MS = 700;
const MARGIN = [OWN, 'margin'] as const;

export function offerQuery({ baseId, quoteId }: Pair) {
  return queryOptions({
    queryKey: [...MARGIN, 'offer', baseId, quoteId],
    queryFn: async ({ signal }) =>
      offerOf(await fetchDeal(wirePair({ baseId, quoteId }), { signal })),
  });
}

/**
 * The terms of a market that everybody may know, for a visitor's form and for the bar. Null where
 * it has no contracts.
 */
export function publicTermsQuery({ baseId, quoteId }: Pair) {
  return queryOptions({
    queryKey: ['margin-terms', baseId, quoteId],
    queryFn: async ({ signal }): Promise<PublicTerms | null> => {
      const [groups, { contracts }] = await Promise.all([
        fetchMarkets({}, { signal }),
        fetchCharges({}, { signal }),
      ]);
      const row = groups
        .flatMap(({ quotation }) => quotation)
        .find((each) => each.currency_id === baseId && each.legal_id === quoteId);
      if (row === undefined || row.lever_share_num === '0') return null;
      const pair = `${row.currency_name}/${row.legal_name}`;
      return {
        lotSize: row.lever_share_num,
        spread: row.spread,
        fee: row.lever_trade_fee,
        maintenance: row.proportion,
        indexPrice: row.index_price,
        nightFee: contracts.find((each) => each.pair === pair)?.overnight,
      };
    },
    staleTime: TERMS_MS,
  });
}

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

/** One page of a list, for whatever is done to all that it names. */
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
        /** What it was, in the person's language. */
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

/** Follows the own accounts, one at a time as it changes. Returns what ends it. */
export function subscribeAccounts(listener: (account: MarginAccount) => void): () => void {
  return connection().on<LeverTradeEvent>('lever_trade', (event) =>
    listener({
      ...standingOf(event),
      quoteId: event.legal_id,
      positions: event.trades_all.map(positionOf),
      orders: event.trades_entrust.map(positionOf),
    }),
  );
}

/** Asks for everything of the margin account again: after an action of one's own, event or not. */
export function refreshMargin(client: QueryClient): void {
  const refresh = (): void => void client.invalidateQueries({ queryKey: MARGIN });
  refresh();
  setTimeout(refresh, HISTORY_DELAY_MS);
}

function pageOf({ data, total }: { data: LeverPosition[]; total: number }): PositionPage {
  return { positions: data.map(positionOf), total };
}

function positionOf(row: LeverPosition): Position {
  return {
    ...pairOf(row),
    id: row.id,
    side: row.type === 1 ? 'long' : 'short',
    list: LIST_OF[row.status],
    symbol: row.symbol,
    leverage: row.multiple,
    lots: row.share,
    quantity: row.number,
    orderPrice: row.origin_price,
    entryPrice: row.price,
    indexPrice: row.now_price,
    markPrice: row.mark_price,
    isClosing: row.is_closing === 1,
    limitClose:
      row.limit_close_share === 0
        ? undefined
        : { lots: row.limit_close_share, price: row.limit_close_price },
    isIsolated: row.isolated === 1,
    added: row.added_caution_money,
    leaving: row.leaving_caution_money,
    takeProfit: row.target_profit_price,
    stopLoss: row.stop_loss_price,
    margin: row.origin_caution_money,
    freed: row.caution_money,
    fee: row.trade_fee,
    nightFees: row.overnight_money,
    profit: row.profits,
    liquidationPrice: row.liquidation_price,
    openedAt: row.transaction_time,
    endedAt: row.complete_time,
    reason: row.reason,
  };
}

type WireStanding = Pick<
  LeverTradeEvent,
  'hazard_rate' | 'equity_all' | 'user_lever' | 'margins_all' | 'profits_all' | 'maintenance_all'
>;

function standingOf(row: WireStanding): Standing {
  return {
    ratio: row.hazard_rate,
    equity: row.equity_all,
    available: row.user_lever,
    margins: row.margins_all,
    profits: row.profits_all,
    maintained: row.maintenance_all,
  };
}

function offerOf(row: Output<'POST /api/lever/deal'>): MarginOffer {
  return {
    ...standingOf(row),
    leverages: row.multiple.muit.map(({ value }) => value),
    lotChoices: row.multiple.share.map(({ value }) => value),
    minLots: row.lever_share_limit.min,
    maxLots: row.lever_share_limit.max,
    lotSize: row.lever_share_num,
    indexPrice: row.last_price,
    isOpen: row.is_open === 1,
    spread: row.spread,
    fee: row.lever_trade_fee,
    slippage: row.slippage,
    nightFee: row.overnight_fee,
    maintenance: row.maintenance,
    positions: row.all_levers.map(positionOf),
  };
}
