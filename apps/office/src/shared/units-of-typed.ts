import { parseDecimal } from '@meridian/money/decimal';

/** Enough for what any currency has: here amounts are only compared. */
const SCALE = 8;

/** Units of a typed decimal, at a scale that any currency fits; undefined of what is none. */
export function unitsOfTyped(value: unknown): bigint | undefined {
  if (typeof value !== 'string') return undefined;
  const parsed = parseDecimal(value, SCALE);
  return parsed.ok ? parsed.units : undefined;
}
