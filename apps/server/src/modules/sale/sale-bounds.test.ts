import { SALE_BOUNDS } from '@meridian/contract/sale/bounds';
import { LONGEST_MS, MOST_INSTALMENTS } from '@meridian/core/sale/sale-commands';
import { expect, test } from 'vitest';

test('the office refuses what the core refuses of a sale', () => {
  expect(SALE_BOUNDS.openMs[1]).toBe(LONGEST_MS);
  expect(SALE_BOUNDS.instalments[1]).toBe(MOST_INSTALMENTS);
});
