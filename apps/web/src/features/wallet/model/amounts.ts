import { parseDecimal } from '@meridian/money/decimal';

const SCALE = 8;

/** Whether a text is an amount above zero that the exchange can hold. */
export function isAmount(text: string): boolean {
  const parsed = parseDecimal(text, SCALE);
  return parsed.ok && parsed.units > 0n;
}
