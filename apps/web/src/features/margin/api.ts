import type { Output } from '@meridian/contract/client/named-calls';
import type { LeverPosition, LeverTradeEvent } from '@meridian/contract/margin/calls';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { connection } from '../../realtime/connection.ts';
import { pairOf, wirePair } from '../../realtime/market-translate.ts';
import { apiCall } from '../../shared/http/api-call.ts';
import { asking, moneyCall } from '../../shared/http/money-call.ts';
import type { Pair } from '../../shared/market/market.ts';
import { OWN } from '../../shared/session.ts';
import type {
  ListName,
  MarginAccount,
  MarginOffer,
  MarginOrder,
  MarginSide,
  Position,
  PublicTerms,
  SeenTerms,
  Standing,
} from './model/position.ts';

export const submitOrder = asking(
  moneyCall('POST /api/lever/submit', 'bare'),
  ({ side, leverage, lots, limitPrice, takeProfit, stopLoss, seen, ...order }: MarginOrder) => ({
    ...wirePair(order),
    multiple: leverage,
    share: lots,
    type: WIRE_SIDE[side],
    ...(limitPrice === undefined ? AT_MARKET : { ...AT_LIMIT, target_price: limitPrice }),
    ...(takeProfit === undefined ? {} : { target_profit_price: takeProfit }),
    ...(stopLoss === undefined ? {} : { stop_loss_price: stopLoss }),
    ...(order.isIsolated === true ? { isolated: YES } : {}),
    ...(order.isReduceOnly === true ? { reduce_only: YES } : {}),
    ...wireSeen(seen),
  }),
);
const fetchDeal = apiCall('POST /api/lever/deal');
const fetchMarkets = apiCall('GET /api/currency/quotation_new');
const fetchCharges = apiCall('GET /api/fee/terms');

export const WIRE_SIDE = { long: '1', short: '2' } as const satisfies Record<MarginSide, string>;
const LIST_OF = {
  0: 'entrusted',
  1: 'holding',
  3: 'closed',
  4: 'revoked',
} as const satisfies Record<LeverPosition['status'], ListName>;
/** `status` of an order that is sent. */
const AT_MARKET = { status: '1' } as const;
const AT_LIMIT = { status: '0' } as const;
const YES = '1' as const;
/** Refreshed this often while no live socket brings the news. */
export const POLL_MS = 1_000;
/** Terms change when an operator sets them. */
const TERMS_MS = 60_000;
/** History is written a moment after the event says that a position has ended. */
const HISTORY_DELAY_MS = 700;
/** Begins the keys of all queries about the own margin account. */
export const MARGIN = [OWN, 'margin'] as const;

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

/**
 * @param seen undefined in a try without an answer that a page of before kept: repeated with terms,
 * it would be another request
 */
export function wireSeen(seen: SeenTerms | undefined) {
  if (seen === undefined) return {};
  const { spread, fee, slippage } = seen;
  return { seen_spread: spread, seen_fee: fee, seen_slippage: slippage };
}

/** Follows the own accounts, one at a time as it changes. Returns a function that ends it. */
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

export function positionOf(row: LeverPosition): Position {
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
