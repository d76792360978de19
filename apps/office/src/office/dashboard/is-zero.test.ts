import { expect, test } from 'vitest';
import { isZero } from './is-zero.ts';

test('zero is zero however it is written, and nothing else is', () => {
  expect(['0', '0.00000000', '-0'].map(isZero)).toEqual([true, true, true]);
  expect(['0.00000001', '-1', '10', ''].map(isZero)).toEqual([false, false, false, false]);
});
