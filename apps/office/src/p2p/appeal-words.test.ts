import { expect, test } from 'vitest';
import { waitingFor } from './appeal-words.ts';

const APPEAL = {
  state: 'open',
  can_be_ruled: false,
  waits_for_second: false,
  answer_due_time: '2026-01-06 12:00:00',
} as const;

test.each([
  [{}, 'An answer, until 2026-01-06 12:00:00'],
  [{ can_be_ruled: true }, 'A ruling'],
  [{ can_be_ruled: true, waits_for_second: true }, 'A second operator'],
  [{ state: 'withdrawn' }, ''],
] as const)('an appeal with %o waits for %j', (more, text) => {
  expect(waitingFor({ ...APPEAL, ...more })).toBe(text);
});
