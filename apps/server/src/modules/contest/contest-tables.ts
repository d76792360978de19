import type { ContestState } from '@meridian/contract/contest/calls';
import type { Generated, JSONColumnType, Selectable } from 'kysely';

/** A prize for each rank of a range; the amount in smallest units of USDT. */
export interface Prize {
  readonly from: number;
  readonly to: number;
  readonly amount: string;
}

/** Tables of migrations/080-contests.sql, which describes each column. */
export interface ContestTables {
  contest_seasons: {
    id: Generated<bigint>;
    name: string;
    state: Generated<ContestState>;
    start_at: Date;
    end_at: Date;
    start_balance: bigint;
    prizes: JSONColumnType<Prize[]>;
    last_day: Generated<number>;
    ranked_at: Date | null;
  };
  contest_entries: {
    id: Generated<bigint>;
    season: bigint;
    user_id: bigint;
    joined_at: Date;
    request_key: string | null;
    state: Generated<'joining' | 'playing' | 'leaving' | 'left'>;
    return_tries: Generated<number>;
    equity: bigint | null;
    rank: number | null;
    prize: Generated<bigint>;
    prize_state: Generated<'none' | 'open' | 'paying' | 'paid'>;
  };
  contest_days: { season: bigint; user_id: bigint; day: number; equity: bigint; rank: number };
}

export type SeasonRow = Selectable<ContestTables['contest_seasons']>;
export type EntryRow = Selectable<ContestTables['contest_entries']>;
