import { notionalUnit } from '@meridian/money/market-scale';
import { isAmount } from '../amount-field.ts';
import type {
  CatalogCommand,
  ListCurrency,
  ListMarket,
  SetIndexPrices,
} from './catalog-commands.ts';
import type { CurrencyId, MarketId } from '../ids.ts';
import type { EventSink } from '../event-sink.ts';
import type { CatalogEvent } from './catalog-events.ts';
import { isWithin } from '../integers.ts';
import { MAX_CURRENCY_ID } from '../ledger/ledger.ts';
import { outcomeOf, type Outcome } from '../outcome.ts';
import type { Rejection } from '../rejections.ts';
import type { Rules } from '../rules.ts';
import type { SnapshotMarket } from './catalog-snapshot.ts';
import type { Currency, Market } from './catalog.ts';
import { nextMark } from './mark-price.ts';
import { bandAround, type Band } from './price-bounds.ts';

export const MAX_SCALE = 8;
const MAX_MARKET_ID = 65_535;
export const MAX_FEE_BPS = 1_000;
/**
 * Most lots that a market may allow in one order. A level adds up the lots of its orders in a
 * number, exact below 2^53: 131,072 orders of this size at one price still add up exactly, and no
 * supply of a currency is large enough for more.
 */
export const MAX_QUANTITY_LOTS: number = 2 ** 36;
const FULL_BPS = 10_000;
const MAX_SOURCES = 1_000;

/** A listed market with values derived from its settings and its latest prices. */
export interface ListedMarket {
  settings: Market;
  /** Quote units of one tick times one lot. */
  readonly unit: bigint;
  /** The same as a number, for products that stay exact below 2^53. */
  readonly unitNumber: number;
  /** Latest index price, 0 before the first, and its engine time. */
  indexTicks: number;
  indexTimeMs: number;
  /**
   * Time of the oldest quote behind the index, at most `indexTimeMs`; and its number of venues. 0
   * before the first.
   */
  indexQuotedAtMs: number;
  indexSources: number;
  /**
   * The price for liquidation, stops and equity of contracts; the index itself under the first
   * rules.
   */
  markTicks: number;
  /**
   * The prices that the band allows now. Kept, not computed: every order needs them, and only a new
   * index or new settings change them.
   */
  band: Band;
  /** Price of the last trade, 0 before the first. */
  lastTicks: number;
}

/**
 * Owns the listed currencies and markets, and each market's index and last price. Listing is by
 * command, so it is journaled.
 */
export class Listings {
  readonly #events: EventSink<CatalogEvent>;
  readonly #rules: Rules;
  readonly #currencies = new Map<CurrencyId, Currency>();
  readonly #markets: (ListedMarket | undefined)[] = [];

  constructor(events: EventSink<CatalogEvent>, rules: Rules) {
    this.#events = events;
    this.#rules = rules;
  }

  currency(id: CurrencyId): Currency | undefined {
    return this.#currencies.get(id);
  }

  market(id: MarketId): ListedMarket | undefined {
    return this.#markets[id];
  }

  *markets(): Generator<ListedMarket> {
    for (const market of this.#markets) if (market !== undefined) yield market;
  }

  apply(command: CatalogCommand): Outcome {
    return outcomeOf(
      command.kind === 'currency.list' ? this.#listCurrency(command) : this.#listMarket(command),
    );
  }

  #listCurrency({ currency }: ListCurrency): Rejection | undefined {
    const { id, code, scale } = currency;
    if (!isWithin(id, 1, MAX_CURRENCY_ID) || !isWithin(scale, 0, MAX_SCALE)) return 'malformed';
    if (typeof code !== 'string' || !/^[A-Z0-9]{2,10}$/.test(code)) return 'malformed';
    const listed = this.#currencies.get(id);
    if (listed !== undefined && listed.scale !== scale) return 'currency_scale_fixed';
    const kept: Currency = { id, code, scale };
    this.#currencies.set(id, kept);
    this.#events.list.push({ type: 'currencyListed', currency: kept });
    return undefined;
  }

  #listMarket({ market }: ListMarket): Rejection | undefined {
    if (!isWellFormed(market)) return 'malformed';
    const base = this.#currencies.get(market.base);
    const quote = this.#currencies.get(market.quote);
    if (base === undefined || quote === undefined) return 'currency_unknown';
    const { tickSize, lotSize } = market;
    const unit = notionalUnit({
      baseScale: base.scale,
      quoteScale: quote.scale,
      tickSize,
      lotSize,
    });
    if (
      unit === undefined ||
      unit > BigInt(Number.MAX_SAFE_INTEGER) ||
      market.base === market.quote
    )
      return 'market_grid_invalid';
    const listed = this.#markets[market.id];
    if (listed === undefined) {
      const settings = pickMarket(market);
      const prices = {
        indexTicks: 0,
        indexTimeMs: 0,
        indexQuotedAtMs: 0,
        indexSources: 0,
        markTicks: 0,
        band: bandAround(0, settings),
        lastTicks: 0,
      };
      this.#put({ settings, unit, unitNumber: Number(unit), ...prices });
    } else {
      const { settings } = listed;
      const isSameGrid = settings.tickSize === tickSize && settings.lotSize === lotSize;
      if (!isSameGrid || settings.base !== market.base || settings.quote !== market.quote)
        return 'market_grid_fixed';
      listed.settings = pickMarket(market);
      listed.band = bandAround(listed.indexTicks, market);
    }
    this.#events.list.push({ type: 'marketListed', market: pickMarket(market) });
    return undefined;
  }

  /** All prices or none: one unknown market refuses the whole command. */
  checkIndexPrices({ prices, source, sources = 1 }: SetIndexPrices): Rejection | undefined {
    if (
      typeof source !== 'string' ||
      source.length > 200 ||
      !Array.isArray(prices as unknown) ||
      prices.length === 0
    )
      return 'malformed';
    if (!isWithin(sources, 1, MAX_SOURCES)) return 'malformed';
    for (const price of prices as unknown[]) {
      if (!Array.isArray(price) || !isWithin(price[0], 1, MAX_MARKET_ID)) return 'malformed';
      if (!isWithin(price[1], 1, Number.MAX_SAFE_INTEGER)) return 'malformed';
      if (price.length > 2 && !isWithin(price[2], 0, Number.MAX_SAFE_INTEGER)) return 'malformed';
    }
    for (const [id] of prices) if (this.#markets[id] === undefined) return 'market_unknown';
    return undefined;
  }

  /** @param command one that passed `checkIndexPrices` */
  setIndexPrices({ prices, source, sources = 1 }: SetIndexPrices, timeMs: number): void {
    for (const [id, priceTicks, quoted = timeMs] of prices) {
      const quotedAtMs = Math.min(quoted, timeMs);
      const market = this.#markets[id] as ListedMarket;
      const { markTicks, indexTimeMs } = market;
      const isFirst = markTicks === 0 || !this.#rules.hasMarkPrice;
      market.markTicks = isFirst
        ? priceTicks
        : nextMark({ markTicks, indexTicks: priceTicks, sources, elapsedMs: timeMs - indexTimeMs });
      market.indexTicks = priceTicks;
      market.indexTimeMs = timeMs;
      market.indexQuotedAtMs = quotedAtMs;
      market.indexSources = sources;
      market.band = bandAround(priceTicks, market.settings);
      this.#events.list.push({
        type: 'indexPriceSet',
        market: id,
        priceTicks,
        source,
        quotedAtMs,
        sources,
        markTicks: market.markTicks,
      });
    }
  }

  snapshotCurrencies(): Currency[] {
    return [...this.#currencies.values()].sort((a, b) => a.id - b.id);
  }

  snapshotMarkets(): SnapshotMarket[] {
    return [...this.markets()].map(
      ({
        settings,
        indexTicks,
        indexTimeMs,
        indexQuotedAtMs,
        indexSources,
        markTicks,
        lastTicks,
      }) => ({
        ...settings,
        tickSize: settings.tickSize.toString(),
        lotSize: settings.lotSize.toString(),
        minNotional: settings.minNotional.toString(),
        indexTicks,
        indexTimeMs,
        indexQuotedAtMs,
        indexSources,
        markTicks,
        lastTicks,
      }),
    );
  }

  restore(currencies: readonly Currency[], markets: readonly SnapshotMarket[]): void {
    for (const currency of currencies) this.#currencies.set(currency.id, { ...currency });
    for (const row of markets) {
      const settings = pickMarket({
        ...row,
        tickSize: BigInt(row.tickSize),
        lotSize: BigInt(row.lotSize),
        minNotional: BigInt(row.minNotional),
      });
      const scales = { baseScale: this.#scale(row.base), quoteScale: this.#scale(row.quote) };
      const unit = notionalUnit({
        ...scales,
        tickSize: settings.tickSize,
        lotSize: settings.lotSize,
      });
      if (unit === undefined)
        throw new Error(`market ${row.id} of the snapshot has an impossible grid`);
      const { indexTicks, indexTimeMs, indexQuotedAtMs, indexSources, markTicks, lastTicks } = row;
      const band = bandAround(indexTicks, settings);
      const prices = {
        indexTicks,
        indexTimeMs,
        indexQuotedAtMs,
        indexSources,
        markTicks,
        band,
        lastTicks,
      };
      this.#put({ settings, unit, unitNumber: Number(unit), ...prices });
    }
  }

  #put(market: ListedMarket): void {
    while (this.#markets.length <= market.settings.id) this.#markets.push(undefined);
    this.#markets[market.settings.id] = market;
  }

  #scale(id: CurrencyId): number {
    const currency = this.#currencies.get(id);
    if (currency === undefined) throw new Error(`currency ${id} of the snapshot is not listed`);
    return currency.scale;
  }
}

/** Whether the oldest quote behind the index is young enough for its market. */
export function hasFreshIndex(
  {
    settings,
    indexTicks,
    indexQuotedAtMs,
  }: Pick<ListedMarket, 'settings' | 'indexTicks' | 'indexQuotedAtMs'>,
  timeMs: number,
): boolean {
  return indexTicks > 0 && timeMs - indexQuotedAtMs <= settings.indexMaxAgeMs;
}

/**
 * The fields of a market alone, in a fixed order: a caller's extra fields must not reach the state.
 */
function pickMarket(market: Market): Market {
  return {
    id: market.id,
    base: market.base,
    quote: market.quote,
    tickSize: market.tickSize,
    lotSize: market.lotSize,
    minNotional: market.minNotional,
    maxQuantityLots: market.maxQuantityLots,
    makerFeeBps: market.makerFeeBps,
    takerFeeBps: market.takerFeeBps,
    maxOpenOrders: market.maxOpenOrders,
    bandBps: market.bandBps,
    slippageBps: market.slippageBps,
    indexMaxAgeMs: market.indexMaxAgeMs,
    status: market.status,
    isDisplayed: market.isDisplayed,
    hasSeconds: market.hasSeconds ?? false,
  };
}

function isWellFormed(market: Market): boolean {
  return (
    isWithin(market.id, 1, MAX_MARKET_ID) &&
    isWithin(market.base, 1, MAX_CURRENCY_ID) &&
    isWithin(market.quote, 1, MAX_CURRENCY_ID) &&
    isAmount(market.tickSize, 1n) &&
    isAmount(market.lotSize, 1n) &&
    isAmount(market.minNotional, 0n) &&
    isWithin(market.maxQuantityLots, 1, MAX_QUANTITY_LOTS) &&
    isWithin(market.makerFeeBps, 0, MAX_FEE_BPS) &&
    isWithin(market.takerFeeBps, 0, MAX_FEE_BPS) &&
    isWithin(market.maxOpenOrders, 1, Number.MAX_SAFE_INTEGER) &&
    isWithin(market.bandBps, 0, FULL_BPS - 1) &&
    isWithin(market.slippageBps, 0, FULL_BPS - 1) &&
    isWithin(market.indexMaxAgeMs, 1, Number.MAX_SAFE_INTEGER) &&
    (market.status === 'open' || market.status === 'cancelOnly' || market.status === 'closed') &&
    typeof market.isDisplayed === 'boolean' &&
    (market.hasSeconds === undefined || typeof market.hasSeconds === 'boolean')
  );
}
