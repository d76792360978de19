import { expect, test } from 'vitest';
import { LEVEL_STEPS, levelName } from './security-level.ts';

test('the words of the four steps', () => {
  expect(LEVEL_STEPS.map(levelName)).toEqual(['low', 'intermediate', 'high', 'strong']);
});

test('anything else is low', () => {
  expect([0, 30, 99].map(levelName)).toEqual(['low', 'low', 'low']);
});
