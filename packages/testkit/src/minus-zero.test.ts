import type { PriceTicks } from '@meridian/money/amount';
import type { UserId } from '@meridian/core/ids';
import { expect, test } from 'vitest';
import { CommandStream } from './command-stream.ts';
import { ComparedPair } from './differential.ts';

const MOST_COMMANDS = 40_000;
const WANTED = 3;

test('core and naive exchange keep no minus zero of stops that are taken away', () => {
  let taken = 0;
  for (let seed = 1; taken < WANTED && seed * 4_000 <= MOST_COMMANDS; seed++) {
    const stream = new CommandStream(seed);
    const pair = new ComparedPair();
    for (const timed of stream.opening()) pair.apply(timed);
    for (let count = 0; count < 4_000 && taken < WANTED; count++) {
      const { timeMs, ...timed } = stream.next(pair.naive);
      pair.apply({ ...timed, timeMs });
      const open = pair.naive.margin.positions().find(({ status }) => status === 'open');
      if (open === undefined) continue;
      const noStops = {
        ...{ takeProfitTicks: -0 as PriceTicks, stopLossTicks: -0 as PriceTicks },
        ...{ user: open.user as UserId, position: open.id },
      };
      const { outcome } = pair.apply({ command: { kind: 'margin.stops', ...noStops }, timeMs });
      if (!outcome.ok) continue;
      taken++;
      pair.compareStates();
    }
  }
  expect(taken).toBe(WANTED);
});
