import { expect, test } from 'vitest';
import { sumsOf } from './sale-summary.tsx';

const TERMS = { lot_number: '100', lot_price: '25', cap_number: '2500', lots: 250 };

test('the sums of terms are those of all lots, and of what one person buys', () => {
  expect(sumsOf(TERMS)).toEqual({
    ...{ coins: '25,000', money: '6,250', share: '100', lots: '250', people: '3' },
  });
});

test('one person buys no more lots than there are', () => {
  expect(sumsOf({ ...TERMS, cap_number: '99999' })).toMatchObject({ share: '250', people: '1' });
});

test.each(['lot_number', 'lot_price', 'cap_number', 'lots'])('there are none without %s', (field) =>
  expect(sumsOf({ ...TERMS, [field]: undefined })).toBeUndefined(),
);
