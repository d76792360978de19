import { decimalsOf } from '@meridian/money/decimal';
import { DISPLAY_DECIMALS } from '@meridian/money/display';
import { fixed } from '../figures.ts';
import type { Market } from './market.ts';

/** The kinds of figures that have a market's own decimals. */
export type MarketFigure = 'price' | 'quantity' | 'total';

type Figured = Pick<Market, 'priceDecimals' | 'quantityDecimals'> & {
  readonly scale: Pick<Market['scale'], 'quoteScale'>;
};

/**
 * Decimals of a figure of this market: those of its tick and of its lot. A total has at least those
 * of a price.
 */
export function marketDecimals(
  { priceDecimals, quantityDecimals, scale }: Figured,
  kind: MarketFigure,
): number {
  if (kind === 'total')
    return Math.min(scale.quoteScale, Math.max(DISPLAY_DECIMALS.total, priceDecimals));
  return kind === 'price' ? priceDecimals : quantityDecimals;
}

/**
 * A figure of a market in the format of a language. With its own decimals for an unknown market,
 * which is no longer listed.
 */
export function marketFigure(
  market: Figured | undefined,
  kind: MarketFigure,
  text: string | undefined,
  language: string,
): string {
  return fixed(text, market === undefined ? decimalsOf(text ?? '') : marketDecimals(market, kind), {
    language,
  });
}
