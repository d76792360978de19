import { parsePrice, type MarketScale } from '@meridian/money/market-scale';
import { wholeLots, type MarginMode } from './entry.ts';
import type { Close, Position } from './position.ts';

const FULL_PERCENT = 100;

/** The typed values of a close. */
export interface CloseInputs {
  readonly mode: MarginMode;
  readonly price: string;
  readonly lots: string;
}

export type CloseField = 'price' | 'lots';
export type CloseErrors = Readonly<
  Partial<Record<CloseField, 'margin.error.price' | 'position.error.closeLots'>>
>;

/** @param scale undefined where the market is no longer listed: then only the server knows it */
export function closeErrors(
  { mode, price, lots }: CloseInputs,
  { lots: most }: Pick<Position, 'lots'>,
  scale: MarketScale | undefined,
): CloseErrors {
  const some = wholeLots(lots);
  const isPriced = mode === 'market' || scale === undefined || parsePrice(price, scale).ok;
  return {
    ...(some === undefined || some < 1n || some > BigInt(most)
      ? { lots: 'position.error.closeLots' }
      : {}),
    ...(isPriced ? {} : { price: 'margin.error.price' }),
  };
}

/**
 * The close as it is sent. The lots that were typed stand in it even where they are all that is
 * left: pressed again after a lost answer it is the same close. Only of inputs without an error.
 */
export function closeOf({ mode, price, lots }: CloseInputs, { id }: Pick<Position, 'id'>): Close {
  return {
    id,
    lots,
    ...(mode === 'market' ? {} : { limitPrice: price }),
  };
}

/** So many percent of a position in whole lots, at least one. */
export function lotsOfShare(percent: number, { lots }: Pick<Position, 'lots'>): number {
  return Math.max(1, Math.floor((lots * percent) / FULL_PERCENT));
}
