import { expect, test } from 'vitest';
import { kindsOf, supplyOf, type CoinSale } from './coin.ts';

test.each([
  ['40000000', '100000000', '60000000', '40'],
  ['0', '21000000', '21000000', '0'],
  ['0.00000001', '3', '2.99999999', '0'],
  ['2', '3', '1', '66.66'],
  ['3', '3', '0', '100'],
  // More than was planned is nothing that remains.
  ['4', '3', '0', '100'],
])('%s issued of %s', (issued, planned, remaining, percent) => {
  expect(supplyOf({ issued, planned })).toEqual({ remaining, percent });
});

test('a coin is offered where a sale of its currency is open or announced', () => {
  const sales: readonly CoinSale[] = [
    { kind: 'crowd', state: 'open', currency: 12 },
    { kind: 'sale', state: 'open', currency: 12 },
    { kind: 'sale', state: 'open', currency: 12 },
    { kind: 'sale', state: 'announced', currency: 13 },
    { kind: 'sale', state: 'open', currency: 0 },
  ];
  expect(kindsOf({ currency: 12 }, sales, 'open')).toEqual(['sale', 'crowd']);
  expect(kindsOf({ currency: 12 }, sales, 'announced')).toEqual([]);
  expect(kindsOf({ currency: 13 }, sales, 'announced')).toEqual(['sale']);
  // A coin that is not listed has no currency to sell.
  expect(kindsOf({ currency: 0 }, sales, 'open')).toEqual([]);
});
