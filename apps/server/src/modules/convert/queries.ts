import { CONVERSIONS_PER_PAGE } from '@meridian/contract/convert/bounds';
import { PLAN_RUNS_SHOWN } from '@meridian/contract/convert/calls';
import { OFFICE_ROWS } from '@meridian/contract/schema/office-call';
import type { PlanId, QuoteId } from '@meridian/core/convert/convert-commands';
import type { PlanSkip, Quote } from '@meridian/core/convert/convert-events';
import type { CurrencyId, MarketId, UserId } from '@meridian/core/ids';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import { sql, type Selectable } from 'kysely';
import type { Queries } from '../../database/database.ts';
import type { ConvertTables } from './convert-tables.ts';

/** A conversion: of a quote, of dust, or of one run of a plan. */
export interface ConversionRow {
  readonly id: number;
  readonly user: UserId;
  readonly kind: 'quote' | 'dust' | 'plan';
  /** Number of the quote or the plan, 0 for dust. */
  readonly subject: number;
  readonly from: CurrencyId;
  readonly to: CurrencyId;
  readonly paid: bigint;
  readonly received: bigint;
  readonly spreadBps: number;
  readonly bookBps: number | null;
  readonly timeMs: number;
}

/** A past run of a plan. */
export interface PlanRunRow {
  readonly plan: PlanId;
  readonly dueMs: number;
  readonly paid: bigint | null;
  readonly received: bigint | null;
  readonly spreadBps: number | null;
  readonly skipped: PlanSkip | null;
}

/** Fields of a quote that answers have, whether it comes from an event or from the table. */
export type ShownQuote = Pick<
  Quote,
  'id' | 'from' | 'to' | 'spreadBps' | 'bookBps' | 'expiresMs'
> & {
  readonly paid: bigint;
  readonly received: bigint;
};

/** A user's quote, open or not; undefined where it is nobody's, or somebody else's. */
export async function quoteOf(
  queries: Queries,
  user: UserId,
  id: QuoteId,
): Promise<ShownQuote | undefined> {
  const row = await queries
    .selectFrom('convert_quotes')
    .selectAll()
    .where('id', '=', BigInt(id))
    .where('user_id', '=', BigInt(user))
    .executeTakeFirst();
  return (
    row && {
      id,
      from: row.from_currency,
      to: row.to_currency,
      paid: row.paid,
      received: row.received,
      spreadBps: row.spread_bps,
      bookBps: row.book_bps,
      expiresMs: Number(row.expires_ms),
    }
  );
}

/** A page of the user's conversions, newest first, and how many there are. */
export async function ownConversions(
  queries: Queries,
  user: UserId,
  page: number,
): Promise<{ rows: ConversionRow[]; total: number }> {
  return conversionsPage(queries, [user], { page, limit: CONVERSIONS_PER_PAGE });
}

/** The same of everybody. @param users only of these; undefined for everybody */
export async function everybodysConversions(
  queries: Queries,
  { page, users }: { readonly page: number; readonly users: readonly UserId[] | undefined },
): Promise<{ rows: ConversionRow[]; total: number }> {
  return conversionsPage(queries, users, { page, limit: OFFICE_ROWS });
}

async function conversionsPage(
  queries: Queries,
  users: readonly UserId[] | undefined,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ rows: ConversionRow[]; total: number }> {
  if (users?.length === 0) return { rows: [], total: 0 };
  let query = queries.selectFrom('conversions');
  if (users !== undefined) query = query.where('user_id', 'in', users.map(BigInt));
  const { total } = await query
    .select(({ fn }) => fn.countAll<bigint>().as('total'))
    .executeTakeFirstOrThrow();
  const found = await query
    .selectAll()
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  return { rows: found.map(conversionOf), total: Number(total) };
}

function conversionOf(row: Selectable<ConvertTables['conversions']>): ConversionRow {
  return {
    id: Number(row.id),
    user: Number(row.user_id),
    kind: row.kind,
    subject: Number(row.subject),
    from: row.from_currency,
    to: row.to_currency,
    paid: row.paid,
    received: row.received,
    spreadBps: row.spread_bps,
    bookBps: row.book_bps,
    timeMs: Number(row.time_ms),
  };
}

/** The newest runs of plans, newest first. */
export async function lastRuns(
  queries: Queries,
  plans: readonly PlanId[],
): Promise<ReadonlyMap<PlanId, PlanRunRow[]>> {
  const runs = new Map<PlanId, PlanRunRow[]>();
  for (const plan of plans) {
    const rows = await queries
      .selectFrom('convert_plan_runs')
      .selectAll()
      .where('plan', '=', BigInt(plan))
      .orderBy('due_ms', 'desc')
      .limit(PLAN_RUNS_SHOWN)
      .execute();
    runs.set(
      plan,
      rows.map(({ due_ms, paid, received, spread_bps, skipped }) => ({
        plan,
        dueMs: Number(due_ms),
        paid,
        received,
        spreadBps: spread_bps,
        skipped,
      })),
    );
  }
  return runs;
}

/** The desk's funding less the amounts taken back, by currency, in smallest units. */
export async function fundedSums(queries: Queries): Promise<ReadonlyMap<CurrencyId, bigint>> {
  const { rows } = await sql<{ currency: number; funded: bigint }>`
    select currency, sum(amount)::bigint as funded from convert_funds group by currency`.execute(
    queries,
  );
  return new Map(rows.map(({ currency, funded }) => [currency, BigInt(funded)]));
}

/** A trade of the desk. */
export interface HedgeRow {
  readonly trade: number;
  readonly order: number;
  readonly market: MarketId;
  readonly side: 'buy' | 'sell';
  readonly priceTicks: number;
  readonly lots: number;
  readonly notional: bigint;
  readonly fee: bigint;
  readonly timeMs: number;
}

/** A page of the desk's trades, newest first, and how many there are. */
export async function hedges(
  queries: Queries,
  page: number,
): Promise<{ rows: HedgeRow[]; total: number }> {
  const query = queries.selectFrom('fills').where('user_id', '=', BigInt(SYSTEM.convertDesk));
  const { total } = await query
    .select(({ fn }) => fn.countAll<bigint>().as('total'))
    .executeTakeFirstOrThrow();
  const found = await query
    .selectAll()
    .orderBy('seq', 'desc')
    .orderBy('trade', 'desc')
    .limit(OFFICE_ROWS)
    .offset((page - 1) * OFFICE_ROWS)
    .execute();
  const rows = found.map((row) => ({
    trade: Number(row.trade),
    order: Number(row.order_id),
    market: row.market,
    side: row.side,
    priceTicks: Number(row.price_ticks),
    lots: Number(row.quantity_lots),
    notional: row.notional,
    fee: row.fee,
    timeMs: Number(row.time_ms),
  }));
  return { rows, total: Number(total) };
}
