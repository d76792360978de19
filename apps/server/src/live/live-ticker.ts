import { divide } from '@meridian/money/rounding';
import {
  candleStart,
  extendCandle,
  openCandle,
  type Candle,
  type PricePoint,
} from '../modules/market/candles.ts';

/**
 * Figures of the last 24 hours, to the minute. Prices in ticks, all equal to the last price where
 * nothing was traded.
 */
export interface TickerFigures {
  readonly last: number;
  /** Price of the first trade of the window. */
  readonly open: number;
  readonly high: number;
  readonly low: number;
  /** From open to last in hundredths of a percent, rounded half away from zero: -123 is -1.23 %. */
  readonly changeBps: number;
  readonly volumeLots: bigint;
  /** In smallest quote units. */
  readonly quoteVolume: bigint;
}

const WINDOW_MS = 24 * 60 * 60_000;

/**
 * A rolling day of one market in minute buckets. A trade costs constant time; the extremes are
 * searched again only when the bucket that held one leaves the window.
 */
export class LiveTicker {
  /** Minutes with trades, oldest first, from `#first` on. */
  #minutes: Candle[] = [];
  #first = 0;
  #high = 0;
  #low = 0;
  #volumeLots = 0n;
  #quoteVolume = 0n;

  /** Starts from the minute bars of the last day, oldest first. */
  load(minutes: readonly Candle[], timeMs: number): void {
    this.#minutes = minutes.map((minute) => ({ ...minute }));
    this.#first = 0;
    this.#volumeLots = minutes.reduce((sum, minute) => sum + minute.volumeLots, 0n);
    this.#quoteVolume = minutes.reduce((sum, minute) => sum + minute.quoteVolume, 0n);
    this.#searchExtremes();
    this.#expire(timeMs);
  }

  add(point: PricePoint, timeMs: number): void {
    this.#expire(timeMs);
    const isEmpty = this.#first === this.#minutes.length;
    this.#high = isEmpty ? point.priceTicks : Math.max(this.#high, point.priceTicks);
    this.#low = isEmpty ? point.priceTicks : Math.min(this.#low, point.priceTicks);
    this.#volumeLots += point.volumeLots;
    this.#quoteVolume += point.quoteVolume;
    const startMs = candleStart('1min', timeMs);
    const newest = this.#minutes.at(-1);
    if (!isEmpty && newest !== undefined && newest.startMs >= startMs) extendCandle(newest, point);
    else this.#minutes.push(openCandle(startMs, point));
  }

  /** @param last price to show as the last one, in ticks */
  figures(last: number, timeMs: number): TickerFigures {
    this.#expire(timeMs);
    const oldest = this.#minutes[this.#first];
    if (oldest === undefined) {
      return {
        last,
        open: last,
        high: last,
        low: last,
        changeBps: 0,
        volumeLots: 0n,
        quoteVolume: 0n,
      };
    }
    const { open } = oldest;
    return {
      last,
      open,
      high: this.#high,
      low: this.#low,
      changeBps: changeBps(open, last),
      volumeLots: this.#volumeLots,
      quoteVolume: this.#quoteVolume,
    };
  }

  /** Drops the minutes that began more than a day before the end of the current one. */
  #expire(timeMs: number): void {
    const oldestStartMs = candleStart('1min', timeMs) - WINDOW_MS;
    let hasLostExtreme = false;
    for (
      let minute = this.#minutes[this.#first];
      minute !== undefined && minute.startMs <= oldestStartMs;
      minute = this.#minutes[this.#first]
    ) {
      this.#first++;
      this.#volumeLots -= minute.volumeLots;
      this.#quoteVolume -= minute.quoteVolume;
      hasLostExtreme ||= minute.high === this.#high || minute.low === this.#low;
    }
    if (hasLostExtreme) this.#searchExtremes();
    if (this.#first > this.#minutes.length / 2) {
      this.#minutes.splice(0, this.#first);
      this.#first = 0;
    }
  }

  #searchExtremes(): void {
    this.#high = 0;
    this.#low = Infinity;
    for (let index = this.#first; index < this.#minutes.length; index++) {
      const minute = this.#minutes[index];
      if (minute === undefined) continue;
      this.#high = Math.max(this.#high, minute.high);
      this.#low = Math.min(this.#low, minute.low);
    }
  }
}

/** Hundredths of a percent between two prices in ticks, in integers throughout. */
export function changeBps(open: number, last: number): number {
  if (open === 0) return 0;
  return Number(divide((BigInt(last) - BigInt(open)) * 10_000n, BigInt(open), 'halfUp'));
}
