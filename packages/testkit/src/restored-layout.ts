import type { Fields, Place, Tolerance } from './state-difference.ts';

/**
 * How the memory of a restored exchange differs from that of one that lived. Each place is a field
 * of the core, and each group says why no decision depends on the difference. A field that is in no
 * group has to be the same: it belongs into the snapshot.
 */
const IGNORED: readonly { readonly why: string; readonly places: readonly Place[] }[] = [
  {
    why: 'Columns. A living exchange uses freed rows again and keeps the accounts that are empty, a restored one fills its rows in order. The rows are compared as snapshots, and `verify` counts the sums anew.',
    places: [
      ...fieldsOf('Ledger', '#slots #count #owner #wallet #currency #available #held #holdSum'),
      ...fieldsOf('Ledger', '#holdAccount #holdAmount #holdOwner #holdKind #holdCount #freeHold'),
      ...fieldsOf('OrderBook', '#levelCount #freeLevel #head #tail #orders #lots'),
      ...fieldsOf('BookSide', 'prices slots'),
      ...fieldsOf('Traders', '#slots #count baseAccount quoteAccount openOrders'),
    ],
  },
  {
    why: 'Numbers of such rows.',
    places: ['LiveSale.supply', 'MarginAccount.slot'],
  },
  {
    why: 'Found again when it is asked for: an account, the tier of a day, debtors with savings.',
    places: [
      'Fees.#feeAccounts',
      'Fees.#roundingAccounts',
      'Volumes.#users.tier',
      'Volumes.#users.tierDay',
      'Debts.#savers',
    ],
  },
  {
    why: 'A time before which a search would find nothing. A restored exchange searches once more.',
    places: ['ClientOrderIds.#nextExpiryMs', 'IdempotencyKeys.#nextExpiryMs', 'Margin.#day'],
  },
  {
    why: 'Of the last command; the next one sets it before it reads it.',
    places: ['Spot.#timeMs', 'Exchange.#events.list', 'Ledger.#touched'],
  },
  {
    why: 'Of what is empty: an hour without unused quotes, a day without fees, an outflow that no limit counts.',
    places: ['Quotes.#unused.hour', 'Rebates.#day', 'Escrows.#open.day'],
  },
  {
    why: 'Timers that find nothing to do when they are due: of a deal that was paid or extended, or that an appeal keeps, and of a policy that was ended.',
    places: ['Deals.#due', 'Deals.#forgotten', 'Deals.#deals.entryMs', 'Insurance.#timers'],
  },
  {
    why: 'A mark up to which an account need not be examined, by the marks of its last examination. Any such bound is right.',
    places: ['MarginAccount.#stakes.bound.ticks'],
  },
  { why: 'Counts checks of this process.', places: ['InvariantChecks.counts'] },
];

/** Maps in which a missing entry says the same as one with such a value. */
const SPARSE: Tolerance['sparse'] = new Map<Place, (value: never) => boolean>([
  ['Insurance.#reserved', (amount: bigint) => amount === 0n],
  ['Seconds.#owed', (amount: bigint) => amount === 0n],
  ['Seconds.#waiting', (tickets: readonly object[]) => tickets.length === 0],
  ['Liquidations.#heaps', ({ size }: { readonly size: number }) => size === 0],
  [
    'MarginBook.#accounts',
    ({ count, owing }: { readonly count: number; readonly owing: bigint }) =>
      count === 0 && owing === 0n,
  ],
]);

/** Maps that are walked as they were filled: reserves lowest policy first, keys oldest first. */
const ORDERED_MAPS: Tolerance['orderedMaps'] = new Set([
  'ClaimReserve.#kept',
  'IdempotencyKeys.#remembered',
]);
/** A user's oldest key goes first. Nobody walks the users. */
const ORDERED_SETS: Tolerance['orderedSets'] = new Set(['IdempotencyKeys.#ofUser']);

/** An entry of a `TriggerHeap`. */
interface Waiting {
  readonly owner: object;
  readonly ticks: number;
}

/**
 * Heaps are arranged by the order of additions, and the pool of orders by the rows that were free:
 * they are compared by what is in them.
 */
const READINGS: Tolerance['readings'] = new Map([
  [
    'TimerHeap',
    {
      reads: (field: string) => ['#due', '#ids', '#places'].includes(field),
      read: (fields: Fields) => {
        const due = fields.get('#due') as readonly number[];
        return new Map((fields.get('#ids') as readonly number[]).map((id, at) => [id, due[at]]));
      },
    },
  ],
  [
    'TriggerHeap',
    {
      reads: (field: string) => field === '#entries',
      read: (fields: Fields) => {
        const entries = fields.get('#entries') as readonly Waiting[];
        // An account waits for a mark up to which it need not be examined: any such bound is right.
        const exact = entries.filter(({ owner }) => owner.constructor.name !== 'MarginAccount');
        const ticks = exact.map((entry) => entry.ticks).sort((one, other) => one - other);
        return { size: entries.length, ticks };
      },
    },
  ],
  [
    'OrderPool',
    {
      reads: (field: string, value: unknown) =>
        isColumn(value) || ['#slots', '#count', '#free'].includes(field),
      read: openOrders,
    },
  ],
]);

type Column = ArrayLike<unknown>;

function isColumn(value: unknown): value is Column {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));
}

/**
 * The open orders of a pool, by id, with all columns, which nothing here has to name. The level and
 * the trader of an order are rows elsewhere, which `verify` compares; of its neighbours in the
 * queue the ids are told.
 */
function openOrders(fields: Fields): ReadonlyMap<unknown, object> {
  const columns = [...fields].filter((field): field is [string, Column] => isColumn(field[1]));
  const at = (name: string, row: number): unknown => (fields.get(name) as Column)[row];
  const slots = fields.get('#slots') as { readonly get: (id: number) => number };
  const count = fields.get('#count') as number;
  const rows = Array.from({ length: count }, (_none, row) => row).filter(
    (row) => slots.get(at('id', row) as number) === row,
  );
  return new Map(
    rows.map((row) => {
      const order = Object.fromEntries(columns.map(([name, column]) => [name, column[row]]));
      const { level: _level, trader: _trader, next, previous, ...rest } = order;
      const neighbours = [next, previous].map((neighbour) => at('id', neighbour as number));
      return [rest['id'], { ...rest, neighbours }];
    }),
  );
}

/**
 * Rows without the numbers of their holds, which `verify` asks the ledger about. A trigger outside
 * of a heap keeps a price that nobody reads.
 */
function rowReading(fields: Fields): object {
  const { hold, reserve, ...rest } = Object.fromEntries(fields);
  const others = [hold, reserve].filter((each) => typeof each !== 'number');
  const isTrigger = fields.size === 3 && ['owner', 'ticks', 'place'].every((at) => fields.has(at));
  if (!isTrigger) return { ...rest, others };
  const { owner, ticks, place } = rest;
  return (place as number) < 0 ? { owner } : { owner, ticks };
}

export const RESTORED_LAYOUT: Tolerance = {
  ignored: new Set(IGNORED.flatMap(({ places }) => places)),
  sparse: SPARSE,
  orderedMaps: ORDERED_MAPS,
  orderedSets: ORDERED_SETS,
  readings: READINGS,
  rowReading,
};

function fieldsOf(name: string, fields: string): Place[] {
  return fields.split(' ').map((field) => `${name}.${field}`);
}
