import { expect, test } from 'vitest';
import { subjectOf } from './complaint-words.ts';

test('a report says why, another complaint what it is about', () => {
  expect(subjectOf({ subject: 'trader', reason: 'scam' })).toBe(
    'Report of a trader: Tries to cheat',
  );
  expect(subjectOf({ subject: 'deposit', reason: '' })).toBe('Deposit');
});
