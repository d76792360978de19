import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Rounds } from './rounds.ts';

test('one round at a time: who asks meanwhile waits for it, and so does the stop', async () => {
  let begun = 0;
  const gate = Promise.withResolvers<void>();
  const rounds = new Rounds(() => (begun++, gate.promise), {
    everyMs: 1,
    onTrouble: () => undefined,
  });
  rounds.start();
  const runs = [rounds.runOnce(), rounds.runOnce()];
  let isStopped = false;
  const stopped = rounds.stop().then(() => (isStopped = true));
  await pause(20);
  expect({ begun, isStopped }).toEqual({ begun: 1, isStopped: false });
  gate.resolve();
  await Promise.all([...runs, stopped]);
  await pause(20);
  expect(begun).toBe(1);
});

test('a round that fails is told of, and the next is made', async () => {
  const troubles: string[] = [];
  let begun = 0;
  const rounds = new Rounds(
    async () => {
      if (++begun === 1) throw new Error('no line');
    },
    { everyMs: 1, onTrouble: (trouble) => troubles.push(trouble) },
  );
  rounds.start();
  await expect.poll(() => begun).toBeGreaterThan(1);
  await rounds.stop();
  expect(troubles).toEqual(['Error: no line']);
});
