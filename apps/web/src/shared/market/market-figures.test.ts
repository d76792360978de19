import { decimalsOf } from '@meridian/money/decimal';
import { describe, expect, test } from 'vitest';
import { marketDecimals, marketFigure } from './market-figures.ts';

const BTC_USDT = { priceDecimals: 2, quantityDecimals: 5, scale: { quoteScale: 8 } };
const XRP_BTC = { priceDecimals: 8, quantityDecimals: 1, scale: { quoteScale: 8 } };

describe('figures of a market', () => {
  test.each([
    [BTC_USDT, 'price', '103037.9', '103,037.90'],
    [BTC_USDT, 'quantity', '0.5', '0.50000'],
    [BTC_USDT, 'total', '1145.2590182', '1,145.2590'],
    // High and low of a day that differ from the fifth digit on.
    [XRP_BTC, 'price', '0.00002007', '0.00002007'],
    [XRP_BTC, 'price', '0.00001994', '0.00001994'],
    [XRP_BTC, 'total', '0.0002009', '0.00020090'],
    [XRP_BTC, 'quantity', '10', '10.0'],
  ] as const)('%j: %s %s is %s', (market, kind, text, shown) =>
    expect(marketFigure(market, kind, text, 'en')).toBe(shown),
  );

  test('are whole where the market is not known, and missing where there is none', () => {
    expect(marketFigure(undefined, 'price', '0.00002007', 'es')).toBe('0,00002007');
    expect(marketFigure(BTC_USDT, 'price', undefined, 'en')).toBe('--');
  });

  test.each([8, 2])('a total never needs more decimals than its currency has: %i', (quoteScale) =>
    expect(
      marketDecimals({ priceDecimals: 12, quantityDecimals: 0, scale: { quoteScale } }, 'total'),
    ).toBe(quoteScale),
  );
});

test.each([
  ['7', 0],
  ['0.1', 1],
  ['12.3400', 4],
])('%s has %i decimals', (text, decimals) => expect(decimalsOf(text)).toBe(decimals));
