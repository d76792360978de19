import { expect, test } from 'vitest';
import { supplyOf } from './coin.ts';

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
