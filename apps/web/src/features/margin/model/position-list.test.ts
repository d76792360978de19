import { expect, test } from 'vitest';
import { listedOf } from './position-list.ts';

const ROWS = [
  { id: 3, quoteId: 3, baseId: 1, side: 'long' },
  { id: 1, quoteId: 3, baseId: 2, side: 'short' },
  { id: 4, quoteId: 1, baseId: 2, side: 'long' },
  { id: 2, quoteId: 3, baseId: 1, side: 'short' },
] as const;

test.each([
  ['all markets and both sides, newest first', {}, [4, 3, 2, 1]],
  ['one pair', { quoteId: 3, baseId: 1 }, [3, 2]],
  ['one side', { side: 'short' }, [2, 1]],
  ['one side of one pair', { quoteId: 3, baseId: 2, side: 'short' }, [1]],
  ['one quote currency', { quoteId: 1 }, [4]],
] as const)('%s', (_what, filter, expected) =>
  expect(listedOf(ROWS, filter).map(({ id }) => id)).toEqual(expected),
);
