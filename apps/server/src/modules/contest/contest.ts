import type { UserId } from '@meridian/core/ids';
import { shanghaiDay } from '@meridian/core/timers/shanghai-day';
import type { Amount } from '@meridian/money/amount';
import { sql } from 'kysely';
import type { Queries } from '../../database/database.ts';
import type { Engine } from '../../engine/engine.ts';
import { inTurn } from '../../gateway/audited-change.ts';
import { Refusal } from '../../gateway/refusal.ts';
import type { LiveView } from '../live-view.ts';
import { PLAY_ID } from '../market/play-money.ts';
import { ProjectionGate } from '../../projector/projection-gate.ts';
import { Rounds } from '../../rounds.ts';
import { closePlayPositions, emptyPlayWallets, returnPlayMoney } from './closing.ts';
import type { EntryRow, Prize, SeasonRow } from './contest-tables.ts';
import { fundPlayHouse, listPlayMoney, setPlayMarketsOpen } from './play-catalog.ts';
import { prizeOf, Rankings } from './ranking.ts';

const LOOK_MS = 1_000;
/** Interval of retries for play money that could not be returned. */
const RETRY_MS = 60_000;

export interface NewSeason {
  readonly name: string;
  readonly startMs: number;
  readonly endMs: number;
  /** Smallest units of play money. */
  readonly startBalance: bigint;
  readonly prizes: readonly Prize[];
}

interface ContestParts {
  readonly queries: Queries;
  readonly engine: Pick<Engine, 'submit'>;
  readonly live: LiveView;
  readonly warn: (text: string) => void;
  readonly nowMs?: () => number;
}

/**
 * Owns the seasons of the contest and their entries. Promises that a stop between any two steps
 * changes nothing: the next step follows from the stored state and from the core's balances and
 * positions, so the next round goes on. All changes run one after the other.
 */
export class Contest {
  readonly rankings: Rankings;
  /** Begins and ends due seasons, and resumes interrupted ones. */
  readonly rounds: Rounds;
  readonly #parts: ContestParts;
  readonly #nowMs: () => number;
  readonly #gate: ProjectionGate;
  /** For other changes of seasons and entries: prizes, the office. */
  readonly oneAtATime = inTurn();
  #nextReturnMs = 0;

  constructor(parts: ContestParts) {
    this.#parts = parts;
    this.#nowMs = parts.nowMs ?? Date.now;
    this.#gate = new ProjectionGate(parts.queries);
    this.rankings = new Rankings({ queries: parts.queries, live: parts.live, nowMs: this.#nowMs });
    this.rounds = new Rounds(() => this.oneAtATime(() => this.#round()), {
      everyMs: LOOK_MS,
      onTrouble: (trouble) => parts.warn(`the contest could not be looked at: ${trouble}`),
    });
  }

  /**
   * Makes a season, and lists play money if there is none yet. Refuses an overlap with another
   * season.
   * @returns its number
   */
  create(season: NewSeason): Promise<bigint> {
    return this.oneAtATime(async () => {
      await this.#requireFree(season);
      const { engine, live, queries } = this.#parts;
      const { id } = await queries
        .insertInto('contest_seasons')
        .values(columnsOf(season))
        .returning('id')
        .executeTakeFirstOrThrow();
      await listPlayMoney(engine, live);
      return id;
    });
  }

  /** Changes a season that has not begun. */
  edit(id: bigint, season: NewSeason): Promise<void> {
    return this.oneAtATime(async () => {
      await this.#requireFree(season, id);
      const changed = await this.#parts.queries
        .updateTable('contest_seasons')
        .set(columnsOf(season))
        .where('id', '=', id)
        .where('state', '=', 'upcoming')
        .returning('id')
        .executeTakeFirst();
      if (changed === undefined) throw new Refusal('contest_not_upcoming', { field: 'id' });
      this.rankings.forget(id);
    });
  }

  /**
   * Enters a season once, and gives the starting balance if it already runs; else at its beginning.
   * A repeated request key makes one entry.
   */
  join(id: number, user: UserId, key: string | undefined): Promise<void> {
    return this.oneAtATime(async () => {
      const { queries } = this.#parts;
      const season = await queries
        .selectFrom('contest_seasons')
        .selectAll()
        .where('id', '=', BigInt(id))
        .executeTakeFirst();
      if (season === undefined) throw new Refusal('contest_not_found', { field: 'id' });
      if (
        (season.state !== 'upcoming' && season.state !== 'running') ||
        season.end_at.getTime() <= this.#nowMs()
      )
        throw new Refusal('contest_not_open', { field: 'id' });
      const row = {
        season: season.id,
        user_id: BigInt(user),
        joined_at: new Date(this.#nowMs()),
        request_key: key ?? null,
        equity: null,
        rank: null,
      };
      const entry = await queries
        .insertInto('contest_entries')
        .values(row)
        .onConflict((conflict) => conflict.columns(['season', 'user_id']).doNothing())
        .returningAll()
        .executeTakeFirst();
      if (entry === undefined) return this.#requireSame(season, user, key);
      this.rankings.forget(season.id);
      if (season.state === 'running') await this.#giveStart(season, entry);
    });
  }

  async #round(): Promise<void> {
    const { queries } = this.#parts;
    const seasons = await queries
      .selectFrom('contest_seasons')
      .selectAll()
      .where('state', '<>', 'ended')
      .orderBy('start_at')
      .execute();
    let isFree = true;
    for (const season of seasons) {
      const state = await this.#advance(season, isFree);
      if (state === 'running' || state === 'closing') isFree = false;
    }
    await this.#returnPlayMoney();
  }

  /**
   * Does the due steps of a season.
   * @returns its state afterwards
   */
  async #advance(season: SeasonRow, mayBegin: boolean): Promise<SeasonRow['state']> {
    const nowMs = this.#nowMs();
    let { state } = season;
    if (state === 'upcoming') {
      if (!mayBegin || season.start_at.getTime() > nowMs) return state;
      state = await this.#begin(season);
    }
    if (state === 'running') {
      if (season.end_at.getTime() <= nowMs) state = await this.#move(season, 'running', 'closing');
      else await this.#keepRunning(season);
    }
    return state === 'closing' ? this.#close(season) : state;
  }

  async #begin(season: SeasonRow): Promise<SeasonRow['state']> {
    const { engine, live, queries } = this.#parts;
    await listPlayMoney(engine, live);
    await fundPlayHouse(engine, live);
    season.last_day = shanghaiDay(this.#nowMs());
    await queries
      .updateTable('contest_seasons')
      .set({ last_day: season.last_day })
      .where('id', '=', season.id)
      .execute();
    return this.#move(season, 'upcoming', 'running');
  }

  async #keepRunning(season: SeasonRow): Promise<void> {
    const { engine, live } = this.#parts;
    await this.#giveStarts(season);
    await setPlayMarketsOpen(engine, live, true);
    const day = shanghaiDay(this.#nowMs());
    if (day > season.last_day) await this.#noteDay(season, day);
  }

  /** Notes the standings at the beginning of a day: all of them, or none. */
  async #noteDay(season: SeasonRow, day: number): Promise<void> {
    const { places } = await this.rankings.rank(season);
    await this.#parts.queries.transaction().execute(async (queries) => {
      await sql`
        insert into contest_days (season, user_id, day, equity, rank)
        select ${season.id}, user_id, ${day}, equity, rank
        from unnest(${places.map(({ user }) => BigInt(user))}::bigint[], ${places.map(({ equity }) => equity)}::bigint[], ${places.map(({ rank }) => rank)}::integer[]) as row (user_id, equity, rank)
        on conflict do nothing`.execute(queries);
      await queries
        .updateTable('contest_seasons')
        .set({ last_day: day })
        .where('id', '=', season.id)
        .execute();
    });
  }

  /** Ends a season as far as possible now. */
  async #close(season: SeasonRow): Promise<SeasonRow['state']> {
    const { engine, live, queries } = this.#parts;
    if (season.ranked_at === null) {
      await this.#giveStarts(season);
      await setPlayMarketsOpen(engine, live, false);
      if (!(await closePlayPositions(engine, live))) return 'closing';
      await this.#rankForGood(season);
    }
    const entries = await queries
      .selectFrom('contest_entries')
      .select('user_id')
      .where('season', '=', season.id)
      .where('state', '=', 'leaving')
      .execute();
    if (
      !(await emptyPlayWallets(
        engine,
        live,
        entries.map(({ user_id }) => Number(user_id)),
      ))
    )
      return 'closing';
    return this.#move(season, 'closing', 'ended');
  }

  /** No position is open any more: present equities are final. */
  async #rankForGood(season: SeasonRow): Promise<void> {
    const { places } = await this.rankings.rank(season);
    const prizes = places.map(({ rank }) => prizeOf(rank, season.prizes));
    await this.#parts.queries.transaction().execute(async (queries) => {
      await sql`
        update contest_entries set equity = row.equity, rank = row.rank, prize = row.prize, state = 'leaving',
          prize_state = case when row.prize > 0 then 'open' else 'none' end
        from unnest(${places.map(({ entry }) => entry)}::bigint[], ${places.map(({ equity }) => equity)}::bigint[], ${places.map(({ rank }) => rank)}::integer[], ${prizes}::bigint[])
          as row (id, equity, rank, prize)
        where contest_entries.id = row.id`.execute(queries);
      await queries
        .updateTable('contest_seasons')
        .set({ ranked_at: new Date(this.#nowMs()) })
        .where('id', '=', season.id)
        .execute();
    });
    this.rankings.forget(season.id);
  }

  /**
   * Returns the play money of ended seasons, wherever it may leave. A debtor must not block the
   * others.
   */
  async #returnPlayMoney(): Promise<void> {
    if (this.#nowMs() < this.#nextReturnMs) return;
    const { engine, live, queries, warn } = this.#parts;
    const entries = await queries
      .selectFrom('contest_entries')
      .innerJoin('contest_seasons', 'contest_seasons.id', 'contest_entries.season')
      .selectAll('contest_entries')
      .where('contest_seasons.state', '=', 'ended')
      .where('contest_entries.state', '=', 'leaving')
      .orderBy('contest_entries.id')
      .execute();
    let isComplete = true;
    for (const { id, season, user_id, return_tries: tries } of entries) {
      const user = Number(user_id);
      const became = await returnPlayMoney(engine, live, {
        user,
        key: keyOf(`contest-${season}-back`, tries),
      });
      if (became === 'returned' || became === 'stuck') {
        if (became === 'stuck') warn(`play money of user ${user} stays held`);
        await queries
          .updateTable('contest_entries')
          .set({ state: 'left' })
          .where('id', '=', id)
          .execute();
        continue;
      }
      isComplete = false;
      if (became === 'refused')
        await queries
          .updateTable('contest_entries')
          .set({ return_tries: tries + 1 })
          .where('id', '=', id)
          .execute();
    }
    if (!isComplete) this.#nextReturnMs = this.#nowMs() + RETRY_MS;
  }

  /** For all customers who joined before the beginning, or whose join was interrupted. */
  async #giveStarts(season: SeasonRow): Promise<void> {
    const { queries, live } = this.#parts;
    const waiting = await queries
      .selectFrom('contest_entries')
      .selectAll()
      .where('season', '=', season.id)
      .where('state', '=', 'joining')
      .orderBy('id')
      .execute();
    if (waiting.length === 0) return;
    await this.#gate.reached(live.seq);
    // The statement remembers longer than the core's keys.
    const given = await queries
      .selectFrom('statements')
      .select('user_id')
      .where(
        'user_id',
        'in',
        waiting.map(({ user_id }) => user_id),
      )
      .where('currency', '=', PLAY_ID)
      .where('reason', '=', 'deposit')
      .where('reference', '=', `contest-${season.id}`)
      .execute();
    const have = new Set(given.map(({ user_id }) => user_id));
    for (const entry of waiting) {
      if (have.has(entry.user_id)) await this.#notePlaying(entry);
      else
        await this.#giveStart(season, entry).catch((error: unknown) =>
          this.#passOver(entry, error),
        );
    }
  }

  async #giveStart(season: SeasonRow, entry: EntryRow): Promise<void> {
    const user = Number(entry.user_id);
    const given = {
      user,
      wallet: 'margin',
      currency: PLAY_ID,
      amount: season.start_balance as Amount,
      reference: `contest-${season.id}`,
    } as const;
    const { outcome } = await this.#parts.engine.submit({
      kind: 'ledger.deposit',
      ...given,
      key: `contest-${season.id}-${user}`,
    });
    if (!outcome.ok) throw new Refusal(outcome.rejection);
    await this.#notePlaying(entry);
  }

  /** A refused entry must not block the others. */
  #passOver({ user_id }: EntryRow, error: unknown): void {
    if (!(error instanceof Refusal)) throw error;
    this.#parts.warn(`user ${user_id} has no starting balance: ${error.code}`);
  }

  async #notePlaying({ id }: EntryRow): Promise<void> {
    await this.#parts.queries
      .updateTable('contest_entries')
      .set({ state: 'playing' })
      .where('id', '=', id)
      .where('state', '=', 'joining')
      .execute();
  }

  async #requireSame(season: SeasonRow, user: UserId, key: string | undefined): Promise<void> {
    const known = await this.#parts.queries
      .selectFrom('contest_entries')
      .select('request_key')
      .where('season', '=', season.id)
      .where('user_id', '=', BigInt(user))
      .executeTakeFirstOrThrow();
    if (key === undefined || known.request_key !== key)
      throw new Refusal('contest_joined_already', { field: 'id' });
  }

  async #requireFree({ startMs, endMs }: NewSeason, except = 0n): Promise<void> {
    const other = await this.#parts.queries
      .selectFrom('contest_seasons')
      .select('id')
      .where('id', '<>', except)
      .where('state', '<>', 'ended')
      .where('start_at', '<', new Date(endMs))
      .where('end_at', '>', new Date(startMs))
      .executeTakeFirst();
    if (other !== undefined) throw new Refusal('contest_overlaps', { field: 'start_ms' });
  }

  async #move(
    season: SeasonRow,
    from: SeasonRow['state'],
    to: SeasonRow['state'],
  ): Promise<SeasonRow['state']> {
    await this.#parts.queries
      .updateTable('contest_seasons')
      .set({ state: to })
      .where('id', '=', season.id)
      .where('state', '=', from)
      .execute();
    this.rankings.forget(season.id);
    return to;
  }
}

/** The first try has the plain key. */
function keyOf(key: string, tries: number): string {
  return tries === 0 ? key : `${key}-${tries}`;
}

function columnsOf({ name, startMs, endMs, startBalance, prizes }: NewSeason) {
  return {
    name,
    start_at: new Date(startMs),
    end_at: new Date(endMs),
    start_balance: startBalance,
    prizes: JSON.stringify(prizes),
    ranked_at: null,
  };
}
