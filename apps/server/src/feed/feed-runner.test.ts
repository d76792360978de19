import type { Command } from '@meridian/core/commands';
import type { Applied } from '@meridian/core/events';
import type { PriceTicks } from '@meridian/money/amount';
import { expect, test } from 'vitest';
import { Fault } from '../fault.ts';
import { FeedRunner } from './feed-runner.ts';
import type { Feed, IndexTicks } from './feed.ts';

/** A feed driven by the test, and an engine whose answers wait until they are released. */
function setUp() {
  let emit: (ticks: IndexTicks) => void = () => undefined;
  const feed: Feed = {
    description: 'by hand',
    history: () => [],
    start: (onTicks) => (emit = onTicks),
    stop: async () => undefined,
  };
  const commands: Command[] = [];
  const flights: PromiseWithResolvers<Applied>[] = [];
  const submit = (command: Command): Promise<Applied> => {
    commands.push(command);
    const flight = Promise.withResolvers<Applied>();
    flights.push(flight);
    return flight.promise;
  };
  const runner = new FeedRunner(
    feed,
    { submit },
    () => 5_000,
    (market) => (market === 9 ? 1009 : undefined),
  );
  runner.start();
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  };
  const price = (market: number, ticks: number, source = 'by hand'): void =>
    emit({ source, sources: 1, prices: [[market, ticks as PriceTicks, 4_000 + ticks]] });
  const accept = async (): Promise<void> => {
    flights.shift()?.resolve({ seq: 1, timeMs: 1, outcome: { ok: true }, events: [] });
    await settle();
  };
  const fail = async (fault: Fault): Promise<void> => {
    flights.shift()?.reject(fault);
    await settle();
  };
  return { runner, commands, price, accept, fail };
}

const pricesOf = (command: Command | undefined) =>
  command?.kind === 'index.set' ? command.prices : undefined;

test('one command is in flight; meanwhile the latest price of each market wins', async () => {
  const { runner, commands, price, accept } = setUp();
  price(1, 100);
  price(1, 101);
  price(2, 50);
  price(1, 102);
  expect(commands).toHaveLength(1);
  await accept();
  expect(commands.map(pricesOf)).toEqual([
    [[1, 100, 4_100]],
    [
      [1, 102, 4_102],
      [2, 50, 4_050],
    ],
  ]);
  await accept();
  expect(runner.status).toMatchObject({
    isFresh: true,
    submitted: 2,
    replaced: 1,
    trouble: undefined,
  });
});

test('a market and its twin have the same price in one command', async () => {
  const { commands, price, accept } = setUp();
  price(1, 100);
  price(9, 7);
  price(9, 8);
  await accept();
  expect(pricesOf(commands[1])).toEqual([
    [9, 8, 4_008],
    [1009, 8, 4_008],
  ]);
});

test('prices of different sources go in commands of their own', async () => {
  const { commands, price, accept } = setUp();
  price(1, 100);
  price(1, 101, 'replay');
  price(2, 50);
  price(3, 70, 'replay');
  await accept();
  await accept();
  expect(commands.slice(1)).toMatchObject([
    {
      source: 'replay',
      sources: 1,
      prices: [
        [1, 101, 4_101],
        [3, 70, 4_070],
      ],
    },
    { source: 'by hand', sources: 1, prices: [[2, 50, 4_050]] },
  ]);
});

test('a busy engine costs the prices that waited, not the feed', async () => {
  const { runner, commands, price, accept, fail } = setUp();
  price(1, 100);
  await fail(new Fault('engine_busy', 'the queue is full'));
  expect(runner.status.trouble).toBe('the queue is full');
  price(1, 101);
  await accept();
  expect(commands.map(pricesOf)).toEqual([[[1, 100, 4_100]], [[1, 101, 4_101]]]);
  expect(runner.status.trouble).toBeUndefined();
});

test('nothing is submitted to a stopped engine or after stop', async () => {
  const { runner, commands, price, fail } = setUp();
  price(1, 100);
  await fail(new Fault('engine_stopped', 'stopped'));
  price(1, 101);
  await runner.stop();
  price(1, 102);
  expect(commands).toHaveLength(1);
});
