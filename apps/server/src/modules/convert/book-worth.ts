import type { WorthInBook } from '@meridian/core/convert/conversion-price';
import type { Side } from '@meridian/core/catalog/side';
import { notionalUnit } from '@meridian/money/market-scale';
import type { LiveView } from '../live-view.ts';

/** Levels of a book that are walked: dust is worth little. */
const LEVELS = 50;

/**
 * The cost or the proceeds of a quantity in the book that customers see, for figures that are shown
 * before the core decides.
 */
export function worthInLiveBook(live: LiveView): WorthInBook {
  return ({ settings: { id, lotSize } }, side: Side, quantity, beyond) => {
    const unit = notionalUnit(live.scale(id));
    if (unit === undefined) return undefined;
    const { bids, asks } = live.depth(id, LEVELS);
    const levels = side === 'buy' ? asks : bids;
    let left = quantity;
    let worth = 0n;
    for (const [ticks, lots] of levels) {
      const offered = BigInt(lots) * lotSize;
      const part = offered < left ? offered : left;
      worth += BigInt(ticks) * unit * part;
      left -= part;
      if (left === 0n) return worth;
    }
    const last = levels.length === LEVELS ? levels.at(-1) : undefined;
    return beyond === 'last' && last ? worth + BigInt(last[0]) * unit * left : undefined;
  };
}
