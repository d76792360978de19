import { describe, expect, test } from 'vitest';
import { categoryOf, namedCategory, wholeNumber } from './categories.ts';
import { neighboursOf, searchArticles } from './search-articles.ts';

const ARTICLES = [
  { id: 1, title: 'Órdenes limitadas y de mercado', abstract: 'Dos formas de comprar.' },
  { id: 2, title: '手数料について', abstract: 'ﾒｲｶｰ（Maker）とテイカー' },
  { id: 3, title: 'Fees', abstract: 'What an order costs.' },
  { id: 4, title: 'Order types', abstract: 'Limit and market.' },
];
const found = (search: string): number[] => searchArticles(ARTICLES, search).map(({ id }) => id);

describe('search', () => {
  test.each([
    ['', [1, 2, 3, 4]],
    ['   ', [1, 2, 3, 4]],
    ['ORDER', [4, 3]],
    ['ordenes', [1]],
    ['mercado limitadas', [1]],
    ['limit order', [4]],
    ['手数料', [2]],
    ['メイカー', [2]],
    ['ｍａｋｅｒ', [2]],
    ['nothing', []],
    ['[(\\', []],
  ])('%s', (search, ids) => {
    expect(found(search)).toEqual(ids);
  });
});

test('neighbours', () => {
  const ids = (id: number) => {
    const { previous, next } = neighboursOf(ARTICLES, id);
    return [previous?.id, next?.id];
  };
  expect([ids(1), ids(2), ids(4), ids(9)]).toEqual([
    [undefined, 2],
    [1, 3],
    [3, undefined],
    [undefined, undefined],
  ]);
  expect(neighboursOf([], 1)).toEqual({ previous: undefined, next: undefined });
});

test('addresses name categories', () => {
  expect([namedCategory(null)?.id, namedCategory('5')?.id, namedCategory('10')?.path]).toEqual([
    3,
    5,
    '/help',
  ]);
  for (const other of ['', '0', '4', '-3', '3.0', '3e0', ' 3', 'constructor', '9'.repeat(400)])
    expect(namedCategory(other), other).toBeUndefined();
  expect(categoryOf(22)?.title).toBe('footer.support');
});

test('addresses name numbers', () => {
  expect(['1', '2101', '999999999'].map(wholeNumber)).toEqual([1, 2101, 999_999_999]);
  for (const other of [null, '', '0', '01', '1.5', '1e3', '-1', '９', '1000000000'])
    expect(wholeNumber(other), String(other)).toBeUndefined();
});
