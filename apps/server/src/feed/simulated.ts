import type { PriceTicks } from '@meridian/money/amount';
import { notionalUnit } from '@meridian/money/market-scale';
import { candleStart } from '../modules/market/candles.ts';
import type { Feed, FeedMarket, HistoryBar, IndexTicks } from './feed.ts';
import { PricePath } from './price-path.ts';
import { REFERENCE_PRICES } from './reference-prices.ts';
import { hashOfPlace, normalOfPlace } from './seeded-random.ts';

export const SIMULATION_SEED = 20_240_808;

const TICK_EVERY_MS = 1_000;
const MINUTE_S = 60;
const HOUR_S = 3_600;
const DAY_S = 86_400;

/**
 * Daily volatility of the market as a whole, which is Bitcoin's, and each other coin's own
 * volatility besides its share of it.
 */
const MARKET_VOLATILITY = 0.026;
const COINS: Readonly<
  Record<
    string,
    { readonly beta: number; readonly ownVolatility: number; readonly dollarsPerMinute: number }
  >
> = {
  BTC: { beta: 1, ownVolatility: 0, dollarsPerMinute: 40_000 },
  ETH: { beta: 1.15, ownVolatility: 0.016, dollarsPerMinute: 28_000 },
  XRP: { beta: 0.9, ownVolatility: 0.03, dollarsPerMinute: 12_000 },
  LTC: { beta: 1, ownVolatility: 0.022, dollarsPerMinute: 7_000 },
  BCH: { beta: 1, ownVolatility: 0.024, dollarsPerMinute: 7_000 },
  ADA: { beta: 1.1, ownVolatility: 0.028, dollarsPerMinute: 8_000 },
  DOGE: { beta: 1.15, ownVolatility: 0.034, dollarsPerMinute: 12_000 },
  DOT: { beta: 1.15, ownVolatility: 0.025, dollarsPerMinute: 6_000 },
  LINK: { beta: 1.15, ownVolatility: 0.026, dollarsPerMinute: 8_000 },
  EOS: { beta: 1.05, ownVolatility: 0.028, dollarsPerMinute: 4_000 },
};

interface Span {
  readonly period: HistoryBar['period'];
  readonly fromS: number;
  readonly toS: number;
  readonly lengthS: number;
  readonly stepS: number;
}

interface Clock {
  /** Milliseconds UTC. */
  now(): number;
}

/**
 * A simulated market: prices for every second of the calendar, from a seed. Coins move with Bitcoin
 * by their beta and by themselves; all revert to their reference prices; pairs are quotients, so
 * that BTC, ETH and ETH/BTC always agree.
 *
 * It promises that history, live prices and the prices after a restart are one path: they depend on
 * seed and time only.
 */
export class SimulatedFeed implements Feed {
  readonly description = 'simulated';
  readonly #markets: readonly FeedMarket[];
  readonly #clock: Clock;
  readonly #openedAtS: number;
  readonly #market: PricePath;
  readonly #own = new Map<string, PricePath>();
  readonly #seed: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(markets: readonly FeedMarket[], options: { seed?: number; clock?: Clock } = {}) {
    this.#markets = markets.filter(({ base, quote }) => isKnown(base) && isKnown(quote));
    this.#seed = options.seed ?? SIMULATION_SEED;
    this.#clock = options.clock ?? { now: Date.now };
    this.#openedAtS = Math.floor(this.#clock.now() / 1_000);
    this.#market = new PricePath(this.#seed, MARKET_VOLATILITY);
    for (const [index, [code, coin]] of Object.entries(COINS).entries()) {
      this.#own.set(code, new PricePath(this.#seed + 7_919 * (index + 1), coin.ownVolatility));
    }
  }

  /** Days for 400 days, then hours for 60, then minutes for seven, up to the last whole minute. */
  *history(market: FeedMarket): Generator<HistoryBar> {
    if (!this.#markets.includes(market)) return;
    const endS = Math.floor(this.#openedAtS / MINUTE_S) * MINUTE_S;
    const minutesFromS = Math.floor((endS - 7 * DAY_S) / HOUR_S) * HOUR_S;
    const hoursFromS = candleStart('1day', (endS - 60 * DAY_S) * 1_000) / 1_000;
    const daysFromS = hoursFromS - 340 * DAY_S;
    yield* this.#bars(market, {
      period: '1day',
      fromS: daysFromS,
      toS: hoursFromS,
      lengthS: DAY_S,
      stepS: 4_096,
    });
    yield* this.#bars(market, {
      period: '60min',
      fromS: hoursFromS,
      toS: minutesFromS,
      lengthS: HOUR_S,
      stepS: 256,
    });
    yield* this.#bars(market, {
      period: '1min',
      fromS: minutesFromS,
      toS: endS,
      lengthS: MINUTE_S,
      stepS: 8,
    });
  }

  start(onTicks: (ticks: IndexTicks) => void): void {
    const emit = (): void => onTicks(this.ticksAt(Math.floor(this.#clock.now() / 1_000)));
    emit();
    this.#timer = setInterval(emit, TICK_EVERY_MS);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
  }

  /** Prices of all markets at a whole second since the epoch. */
  ticksAt(second: number): IndexTicks {
    const quotedAtMs = second * 1_000;
    return {
      source: 'simulated',
      sources: 1,
      prices: this.#markets.map(
        (market) => [market.id, this.#ticks(market, second), quotedAtMs] as const,
      ),
    };
  }

  /**
   * Bars from `fromS` to `toS`; the path is sampled once in `stepS` seconds, and at both ends of
   * each bar.
   */
  *#bars(market: FeedMarket, span: Span): Generator<HistoryBar> {
    const { period, lengthS, stepS } = span;
    const unit = notionalUnit(market.scale) ?? 0n;
    for (let startS = span.fromS; startS < span.toS; startS += lengthS) {
      const lastS = startS + lengthS - 1;
      const open = this.#ticks(market, startS);
      let [high, low]: [number, number] = [open, open];
      for (let second = startS + stepS - (startS % stepS); second < lastS; second += stepS) {
        const ticks = this.#ticks(market, second);
        high = Math.max(high, ticks);
        low = Math.min(low, ticks);
      }
      const close = this.#ticks(market, lastS);
      const volumeLots = this.#volume(market, startS, lengthS);
      const quoteVolume = BigInt(close) * volumeLots * unit;
      const prices = { open, high: Math.max(high, close), low: Math.min(low, close), close };
      yield { period, startMs: startS * 1_000, ...prices, volumeLots, quoteVolume };
    }
  }

  /** Simulated lots: a log-normal share of the coin's usual turnover. */
  #volume(market: FeedMarket, startS: number, lengthS: number): bigint {
    const coin = COINS[market.base];
    const usual =
      ((coin?.dollarsPerMinute ?? 0) * lengthS) / MINUTE_S / (market.quote === 'USDT' ? 1 : 4);
    const noise = normalOfPlace(hashOfPlace(this.#seed, 303, market.id), 0, startS / MINUTE_S);
    const dollars = usual * Math.exp(0.6 * noise - 0.18);
    const lots =
      dollars /
      this.#dollars(market.base, startS) /
      sizeInCoins(market.scale.lotSize, market.scale.baseScale);
    return BigInt(Math.max(1, Math.round(lots)));
  }

  /**
   * The only place where a simulated price leaves floating point: rounded once to whole ticks, at
   * least one.
   */
  #ticks(market: FeedMarket, second: number): PriceTicks {
    const { tickSize, quoteScale } = market.scale;
    const price = this.#dollars(market.base, second) / this.#dollars(market.quote, second);
    return Math.max(1, Math.round(price / sizeInCoins(tickSize, quoteScale))) as PriceTicks;
  }

  #dollars(code: string, second: number): number {
    const reference = REFERENCE_PRICES[code] ?? 1;
    const coin = COINS[code];
    if (coin === undefined) return reference;
    const own = coin.ownVolatility === 0 ? 0 : (this.#own.get(code)?.at(second) ?? 0);
    return reference * Math.exp(coin.beta * this.#market.at(second) + own);
  }
}

function isKnown(code: string): boolean {
  return REFERENCE_PRICES[code] !== undefined;
}

function sizeInCoins(units: bigint, scale: number): number {
  return Number(units) / 10 ** scale;
}
