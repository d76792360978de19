import { decimalsOf } from '@meridian/money/decimal';
import { fixed } from './figures.ts';

/**
 * An amount of a currency as people of this language read it: with the decimals that the currency
 * has, never more than there are. With those of the text where the currency is not known: one that
 * is no longer listed.
 */
export function currencyAmount(
  text: string | undefined,
  decimals: number | undefined,
  language: string,
): string {
  return fixed(text, decimals ?? decimalsOf(text ?? ''), { language, rounding: 'down' });
}
