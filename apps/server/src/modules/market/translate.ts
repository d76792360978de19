import {
  DEAL_LEVELS,
  RECENT_TRADES,
  type Bar,
  type currencyList,
  type marketDepth,
  type QuotationGroup,
  type QuotationRow,
  type RecentTrade,
  type transactionDeal,
  type userCurrencyList,
} from '@meridian/contract/market/calls';
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
import type { CallOutput } from '@meridian/contract/schema/call';
import type { Currency, Market, MarketStatus } from '@meridian/core/catalog/catalog';
import type { CurrencyId, MarketId, UserId } from '@meridian/core/ids';
import { formatDecimal, formatFixed } from '@meridian/money/decimal';
import { formatPrice, formatQuantity, type MarketScale } from '@meridian/money/market-scale';
import { Refusal } from '../../gateway/refusal.ts';
import { stampOf } from '../../gateway/sockets/stamp.ts';
import type { DepthChanges, TickLevel } from '../../live/live-depth.ts';
import { changeBps } from '../../live/live-ticker.ts';
import type { LiveTrade } from '../../live/live-trades.ts';
import type { LiveView } from '../live-view.ts';
import type { ShownBar } from './bars.ts';
import { cnyText, oneCoin } from './valuation.ts';

/** A market with its two currencies, which most translations need. */
export interface Pair {
  readonly market: Market;
  readonly base: Currency;
  readonly quote: Currency;
  readonly scale: MarketScale;
}

/** The pair of a listed market. */
export function pairOf(live: LiveView, market: Market): Pair {
  const base = live.currency(market.base);
  const quote = live.currency(market.quote);
  if (base === undefined || quote === undefined)
    throw new Error(`market ${market.id} has a currency that is not listed`);
  return { market, base, quote, scale: live.scale(market.id) };
}

/** The pair that a call names by the ids of its currencies. Refuses one that is not listed. */
export function pairOfCall(live: LiveView, ids: { legal_id: number; currency_id: number }): Pair {
  const pair = pairOfIds(live, ids);
  if (pair === undefined) throw new Refusal('market_unknown');
  return pair;
}

/** The same; undefined where it is not listed. */
export function pairOfIds(
  live: LiveView,
  ids: { legal_id: number; currency_id: number },
): Pair | undefined {
  const market = live.marketByPair(ids.currency_id, ids.legal_id);
  return market && pairOf(live, market);
}

/** The currencies that a list is filtered by; undefined for any. */
export interface PairFilter {
  readonly base: CurrencyId | undefined;
  readonly quote: CurrencyId | undefined;
}

/** The same as calls name it. */
export interface WireFilter {
  legal_id?: number;
  currency_id?: number;
}

export function filterOfCall(ids: WireFilter): PairFilter {
  return { base: ids.currency_id, quote: ids.legal_id };
}

/** The pair that `coin/legal` names, for example `BTC/USDT`. Refuses one that is not listed. */
export function pairOfSymbol(live: LiveView, symbol: string): Pair {
  const [base, quote, ...rest] = symbol
    .split('/')
    .map((code) => live.currencyByCode(code.toUpperCase()));
  const market =
    base && quote && rest.length === 0 ? live.marketByPair(base.id, quote.id) : undefined;
  if (market === undefined) throw new Refusal('market_unknown');
  return pairOf(live, market);
}

export function symbolOf({ base, quote }: Pair): string {
  return `${base.code}/${quote.code}`;
}

/** Where the picture of a coin is served. */
export function logoPath(currency: Currency): string {
  return `/coins/${currency.code.toLowerCase()}.svg`;
}

/** Hundredths of a percent as percent with two decimals. */
export function percentText(bps: number): string {
  return formatFixed(BigInt(bps), 2);
}

const STATUS: Record<MarketStatus, QuotationRow['status']> = {
  open: 'open',
  cancelOnly: 'cancel_only',
  closed: 'closed',
};
/** Lot size and costs of a market's leveraged contracts; zeros where there are none. */
function contractFields(
  live: LiveView,
  { market, scale }: Pair,
): Pick<QuotationRow, 'lever_share_num' | 'spread' | 'lever_trade_fee' | 'proportion'> {
  const terms = live.margin.terms(market.id);
  if (terms === undefined)
    return { lever_share_num: '0', spread: '0', lever_trade_fee: '0', proportion: '0' };
  const percent = (bps: number): string => formatDecimal(BigInt(bps), 2);
  return {
    lever_share_num: formatDecimal(terms.lotSize, scale.baseScale),
    spread: percent(terms.spreadBps),
    lever_trade_fee: percent(terms.feeBps),
    proportion: String(terms.maintenancePercent),
  };
}

export function quotationRow(live: LiveView, pair: Pair): QuotationRow {
  const { market, base, quote, scale } = pair;
  const ticker = live.ticker(market.id);
  const lastPrice = formatPrice(ticker.last, scale);
  return {
    id: market.id,
    legal_id: quote.id,
    currency_id: base.id,
    legal_name: quote.code,
    currency_name: base.code,
    legal_decimals: quote.scale,
    currency_decimals: base.scale,
    now_price: lastPrice,
    change: percentText(ticker.changeBps),
    volume: formatDecimal(ticker.volumeLots * scale.lotSize, scale.baseScale),
    high: formatPrice(ticker.high, scale),
    low: formatPrice(ticker.low, scale),
    cny_price: cnyText(live, [oneCoin(base)]),
    logo: logoPath(base),
    is_display: market.isDisplayed ? 1 : 0,
    open_microtrade: market.hasSeconds === true ? 1 : 0,
    ...contractFields(live, pair),
    last_price: lastPrice,
    index_price: formatPrice(live.index(market.id).priceTicks, scale),
    tick_size: formatPrice(1, scale),
    lot_size: formatQuantity(1, scale),
    min_total: formatDecimal(market.minNotional, scale.quoteScale),
    max_number: formatQuantity(market.maxQuantityLots, scale),
    maker_fee: formatDecimal(BigInt(market.makerFeeBps), 2),
    taker_fee: formatDecimal(BigInt(market.takerFeeBps), 2),
    status: STATUS[market.status],
  };
}

/**
 * Every market, grouped by legal currency; USDT is first because its first market has the lowest
 * id.
 */
export function quotationGroups(live: LiveView): QuotationGroup[] {
  const groups = new Map<number, QuotationGroup>();
  for (const market of live.markets()) {
    const pair = pairOf(live, market);
    const group = groups.get(pair.quote.id) ?? {
      id: pair.quote.id,
      name: pair.quote.code,
      quotation: [],
    };
    groups.set(pair.quote.id, group);
    group.quotation.push(quotationRow(live, pair));
  }
  return [...groups.values()];
}

export function recentTrade(trade: LiveTrade, scale: MarketScale): RecentTrade {
  return {
    id: trade.id,
    time: trade.timeMs,
    price: formatPrice(trade.priceTicks, scale),
    amount: formatQuantity(trade.quantityLots, scale),
    direction: trade.takerSide,
  };
}

/** The newest trades of a market, for its panel. */
export function recentTrades(live: LiveView, { market, scale }: Pair): RecentTrade[] {
  return live.recentTrades(market.id, RECENT_TRADES).map((trade) => recentTrade(trade, scale));
}

/** The contents of a market's panel. @param user undefined for a caller who is not logged in */
export function dealAnswer(
  live: LiveView,
  pair: Pair,
  user: UserId | undefined,
): CallOutput<typeof transactionDeal> {
  const { market, base, quote, scale } = pair;
  const { bids, asks } = live.depth(market.id, DEAL_LEVELS);
  const available = (currency: Currency): bigint =>
    user === undefined ? 0n : live.balance(user, 'spot', currency.id).available;
  const holdings = [base, quote].map((currency) => ({
    currency: currency.id,
    units: available(currency),
  }));
  return {
    in: dealLevels(bids, scale),
    out: dealLevels(asks, scale),
    last_price: formatPrice(live.lastPrice(market.id), scale),
    user_currency: formatDecimal(available(base), base.scale),
    user_legal: formatDecimal(available(quote), quote.scale),
    cny_price: cnyText(live, [oneCoin(base)]),
    user_cny: cnyText(live, holdings),
    complete: recentTrades(live, pair),
    seq: live.seq,
  };
}

/** The book of a market. @param levels of each side */
export function depthAnswer(
  live: LiveView,
  pair: Pair,
  levels: number,
): CallOutput<typeof marketDepth> {
  const { market, base, quote, scale } = pair;
  const { seq, timeMs, bids, asks, checksum } = live.depth(market.id, levels);
  return {
    symbol: symbolOf(pair),
    legal_id: quote.id,
    currency_id: base.id,
    seq,
    ts: timeMs,
    bids: bids.map((level) => depthLevel(level, scale)),
    asks: asks.map((level) => depthLevel(level, scale)),
    checksum,
  };
}

/** Whether markets are paid in a currency, or the marketplace sells it for fiat. */
export function isLegal(live: LiveView, { id }: Currency): boolean {
  return live.p2p.termsOf(id) !== undefined || live.markets().some((market) => market.quote === id);
}

/** The same as a list. */
export function currencyListAnswer(live: LiveView): CallOutput<typeof currencyList> {
  return { legal: currencyRows(live.currencies().filter((currency) => isLegal(live, currency))) };
}

export function currencyRows(currencies: readonly Currency[]): CallOutput<typeof userCurrencyList> {
  return currencies.map((currency) => ({
    id: currency.id,
    name: currency.code,
    logo: logoPath(currency),
  }));
}

export function depthLevel([ticks, lots]: TickLevel, scale: MarketScale): [string, string] {
  return [formatPrice(ticks, scale), formatQuantity(lots, scale)];
}

/** Levels with the quantity summed up from the best price. */
export function dealLevels(
  levels: readonly TickLevel[],
  scale: MarketScale,
): { price: string; number: string; sum: string }[] {
  let sumLots = 0n;
  return levels.map(([ticks, lots]) => {
    sumLots += BigInt(lots);
    const sum = formatDecimal(sumLots * scale.lotSize, scale.baseScale);
    return { price: formatPrice(ticks, scale), number: formatQuantity(lots, scale), sum };
  });
}

export function bar(shown: ShownBar, at: { readonly period: string; readonly pair: Pair }): Bar {
  const { scale } = at.pair;
  return {
    id: Math.floor(shown.startMs / 1000),
    time: shown.startMs,
    open: formatPrice(shown.open, scale),
    high: formatPrice(shown.high, scale),
    low: formatPrice(shown.low, scale),
    close: formatPrice(shown.close, scale),
    volume: formatDecimal(shown.volumeLots * scale.lotSize, scale.baseScale),
    change: percentText(changeBps(shown.open, shown.close)),
    period: at.period,
    symbol: symbolOf(at.pair),
    history: shown.isHistory,
  };
}

/** The pair of a market that a stored row names. Throws where it is not listed. */
export function pairOfMarket(live: LiveView, id: MarketId): Pair {
  const market = live.market(id);
  if (market === undefined) throw new RangeError(`market ${id} is not listed`);
  return pairOf(live, market);
}

/** A pair as every event names it. */
export function pairIds({ market }: Pair) {
  return { legal_id: market.quote, currency_id: market.base };
}

/** The rules of a market that can change. */
export type MarketRule = (typeof MARKET_RULES)[number];

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

function levelTexts(levels: readonly TickLevel[], scale: MarketScale): [string, string][] {
  return levels.map(([ticks, lots]) => [formatPrice(ticks, scale), formatQuantity(lots, scale)]);
}

function volumeText(lots: bigint, scale: MarketScale): string {
  return formatDecimal(lots * scale.lotSize, scale.baseScale);
}
