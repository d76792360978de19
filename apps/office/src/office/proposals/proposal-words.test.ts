import { expect, test } from 'vitest';
import { decidersText, ended, withoutReason } from './proposal-words.ts';

test('who can decide is said, also when nobody can', () => {
  expect(decidersText(['a@x.example', 'b@x.example'])).toBe(
    'Can be decided by a@x.example, b@x.example.',
  );
  expect(decidersText([])).toContain('Nobody');
});

test('a reason ends before the next sentence begins', () => {
  expect(ended('')).toBe('.');
  expect(ended('Wider band')).toBe(': Wider band.');
  expect(ended('Is it wide?')).toBe(': Is it wide?');
});

test.each([
  ['{"is_frozen":false,"reason":"Spoke to them "}', '{"is_frozen":false}'],
  ['{"is_frozen":false,"reason":"Another"}', '{"is_frozen":false,"reason":"Another"}'],
  ['{"fee":8}', '{"fee":8}'],
  ['"Spoke to them"', '"Spoke to them"'],
  ['["reason"]', '["reason"]'],
  ['null', 'null'],
])('of %s the fields are %s: the reason stands once', (after, fields) =>
  expect(withoutReason(after, 'Spoke to them')).toBe(fields),
);
