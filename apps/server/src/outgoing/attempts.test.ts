import { expect, test } from 'vitest';
import { Attempts } from './attempts.ts';

const [ALICE, BOB] = [1n, 2n];

test('attempts count until they end, one of each delivery', async () => {
  const troubles: string[] = [];
  const attempts = new Attempts((id, trouble) => troubles.push(`${id}: ${trouble}`));
  const { promise, resolve } = Promise.withResolvers<void>();
  attempts.begin({ id: 7n, user_id: ALICE }, () => promise);
  attempts.begin({ id: 8n, user_id: ALICE }, () => Promise.reject(new Error('no line')));
  attempts.begin({ id: 9n, user_id: BOB }, () => promise);
  expect(() => attempts.begin({ id: 7n, user_id: ALICE }, () => promise)).toThrow('twice');
  expect([attempts.size, attempts.countOf(ALICE), attempts.countOf(BOB)]).toEqual([3, 2, 1]);
  expect(attempts.deliveries()).toEqual([7n, 8n, 9n]);
  resolve();
  await attempts.idle();
  expect(troubles).toEqual(['8: Error: no line']);
  expect([attempts.size, attempts.deliveries()]).toEqual([0, []]);
});
