import { LOANS_PER_PAGE } from '@meridian/contract/loan/bounds';
import { MOST_LOAN_EVENTS } from '@meridian/contract/loan/calls';
import { OFFICE_ROWS } from '@meridian/contract/schema/office-call';
import type { UserId } from '@meridian/core/ids';
import type { Loan, LoanState } from '@meridian/core/loan/loan-events';
import type { Amount } from '@meridian/money/amount';
import { sql, type Selectable } from 'kysely';
import type { Queries } from '../../database/database.ts';
import type { LoanTables } from './loan-tables.ts';

export type StoredEvent = Selectable<LoanTables['loan_events']>;
/** A loan of the tables. */
export type StoredLoan = Loan & { readonly endedMs: number };

/** How a warning was told, beside the inbox. */
export interface ToldBy {
  readonly channel: 'mail' | 'socket' | 'push';
  readonly atMs: number;
}

/** A page of the user's loans that are over, newest first. */
export async function endedLoans(
  queries: Queries,
  user: UserId,
  page: number,
): Promise<StoredLoan[]> {
  const rows = await queries
    .selectFrom('loans')
    .selectAll()
    .where('user_id', '=', BigInt(user))
    .where('state', '<>', 'active')
    .orderBy('id', 'desc')
    .limit(LOANS_PER_PAGE)
    .offset((page - 1) * LOANS_PER_PAGE)
    .execute();
  return rows.map(loanOf);
}

/** The user's loan, over or not; somebody else's is undefined like one that never was. */
export async function ownLoan(
  queries: Queries,
  user: UserId,
  id: number,
): Promise<StoredLoan | undefined> {
  const row = await queries
    .selectFrom('loans')
    .selectAll()
    .where('id', '=', BigInt(id))
    .where('user_id', '=', BigInt(user))
    .executeTakeFirst();
  return row && loanOf(row);
}

/** Steps of a loan, newest first. */
export function eventsOf(queries: Queries, loan: number): Promise<StoredEvent[]> {
  return queries
    .selectFrom('loan_events')
    .selectAll()
    .where('loan', '=', BigInt(loan))
    .orderBy('id', 'desc')
    .limit(MOST_LOAN_EVENTS)
    .execute();
}

/** Sums of a loan's whole life, in smallest units of its coin. */
export interface LifeSums {
  readonly borrowed: bigint;
  readonly repaid: bigint;
  readonly interest: bigint;
  readonly fees: bigint;
}

/** Sums by loan. Payments of others for a lost loan are not the borrower's. */
export async function lifeSums(
  queries: Queries,
  loans: readonly number[],
): Promise<ReadonlyMap<number, LifeSums>> {
  if (loans.length === 0) return new Map();
  const { rows } = await sql<LifeSums & { loan: bigint }>`
    select loan,
      coalesce(sum(amount) filter (where kind = 'borrowed'), 0)::bigint as borrowed,
      coalesce(sum(amount) filter (where kind in ('repaid', 'liquidated')), 0)::bigint as repaid,
      sum(interest)::bigint as interest, sum(fee)::bigint as fees
    from loan_events where loan in (${sql.join(loans.map(BigInt))}) group by loan`.execute(queries);
  return new Map(rows.map(({ loan, ...sums }) => [Number(loan), sums]));
}

/** Warnings of some loans, newest first. */
export async function warningsOf(
  queries: Queries,
  loans: readonly number[],
): Promise<StoredEvent[]> {
  if (loans.length === 0) return [];
  return await queries
    .selectFrom('loan_events')
    .selectAll()
    .where('loan', 'in', loans.map(BigInt))
    .where('kind', '=', 'warned')
    .orderBy('id', 'desc')
    .limit(MOST_LOAN_EVENTS)
    .execute();
}

/** Mails and sockets that carried the notifications of these steps, by cause. */
export async function channelsOf(
  queries: Queries,
  events: readonly StoredEvent[],
): Promise<ReadonlyMap<string, ToldBy[]>> {
  const warnings = events.filter(({ kind }) => kind === 'warned');
  if (warnings.length === 0) return new Map();
  const rows = await queries
    .selectFrom('message_channels')
    .selectAll()
    .where('user_id', 'in', [...new Set(warnings.map(({ user_id }) => user_id))])
    .where(
      'cause',
      'in',
      warnings.map(({ cause }) => cause),
    )
    .orderBy('told_at')
    .execute();
  const told = rows.map(({ cause, channel, told_at }) => ({
    cause,
    channel,
    atMs: told_at.getTime(),
  }));
  return Map.groupBy(told, ({ cause }) => cause);
}

interface LoanFilter {
  /** From 1. */
  readonly page: number;
  /** Only of these; undefined for everybody. */
  readonly users: readonly UserId[] | undefined;
  readonly state: LoanState | undefined;
}

/** A page of loans, newest first, and how many there are. */
export async function everybodysLoans(
  queries: Queries,
  { page, users, state }: LoanFilter,
): Promise<{ rows: StoredLoan[]; total: number }> {
  if (users?.length === 0) return { rows: [], total: 0 };
  let query = queries.selectFrom('loans');
  if (users !== undefined) query = query.where('user_id', 'in', users.map(BigInt));
  if (state !== undefined) query = query.where('state', '=', state);
  const { total } = await query
    .select(({ fn }) => fn.countAll<bigint>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await query
    .selectAll()
    .orderBy('id', 'desc')
    .limit(OFFICE_ROWS)
    .offset((page - 1) * OFFICE_ROWS)
    .execute();
  return { rows: rows.map(loanOf), total: Number(total) };
}

function loanOf(row: Selectable<LoanTables['loans']>): StoredLoan {
  const [first = 0, second = 0, third = 0] = row.warn_bps;
  return {
    id: Number(row.id),
    user: Number(row.user_id),
    offer: row.offer,
    market: row.market,
    product: row.product,
    collateral: row.collateral,
    currency: row.currency,
    terms: {
      ratePpb: row.rate_ppb,
      fundBps: row.fund_bps,
      initialBps: row.initial_bps,
      warnBps: [first, second, third],
      liquidationBps: row.liquidation_bps,
      feeBps: row.fee_bps,
      boundBps: row.bound_bps,
    },
    state: row.state,
    pledged: row.pledged as Amount,
    principal: row.principal as Amount,
    openedMs: Number(row.opened_ms),
    sinceMs: Number(row.since_ms),
    interestPpb: BigInt(row.interest_ppb),
    warnings: row.warnings,
    endedMs: Number(row.ended_ms),
  };
}
