import { expect, test } from 'vitest';
import { nextSort } from './sort.ts';

test('a heading sorts, reverses and lets go', () => {
  const first = nextSort(undefined, 'price', 'descending');
  expect(first).toEqual({ name: 'price', isDescending: true });
  const second = nextSort(first, 'price', 'descending');
  expect(second).toEqual({ name: 'price', isDescending: false });
  expect(nextSort(second, 'price', 'descending')).toBeUndefined();
});

test('another heading begins with its own natural order', () => {
  expect(nextSort({ name: 'price', isDescending: false }, 'pair', 'ascending')).toEqual({
    name: 'pair',
    isDescending: false,
  });
});
