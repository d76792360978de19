import type { Position } from './position.ts';

/**
 * The price that an order names: not the price that it would be opened at, which has the spread.
 * '0' for a market order, and for what is an order no more.
 */
export function limitPrice({ list, orderPrice }: Pick<Position, 'list' | 'orderPrice'>): string {
  return list === 'entrusted' || list === 'revoked' ? orderPrice : '0';
}

/** What was taken for opening; undefined for an order that ended without. */
export function feeTaken({ list, fee }: Pick<Position, 'list' | 'fee'>): string | undefined {
  return list === 'revoked' ? undefined : fee;
}
