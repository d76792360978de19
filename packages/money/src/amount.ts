import type { Brand } from './brand.ts';

/** An amount of one currency in its smallest unit (10^-scale). Never a `number`. */
export type Amount = Brand<bigint, 'Amount'>;
/** A price as a whole number of the market's ticks, 1 to 2^53-1. */
export type PriceTicks = Brand<number, 'PriceTicks'>;
/** A quantity as a whole number of the market's lots, 1 to 2^53-1. */
export type QuantityLots = Brand<number, 'QuantityLots'>;

/**
 * Amounts and balances stay below this bound in size (invariant L3): they live in signed 64-bit
 * cells.
 */
export const AMOUNT_LIMIT: bigint = 1n << 63n;
