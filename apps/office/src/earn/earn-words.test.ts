import { expect, test } from 'vitest';
import { kindName, yearOf } from './earn-words.ts';

test('a rate of a day in billionths as percent a year', () => {
  expect(yearOf(219_178)).toBe('8.00%');
  expect(yearOf(41_096)).toBe('1.50%');
  expect(yearOf(1)).toBe('0.00%');
});

test('kinds have names', () => {
  expect(kindName('pledge')).toBe('Pledge interest');
});
