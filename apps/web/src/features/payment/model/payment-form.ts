import { PAYMENT_ACCOUNT } from '@meridian/contract/payment/bounds';
import { formatDecimal, parseDecimal } from '@meridian/money/decimal';
import { multiplyDivide } from '@meridian/money/rounding';
import type { Terms } from './payment.ts';

/** Decimals of the paid money. */
export const MONEY_SCALE = 2;
const RATE_SCALE = 4;
const COIN_SCALE = 8;

/**
 * Coins for an amount of money, rounded down as the exchange does. Undefined for invalid inputs.
 */
export function coinsFor(money: string, rate: string): string | undefined {
  const [paid, price] = [parseDecimal(money, MONEY_SCALE), parseDecimal(rate, RATE_SCALE)];
  if (!paid.ok || !price.ok || paid.units <= 0n || price.units <= 0n) return undefined;
  const numerator = 10n ** BigInt(COIN_SCALE + RATE_SCALE - MONEY_SCALE);
  return formatDecimal(
    multiplyDivide(paid.units, { numerator, denominator: price.units }, 'down'),
    COIN_SCALE,
  );
}

/** Whether an amount can be paid: whole cents within the inclusive bounds. */
export function isPayable(text: string, bounds: Pick<Terms, 'least' | 'most'>): boolean {
  const [money, least, most] = [text, bounds.least, bounds.most].map((one) =>
    parseDecimal(one, MONEY_SCALE),
  );
  return (
    money?.ok === true &&
    least?.ok === true &&
    most?.ok === true &&
    money.units > 0n &&
    money.units >= least.units &&
    money.units <= most.units
  );
}

export function isAccount(text: string): boolean {
  return PAYMENT_ACCOUNT.test(text);
}
