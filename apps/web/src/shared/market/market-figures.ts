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
 * Decimals that a figure of this market is written with: those of its tick and of its lot. A total
 * has no fewer than a price.
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
 * A figure of a market as people of this language read it. With its own decimals where the market
 * is not known: one that is no longer listed.
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
