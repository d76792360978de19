import { expect, test } from 'vitest';
import { dealState } from './deal-state.ts';

const WAITING = { is_sure: 0, is_disputed: 0, is_marked: 0, ruling: '' } as const;

test.each([
  [{}, 'waiting'],
  [{ is_marked: 1 }, 'marked'],
  [{ is_marked: 1, is_disputed: 1 }, 'disputed'],
  [{ is_sure: 1, is_marked: 1 }, 'confirmed'],
  [{ is_sure: 1, is_disputed: 1, ruling: 'pay' }, 'confirmed'],
  [{ is_sure: 2 }, 'rejected'],
  [{ is_sure: 2, is_disputed: 1, ruling: 'return' }, 'returned'],
] as const)('a deal with %o is %s', (parts, state) => {
  expect(dealState({ ...WAITING, ...parts }).text).toBe(`acceptor.state.${state}`);
});
