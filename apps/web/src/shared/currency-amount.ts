import { decimalsOf } from '@meridian/money/decimal';
import { fixed } from './figures.ts';

/**
 * An amount of a currency in the format of a language: with the decimals of the currency, never
 * more than the amount has. With those of the text for an unknown currency, which is no longer
 * listed.
 */
export function currencyAmount(
  text: string | undefined,
  decimals: number | undefined,
  language: string,
): string {
  return fixed(text, decimals ?? decimalsOf(text ?? ''), { language, rounding: 'down' });
}
