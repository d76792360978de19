import {
  CANDLE_PERIODS,
  type CandlePeriod,
  type CandleSource,
} from '@meridian/contract/market/candle-period';
import {
  candleStart,
  extendCandle,
  nextCandleStart,
  openCandle,
  type Candle,
  type PricePoint,
} from '../modules/market/candles.ts';

/** The current bar of each period, from one source of one market. */
export class LiveCandles {
  readonly #bars = new Map<CandlePeriod, { candle: Candle; endMs: number }>();

  /** Goes on from a stored bar. */
  load(period: CandlePeriod, candle: Candle): void {
    this.#bars.set(period, {
      candle: { ...candle },
      endMs: nextCandleStart(period, candle.startMs),
    });
  }

  add(point: PricePoint, timeMs: number): void {
    for (const period of CANDLE_PERIODS) {
      const bar = this.#bars.get(period);
      if (bar !== undefined && timeMs < bar.endMs) extendCandle(bar.candle, point);
      else this.load(period, openCandle(candleStart(period, timeMs), point));
    }
  }

  /** The newest bar, which may have ended; undefined before the first price. */
  current(period: CandlePeriod): Candle | undefined {
    const bar = this.#bars.get(period);
    return bar && { ...bar.candle };
  }
}

/** A bar of the `candles` table on its way back into the live view. */
export interface StoredCandle {
  readonly market: number;
  readonly source: CandleSource;
  readonly period: CandlePeriod;
  readonly candle: Candle;
}
