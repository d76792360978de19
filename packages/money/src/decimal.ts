/**
 * Reason why a decimal string failed to parse. `precision`: more decimals than the scale allows.
 * `range`: 2^63 units or more.
 */
export type DecimalError = 'syntax' | 'precision' | 'range';

export type ParsedDecimal =
  | { readonly ok: true; readonly units: bigint }
  | { readonly ok: false; readonly error: DecimalError };

const PLAIN_DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;
/**
 * Longer strings cannot be a number below 2^63 with 18 decimals, and are refused before any
 * arithmetic.
 */
const MAX_LENGTH = 64;
const RANGE_LIMIT = 1n << 63n;

/**
 * Parses a plain decimal string into whole units of 10^-scale, exactly.
 *
 * Accepts an optional minus, ASCII digits and at most one point with digits on both sides. Refuses
 * everything else: exponents, signs with plus, separators, white space, other digits. Trailing
 * zeros beyond the scale are accepted, because they lose nothing.
 *
 * @param scale decimals of the unit, 0 to 18
 */
export function parseDecimal(text: string, scale: number): ParsedDecimal {
  if (text.length > MAX_LENGTH) return { ok: false, error: 'range' };
  const match = PLAIN_DECIMAL.exec(text);
  if (match === null) return { ok: false, error: 'syntax' };
  const [, sign = '', whole = '', fraction = ''] = match;
  const kept = fraction.slice(0, scale).padEnd(scale, '0');
  if (/[1-9]/.test(fraction.slice(scale))) return { ok: false, error: 'precision' };
  const size = BigInt(whole + kept);
  if (size >= RANGE_LIMIT) return { ok: false, error: 'range' };
  return { ok: true, units: sign === '-' ? -size : size };
}

/**
 * Formats whole units of 10^-scale as a plain decimal string without trailing zeros, with `.` as
 * the point: the form of the wire. `parseDecimal(formatDecimal(u, s), s)` gives `u` back.
 */
export function formatDecimal(units: bigint, scale: number): string {
  const fixed = formatFixed(units, scale);
  if (!fixed.includes('.')) return fixed;
  const short = withoutTrailingZeros(fixed);
  return short.endsWith('.') ? short.slice(0, -1) : short;
}

/** A text without the zeros at its end. */
export function withoutTrailingZeros(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === '0') end -= 1;
  return text.slice(0, end);
}

/** Like `formatDecimal`, with exactly `scale` decimals. */
export function formatFixed(units: bigint, scale: number): string {
  const negative = units < 0n;
  const digits = (negative ? -units : units).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const fraction = digits.slice(digits.length - scale);
  return (negative ? '-' : '') + (scale === 0 ? whole : `${whole}.${fraction}`);
}

/**
 * Compares two plain decimals, exactly and at any number of decimals: -1, 0 or 1; undefined if one
 * of them is no plain decimal.
 */
export function compareDecimals(one: string, other: string): -1 | 0 | 1 | undefined {
  if (one.length > MAX_LENGTH || other.length > MAX_LENGTH) return undefined;
  const scale = Math.max(decimalsOf(one), decimalsOf(other));
  const [a, b] = [unitsOf(one, scale), unitsOf(other, scale)];
  if (a === undefined || b === undefined) return undefined;
  return a === b ? 0 : a > b ? 1 : -1;
}

/** Number of decimals in the text of a plain decimal. */
export function decimalsOf(text: string): number {
  const point = text.indexOf('.');
  return point < 0 ? 0 : text.length - point - 1;
}

function unitsOf(text: string, scale: number): bigint | undefined {
  const match = PLAIN_DECIMAL.exec(text);
  if (match === null) return undefined;
  const [, sign = '', whole = '', fraction = ''] = match;
  const size = BigInt(whole + fraction.padEnd(scale, '0'));
  return sign === '-' ? -size : size;
}
