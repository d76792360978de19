import { formatQuantity, parseQuantity, type MarketScale } from '@meridian/money/market-scale';
import type { FinishedOrder } from './order.ts';
import type { SelfTrade } from './trade-inputs.ts';

/** The order that replaces one that was cancelled to be moved. */
export interface MovedOrder {
  /**
   * Plain decimal: the wanted quantity, less the part of it that traded before the old order ended.
   */
  readonly quantity: string;
  /** Quantity of the old order that traded after the person last looked at it; '' for none. */
  readonly filledMeanwhile: string;
  readonly isPostOnly: boolean;
  readonly selfTrade: SelfTrade;
}

/**
 * The remainder of an order after it has ended, to be placed at another price. Its first quantity
 * says nothing of that: an own order on the other side may have taken a part without a trade.
 *
 * @param known its filled quantity as the person saw it
 * @param wanted plain decimal: the quantity that the person wants to remain in its place
 * @returns undefined where nothing remains
 */
export function movedOrder(
  ended: Pick<FinishedOrder, 'filledQuantity' | 'isPostOnly' | 'selfTrade'>,
  { known, wanted }: { readonly known: string; readonly wanted: string },
  scale: MarketScale,
): MovedOrder | undefined {
  const meanwhile = lotsOf(ended.filledQuantity, scale) - lotsOf(known, scale);
  // The wanted quantity includes lots that traded after the person looked.
  const remaining = lotsOf(wanted, scale) - meanwhile;
  if (remaining <= 0) return undefined;
  return {
    quantity: formatQuantity(remaining, scale),
    filledMeanwhile: meanwhile > 0 ? formatQuantity(meanwhile, scale) : '',
    isPostOnly: ended.isPostOnly,
    selfTrade: ended.selfTrade,
  };
}

/** Whole lots. The server sends nothing off the grid, but zero, which is no quantity. */
function lotsOf(quantity: string, scale: MarketScale): number {
  const parsed = parseQuantity(quantity, scale);
  if (parsed.ok) return parsed.value;
  if (parsed.error === 'notPositive') return 0;
  throw new RangeError(`${quantity} is no quantity of this market`);
}
