import { expect, test } from 'vitest';
import { idOf } from './id-of.ts';

test('a number in an address is read, and nothing else is', () => {
  expect(idOf('7')).toBe(7);
  for (const text of [null, '', '0', '07', '-1', '1e3', 'x', '9'.repeat(16)])
    expect(idOf(text), String(text)).toBeUndefined();
});
