import { formatFixed, parseDecimal } from './decimal.ts';
import { rescale } from './rounding.ts';

/** Decimals shown for each kind of figure (from the specification). No other code sets them. */
export const DISPLAY_DECIMALS = {
  price: 4,
  highLow: 5,
  volume: 2,
  changePercent: 2,
  listAmount: 2,
  balance: 8,
  withdrawalAmount: 8,
  limit: 2,
  microAmount: 8,
  transfer: 2,
  total: 4,
} as const;

export type DisplayKind = keyof typeof DISPLAY_DECIMALS;

/**
 * A plain decimal string of any precision with exactly `decimals` decimals. Spendable amounts are
 * rounded `down`; `halfUp` is for figures that are only displayed. Returns undefined for text that
 * is no plain decimal.
 */
export function roundForDisplay(
  text: string,
  decimals: number,
  rounding: 'down' | 'halfUp',
): string | undefined {
  const point = text.indexOf('.');
  const scale = point < 0 ? 0 : text.length - point - 1;
  const parsed = parseDecimal(text, scale);
  return parsed.ok
    ? formatFixed(rescale(parsed.units, { from: scale, to: decimals }, rounding), decimals)
    : undefined;
}

/** The two separators of a language's numbers. */
export interface DecimalMarks {
  /** Between groups of three digits: `,` in 1,234.5. */
  readonly group: string;
  /** Before the decimals: `.` in 1,234.5. */
  readonly point: string;
}

/**
 * A plain decimal with all its digits in a language's notation; a negative one with a true minus.
 * Separators are put between the digits, so no figure passes through floating point.
 */
export function writeDecimal(plain: string, { group, point }: DecimalMarks): string {
  const isNegative = plain.startsWith('-');
  const [whole = '', fraction] = (isNegative ? plain.slice(1) : plain).split('.');
  return `${isNegative ? '−' : ''}${groupThousands(whole, group)}${fraction === undefined ? '' : point + fraction}`;
}

/** Digits with a mark before each three, counted from their end. */
export function groupThousands(digits: string, mark: string): string {
  const first = digits.length % 3;
  const groups = first === 0 ? [] : [digits.slice(0, first)];
  for (let at = first; at < digits.length; at += 3) groups.push(digits.slice(at, at + 3));
  return groups.join(mark);
}
