import { expect, test } from 'vitest';
import { closedFigures } from './closed-figures.ts';

const MARKET = {
  priceDecimals: 2,
  quantityDecimals: 5,
  scale: { baseScale: 8, quoteScale: 8, tickSize: 1_000_000n, lotSize: 1_000n },
};
const CLOSED = { lots: 3, price: '61000', profit: '2.958' };

test('a close is told of with its own price and the sign of its profit', () => {
  const figuresOf = (profit: string) =>
    closedFigures({ ...CLOSED, profit }, { symbol: 'BTC/USDT' }, MARKET, 'en');
  expect(figuresOf('2.958')).toEqual({
    ...{ symbol: 'BTC/USDT', lots: 3, price: '61,000.00', profit: '+2.96', currency: 'USDT' },
  });
  expect(figuresOf('-1012.5').profit).toBe('−1,012.50');
  expect(figuresOf('0').profit).toBe('0.00');
});

test('the price of a market that is no longer listed has the decimals that it came with', () => {
  const { price } = closedFigures(CLOSED, { symbol: 'BTC/USDT' }, undefined, 'en');
  expect(price).toBe('61,000');
});
