import {
  DERIVED_PERIODS,
  isDerived,
  SECOND_PERIOD,
  STORED_PERIODS,
  type CandlePeriod,
  type CandleSource,
  type DerivedPeriod,
  type StoredPeriod,
} from '@meridian/contract/market/candle-period';
import {
  candleStart,
  extendCandle,
  mergeCandle,
  nextCandleStart,
  openCandle,
  type Candle,
  type PricePoint,
} from '../modules/market/candles.ts';
import { SecondBars } from './second-bars.ts';

/** Most ended bars that a derived bar has: the hours of twelve. */
const ENDED_KEPT = 12;
const SUMMED_UP: ReadonlySet<StoredPeriod> = new Set(Object.values(DERIVED_PERIODS));

/** The current bar of each period, from one source of one market. */
export class LiveCandles {
  readonly #bars = new Map<StoredPeriod, { candle: Candle; endMs: number }>();
  /** The ended bars that the current derived bars may need, oldest first. */
  readonly #ended = new Map<StoredPeriod, Candle[]>();
  readonly seconds = new SecondBars();

  /** Goes on from a stored bar. Bars of one period come by time. */
  load(period: StoredPeriod, candle: Candle): void {
    const before = this.#bars.get(period)?.candle;
    if (before !== undefined && before.startMs < candle.startMs && SUMMED_UP.has(period)) {
      const ended = this.#ended.get(period) ?? [];
      ended.push(before);
      if (ended.length > ENDED_KEPT) ended.shift();
      this.#ended.set(period, ended);
    }
    this.#bars.set(period, {
      candle: { ...candle },
      endMs: nextCandleStart(period, candle.startMs),
    });
  }

  add(point: PricePoint, timeMs: number): void {
    for (const period of STORED_PERIODS) {
      const bar = this.#bars.get(period);
      if (bar !== undefined && timeMs < bar.endMs) extendCandle(bar.candle, point);
      else this.load(period, openCandle(candleStart(period, timeMs), point));
    }
    this.seconds.add(point, timeMs);
  }

  /** The newest bar, which may have ended; undefined before the first price. */
  current(period: CandlePeriod): Candle | undefined {
    if (period === SECOND_PERIOD) return this.seconds.current();
    if (isDerived(period)) return this.#derived(period);
    const bar = this.#bars.get(period);
    return bar && { ...bar.candle };
  }

  #derived(period: DerivedPeriod): Candle | undefined {
    const from = DERIVED_PERIODS[period];
    const newest = this.#bars.get(from)?.candle;
    if (newest === undefined) return undefined;
    const startMs = candleStart(period, newest.startMs);
    const [first = newest, ...later] = [...(this.#ended.get(from) ?? []), newest].filter(
      (candle) => candle.startMs >= startMs,
    );
    const derived = { ...first, startMs };
    for (const candle of later) mergeCandle(derived, candle);
    return derived;
  }
}

/** A bar of the `candles` table on its way back into the live view. */
export interface StoredCandle {
  readonly market: number;
  readonly source: CandleSource;
  readonly period: StoredPeriod;
  readonly candle: Candle;
}
