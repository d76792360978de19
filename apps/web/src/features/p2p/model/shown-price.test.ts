import { expect, test } from 'vitest';
import { shownPrice } from './shown-price.ts';

test.each([
  ['7', '7.00'],
  ['7.2', '7.20'],
  ['7.25338812', '7.2534'],
  ['600000.5', '600000.50'],
  ['702708.01649', '702708.02'],
  ['999.12345', '999.1235'],
  ['0.00005120', '0.0000512'],
  ['', ''],
])('the price %s is listed as %s', (price, shown) => expect(shownPrice(price)).toBe(shown));
