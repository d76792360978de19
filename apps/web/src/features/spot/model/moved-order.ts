import { formatQuantity, parseQuantity, type MarketScale } from '@meridian/money/market-scale';
import type { FinishedOrder } from './order.ts';

/** What is placed anew of an order that was cancelled to be moved. */
export interface MovedOrder {
  /** Plain decimal: what had not traded when it ended. */
  readonly quantity: string;
  /** What traded of it after it was last looked at; '' if nothing did. */
  readonly filledMeanwhile: string;
  readonly isPostOnly: boolean;
}

/**
 * What remains of an order after it has ended, to be placed at another price.
 *
 * @param known its filled quantity as the person saw it
 * @param wanted plain decimal: what the person wants to remain in its place; by default what does
 * @returns undefined where nothing remains
 */
export function movedOrder(
  ended: Pick<FinishedOrder, 'quantity' | 'filledQuantity' | 'isPostOnly'>,
  known: string,
  scale: MarketScale,
  wanted?: string,
): MovedOrder | undefined {
  const filled = lotsOf(ended.filledQuantity, scale);
  const meanwhile = filled - lotsOf(known, scale);
  // The wanted quantity includes lots that traded after the person looked.
  const remaining =
    wanted === undefined
      ? lotsOf(ended.quantity, scale) - filled
      : lotsOf(wanted, scale) - meanwhile;
  if (remaining <= 0) return undefined;
  return {
    quantity: formatQuantity(remaining, scale),
    filledMeanwhile: meanwhile > 0 ? formatQuantity(meanwhile, scale) : '',
    isPostOnly: ended.isPostOnly,
  };
}

/** Whole lots. The server sends nothing off the grid, but zero, which is no quantity. */
function lotsOf(quantity: string, scale: MarketScale): number {
  const parsed = parseQuantity(quantity, scale);
  if (parsed.ok) return parsed.value;
  if (parsed.error === 'notPositive') return 0;
  throw new RangeError(`${quantity} is no quantity of this market`);
}
