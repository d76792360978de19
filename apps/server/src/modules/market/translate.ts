import type {
  Bar,
  QuotationGroup,
  QuotationRow,
  RecentTrade,
} from '@meridian/contract/market/calls';
import type { Currency, Market, MarketStatus } from '@meridian/core/catalog/catalog';
import { formatDecimal, formatFixed } from '@meridian/money/decimal';
import { formatPrice, formatQuantity, type MarketScale } from '@meridian/money/market-scale';
import { Refusal } from '../../gateway/refusal.ts';
import type { TickLevel } from '../../live/live-depth.ts';
import { changeBps } from '../../live/live-ticker.ts';
import type { LiveTrade } from '../../live/live-trades.ts';
import type { LiveView } from '../../live/live-view.ts';
import type { ShownBar } from './bars.ts';
import { cnyText, oneCoin } from './valuation.ts';

/** A market with its two currencies: what most translations need. */
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
  const market = live.marketByPair(ids.currency_id, ids.legal_id);
  if (market === undefined) throw new Refusal('market_unknown');
  return pairOf(live, market);
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
/** What leveraged contracts of a market cost; zeros where there are none. */
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
