import { expect, test } from 'vitest';
import { keptFor } from './kept-for.ts';

test('an answer is shared until it is too old, and asked again when the clock goes back', async () => {
  let nowMs = 1_000;
  let count = 0;
  const ask = keptFor(
    100,
    () => nowMs,
    () => Promise.resolve(++count),
  );
  expect(await Promise.all([ask(), ask()])).toEqual([1, 1]);
  nowMs += 99;
  expect(await ask()).toBe(1);
  nowMs += 1;
  expect(await ask()).toBe(2);
  nowMs -= 50;
  expect(await ask()).toBe(3);
});

test('a failure is not kept', async () => {
  let fails = true;
  const ask = keptFor(
    100,
    () => 0,
    () => (fails ? Promise.reject(new Error('no database')) : Promise.resolve('well')),
  );
  await expect(ask()).rejects.toThrow('no database');
  fails = false;
  expect(await ask()).toBe('well');
});
