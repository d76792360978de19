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
      ...fieldsOf('OrderPool', 'id user side priceTicks remainingLots level next previous market'),
      ...fieldsOf('OrderPool', 'quantityLots filledLots reducedLots selfTrade placedAtMs hold'),
      ...fieldsOf('OrderPool', 'trader #slots #count #free'),
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

/** Heaps are arranged by the order of additions: they are compared by what waits in them. */
const READINGS: Tolerance['readings'] = new Map([
  [
    'TimerHeap',
    {
      fields: ['#due', '#ids', '#places'],
      read: ([due, ids]: readonly unknown[]) => {
        const dueOf = due as readonly number[];
        return new Map((ids as readonly number[]).map((id, place) => [id, dueOf[place]]));
      },
    },
  ],
  [
    'TriggerHeap',
    {
      fields: ['#entries'],
      read: ([entries]: readonly unknown[]) => (entries as readonly object[]).length,
    },
  ],
]);

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
  readings: READINGS,
  rowReading,
};

function fieldsOf(name: string, fields: string): Place[] {
  return fields.split(' ').map((field) => `${name}.${field}`);
}
