import { expect, test } from 'vitest';
import { toldPrice } from './told-price.ts';

test('a position is told of with its entry price, an order with its limit or about the index', () => {
  const opened = { id: 'margin.opened', price: '60012', isAbout: false };
  expect(toldPrice('60012', undefined, '60000')).toEqual(opened);
  // A limit that was reached already.
  expect(toldPrice('60012', '61000', '60000')).toEqual(opened);
  expect(toldPrice('', '59000', '60000')).toEqual({
    id: 'margin.ordered',
    price: '59000',
    isAbout: false,
  });
  expect(toldPrice('', undefined, '60000')).toEqual({
    id: 'margin.ordered',
    price: '60000',
    isAbout: true,
  });
});
