import { formatDecimal, formatFixed, parseDecimal } from '@meridian/money/decimal';
import { multiplyDivide } from '@meridian/money/rounding';

/** Decimals of CNY, and of a price. */
export const FIAT_DECIMALS = 2;
export const PRICE_DECIMALS = 8;

/**
 * The cost of a quantity, as the exchange computes it: rounded up to 0.01 CNY. Undefined for
 * invalid inputs.
 * @param decimals of the coin
 */
export function moneyFor(quantity: string, price: string, decimals: number): string | undefined {
  const [units, ticks] = [unitsOf(quantity, decimals), unitsOf(price, PRICE_DECIMALS)];
  if (units === undefined || ticks === undefined) return undefined;
  const ratio = { numerator: ticks, denominator: oneDeal(decimals) };
  return formatFixed(multiplyDivide(units, ratio, 'up'), FIAT_DECIMALS);
}

/**
 * The largest quantity that costs no more than an amount of money. Undefined for invalid inputs.
 */
export function quantityFor(money: string, price: string, decimals: number): string | undefined {
  const cents = unitsOf(money, FIAT_DECIMALS);
  const units = cents === undefined ? undefined : mostUnits(cents, price, decimals);
  return units === undefined ? undefined : formatDecimal(units, decimals);
}

/**
 * The smallest quantity that costs at least an amount of money. Undefined for invalid inputs.
 */
export function leastQuantityFor(
  money: string,
  price: string,
  decimals: number,
): string | undefined {
  const cents = unitsOf(money, FIAT_DECIMALS);
  if (cents === undefined || cents === 0n) return undefined;
  // Costs are rounded up: this is one unit more than the quantity that a cent less buys.
  const units = mostUnits(cents - 1n, price, decimals);
  return units === undefined ? undefined : formatDecimal(units + 1n, decimals);
}

function mostUnits(cents: bigint, price: string, decimals: number): bigint | undefined {
  const ticks = unitsOf(price, PRICE_DECIMALS);
  if (ticks === undefined || ticks === 0n) return undefined;
  return multiplyDivide(cents, { numerator: oneDeal(decimals), denominator: ticks }, 'down');
}

/** Smallest units; undefined unless it is a number of at most these decimals, and not negative. */
export function unitsOf(text: string, decimals: number): bigint | undefined {
  const parsed = parseDecimal(text, decimals);
  return parsed.ok && parsed.units >= 0n ? parsed.units : undefined;
}

/** Units of a quantity times units of a price that make 0.01 CNY. */
function oneDeal(decimals: number): bigint {
  return 10n ** BigInt(decimals + PRICE_DECIMALS - FIAT_DECIMALS);
}
