import { expect, test } from 'vitest';
import { shownRate } from './trader-page.ts';

test('a rate is told from thirty orders of 30 days on', () => {
  expect(shownRate({ monthEnded: 29, completionRate: '100' })).toBeUndefined();
  expect(shownRate({ monthEnded: 30, completionRate: '96.66' })).toBe('96.66');
});
