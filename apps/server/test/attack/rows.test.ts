import { expect, it } from 'vitest';
import { OPEN } from './open.ts';
import { wrong, ROWS, type Result } from './run.ts';

const FINDINGS = Array.from({ length: 44 }, (_none, index) => index + 1);

it('every finding of the review is tried, each attack has a number of its own, and what is open is one of them', () => {
  expect([...new Set(ROWS.map(({ id }) => Number.parseInt(id, 10)))].sort((a, b) => a - b)).toEqual(
    FINDINGS,
  );
  expect(new Set(ROWS.map(({ id }) => id)).size).toBe(ROWS.length);
  expect([...OPEN.keys()].filter((id) => !ROWS.some((row) => row.id === id))).toEqual([]);
});

it('an attack that is won fails the run, and so does one that is held and said to be open', () => {
  const result = (id: string, held: boolean): Result => ({
    row: { id, tries: '', against: 'demo', run: () => Promise.reject(new Error('not run')) },
    held,
    seen: '',
    seconds: 0,
  });
  const [open = ''] = OPEN.keys();
  expect(wrong([result('0', true)])).toEqual([]);
  expect(wrong([result('0', false)])).toHaveLength(1);
  if (open !== '') expect(wrong([result(open, false)])).toEqual([]);
  if (open !== '') expect(wrong([result(open, true)])).toHaveLength(1);
});
