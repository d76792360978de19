import type { Generated } from 'kysely';

/** Tables of migrations/162-votes.sql, which describes each column. */
export interface VoteTables {
  vote_texts: { id: Generated<bigint>; terms: string };
  vote_rounds: {
    id: bigint;
    terms_hash: string;
    state: 'open' | 'ended' | 'cancelled';
    counts: number[];
  };
  vote_ballots: {
    round: bigint;
    user_id: bigint;
    option: number;
    tracker: string;
    time_ms: bigint;
  };
}
