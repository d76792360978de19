import {
  currencyDetail,
  currencyList,
  DEAL_LEVELS,
  marketDepth,
  newTimeshar,
  newTradehistory,
  quotationList,
  quotationNew,
  quotationNewList,
  RECENT_TRADES,
  transactionDeal,
  userCurrencyList,
} from '@meridian/contract/market/calls';
import type { CallInput, CallOutput } from '@meridian/contract/schema/call';
import { SNAPSHOT_LEVELS } from '@meridian/contract/market/events';
import type { Currency } from '@meridian/core/catalog/catalog';
import { formatDecimal } from '@meridian/money/decimal';
import { formatPrice } from '@meridian/money/market-scale';
import type { Queries } from '../../database/database.ts';
import type { CallContext, CallRegistry } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import type { LiveView } from '../live-view.ts';
import { isPlay } from './play-money.ts';
import { ProjectionGate } from '../../projector/projection-gate.ts';
import { boundRange, fillBars, withLiveBar } from './bars.ts';
import { COINS } from './coins.ts';
import { storedBars } from './queries.ts';
import {
  bar,
  dealLevels,
  depthLevel,
  logoPath,
  pairOfCall,
  pairOfSymbol,
  quotationGroups,
  recentTrade,
  symbolOf,
  type Pair,
} from './translate.ts';
import { cnyText, oneCoin } from './valuation.ts';

export interface MarketServices {
  readonly live: LiveView;
  readonly queries: Queries;
  /** Wall clock, milliseconds UTC: where a chart ends. */
  readonly now: () => number;
}

const WEEK_S = 7 * 24 * 60 * 60;

/** What anybody may see of the markets. */
export function registerMarketRoutes(gateway: CallRegistry, services: MarketServices): void {
  const { live } = services;
  const gate = new ProjectionGate(services.queries);
  gateway.registerCall(quotationNew, () => quotationGroups(live));
  gateway.registerCall(quotationNewList, () => ({ coin_list: quotationGroups(live) }));
  gateway.registerCall(quotationList, () => ({ coin_list: quotationGroups(live) }));
  gateway.registerCall(newTimeshar, async ({ input }) => {
    await gate.reachedOrOlder(live.seq);
    return bars(services, input);
  });
  gateway.registerCall(newTradehistory, ({ input }) => recentTrades(live, pairOfCall(live, input)));
  gateway.registerCall(transactionDeal, (context) => deal(live, context));
  gateway.registerCall(marketDepth, ({ input }) => depth(live, input));
  gateway.registerCall(currencyDetail, ({ input, language }) => detail(live, input.id, language));
  gateway.registerCall(currencyList, () => {
    const legal = new Set(live.markets().map((market) => market.quote));
    return { legal: currencyRows(live.currencies().filter((currency) => legal.has(currency.id))) };
  });
  gateway.registerCall(userCurrencyList, () => currencyRows(live.currencies()));
}

async function bars(
  { live, queries, now }: MarketServices,
  input: CallInput<typeof newTimeshar>,
): Promise<CallOutput<typeof newTimeshar>> {
  const pair = pairOfSymbol(live, input.symbol);
  const { period = '1day', source = 'trade' } = input;
  const nowS = Math.floor(now() / 1000);
  const toS = Math.min(input.to ?? nowS, nowS);
  const fromS = input.from ?? toS - WEEK_S;
  if (fromS > toS) return { code: 1, data: [] };
  const range = boundRange({ period, fromMs: fromS * 1000, toMs: toS * 1000 });
  const stored = await storedBars(queries, { market: pair.market.id, source }, range);
  const shown = fillBars(withLiveBar(stored, live.candle(pair.market.id, period, source)), range);
  return { code: 1, data: shown.map((one) => bar(one, { period, pair })) };
}

function recentTrades(live: LiveView, { market, scale }: Pair): CallOutput<typeof newTradehistory> {
  return live.recentTrades(market.id, RECENT_TRADES).map((trade) => recentTrade(trade, scale));
}

function deal(
  live: LiveView,
  { input, session }: CallContext<typeof transactionDeal>,
): CallOutput<typeof transactionDeal> {
  const pair = pairOfCall(live, input);
  const { market, base, quote, scale } = pair;
  const { bids, asks } = live.depth(market.id, DEAL_LEVELS);
  const available = (currency: Currency): bigint =>
    session === undefined ? 0n : live.balance(session.user, 'spot', currency.id).available;
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

function depth(
  live: LiveView,
  input: CallInput<typeof marketDepth>,
): CallOutput<typeof marketDepth> {
  const pair = pairOfCall(live, input);
  const { market, base, quote, scale } = pair;
  const levels = Math.min(input.limit ?? SNAPSHOT_LEVELS, SNAPSHOT_LEVELS);
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

function detail(live: LiveView, id: number, language: string): CallOutput<typeof currencyDetail> {
  const currency = live.currency(id);
  if (currency === undefined || isPlay(currency.id)) throw new Refusal('currency_unknown');
  const coin = COINS[currency.code];
  return {
    id: currency.id,
    name: currency.code,
    full_name: coin?.fullName ?? currency.code,
    desc: coin?.description[language] ?? '',
    logo: logoPath(currency),
  };
}

function currencyRows(currencies: readonly Currency[]): CallOutput<typeof userCurrencyList> {
  return currencies.map((currency) => ({
    id: currency.id,
    name: currency.code,
    logo: logoPath(currency),
  }));
}
