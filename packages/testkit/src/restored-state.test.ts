import { Exchange } from '@meridian/core/exchange';
import type { ExchangeSnapshot } from '@meridian/core/snapshot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CommandStream, type Timed } from './command-stream.ts';
import { NaiveExchange } from './naive-exchange.ts';
import { RESTORED_LAYOUT } from './restored-layout.ts';
import { StateDifference, type Place } from './state-difference.ts';

/**
 * Streams that together fill every field which a stream can fill: 11 has stops, 28 the reserves of
 * two policies.
 */
const SEEDS = [2, 3, 4, 5, 6, 9, 11, 19, 21, 22, 24, 28];
const COMMANDS = 2_000;
const COMPARE_EVERY = 400;

/** A class, which has fields of its own, in the words of `StateDifference`. */
const OBJECT = /^[A-Z]\w*$/;

/** Fields with one value alone, so that they are compared in name only. */
const CONSTANT: ReadonlySet<Place> = new Set([
  // The same for as long as their object lives.
  ...['OrderBook.#sides', 'MarginAccount.currency', 'Rules.#version', 'Transfers.#used'],
  // It grows beyond a thousand entries.
  'IntegerMap.#mask',
  // Of a command, and back at its end.
  ...['Exchange.#isKeyKnown', 'Ledger.#imbalance', 'Ledger.#touchedCount'],
  // The streams have no house or insurance that cannot pay, and no account that no price moves.
  ...['ClaimReserve.#lacking', 'ClaimReserve.#owed', 'MarginAccount.owing'],
  ...['HouseDebts.#debts', 'HouseDebts.#ofPositions', 'HouseDebts.#totals'],
  ...['MarginAccount.#unmoved', 'MarginBook.unmoved'],
]);

/** Differences that were met, and that these streams do not show. */
const RARE: ReadonlySet<Place> = new Set(['MarginAccount.#stakes.bound.ticks']);

// A decision that depends on a field which no snapshot carries differs after a restart. The
// snapshots of the two exchanges are equal then, and so is all that they say for a while.
describe('a restored exchange has every field as the one that lived', () => {
  const difference = new StateDifference(RESTORED_LAYOUT);
  beforeAll(() => {
    difference.between(new Exchange(), new Exchange());
  });
  afterAll(() => difference.close());

  test.each(SEEDS)('seed %i', (seed) => {
    const stream = new CommandStream(seed);
    const [living, naive] = [new Exchange(), new NaiveExchange()];
    let count = 0;
    const step = ({ command, timeMs }: Timed): void => {
      naive.apply(command, timeMs);
      living.apply(command, timeMs);
      if (++count % COMPARE_EVERY > 0) return;
      const stored = JSON.parse(JSON.stringify(living.snapshot())) as ExchangeSnapshot;
      expect(
        difference.between(living, Exchange.restore(stored)),
        `after ${count} commands: put the field into the snapshot of its area, or say in restored-layout.ts why nothing depends on it`,
      ).toEqual([]);
    };
    for (const timed of stream.opening()) step(timed);
    for (let made = 0; made < COMMANDS; made++) step(stream.next(naive));
  });

  test('and nothing is tolerated that does not differ', () => {
    const places = [...RESTORED_LAYOUT.ignored, ...RESTORED_LAYOUT.sparse.keys()];
    const unneeded = places.filter((place) => !difference.needed.has(place));
    expect(unneeded.filter((place) => !RARE.has(place))).toEqual([]);
  });

  test('and what is compared in order had more than one entry', () => {
    const places = [...RESTORED_LAYOUT.orderedMaps, ...RESTORED_LAYOUT.orderedSets];
    expect(places.filter((place) => !difference.needed.has(place))).toEqual([]);
  });

  test('and every field had several values, or is compared in name only', () => {
    const constant = [...difference.seen]
      .filter(([, values]) => values.size < 2 && ![...values].every((value) => OBJECT.test(value)))
      .map(([place]) => place);
    expect(constant.filter((place) => !CONSTANT.has(place))).toEqual([]);
  });
});
