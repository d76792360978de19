import { parseDecimal } from '@meridian/money/decimal';

/** Whether a text is an amount above zero of a currency with so many decimals. */
export function isAmount(text: string, decimals: number): boolean {
  const parsed = parseDecimal(text, decimals);
  return parsed.ok && parsed.units > 0n;
}
