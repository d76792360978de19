import { expect, test } from 'vitest';
import { offeredPages } from './pages.ts';

test.each([
  [1, 0, []],
  [1, 1, [1]],
  [3, 7, [1, 2, 3, 4, 5, 6, 7]],
  [4, 8, [1, 2, 3, 4, 5, 'gap', 8]],
  [5, 8, [1, 'gap', 4, 5, 6, 7, 8]],
  [5, 9, [1, 'gap', 4, 5, 6, 'gap', 9]],
  [20, 20, [1, 'gap', 16, 17, 18, 19, 20]],
])('page %i of %i', (page, count, expected) => expect(offeredPages(page, count)).toEqual(expected));

test('neighbours, first and last are always offered, in seven places', () => {
  for (let page = 1; page <= 30; page++) {
    const offered = offeredPages(page, 30);
    expect(offered).toHaveLength(7);
    for (const wanted of [1, Math.max(1, page - 1), page, Math.min(30, page + 1), 30])
      expect(offered, `page ${page}`).toContain(wanted);
  }
});
