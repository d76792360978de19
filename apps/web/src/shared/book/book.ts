import { depthChecksum, type DepthLevel } from '@meridian/contract/market/depth-checksum';
import { parsePrice, parseQuantity, type MarketScale } from '@meridian/money/market-scale';

/** A price level: on the grid for sorting and adding up, and as on the wire for the checksum. */
interface Level {
  readonly ticks: number;
  readonly lots: number;
  readonly text: DepthLevel;
}

export type BookSideName = 'bids' | 'asks';

interface BookUpdate {
  readonly bids: readonly DepthLevel[];
  readonly asks: readonly DepthLevel[];
}

/**
 * A displayed row: the price of a group of levels, the quantity in it, and the sum of all rows down
 * to it.
 */
export interface BookRow {
  ticks: number;
  lots: number;
  sum: number;
}

/**
 * The page's copy of one market's order book. Owns its levels, best first. Promises whole ticks and
 * lots (so that grouping and sums are exact) and throws on a level outside of this market's grid.
 */
export class Book {
  readonly scale: MarketScale;
  #bids: Level[] = [];
  #asks: Level[] = [];

  constructor(scale: MarketScale) {
    this.scale = scale;
  }

  replace({ bids, asks }: BookUpdate): void {
    this.#bids = [];
    this.#asks = [];
    this.change({ bids, asks });
  }

  /** Sets the quantity of each level; `'0'` removes it. */
  change({ bids, asks }: BookUpdate): void {
    for (const level of bids) this.#set(this.#bids, -1, level);
    for (const level of asks) this.#set(this.#asks, 1, level);
  }

  checksum(): number {
    return depthChecksum(
      this.#bids.map(({ text }) => text),
      this.#asks.map(({ text }) => text),
    );
  }

  /** A book whose best bid is not below its best ask is wrong. */
  isCrossed(): boolean {
    const [bid, ask] = [this.#bids[0], this.#asks[0]];
    return bid !== undefined && ask !== undefined && bid.ticks >= ask.ticks;
  }

  /** Best price of a side as on the wire. */
  best(side: BookSideName): string | undefined {
    return this.#side(side)[0]?.text[0];
  }

  /**
   * Writes the best rows of a side into `rows`, prices grouped by `group` ticks: bids rounded down,
   * asks rounded up, so that no group promises a better price than it has. Returns the number of
   * written rows.
   */
  rows(side: BookSideName, group: number, rows: BookRow[]): number {
    let count = 0;
    let sum = 0;
    for (const { ticks, lots } of this.#side(side)) {
      const price =
        (side === 'bids' ? Math.floor(ticks / group) : Math.ceil(ticks / group)) * group;
      const last = rows[count - 1];
      if (last === undefined || last.ticks !== price) {
        const next = rows[count];
        if (next === undefined) break;
        next.ticks = price;
        next.lots = 0;
        count++;
      }
      const row = rows[count - 1];
      if (row === undefined) break;
      sum += lots;
      row.lots += lots;
      row.sum = sum;
    }
    return count;
  }

  #side(side: BookSideName): Level[] {
    return side === 'bids' ? this.#bids : this.#asks;
  }

  /**
   * @param sign 1 to sort lower prices first, -1 to sort higher ones first
   */
  #set(levels: Level[], sign: 1 | -1, text: DepthLevel): void {
    const price = parsePrice(text[0], this.scale);
    if (!price.ok) throw new RangeError(`${text[0]} is no price of this market`);
    const ticks: number = price.value;
    let low = 0;
    let high = levels.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (((levels[middle]?.ticks ?? 0) - ticks) * sign < 0) low = middle + 1;
      else high = middle;
    }
    const isKnown = levels[low]?.ticks === ticks;
    if (text[1] === '0') {
      if (isKnown) levels.splice(low, 1);
      return;
    }
    const quantity = parseQuantity(text[1], this.scale);
    if (!quantity.ok) throw new RangeError(`${text[1]} is no quantity of this market`);
    levels.splice(low, isKnown ? 1 : 0, { ticks, lots: quantity.value, text });
  }
}
