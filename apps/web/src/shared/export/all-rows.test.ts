import { expect, test } from 'vitest';
import { allRows, MOST_ROWS } from './all-rows.ts';

const pagesOf = (rows: readonly number[], size: number) => (page: number) =>
  Promise.resolve(rows.slice((page - 1) * size, page * size));
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

test.each([0, 1, 9, 10, 11, 25])('all of %i rows are read, page by page', async (count) => {
  expect(await allRows(pagesOf(upTo(count), 10), String)).toEqual(upTo(count));
});

test('a row that is on two pages, as a newer one came in between, is there once', async () => {
  const lists = [[3, 2], [2, 1], [0]];
  expect(await allRows((page) => Promise.resolve(lists[page - 1] ?? []), String)).toEqual([
    3, 2, 1, 0,
  ]);
});

test('a file has its bound', async () => {
  expect(await allRows(pagesOf(upTo(MOST_ROWS + 200), 97), String)).toEqual(upTo(MOST_ROWS));
});
