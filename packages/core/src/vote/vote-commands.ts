import type { UserId } from '../ids.ts';

/**
 * Operators announce a round of votes. Nothing of it changes afterwards: it runs from its start to
 * its end, or is cancelled.
 */
export interface OpenRound {
  readonly kind: 'vote.open';
  /** The server's number, above those of all rounds before it. */
  readonly round: number;
  /** How many options it has, `OPTIONS`; they are numbered from 1. */
  readonly options: number;
  /** Engine time, milliseconds; not before now. */
  readonly startMs: number;
  /** Engine time, milliseconds; after the start, at most `LONGEST_MS` after it. */
  readonly endMs: number;
  /** SHA-256 of the published terms, hexadecimal. */
  readonly terms: string;
}

/** Operators end a round without a result, before its end. All its ballots are void. */
export interface CancelRound {
  readonly kind: 'vote.cancel';
  readonly round: number;
  readonly operator: number;
}

/** A verified user votes, or votes otherwise: the last ballot counts, one for a person. */
export interface CastVote {
  readonly kind: 'vote.cast';
  readonly user: UserId;
  readonly round: number;
  readonly option: number;
  /** Level of the user's identity, 0 to 2, as the server knows it; 0 is not verified. */
  readonly level: number;
  /**
   * 32 hexadecimal digits that stand for the document of the user's identity, the same for every
   * account that shows it.
   */
  readonly person: string;
  /**
   * Sixteen hexadecimal digits that the server draws: the ballot's name in the published list. Its
   * voter learns it after the end only.
   */
  readonly tracker: string;
  readonly key?: string;
}

/** A user takes the ballot back, before the end. */
export interface RevokeVote {
  readonly kind: 'vote.revoke';
  readonly user: UserId;
  readonly round: number;
  readonly key?: string;
}

export const OPTIONS = [2, 20] as const;
/** Rounds that are announced or run at the same time. */
export const MOST_ROUNDS = 20;
/** Ninety days. */
export const LONGEST_MS = 90 * 86_400_000;
/** The level of identity that a voter needs. */
export const VOTER_LEVEL = 1;

export type VoteCommand = OpenRound | CancelRound | CastVote | RevokeVote;
