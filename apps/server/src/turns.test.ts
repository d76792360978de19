import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Turns } from './turns.ts';

it('lets a few work at a time, in the order in which they came, and gives the place of a failed one on', async () => {
  const turns = new Turns({ most: 2, mostWaiting: 10 });
  const begun: number[] = [];
  let running = 0;
  let most = 0;
  const work = (number: number) =>
    turns.take(async () => {
      begun.push(number);
      most = Math.max(most, ++running);
      await delay(2);
      running--;
      if (number % 3 === 0) throw new Error('broken');
      return number;
    });
  const ends = await Promise.allSettled([1, 2, 3, 4, 5, 6, 7].map(work));
  expect(ends.map(({ status }) => status === 'fulfilled')).toEqual([
    true,
    true,
    false,
    true,
    true,
    false,
    true,
  ]);
  expect(begun).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(most).toBe(2);
  expect(await work(8)).toBe(8);
});

it('sends away who would wait behind too many', async () => {
  const turns = new Turns({ most: 1, mostWaiting: 2 });
  const first = Promise.withResolvers<string>();
  const taken = [
    turns.take(() => first.promise),
    turns.take(() => Promise.resolve('second')),
    turns.take(() => Promise.resolve('third')),
  ];
  await expect(turns.take(() => Promise.resolve('fourth'))).rejects.toMatchObject({
    code: 'too_many_requests',
  });
  first.resolve('first');
  expect(await Promise.all(taken)).toEqual(['first', 'second', 'third']);
  expect(await turns.take(() => Promise.resolve('fifth'))).toBe('fifth');
});
