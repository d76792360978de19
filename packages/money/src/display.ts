import { formatFixed, parseDecimal } from './decimal.ts';
import { rescale } from './rounding.ts';

/** Decimals shown for each kind of figure: the one table of them (from the specification). */
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
 * A plain decimal string of any precision with exactly `decimals` decimals. Anything spendable is rounded `down`;
 * `halfUp` is for figures that are only looked at. Returns undefined for text that is no plain decimal.
 */
export function roundForDisplay(text: string, decimals: number, rounding: 'down' | 'halfUp'): string | undefined {
  const point = text.indexOf('.');
  const scale = point < 0 ? 0 : text.length - point - 1;
  const parsed = parseDecimal(text, scale);
  return parsed.ok ? formatFixed(rescale(parsed.units, { from: scale, to: decimals }, rounding), decimals) : undefined;
}

/**
 * What a person typed, as a plain decimal string: full-width digits and points become ASCII, a comma becomes a point,
 * everything that is no digit or first point is dropped (so `e` cannot be typed).
 */
export function normalizeDecimalInput(typed: string): string {
  let result = '';
  for (const character of typed.normalize('NFKC').replaceAll(',', '.').replaceAll('。', '.')) {
    if (character >= '0' && character <= '9') result += character;
    else if (character === '.' && !result.includes('.')) result += result === '' ? '0.' : '.';
  }
  return result;
}
