import { expect, test } from 'vitest';
import { StateDifference, type Tolerance } from './state-difference.ts';

class Queue {
  readonly #waiting: ReadonlyMap<string, number>;
  readonly #ofUser: ReadonlyMap<number, ReadonlySet<string>>;

  constructor(names: readonly string[], users: readonly number[] = [1]) {
    this.#waiting = new Map(names.map((name) => [name, 1]));
    this.#ofUser = new Map(users.map((user) => [user, new Set(names)]));
  }

  get size(): number {
    return this.#waiting.size + this.#ofUser.size;
  }
}

/** Places at which two queues differ. */
function placesOf(one: Queue, other: Queue, ordered: Partial<Tolerance> = {}): string[] {
  const difference = new StateDifference({
    ignored: new Set(),
    sparse: new Map(),
    orderedMaps: new Set(),
    orderedSets: new Set(),
    readings: new Map(),
    rowReading: (fields) => Object.fromEntries(fields),
    ...ordered,
  });
  try {
    return difference.between(one, other).map(({ place }) => place);
  } finally {
    difference.close();
  }
}

const [ONE, OTHER] = [new Queue(['a', 'b']), new Queue(['b', 'a'])];

test('maps and sets of other content differ', () => {
  expect(new Set(placesOf(ONE, new Queue(['a', 'c'])))).toEqual(
    new Set(['Queue.#waiting', 'Queue.#ofUser']),
  );
});

test('maps and sets that were filled in another order are equal', () => {
  expect(placesOf(ONE, OTHER)).toEqual([]);
});

test('a map that is named is compared in its order', () => {
  expect(placesOf(ONE, OTHER, { orderedMaps: new Set(['Queue.#waiting']) })).toEqual([
    'Queue.#waiting',
  ]);
});

test('a set that is named is compared in its order, and not the map that it is in', () => {
  const orderedSets = new Set(['Queue.#ofUser']);
  expect(new Set(placesOf(ONE, OTHER, { orderedSets }))).toEqual(new Set(['Queue.#ofUser']));
  const users = [new Queue(['a'], [1, 2]), new Queue(['a'], [2, 1])] as const;
  expect(placesOf(...users, { orderedSets })).toEqual([]);
});
