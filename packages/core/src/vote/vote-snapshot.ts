import type { UserId } from '../ids.ts';

export interface SnapshotBallot {
  readonly user: UserId;
  readonly option: number;
  readonly person: string;
  readonly tracker: string;
}

/** See vote-commands.ts. Ballots by user. */
export interface SnapshotRound {
  readonly round: number;
  readonly options: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly terms: string;
  readonly ballots: readonly SnapshotBallot[];
}

export interface SnapshotVotes {
  /** Number of the newest round, 0 before the first. */
  readonly lastRound: number;
  /** Rounds without a result, by number. */
  readonly rounds: readonly SnapshotRound[];
}
