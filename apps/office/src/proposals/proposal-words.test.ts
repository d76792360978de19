import { expect, test } from 'vitest';
import { decidersText } from './proposal-words.ts';

test('who can decide is said, also when nobody can', () => {
  expect(decidersText(['a@x.example', 'b@x.example'])).toBe(
    'Can be decided by a@x.example, b@x.example.',
  );
  expect(decidersText([])).toContain('Nobody');
});
