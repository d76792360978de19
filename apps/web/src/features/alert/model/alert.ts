import { compareDecimals } from '@meridian/money/decimal';
import type { Pair } from '../../../shared/market/market.ts';

export type AlertDirection = 'rises' | 'falls';

/** An own price alert. Prices are plain decimals, times UTC+8. */
export interface Alert extends Pair {
  readonly id: number;
  readonly symbol: string;
  readonly direction: AlertDirection;
  readonly price: string;
  readonly repeats: boolean;
  readonly isOn: boolean;
  readonly note: string;
  /** '' before it was first met. */
  readonly metTime: string;
}

/**
 * Whether the price has to rise or to fall from the last one to a level.
 *
 * @returns undefined where it is there, or one of the two is no number above zero
 */
export function directionTo(price: string, last: string): AlertDirection | undefined {
  if (compareDecimals(price, '0') !== 1) return undefined;
  const side = compareDecimals(price, last);
  if (side === undefined || side === 0) return undefined;
  return side > 0 ? 'rises' : 'falls';
}
