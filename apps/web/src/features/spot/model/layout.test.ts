import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  COLUMNS,
  firstLayout,
  FRAMES,
  gridOf,
  moved,
  readLayout,
  resized,
  SIZES,
  type Column,
  type TerminalLayout,
} from './layout.ts';

const PRO = firstLayout();
const CLASSIC = firstLayout('classic');

describe('the grid', () => {
  test('of the pro frame has the form at the right, beside book and orders', () =>
    expect(gridOf(PRO, true)).toEqual({
      columns: '260px minmax(0, 1fr) 264px 300px',
      areas: "'markets chart book form' 'markets chart book trades' 'orders orders orders trades'",
    }));
  test('without markets has a column less', () =>
    expect(gridOf(PRO, false).areas).toBe(
      "'chart book form' 'chart book trades' 'orders orders trades'",
    ));
  test('without trades leaves their place to the form', () =>
    expect(gridOf({ ...PRO, hasTrades: false }, false).areas).toBe(
      "'chart book form' 'chart book form' 'orders orders form'",
    ));
  test('with the form between others keeps the orders whole', () =>
    expect(gridOf(moved(PRO, 'side', -1), true).areas).toBe(
      "'markets chart form book' 'markets chart trades book' 'orders orders orders orders'",
    ));
  test('of the classic frame has the form below the chart', () =>
    expect(gridOf(CLASSIC, true)).toEqual({
      columns: '264px minmax(0, 1fr) 260px',
      areas: "'book chart markets' 'book form trades' 'orders orders orders'",
    }));
  test('of the classic frame keeps the trades where the markets are folded away', () => {
    expect(gridOf(CLASSIC, false).areas).toBe(
      "'book chart trades' 'book form trades' 'orders orders orders'",
    );
    expect(gridOf({ ...CLASSIC, hasTrades: false }, false).areas).toBe(
      "'book chart' 'book form' 'orders orders'",
    );
  });

  test('is one of rectangles with a chart, a form, a book and orders, however it is moved', () => {
    const layout = fc.record({
      frame: fc.constantFrom(...FRAMES),
      columns: fc.shuffledSubarray([...COLUMNS], { minLength: 4, maxLength: 4 }),
      hasMarkets: fc.boolean(),
      hasTrades: fc.boolean(),
      sizes: fc.constant(PRO.sizes),
    });
    fc.assert(
      fc.property(layout, (drawn) => {
        const { areas, columns } = gridOf(drawn, drawn.hasMarkets);
        const rows = areas
          .slice(1, -1)
          .split("' '")
          .map((row) => row.split(' '));
        const names = new Set(rows.flat());
        for (const name of ['chart', 'form', 'book', 'orders']) expect(names).toContain(name);
        expect(names.has('markets')).toBe(drawn.hasMarkets);
        expect(names.has('trades')).toBe(drawn.hasTrades);
        for (const row of rows) expect(row).toHaveLength(rows[0]?.length ?? 0);
        expect(columns.split(/ (?!1fr)/)).toHaveLength(rows[0]?.length ?? 0);
        for (const name of names) expect(isRectangle(rows, name)).toBe(true);
      }),
    );
  });
});

function isRectangle(rows: readonly string[][], name: string): boolean {
  const cells = rows.flatMap((row, y) =>
    row.flatMap((cell, x) => (cell === name ? [{ x, y }] : [])),
  );
  const [xs, ys] = [cells.map(({ x }) => x), cells.map(({ y }) => y)];
  const width = Math.max(...xs) - Math.min(...xs) + 1;
  const height = Math.max(...ys) - Math.min(...ys) + 1;
  return width * height === cells.length;
}

describe('what is kept', () => {
  test('is read as it was written', () => {
    const own: TerminalLayout = {
      ...moved(resized(PRO, 'book', 333), 'book', -1),
      hasMarkets: false,
      hasTrades: false,
    };
    expect(readLayout(JSON.stringify(own))).toEqual(own);
  });
  test.each([
    undefined,
    '',
    '{',
    'null',
    '7',
    '[]',
    '{"frame":"x","columns":["chart"],"sizes":{"book":"wide"}}',
    '{"columns":["chart","chart","book","side"],"sizes":null}',
  ])('%j is a first visit', (text) => expect(readLayout(text)).toEqual(PRO));
  test('sizes out of bounds come back within them', () =>
    expect(readLayout('{"sizes":{"book":9999,"dock":-5,"side":1e999}}').sizes).toEqual({
      ...PRO.sizes,
      book: SIZES.book.most,
      dock: SIZES.dock.least,
      side: SIZES.side.first,
    }));
});

test('a column moves one place among those that are there, and not beyond them', () => {
  expect(moved(PRO, 'markets', -1)).toEqual(PRO);
  expect(moved(PRO, 'markets', 1).columns).toEqual(['chart', 'markets', 'book', 'side']);
  const last: Column = 'markets';
  expect(moved(CLASSIC, last, 1)).toEqual(CLASSIC);
  expect(moved(CLASSIC, last, -1).columns).toEqual(['book', 'markets', 'chart', 'side']);
});
