import type { Applied } from '../events.ts';
import type { Rejection } from '../rejections.ts';
import type { CastVote, OpenRound } from '../vote/vote-commands.ts';
import { ALICE, BOB, personOf, type Scenario } from './scenario.ts';

const DAY_MS = 86_400_000;

/** For each rejection of votes, the shortest way to it. */
export const VOTE_REFUSALS: Record<
  Extract<Rejection, `vote${string}`>,
  (scenario: Scenario) => Applied
> = {
  vote_late: (s) => s.apply(roundOf(s, { startMs: s.timeMs - 1 })),
  votes_too_many: (s) => {
    for (let round = 1; round <= 20; round++) s.apply(roundOf(s, { round }));
    return s.apply(roundOf(s, { round: 21 }));
  },
  vote_not_open: (s) => s.apply(ballotOf({})),
  vote_unverified: (s) => {
    s.apply(roundOf(s, {}));
    return s.apply(ballotOf({ level: 0 }));
  },
  vote_person_voted: (s) => {
    s.apply(roundOf(s, {}));
    s.apply(ballotOf({}));
    return s.apply(ballotOf({ user: BOB, person: personOf(ALICE), tracker: '1'.repeat(16) }));
  },
  vote_not_cast: (s) => {
    s.apply(roundOf(s, {}));
    return s.apply({ kind: 'vote.revoke', user: ALICE, round: 1 });
  },
};

/** A day of votes on three options, from now on. */
export function roundOf({ timeMs }: Scenario, change: Partial<OpenRound>): OpenRound {
  const startMs = change.startMs ?? timeMs;
  const terms = { round: 1, options: 3, startMs, endMs: startMs + DAY_MS, terms: 'a'.repeat(64) };
  return { kind: 'vote.open', ...terms, ...change };
}

/** Alice votes for the first option of round 1. */
export function ballotOf(change: Partial<CastVote>): CastVote {
  const user = change.user ?? ALICE;
  const ballot = { user, round: 1, option: 1, level: 1, person: personOf(user) };
  return { kind: 'vote.cast', ...ballot, tracker: '0'.repeat(16), ...change };
}
