import { directionOf, fixed } from '../../../shared/figures.ts';
import { marketFigure } from '../../../shared/market/market-figures.ts';
import type { Market } from '../../../shared/market/market.ts';
import type { Closed, Position } from './position.ts';

const MONEY_DECIMALS = 2;

/**
 * The figures of a close for people: its lots, the price that it had, and its profit with a sign.
 *
 * @param market undefined where it is no longer listed
 */
export function closedFigures(
  { lots, price, profit }: Closed,
  { symbol }: Pick<Position, 'symbol'>,
  market: Pick<Market, 'priceDecimals' | 'quantityDecimals' | 'scale'> | undefined,
  language: string,
) {
  const [, currency = ''] = symbol.split('/');
  return {
    symbol,
    lots,
    price: marketFigure(market, 'price', price, language),
    profit: `${directionOf(profit) === 'up' ? '+' : ''}${fixed(profit, MONEY_DECIMALS, { language })}`,
    currency,
  };
}
