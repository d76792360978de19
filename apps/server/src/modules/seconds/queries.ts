import { OFFICE_ROWS } from '@meridian/contract/schema/office-call';
import type { MarketId, UserId } from '@meridian/core/ids';
import type { Direction } from '@meridian/core/seconds/seconds-commands';
import type { TicketResult } from '@meridian/core/seconds/seconds-events';
import { sql, type Selectable } from 'kysely';
import type { Queries } from '../../database/database.ts';
import type { SecondsTables } from './seconds-tables.ts';

type StoredTicket = Selectable<SecondsTables['tickets']>;

/** A ticket that is over. */
export interface ClosedTicketRow {
  readonly id: number;
  readonly market: MarketId;
  readonly currency: number;
  readonly direction: Direction;
  readonly seconds: number;
  readonly stake: bigint;
  readonly payoutBps: number;
  readonly openedMs: number;
  readonly dueMs: number;
  readonly maxTickAgeMs: number;
  /** Null: opened under the first rules. */
  readonly openDelayMs: number | null;
  readonly minSources: number;
  readonly result: TicketResult;
  readonly openTick: number;
  readonly openTicks: number;
  readonly settleTick: number;
  readonly settleTicks: number;
  readonly charged: bigint;
  readonly profit: bigint;
}

/** A page of the user's tickets that are over, newest first. */
export async function closedTickets(
  queries: Queries,
  user: UserId,
  { page, limit, market }: { page: number; limit: number; market: MarketId | undefined },
): Promise<ClosedTicketRow[]> {
  let query = queries
    .selectFrom('tickets')
    .selectAll()
    .where('user_id', '=', BigInt(user))
    .where('closed_seq', 'is not', null)
    .orderBy('closed_seq', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit);
  if (market !== undefined) query = query.where('market', '=', market);
  return (await query.execute()).map(closedRow);
}

/** Anybody's ticket, if it is over. */
export async function closedTicket(
  queries: Queries,
  id: number,
): Promise<ClosedTicketRow | undefined> {
  const row = await queries
    .selectFrom('tickets')
    .selectAll()
    .where('id', '=', BigInt(id))
    .where('closed_seq', 'is not', null)
    .executeTakeFirst();
  return row && closedRow(row);
}

function closedRow(row: StoredTicket): ClosedTicketRow {
  return {
    ...ruleOf(row),
    maxTickAgeMs: Number(row.max_tick_age_ms),
    openDelayMs: row.open_delay_ms === null ? null : Number(row.open_delay_ms),
    minSources: row.min_sources,
    result: row.result ?? 'void',
    charged: row.charged ?? 0n,
  };
}

/** The fields of every ticket, running or closed, with the ticks that it knows already. */
function ruleOf(row: StoredTicket) {
  return {
    id: Number(row.id),
    market: row.market,
    currency: row.currency,
    direction: row.direction,
    seconds: row.seconds,
    stake: row.stake,
    payoutBps: row.payout_bps,
    openedMs: Number(row.opened_ms),
    dueMs: Number(row.due_ms),
    openTick: Number(row.open_tick ?? 0n),
    openTicks: Number(row.open_ticks ?? 0n),
    settleTick: Number(row.settle_tick ?? 0n),
    settleTicks: Number(row.settle_ticks ?? 0n),
    profit: row.profit ?? 0n,
  };
}

/** A ticket, over or not. */
export interface TicketRow extends Omit<
  ClosedTicketRow,
  'result' | 'charged' | 'maxTickAgeMs' | 'openDelayMs' | 'minSources'
> {
  readonly user: UserId;
  /** Undefined while it runs. */
  readonly result: TicketResult | undefined;
  /** Held, or charged once it is over. */
  readonly fee: bigint;
  /** 0 while it runs. */
  readonly closedMs: number;
}

interface TicketFilter {
  /** From 1. */
  readonly page: number;
  /** Only of these; undefined for everybody. */
  readonly users: readonly UserId[] | undefined;
  readonly market: MarketId | undefined;
  readonly status: 'running' | 'closed' | undefined;
}

/** A page of tickets, newest first, and how many there are. */
export async function everybodysTickets(
  queries: Queries,
  { page, users, market, status }: TicketFilter,
): Promise<{ rows: TicketRow[]; total: number }> {
  if (users?.length === 0) return { rows: [], total: 0 };
  let query = queries.selectFrom('tickets');
  if (users !== undefined) query = query.where('user_id', 'in', users.map(BigInt));
  if (market !== undefined) query = query.where('market', '=', market);
  if (status !== undefined)
    query = query.where('result', status === 'running' ? 'is' : 'is not', null);
  const { total } = await query
    .select(({ fn }) => fn.countAll<bigint>().as('total'))
    .executeTakeFirstOrThrow();
  const found = await query
    .selectAll()
    .orderBy('id', 'desc')
    .limit(OFFICE_ROWS)
    .offset((page - 1) * OFFICE_ROWS)
    .execute();
  const rows = found.map((row) => ({
    ...ruleOf(row),
    user: Number(row.user_id),
    result: row.result ?? undefined,
    fee: row.charged ?? row.fee,
    closedMs: Number(row.closed_ms ?? 0n),
  }));
  return { rows, total: Number(total) };
}

/** A price of one market as the journal has it. */
export interface StoredTick {
  readonly seq: number;
  readonly timeMs: number;
  readonly priceTicks: number;
  /**
   * Time of the oldest quote of the price; its own time where the row is from before there were
   * quote times.
   */
  readonly quotedMs: number;
  /** Of how many venues the price is; 1 where the row is from before that was kept. */
  readonly sources: number;
}

/** Ticks of a market after a number, within a time (both ends included), oldest first. */
export async function ticksOf(
  queries: Queries,
  market: MarketId,
  { after, fromMs, toMs, limit }: { after: number; fromMs: number; toMs: number; limit: number },
): Promise<StoredTick[]> {
  const { rows } = await sql<{
    seq: bigint;
    time_ms: bigint;
    price: bigint;
    quoted_ms: bigint;
    sources: number;
  }>`
    select seq, time_ms, prices[place] as price, coalesce(quoted[place], time_ms) as quoted_ms, coalesce(sources, 1) as sources
    from ticks, array_position(markets, ${market}::integer) as place
    where time_ms between ${fromMs} and ${toMs} and seq > ${after} and ${market}::integer = any(markets)
    order by time_ms, seq limit ${limit}`.execute(queries);
  return rows.map(({ seq, time_ms, price, quoted_ms, sources }) => ({
    seq: Number(seq),
    timeMs: Number(time_ms),
    priceTicks: Number(price),
    quotedMs: Number(quoted_ms),
    sources,
  }));
}

/**
 * Outcomes of an hour, by market and direction. Tickets of one direction with the same two ticks
 * share one outcome and count once: otherwise a crowd that opens in one second would look like many
 * coincidences.
 */
export interface WinRateRow {
  readonly market: MarketId;
  readonly hourMs: number;
  readonly tickets: number;
  readonly up: number;
  readonly upWon: number;
  readonly down: number;
  readonly downWon: number;
}

/** @param limit most rows, newest hour first */
export async function winRates(
  queries: Queries,
  { sinceMs, limit }: { sinceMs: number; limit: number },
): Promise<WinRateRow[]> {
  const { rows } = await sql<{
    market: number;
    hour_ms: bigint;
    tickets: bigint;
    up: bigint;
    up_won: bigint;
    down: bigint;
    down_won: bigint;
  }>`
    select market, hour_ms, sum(tickets)::bigint as tickets,
      count(*) filter (where direction = 'up') as up,
      count(*) filter (where direction = 'up' and result = 'won') as up_won,
      count(*) filter (where direction = 'down') as down,
      count(*) filter (where direction = 'down' and result = 'won') as down_won
    from (
      select market, closed_ms / 3600000 * 3600000 as hour_ms, open_tick, settle_tick, direction, result, count(*) as tickets from tickets
      where result in ('won', 'lost') and closed_ms >= ${sinceMs}
      group by 1, 2, 3, 4, 5, 6
    ) as outcomes
    group by market, hour_ms order by hour_ms desc, market limit ${limit}`.execute(queries);
  return rows.map((row) => ({
    market: row.market,
    hourMs: Number(row.hour_ms),
    tickets: Number(row.tickets),
    up: Number(row.up),
    upWon: Number(row.up_won),
    down: Number(row.down),
    downWon: Number(row.down_won),
  }));
}
