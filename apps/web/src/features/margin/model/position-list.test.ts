import { expect, test } from 'vitest';
import { listedOf } from './position-list.ts';

const ROWS = [
  { id: 3, legal_id: 3, currency_id: 1, type: 1 },
  { id: 1, legal_id: 3, currency_id: 2, type: 2 },
  { id: 4, legal_id: 1, currency_id: 2, type: 1 },
  { id: 2, legal_id: 3, currency_id: 1, type: 2 },
] as const;

test.each([
  ['all markets and both sides, newest first', {}, [4, 3, 2, 1]],
  ['one pair', { legal_id: 3, currency_id: 1 }, [3, 2]],
  ['one side', { type: '2' }, [2, 1]],
  ['one side of one pair', { legal_id: 3, currency_id: 2, type: '2' }, [1]],
  ['one legal currency', { legal_id: 1 }, [4]],
] as const)('%s', (_what, filter, expected) =>
  expect(listedOf(ROWS, filter).map(({ id }) => id)).toEqual(expected),
);
