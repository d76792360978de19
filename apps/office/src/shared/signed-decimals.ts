import { formatDecimal, formatFixed, parseDecimal } from '@meridian/money/decimal';

/** The most decimals of any currency. */
const SCALE = 8;

/** Share of a cap in basis points; above 10,000 if the cap was lowered below the open amount. */
export function shareOf(part: string, cap: string): number {
  const [taken, whole] = [unitsOf(part), unitsOf(cap)];
  if (whole === 0n) return taken === 0n ? 0 : 10_000;
  return Number((taken * 10_000n) / whole);
}

/** Puts a sign before a positive amount too: `5` → `+5`. */
export function signed(decimal: string): string {
  return unitsOf(decimal) > 0n ? `+${decimal}` : decimal;
}

/** `whole` less `part`. */
export function less(whole: string, part: string): string {
  return formatDecimal(unitsOf(whole) - unitsOf(part), SCALE);
}

/** -1, 0 or 1. */
export function signOf(decimal: string): number {
  const units = unitsOf(decimal);
  return units > 0n ? 1 : units < 0n ? -1 : 0;
}

/** Rounds to cents and groups the digits, for amounts that are compared by eye. */
export function rounded(decimal: string): string {
  const units = unitsOf(decimal);
  const half = units < 0n ? -500_000n : 500_000n;
  return formatFixed((units + half) / 1_000_000n, 2);
}

function unitsOf(decimal: string): bigint {
  const parsed = parseDecimal(decimal === '' ? '0' : decimal, SCALE);
  return parsed.ok ? parsed.units : 0n;
}
