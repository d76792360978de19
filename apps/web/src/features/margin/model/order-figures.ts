import type { LeverPosition } from '@meridian/contract/margin/calls';

/**
 * The price that an order names: not the price that it would be opened at, which has the spread.
 * '0' for a market order, and for what is an order no more.
 */
export function limitPrice({
  status,
  origin_price,
}: Pick<LeverPosition, 'status' | 'origin_price'>): string {
  return status === 0 || status === 4 ? origin_price : '0';
}

/** What was taken for opening; undefined for an order that ended without. */
export function feeTaken({
  status,
  trade_fee,
}: Pick<LeverPosition, 'status' | 'trade_fee'>): string | undefined {
  return status === 4 ? undefined : trade_fee;
}
