import { parseDecimal } from '@meridian/money/decimal';

/** The most decimals of any currency: amounts are only compared here. */
const SCALE = 8;

/** Units of a typed decimal at 8 decimals; undefined if it is not a number. */
export function unitsOfTyped(value: unknown): bigint | undefined {
  if (typeof value !== 'string') return undefined;
  const parsed = parseDecimal(value, SCALE);
  return parsed.ok ? parsed.units : undefined;
}
