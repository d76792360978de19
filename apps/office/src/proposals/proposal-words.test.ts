import { expect, test } from 'vitest';
import { decidersText, titleOf } from './proposal-words.ts';

test('a proposal is named by what it does', () => {
  expect(titleOf({ action: 'custody.cold_move', subject: 'cold move 0xabc' })).toBe('custody cold move: cold move 0xabc');
});

test('who can decide is said, also when nobody can', () => {
  expect(decidersText(['a@x.example', 'b@x.example'])).toBe('Can be decided by a@x.example, b@x.example.');
  expect(decidersText([])).toContain('Nobody');
});
