import type { Position } from './position.ts';

/**
 * The limit price of an order. The entry price differs from it by the spread. '0' for a market
 * order, and for an order that has become a position.
 */
export function limitPrice({ list, orderPrice }: Pick<Position, 'list' | 'orderPrice'>): string {
  return list === 'entrusted' || list === 'revoked' ? orderPrice : '0';
}

/** The fee for opening; undefined for an order that ended without opening a position. */
export function feeTaken({ list, fee }: Pick<Position, 'list' | 'fee'>): string | undefined {
  return list === 'revoked' ? undefined : fee;
}
