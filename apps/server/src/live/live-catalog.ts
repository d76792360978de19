import type { MarketScale } from '@meridian/money/market-scale';
import type { Currency, Market } from '@meridian/core/catalog/catalog';
import type { CurrencyId, MarketId } from '@meridian/core/ids';
import type { ExchangeSnapshot } from '@meridian/core/snapshot';
import type { SnapshotMarket } from '@meridian/core/catalog/catalog-snapshot';
import { isPlay, isPlayMarket, PLAY_ID } from '../modules/market/play-money.ts';

/**
 * The listed currencies and markets. Lists and searches leave play money out: it is found by its
 * number.
 */
export class LiveCatalog {
  readonly #currencies = new Map<CurrencyId, Currency>();
  readonly #markets = new Map<MarketId, Market>();
  readonly #scales = new Map<MarketId, MarketScale>();

  load(snapshot: Pick<ExchangeSnapshot, 'currencies' | 'markets'>): void {
    this.#currencies.clear();
    this.#markets.clear();
    this.#scales.clear();
    for (const currency of snapshot.currencies) this.listCurrency(currency);
    for (const market of snapshot.markets) this.listMarket(marketFromSnapshot(market));
  }

  listCurrency(currency: Currency): void {
    this.#currencies.set(currency.id, currency);
  }

  /** Its currencies are listed before it: the core refuses it otherwise. */
  listMarket(market: Market): void {
    this.#markets.set(market.id, market);
    const { tickSize, lotSize } = market;
    const baseScale = this.#currencyOf(market.base).scale;
    this.#scales.set(market.id, {
      baseScale,
      quoteScale: this.#currencyOf(market.quote).scale,
      tickSize,
      lotSize,
    });
  }

  /** By id, without play money. */
  currencies(): Currency[] {
    return [...this.#currencies.values()]
      .filter(({ id }) => !isPlay(id))
      .sort((a, b) => a.id - b.id);
  }

  currency(id: CurrencyId): Currency | undefined {
    return this.#currencies.get(id);
  }

  currencyByCode(code: string): Currency | undefined {
    for (const currency of this.#currencies.values())
      if (currency.code === code && !isPlay(currency.id)) return currency;
    return undefined;
  }

  /** By id, without those of contests. */
  markets(): Market[] {
    return [...this.#markets.values()]
      .filter(({ id }) => !isPlayMarket(id))
      .sort((a, b) => a.id - b.id);
  }

  /** Those of contests, by id; none before the first season. */
  playMarkets(): Market[] {
    return [...this.#markets.values()]
      .filter(({ id }) => isPlayMarket(id))
      .sort((a, b) => a.id - b.id);
  }

  market(id: MarketId): Market | undefined {
    return this.#markets.get(id);
  }

  marketByPair(base: CurrencyId, quote: CurrencyId): Market | undefined {
    if (quote === PLAY_ID) return undefined;
    for (const market of this.#markets.values())
      if (market.base === base && market.quote === quote) return market;
    return undefined;
  }

  /** Throws on a market that is not listed. */
  scale(market: MarketId): MarketScale {
    const scale = this.#scales.get(market);
    if (scale === undefined) throw new RangeError(`market ${market} is not listed`);
    return scale;
  }

  #currencyOf(id: CurrencyId): Currency {
    const currency = this.#currencies.get(id);
    if (currency === undefined) throw new RangeError(`currency ${id} is not listed`);
    return currency;
  }
}

function marketFromSnapshot(market: SnapshotMarket): Market {
  const {
    indexTicks: _ticks,
    indexTimeMs: _timeMs,
    indexQuotedAtMs: _quotedAtMs,
    indexSources: _sources,
    markTicks: _markTicks,
    lastTicks: _lastTicks,
    ...settings
  } = market;
  const { tickSize, lotSize, minNotional } = market;
  return {
    ...settings,
    tickSize: BigInt(tickSize),
    lotSize: BigInt(lotSize),
    minNotional: BigInt(minNotional),
  };
}
