import type { PaymentWay } from '@meridian/contract/acceptor/calls';
import { formatDecimal, parseDecimal } from '@meridian/money/decimal';
import { multiplyDivide } from '@meridian/money/rounding';

/** Decimals of the money of a deal. */
export const MONEY_SCALE = 2;
const RATE_SCALE = 4;
const COIN_SCALE = 8;

export type DealType = 'buy' | 'sell';

/** A deal to make. */
export interface DealOrder {
  /** Number of the acceptor. */
  readonly acceptor: number;
  readonly type: DealType;
  readonly way: PaymentWay;
  readonly mobile: string;
  /** The customer's account that pays or is paid. */
  readonly account: string;
  readonly money: string;
}

/**
 * Coins for an amount of money, as the exchange rounds: received ones down, given ones up.
 * Undefined for invalid inputs.
 */
export function coinsFor(money: string, rate: string, type: DealType): string | undefined {
  const [paid, price] = [parseDecimal(money, MONEY_SCALE), parseDecimal(rate, RATE_SCALE)];
  if (!paid.ok || !price.ok || paid.units <= 0n || price.units <= 0n) return undefined;
  const numerator = 10n ** BigInt(COIN_SCALE + RATE_SCALE - MONEY_SCALE);
  return formatDecimal(
    multiplyDivide(
      paid.units,
      { numerator, denominator: price.units },
      type === 'buy' ? 'down' : 'up',
    ),
    COIN_SCALE,
  );
}

/**
 * Whether an amount of money is valid for a deal: above zero, whole cents, at most the acceptor's
 * limit.
 */
export function isMoney(text: string, most: string): boolean {
  const [money, bound] = [parseDecimal(text, MONEY_SCALE), parseDecimal(most, MONEY_SCALE)];
  return money.ok && bound.ok && money.units > 0n && money.units <= bound.units;
}
