import type {
  EarnFunded,
  EarnProductListed,
  InterestAccrued,
  LockEnded,
  LockOpened,
  SavingChanged,
  SavingsDayEnded,
} from '@meridian/core/earn/earn-events';
import type { Applied } from '@meridian/core/events';
import type { ClientBase } from 'pg';
import type { Projection } from '../../projector/projection.ts';
import { insertInto, update } from '../../projector/row-statements.ts';

/** More than a command can have events. */
const PLACES = 65_536n;

interface Placed {
  readonly id: bigint;
  readonly seq: number;
  readonly timeMs: number;
}
/** A batch's changes of a lock; null keeps the value of the row. */
interface LockChange {
  readonly lock: number;
  readonly renews: boolean | null;
  readonly paidDays: number | null;
  readonly paid: bigint | null;
  readonly ended: (LockEnded & { readonly timeMs: number }) | null;
}

/** Rows that a batch writes, each list in the order of its events. */
interface EarnRows {
  readonly listings: (EarnProductListed & Placed)[];
  readonly opened: LockOpened[];
  readonly changes: Map<number, LockChange>;
  readonly interest: (InterestAccrued & Placed)[];
  readonly funds: (EarnFunded & Placed)[];
  readonly savings: (SavingChanged & Placed)[];
  readonly days: SavingsDayEnded[];
}

function projectEarn(batch: readonly Applied[]): EarnRows {
  const rows: EarnRows = {
    listings: [],
    opened: [],
    changes: new Map(),
    interest: [],
    funds: [],
    savings: [],
    days: [],
  };
  for (const { seq, timeMs, events } of batch)
    for (const [place, event] of events.entries())
      take(rows, event, { id: BigInt(seq) * PLACES + BigInt(place), seq, timeMs });
  return rows;
}

function take(rows: EarnRows, event: Applied['events'][number], placed: Placed): void {
  switch (event.type) {
    case 'earnProductListed':
      return void rows.listings.push({ ...event, ...placed });
    case 'lockOpened':
      return void rows.opened.push(event);
    case 'interestAccrued':
      rows.interest.push({ ...event, ...placed });
      return change(rows, event.lock, { paidDays: event.paidDays, paid: event.paid });
    case 'lockRenewalSet':
      return change(rows, event.lock, { renews: event.renews });
    case 'lockEnded':
      return change(rows, event.lock, { ended: { ...event, timeMs: placed.timeMs } });
    case 'earnFunded':
      return void rows.funds.push({ ...event, ...placed });
    case 'savingChanged':
      return void rows.savings.push({ ...event, ...placed });
    case 'savingsDayEnded':
      return void rows.days.push(event);
    default:
  }
}

/** One row for each lock of a batch: an update changes a row once. */
function change({ changes }: EarnRows, lock: number, what: Partial<LockChange>): void {
  const none: LockChange = { lock, renews: null, paidDays: null, paid: null, ended: null };
  changes.set(lock, { ...(changes.get(lock) ?? none), ...what });
}

const INSERT_LISTINGS = insertInto<'earn_listings', EarnRows['listings'][number]>(
  'insert-earn-listings',
  'earn_listings',
  {
    product: ['integer', (row) => row.product.id],
    seq: ['bigint', (row) => row.seq],
    rate_ppb: ['bigint', (row) => row.product.ratePpb],
    days: ['integer', (row) => row.product.days],
    least: ['bigint', (row) => row.product.min],
    most: ['bigint', (row) => row.product.max],
    early_keep_bps: ['integer', (row) => row.product.earlyKeepBps ?? null],
    is_open: ['boolean', (row) => row.product.isOpen],
    time_ms: ['bigint', (row) => row.timeMs],
  },
);

const INSERT_LOCKS = insertInto<'earn_locks', LockOpened>('insert-earn-locks', 'earn_locks', {
  id: ['bigint', ({ lock }) => lock.id],
  user_id: ['bigint', ({ lock }) => lock.user],
  product: ['integer', ({ lock }) => lock.product],
  kind: ['word', ({ lock }) => lock.kind],
  currency: ['integer', ({ lock }) => lock.currency],
  principal: ['bigint', ({ lock }) => lock.principal],
  rate_ppb: ['bigint', ({ lock }) => lock.ratePpb],
  days: ['integer', ({ lock }) => lock.days],
  early_keep_bps: ['integer', ({ lock }) => lock.earlyKeepBps],
  bought_ms: ['bigint', ({ lock }) => lock.boughtMs],
  from_day: ['integer', ({ lock }) => lock.fromDay],
  renews_lock: ['bigint', (row) => row.renewsLock],
  renews: ['boolean', ({ lock }) => lock.renews],
  paid_days: ['integer', ({ lock }) => lock.paidDays],
  paid: ['bigint', ({ lock }) => lock.paid],
  ended_by: ['word', () => null],
  ended_ms: ['bigint', () => null],
  kept: ['bigint', () => null],
  forfeited: ['bigint', () => null],
  renewed_by: ['bigint', () => null],
});

const CHANGE_LOCKS = update<'earn_locks', LockChange>('change-earn-locks', 'earn_locks', {
  id: ['bigint', (row) => row.lock],
  renews: ['boolean', (row) => row.renews, 'keep'],
  paid_days: ['integer', (row) => row.paidDays, 'keep'],
  paid: ['bigint', (row) => row.paid, 'keep'],
  ended_by: ['word', (row) => row.ended?.cause ?? null, 'keep'],
  ended_ms: ['bigint', (row) => row.ended?.timeMs ?? null, 'keep'],
  kept: ['bigint', (row) => row.ended?.interest ?? null, 'keep'],
  forfeited: ['bigint', (row) => row.ended?.forfeited ?? null, 'keep'],
  renewed_by: ['bigint', (row) => row.ended?.renewedBy ?? null, 'keep'],
});

const INSERT_INTEREST = insertInto<'earn_interest', EarnRows['interest'][number]>(
  'insert-earn-interest',
  'earn_interest',
  {
    id: ['bigint', (row) => row.id],
    lock: ['bigint', (row) => row.lock],
    user_id: ['bigint', (row) => row.user],
    product: ['integer', (row) => row.product],
    currency: ['integer', (row) => row.currency],
    day: ['integer', (row) => row.day],
    paid_days: ['integer', (row) => row.paidDays],
    amount: ['bigint', (row) => row.amount],
  },
);

const INSERT_FUNDS = insertInto<'earn_funds', EarnRows['funds'][number]>(
  'insert-earn-funds',
  'earn_funds',
  {
    id: ['bigint', (row) => row.id],
    product: ['integer', (row) => row.product],
    currency: ['integer', (row) => row.currency],
    cause: ['word', (row) => row.cause],
    amount: ['bigint', (row) => row.amount],
    time_ms: ['bigint', (row) => row.timeMs],
  },
);

const INSERT_SAVINGS = insertInto<'earn_savings', EarnRows['savings'][number]>(
  'insert-earn-savings',
  'earn_savings',
  {
    id: ['bigint', (row) => row.id],
    user_id: ['bigint', ({ saving }) => saving.user],
    product: ['integer', ({ saving }) => saving.product],
    currency: ['integer', ({ saving }) => saving.currency],
    cause: ['word', (row) => row.cause],
    amount: ['bigint', (row) => row.amount],
    interest: ['bigint', (row) => row.interest],
    earning: ['bigint', ({ saving }) => saving.earning],
    pending: ['bigint', ({ saving }) => saving.pending],
    pending_day: ['integer', ({ saving }) => saving.pendingDay],
    time_ms: ['bigint', (row) => row.timeMs],
  },
);

const INSERT_DAYS = insertInto<'earn_days', SavingsDayEnded>('insert-earn-days', 'earn_days', {
  product: ['integer', (row) => row.product],
  day: ['integer', (row) => row.day],
  currency: ['integer', (row) => row.currency],
  rate_ppb: ['bigint', (row) => row.ratePpb],
  earned: ['bigint', (row) => row.earned],
  paid: ['bigint', (row) => row.paid],
});

/** Writes the rows in the caller's transaction: locks before their changes. */
async function writeEarn(client: ClientBase, rows: EarnRows): Promise<void> {
  await INSERT_LISTINGS.write(client, rows.listings);
  await INSERT_LOCKS.write(client, rows.opened);
  await CHANGE_LOCKS.write(client, [...rows.changes.values()]);
  await INSERT_INTEREST.write(client, rows.interest);
  await INSERT_FUNDS.write(client, rows.funds);
  await INSERT_SAVINGS.write(client, rows.savings);
  await INSERT_DAYS.write(client, rows.days);
}

export const earnProjection: Projection = {
  tables: [
    'earn_listings',
    'earn_locks',
    'earn_interest',
    'earn_funds',
    'earn_savings',
    'earn_days',
  ],
  open: (client) => async (batch) => await writeEarn(client, projectEarn(batch)),
};
