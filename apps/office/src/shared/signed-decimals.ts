import { formatDecimal, formatFixed, parseDecimal } from '@meridian/money/decimal';

/** Enough for what any currency has. */
const SCALE = 8;

/**
 * How much of a cap is taken, in hundredths of a percent; above 10,000 where it was lowered below
 * what is open.
 */
export function shareOf(part: string, cap: string): number {
  const [taken, whole] = [unitsOf(part), unitsOf(cap)];
  if (whole === 0n) return taken === 0n ? 0 : 10_000;
  return Number((taken * 10_000n) / whole);
}

/** With its sign before it, for what may be either: `5` → `+5`. */
export function signed(decimal: string): string {
  return unitsOf(decimal) > 0n ? `+${decimal}` : decimal;
}

/** What is left of `whole` without `part`. */
export function less(whole: string, part: string): string {
  return formatDecimal(unitsOf(whole) - unitsOf(part), SCALE);
}

/** -1, 0 or 1. */
export function signOf(decimal: string): number {
  const units = unitsOf(decimal);
  return units > 0n ? 1 : units < 0n ? -1 : 0;
}

/** To the cent, with the digits in groups: what is compared by eye needs no more. */
export function rounded(decimal: string): string {
  const units = unitsOf(decimal);
  const half = units < 0n ? -500_000n : 500_000n;
  return formatFixed((units + half) / 1_000_000n, 2);
}

function unitsOf(decimal: string): bigint {
  const parsed = parseDecimal(decimal === '' ? '0' : decimal, SCALE);
  return parsed.ok ? parsed.units : 0n;
}
