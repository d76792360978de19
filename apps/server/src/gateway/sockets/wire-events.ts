import type { CandlePeriod, CandleSource } from '@meridian/contract/market/candle-period';
import {
  SNAPSHOT_LEVELS,
  type DayMarketEvent,
  type KlineEvent,
  type MarketDepthEvent,
  type MarketDetailEvent,
  type MARKET_RULES,
  type MarketRulesEvent,
  type TransactionEvent,
} from '@meridian/contract/market/events';
import type { OrdersEvent } from '@meridian/contract/spot/events';
import type { UpdateBalanceEvent } from '@meridian/contract/wallet/events';
import type { CurrencyId, UserId } from '@meridian/core/ids';
import type { CloseReason } from '@meridian/core/spot/spot-events';
import { formatDecimal } from '@meridian/money/decimal';
import { formatPrice, formatQuantity, type MarketScale } from '@meridian/money/market-scale';
import type { DepthChanges, TickLevel } from '../../live/live-depth.ts';
import type { LiveOrder } from '../../live/live-orders.ts';
import type { LiveTrade } from '../../live/live-trades.ts';
import type { LiveView } from '../../live/live-view.ts';
import { percentText, quotationRow, symbolOf, type Pair } from '../../modules/market/translate.ts';

/** The live view in the words of the wire, one function for each event. */

/** What of a market's rules can change. */
export type MarketRule = (typeof MARKET_RULES)[number];

export interface Stamp {
  readonly seq: number;
  readonly ts: number;
}

export function stampOf(live: LiveView): Stamp {
  return { seq: live.seq, ts: live.timeMs };
}

function pairIds({ market }: Pair) {
  return { legal_id: market.quote, currency_id: market.base };
}

export function dayMarketEvent(live: LiveView, pair: Pair): DayMarketEvent {
  const { market, scale } = pair;
  const { last, high, low, changeBps, volumeLots } = live.ticker(market.id);
  return {
    ...pairIds(pair),
    now_price: formatPrice(last, scale),
    change: percentText(changeBps),
    volume: volumeText(volumeLots, scale),
    high: formatPrice(high, scale),
    low: formatPrice(low, scale),
    ...stampOf(live),
  };
}

export function marketRulesEvent(
  live: LiveView,
  pair: Pair,
  changed: readonly MarketRule[],
): MarketRulesEvent {
  const {
    status,
    is_display,
    tick_size,
    lot_size,
    min_total,
    max_number,
    maker_fee,
    taker_fee,
    open_microtrade,
    lever_share_num,
    spread,
    lever_trade_fee,
    proportion,
  } = quotationRow(live, pair);
  const rules = {
    status,
    is_display,
    tick_size,
    lot_size,
    min_total,
    max_number,
    maker_fee,
    taker_fee,
    open_microtrade,
  };
  return {
    ...pairIds(pair),
    changed: [...changed],
    ...rules,
    lever_share_num,
    spread,
    lever_trade_fee,
    proportion,
    ...stampOf(live),
  };
}

export function marketDetailEvent(live: LiveView, pair: Pair): MarketDetailEvent {
  const { market, scale } = pair;
  const { last, open, high, low, changeBps, volumeLots, quoteVolume } = live.ticker(market.id);
  const { priceTicks, isStale } = live.index(market.id);
  return {
    ...pairIds(pair),
    symbol: symbolOf(pair),
    last_price: formatPrice(last, scale),
    open: formatPrice(open, scale),
    high: formatPrice(high, scale),
    low: formatPrice(low, scale),
    change: percentText(changeBps),
    volume: volumeText(volumeLots, scale),
    total: formatDecimal(quoteVolume, scale.quoteScale),
    index_price: formatPrice(priceTicks, scale),
    index_stale: isStale,
    ...stampOf(live),
  };
}

/** @param trades newest first */
export function transactionEvent(
  live: LiveView,
  pair: Pair,
  trades: readonly LiveTrade[],
): TransactionEvent | undefined {
  const list = trades.map((trade) => ({
    id: trade.id,
    time: trade.timeMs,
    price: formatPrice(trade.priceTicks, pair.scale),
    amount: formatQuantity(trade.quantityLots, pair.scale),
    direction: trade.takerSide,
  }));
  const [newest] = list;
  return newest && { ...pairIds(pair), ...newest, list, ...stampOf(live) };
}

/** Undefined before the first price. */
export function klineEvent(
  live: LiveView,
  pair: Pair,
  of: { period: CandlePeriod; source: CandleSource },
): KlineEvent | undefined {
  const { market, scale } = pair;
  const candle = live.candle(market.id, of.period, of.source);
  return (
    candle && {
      ...pairIds(pair),
      symbol: symbolOf(pair),
      ...of,
      time: candle.startMs,
      open: formatPrice(candle.open, scale),
      high: formatPrice(candle.high, scale),
      low: formatPrice(candle.low, scale),
      close: formatPrice(candle.close, scale),
      volume: volumeText(candle.volumeLots, scale),
      ...stampOf(live),
    }
  );
}

export function depthSnapshotEvent(
  live: LiveView,
  pair: Pair,
  levels: number = SNAPSHOT_LEVELS,
): MarketDepthEvent {
  const { seq, timeMs: ts, bids, asks, checksum } = live.depth(pair.market.id, levels);
  return {
    ...pairIds(pair),
    symbol: symbolOf(pair),
    kind: 'snapshot',
    prev_seq: seq,
    bids: levelTexts(bids, pair.scale),
    asks: levelTexts(asks, pair.scale),
    checksum,
    seq,
    ts,
  };
}

/** @param changes just taken: the checksum is that of the book now */
export function depthChangeEvent(
  live: LiveView,
  pair: Pair,
  changes: DepthChanges,
): MarketDepthEvent {
  const { previousSeq, seq, timeMs: ts, bids, asks } = changes;
  return {
    ...pairIds(pair),
    symbol: symbolOf(pair),
    kind: 'change',
    prev_seq: previousSeq,
    bids: levelTexts(bids, pair.scale),
    asks: levelTexts(asks, pair.scale),
    checksum: live.depthChecksum(pair.market.id),
    seq,
    ts,
  };
}

export function updateBalanceEvent(
  live: LiveView,
  user: UserId,
  currencies: Iterable<CurrencyId>,
): UpdateBalanceEvent {
  const balances = [...currencies].flatMap((id) => {
    const currency = live.currency(id);
    if (currency === undefined) return [];
    const text = (units: bigint): string => formatDecimal(units, currency.scale);
    const [legal, change] = [live.balance(user, 'p2p', id), live.balance(user, 'spot', id)];
    const [micro, lever] = [live.balance(user, 'seconds', id), live.balance(user, 'margin', id)];
    return {
      currency: id,
      currency_name: currency.code,
      legal_balance: text(legal.available),
      lock_legal_balance: text(legal.held),
      change_balance: text(change.available),
      lock_change_balance: text(change.held),
      micro_balance: text(micro.available),
      lock_micro_balance: text(micro.held),
      lever_balance: text(lever.available),
      lock_lever_balance: text(lever.held),
    };
  });
  return { balances, ...stampOf(live) };
}

/** An order as it is now; `reason` where it has ended. */
export interface OrderState {
  readonly order: LiveOrder;
  readonly reason: CloseReason | undefined;
}

export function orderRow({ order, reason }: OrderState, pair: Pair): OrdersEvent['orders'][number] {
  const { scale } = pair;
  return {
    id: order.id,
    ...pairIds(pair),
    currency_name: pair.base.code,
    legal_name: pair.quote.code,
    type: order.side === 'buy' ? 'in' : 'out',
    price: formatPrice(order.priceTicks, scale),
    number: formatQuantity(order.remainingLots, scale),
    total_number: formatQuantity(order.quantityLots, scale),
    complete_number: formatQuantity(order.filledLots, scale),
    create_time_ms: order.placedAtMs,
    status: orderStatus(order, reason),
    reason: reason ?? '',
  };
}

function orderStatus(
  order: LiveOrder,
  reason: CloseReason | undefined,
): OrdersEvent['orders'][number]['status'] {
  if (reason === undefined) return 'open';
  if (reason === 'filled') return 'filled';
  return order.filledLots > 0 ? 'partly_filled' : 'cancelled';
}

function levelTexts(levels: readonly TickLevel[], scale: MarketScale): [string, string][] {
  return levels.map(([ticks, lots]) => [formatPrice(ticks, scale), formatQuantity(lots, scale)]);
}

function volumeText(lots: bigint, scale: MarketScale): string {
  return formatDecimal(lots * scale.lotSize, scale.baseScale);
}
