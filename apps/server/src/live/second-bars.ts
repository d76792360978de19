import { SECOND_PERIOD, SECONDS_KEPT } from '@meridian/contract/market/candle-period';
import {
  candleStart,
  extendCandle,
  nextCandleStart,
  openCandle,
  type Candle,
  type PricePoint,
} from '../modules/market/candles.ts';

/** A bar of a second. Prices in ticks, volume in lots. */
export interface SecondBar extends Omit<Candle, 'quoteVolume'> {
  readonly isHistory: false;
}

const FIRST_CAPACITY = 64;

/**
 * The bars of the last seconds with a price, from one source of one market, at most `SECONDS_KEPT`
 * of them. Columns of typed arrays that grow while they fill: every market has two such series, and
 * as objects they would take three times the memory.
 */
export class SecondBars {
  #current: Candle | undefined;
  #capacity = 0;
  /** Place of the oldest bar, and number of bars. */
  #first = 0;
  #count = 0;
  #starts = new Float64Array();
  #prices = new Float64Array();
  #volumes = new BigInt64Array();

  add(point: PricePoint, timeMs: number): void {
    const bar = this.#current;
    if (bar !== undefined && timeMs < nextCandleStart(SECOND_PERIOD, bar.startMs)) {
      extendCandle(bar, point);
      return;
    }
    if (bar !== undefined) this.#push(bar);
    this.#current = openCandle(candleStart(SECOND_PERIOD, timeMs), point);
  }

  /** The newest bar, which may have ended; undefined before the first price. */
  current(): Candle | undefined {
    return this.#current && { ...this.#current };
  }

  /**
   * The bars of a range (milliseconds UTC, both ends inclusive) by time, after the newest one
   * before it.
   */
  range({ fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }): SecondBar[] {
    const bars: SecondBar[] = [];
    const take = (bar: SecondBar): void => {
      if (bar.startMs > toMs) return;
      // Only the newest bar before the range is wanted.
      if (bar.startMs < fromMs) bars.length = 0;
      bars.push(bar);
    };
    for (let place = this.#searchFrom(fromMs); place < this.#count; place++) take(this.#at(place));
    if (this.#current !== undefined) {
      const { startMs, open, high, low, close, volumeLots } = this.#current;
      take({ startMs, open, high, low, close, volumeLots, isHistory: false });
    }
    return bars;
  }

  /** Place of the newest bar before `fromMs`; of the first bar without one. */
  #searchFrom(fromMs: number): number {
    let low = 0;
    let high = this.#count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#starts[this.#slot(middle)] ?? 0) < fromMs) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }

  #slot(place: number): number {
    return (this.#first + place) % Math.max(1, this.#capacity);
  }

  #at(place: number): SecondBar {
    const slot = this.#slot(place);
    const [open = 0, high = 0, low = 0, close = 0] = this.#prices.subarray(4 * slot, 4 * slot + 4);
    const volumeLots = this.#volumes[slot] ?? 0n;
    return {
      startMs: this.#starts[slot] ?? 0,
      open,
      high,
      low,
      close,
      volumeLots,
      isHistory: false,
    };
  }

  #push({ startMs, open, high, low, close, volumeLots }: Candle): void {
    if (this.#count === this.#capacity && this.#capacity < SECONDS_KEPT) this.#grow();
    if (this.#count === this.#capacity) {
      this.#first = this.#slot(1);
      this.#count--;
    }
    const slot = this.#slot(this.#count++);
    this.#starts[slot] = startMs;
    this.#prices.set([open, high, low, close], 4 * slot);
    this.#volumes[slot] = volumeLots;
  }

  /** Until it is as large as it may be, the oldest bar is at place 0. */
  #grow(): void {
    this.#capacity = Math.min(SECONDS_KEPT, Math.max(FIRST_CAPACITY, 2 * this.#capacity));
    const [starts, prices, volumes] = [this.#starts, this.#prices, this.#volumes];
    this.#starts = new Float64Array(this.#capacity);
    this.#prices = new Float64Array(4 * this.#capacity);
    this.#volumes = new BigInt64Array(this.#capacity);
    this.#starts.set(starts);
    this.#prices.set(prices);
    this.#volumes.set(volumes);
  }
}
