import { expect, test } from 'vitest';
import { partsOf } from './comma-list.ts';

test('parts stand between commas', () => {
  expect([partsOf(' 5, 10 '), partsOf(' '), partsOf(undefined)]).toEqual([['5', '10'], [], []]);
});
