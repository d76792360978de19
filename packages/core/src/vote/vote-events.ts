import type { UserId } from '../ids.ts';

/** See vote-commands.ts. */
export interface VoteOpened {
  readonly type: 'voteOpened';
  readonly round: number;
  readonly options: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly terms: string;
}

export interface VoteCancelled {
  readonly type: 'voteCancelled';
  readonly round: number;
  readonly operator: number;
}

/** It replaces the user's ballot before it, if there was one. */
export interface VoteCast {
  readonly type: 'voteCast';
  readonly round: number;
  readonly user: UserId;
  readonly option: number;
  readonly person: string;
  readonly tracker: string;
}

export interface VoteRevoked {
  readonly type: 'voteRevoked';
  readonly round: number;
  readonly user: UserId;
}

export interface VoteEnded {
  readonly type: 'voteEnded';
  readonly round: number;
  /** Ballots for each option, the first one first. */
  readonly counts: readonly number[];
}

export type VoteEvent = VoteOpened | VoteCancelled | VoteCast | VoteRevoked | VoteEnded;
