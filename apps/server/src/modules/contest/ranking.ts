import type { UserId } from '@meridian/core/ids';
import type { Queries } from '../../database/database.ts';
import type { LiveView } from '../live-view.ts';
import { PLAY_ID } from '../market/play-money.ts';
import type { Prize, SeasonRow } from './contest-tables.ts';

/** Most age of a ranking while a season runs. */
const FRESH_MS = 3_000;
const SEASONS_KEPT = 20;
const BPS = 10_000n;

export interface Place {
  readonly user: UserId;
  /** Ascending in the order of joining. */
  readonly entry: bigint;
  readonly equity: bigint;
  /** From 1. */
  readonly rank: number;
}

interface RankedSeason {
  /** By rank. */
  readonly places: readonly Place[];
  readonly byUser: ReadonlyMap<UserId, Place>;
  /** When it was made, milliseconds UTC. */
  readonly timeMs: number;
}

/** By equity; of equals, the earlier entry is first. */
export function ranked(entries: readonly Omit<Place, 'rank'>[]): Place[] {
  const order = [...entries].sort((a, b) =>
    a.equity === b.equity ? (a.entry < b.entry ? -1 : 1) : a.equity > b.equity ? -1 : 1,
  );
  return order.map((entry, index) => ({ ...entry, rank: index + 1 }));
}

/** Basis points of the starting balance, rounded down: a loss is never shown as less than it is. */
export function returnBps(equity: bigint, startBalance: bigint): bigint {
  const numerator = (equity - startBalance) * BPS;
  const towardsZero = numerator / startBalance;
  return numerator < 0n && numerator % startBalance !== 0n ? towardsZero - 1n : towardsZero;
}

/** The prize of a rank in smallest units; 0 without one. */
export function prizeOf(rank: number, prizes: readonly Prize[]): bigint {
  const prize = prizes.find(({ from, to }) => rank >= from && rank <= to);
  return prize === undefined ? 0n : BigInt(prize.amount);
}

/** Rankings of seasons: in memory, recomputed on request, at most every three seconds. */
export class Rankings {
  readonly #queries: Queries;
  readonly #live: LiveView;
  readonly #nowMs: () => number;
  readonly #kept = new Map<
    bigint,
    { readonly atMs: number; readonly ranking: Promise<RankedSeason> }
  >();

  constructor(parts: { queries: Queries; live: LiveView; nowMs: () => number }) {
    this.#queries = parts.queries;
    this.#live = parts.live;
    this.#nowMs = parts.nowMs;
  }

  /** The ranking of a season, at most a few seconds old. */
  of(season: SeasonRow): Promise<RankedSeason> {
    const nowMs = this.#nowMs();
    const kept = this.#kept.get(season.id);
    if (kept !== undefined && nowMs - kept.atMs < FRESH_MS && nowMs >= kept.atMs)
      return kept.ranking;
    const ranking = this.rank(season);
    this.#kept.delete(season.id);
    this.#kept.set(season.id, { atMs: nowMs, ranking });
    // A failed ranking is dropped, and so are those of the oldest seasons.
    ranking.catch(() => this.#kept.delete(season.id));
    for (const oldest of this.#kept.keys())
      if (this.#kept.size > SEASONS_KEPT) this.#kept.delete(oldest);
    return ranking;
  }

  /** Drops the cached ranking, so that a new entry or the end is seen at once. */
  forget(season: bigint): void {
    this.#kept.delete(season);
  }

  /** The ranking now: final equities if there are any, else equities at the latest index. */
  async rank({ id, start_balance: startBalance }: SeasonRow): Promise<RankedSeason> {
    const rows = await this.#queries
      .selectFrom('contest_entries')
      .select(['id', 'user_id', 'state', 'equity'])
      .where('season', '=', id)
      .execute();
    const entries = rows.map(({ id: entry, user_id, state, equity }) => {
      const user = Number(user_id);
      return {
        user,
        entry,
        equity:
          equity ?? (state === 'joining' ? startBalance : this.#live.margin.equity(user, PLAY_ID)),
      };
    });
    const places = ranked(entries);
    return {
      places,
      byUser: new Map(places.map((place) => [place.user, place])),
      timeMs: this.#nowMs(),
    };
  }
}
