import { EARN_ROWS, type OwnLock } from '@meridian/contract/earn/calls';
import { OFFICE_ROWS } from '@meridian/contract/schema/office-call';
import type { EarnKind, ProductId } from '@meridian/core/earn/earn-commands';
import type { Lock } from '@meridian/core/earn/earn-events';
import type { UserId } from '@meridian/core/ids';
import { shanghaiDay, shanghaiMidnight } from '@meridian/core/timers/shanghai-day';
import { sql, type Selectable } from 'kysely';
import type { Queries } from '../../database/database.ts';
import type { EarnTables } from './earn-tables.ts';

const DAY_MS = 86_400_000;
/** Days of the sums of the balance sheet. */
export const SHEET_DAYS = 30;

/** A lock, over or not. */
export interface LockRow extends Omit<Lock, 'principal' | 'paid'> {
  readonly principal: bigint;
  readonly paid: bigint;
  readonly endedBy: OwnLock['ended_by'];
  /** 0 while it runs, as the following. */
  readonly endedMs: number;
  readonly kept: bigint;
  readonly renewedBy: number;
}

/** A page of a user's locks of a kind, newest first. */
export async function locksOf(
  queries: Queries,
  user: UserId,
  { kind, page }: { kind: Lock['kind']; page: number },
): Promise<LockRow[]> {
  const rows = await queries
    .selectFrom('earn_locks')
    .selectAll()
    .where('user_id', '=', BigInt(user))
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .limit(EARN_ROWS)
    .offset((page - 1) * EARN_ROWS)
    .execute();
  return rows.map(lockRow);
}

interface LockFilter {
  /** From 1. */
  readonly page: number;
  /** Only of these; undefined for everybody. */
  readonly users: readonly UserId[] | undefined;
  readonly product: ProductId | undefined;
  readonly status: 'ongoing' | 'finished' | undefined;
}

/** A page of locks of everybody, newest first, and how many there are. */
export async function everybodysLocks(
  queries: Queries,
  { page, users, product, status }: LockFilter,
): Promise<{ rows: LockRow[]; total: number }> {
  if (users?.length === 0) return { rows: [], total: 0 };
  let query = queries.selectFrom('earn_locks');
  if (users !== undefined) query = query.where('user_id', 'in', users.map(BigInt));
  if (product !== undefined) query = query.where('product', '=', product);
  if (status !== undefined)
    query = query.where('ended_by', status === 'ongoing' ? 'is' : 'is not', null);
  const { total } = await query
    .select(({ fn }) => fn.countAll<bigint>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await query
    .selectAll()
    .orderBy('id', 'desc')
    .limit(OFFICE_ROWS)
    .offset((page - 1) * OFFICE_ROWS)
    .execute();
  return { rows: rows.map(lockRow), total: Number(total) };
}

function lockRow(row: Selectable<EarnTables['earn_locks']>): LockRow {
  return {
    id: Number(row.id),
    user: Number(row.user_id),
    product: row.product,
    kind: row.kind,
    currency: row.currency,
    principal: row.principal,
    ratePpb: Number(row.rate_ppb),
    days: row.days,
    earlyKeepBps: row.early_keep_bps,
    boughtMs: Number(row.bought_ms),
    fromDay: row.from_day,
    paidDays: row.paid_days,
    paid: row.paid,
    renews: row.renews,
    endedBy: row.ended_by ?? '',
    endedMs: Number(row.ended_ms ?? 0n),
    kept: row.kept ?? 0n,
    renewedBy: Number(row.renewed_by ?? 0n),
  };
}

/** A day of savings that is over. */
export interface RateRow {
  readonly day: number;
  readonly ratePpb: number;
  readonly wantedPpb: number;
  readonly earned: bigint;
  readonly paid: bigint;
}

/** A page of the days of a savings product that are over, newest first. */
export async function ratesOf(
  queries: Queries,
  product: ProductId,
  page: number,
): Promise<RateRow[]> {
  // The rate of a day is set when it begins; the first day begins with the first listing.
  const { rows } = await sql<{
    day: number;
    rate_ppb: bigint;
    wanted_ppb: bigint;
    earned: bigint;
    paid: bigint;
  }>`
    select day, rate_ppb, coalesce(
      (select listed.rate_ppb from earn_listings listed
        where listed.product = earn_days.product and listed.time_ms < day::bigint * ${DAY_MS}::bigint + ${shanghaiMidnight(0)}::bigint
        order by seq desc limit 1),
      (select listed.rate_ppb from earn_listings listed where listed.product = earn_days.product order by seq limit 1)
    ) as wanted_ppb, earned, paid
    from earn_days where product = ${product}
    order by day desc limit ${EARN_ROWS} offset ${(page - 1) * EARN_ROWS}`.execute(queries);
  return rows.map((row) => ({
    day: row.day,
    ratePpb: Number(row.rate_ppb),
    wantedPpb: Number(row.wanted_ppb),
    earned: row.earned,
    paid: row.paid,
  }));
}

/** Income of a product's source from borrowers, and its payments, in smallest units. */
export interface SheetSums {
  readonly income: bigint;
  readonly paid: bigint;
  /** For loans whose collateral did not suffice. */
  readonly losses: bigint;
  /** Days since the first that it paid for. */
  readonly paidDays: number;
}

/** Of the last 30 days, by product. */
export async function sheetSums(
  queries: Queries,
  nowMs: number,
): Promise<ReadonlyMap<ProductId, SheetSums>> {
  const today = shanghaiDay(nowMs);
  const sinceDay = today - SHEET_DAYS;
  const sinceMs = nowMs - SHEET_DAYS * DAY_MS;
  const { rows } = await sql<SheetSums & { product: number }>`
    select product, sum(income)::bigint as income, sum(paid)::bigint as paid, sum(losses)::bigint as losses, coalesce(${today} - min(day), 0)::integer as "paidDays" from (
      select product, amount as income, 0 as paid, 0 as losses, null::integer as day from earn_funds where cause = 'loans' and time_ms >= ${sinceMs}
      union all select product, 0, amount, 0, day from earn_interest where day >= ${sinceDay}
      union all select product, 0, paid, 0, case when paid > 0 then day end from earn_days where day >= ${sinceDay}
      union all select product, 0, -forfeited, 0, null from earn_locks where forfeited > 0 and ended_ms >= ${sinceMs}
      union all select loans.product, 0, 0, by_source, null from loan_events join loans on loans.id = loan
        where loan_events.kind = 'lost' and time_ms >= ${sinceMs}
    ) as moved group by product`.execute(queries);
  return new Map(rows.map(({ product, ...sums }) => [product, sums]));
}

/**
 * The interest of a day of a lock, or of a user's savings on a day, or the interest that an early
 * end gave back.
 */
export interface InterestRow {
  readonly day: number;
  readonly product: ProductId;
  readonly kind: EarnKind;
  /** 0 for savings, as the paid days. */
  readonly lock: number;
  /** Of the term, 0 for savings. */
  readonly days: number;
  readonly currency: number;
  readonly principal: bigint;
  readonly ratePpb: number;
  readonly paidDays: number;
  /** Of a lock; of savings it is the product of principal and rate. */
  readonly amount: bigint;
  /** The cause of an early end: the owner's exit, or the collection of a debt. Null for a day. */
  readonly endedBy: 'exited' | 'collected' | null;
  /** Of an early exit: basis points of the interest so far that it kept. Else null. */
  readonly keptBps: number | null;
}

export interface InterestPage {
  readonly limit: number;
  readonly offset: number;
  readonly order: 'newest' | 'oldest';
}

/** A page of the days on which a user earned interest. */
export async function interestOfDays(
  queries: Queries,
  user: UserId,
  { limit, offset, order }: InterestPage,
): Promise<InterestRow[]> {
  const direction = order === 'newest' ? sql`desc` : sql`asc`;
  // The principal of savings that earned on a day is that of the last change before the day ended.
  const { rows } = await sql<{
    day: number;
    product: number;
    kind: EarnKind;
    lock: bigint;
    days: number;
    currency: number;
    principal: bigint;
    rate_ppb: bigint;
    paid_days: number;
    amount: bigint;
    ended: 'exited' | 'collected' | null;
    kept_bps: number | null;
  }>`
    select interest.day, interest.product, kind, lock, days, interest.currency, principal, rate_ppb, interest.paid_days, amount,
      null as ended, null::integer as kept_bps
    from earn_interest interest join earn_locks on earn_locks.id = lock
    where interest.user_id = ${BigInt(user)}
    union all
    select ((ended_ms - ${shanghaiMidnight(0)}::bigint) / ${DAY_MS}::bigint)::integer, product, kind, id, days, currency, paid, 0,
      paid_days, -forfeited, ended_by, early_keep_bps
    from earn_locks where user_id = ${BigInt(user)} and forfeited > 0
    union all
    select days.day, days.product, 'savings', 0, 0, days.currency, had.principal, days.rate_ppb, 0, 0, null, null
    from earn_days days cross join lateral (
      select earning + case when pending_day < days.day then pending else 0 end as principal
      from earn_savings where user_id = ${BigInt(user)} and product = days.product
        and time_ms < (days.day + 1)::bigint * ${DAY_MS}::bigint + ${shanghaiMidnight(0)}::bigint
      order by id desc limit 1
    ) as had
    where had.principal > 0
    order by day ${direction}, product, lock limit ${limit} offset ${offset}`.execute(queries);
  return rows.map((row) => ({
    day: row.day,
    product: row.product,
    kind: row.kind,
    lock: Number(row.lock),
    days: row.days,
    currency: row.currency,
    principal: row.principal,
    ratePpb: Number(row.rate_ppb),
    paidDays: row.paid_days,
    amount: row.amount,
    endedBy: row.ended,
    keptBps: row.kept_bps,
  }));
}
