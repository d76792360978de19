import type { VoteState } from '@meridian/contract/vote/calls';
import { sql } from 'kysely';
import type { Queries } from '../../database/database.ts';
import type { ProjectionGate } from '../../projector/projection-gate.ts';
import type { LiveView } from '../live-view.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import { readTerms, type RoundTerms } from './terms.ts';

/** Rounds of a list: the newest ones. */
const ROUNDS_LISTED = 50;

/** A round as people see it. */
export interface ShownRound {
  readonly id: number;
  /** As announced; the text of it, and the hash that the journal has of that. */
  readonly terms: RoundTerms;
  readonly text: string;
  readonly hash: string;
  readonly state: VoteState;
  readonly turnout: number;
  /** Ballots for each option; empty before the end. */
  readonly counts: readonly number[];
}

export interface RoundServices {
  readonly queries: Queries;
  readonly live: LiveView;
  readonly gate: ProjectionGate;
  readonly now: () => number;
}

/** All that the engine took, the newest first: those that go on as the live view has them. */
export async function shownRounds({
  queries,
  live,
  gate,
  now,
}: RoundServices): Promise<ShownRound[]> {
  await gate.reached(live.seq);
  const rows = await queries
    .selectFrom('vote_texts')
    .innerJoin('vote_rounds', 'vote_rounds.id', 'vote_texts.id')
    .select(['vote_texts.id', 'terms', 'terms_hash', 'state', 'counts'])
    .orderBy('vote_texts.id', 'desc')
    .limit(ROUNDS_LISTED)
    .execute();
  return rows.map(({ id, terms: text, terms_hash: hash, state: last, counts }) => {
    const [round, terms] = [live.vote.round(Number(id)), readTerms(text)];
    const state = last === 'open' ? stateOf(terms, now()) : last;
    const turnout = round?.ballots.size ?? counts.reduce((sum, count) => sum + count, 0);
    return { id: Number(id), terms, text, hash, state, turnout, counts };
  });
}

/** Ballots of a user in rounds that have ended: option and tracker, by round. */
export async function endedBallots(
  queries: Queries,
  user: number,
): Promise<ReadonlyMap<number, { readonly option: number; readonly tracker: string }>> {
  const rows = await queries
    .selectFrom('vote_ballots')
    .innerJoin('vote_rounds', 'vote_rounds.id', 'vote_ballots.round')
    .select(['round', 'option', 'tracker'])
    .where('user_id', '=', BigInt(user))
    .where('option', '>', 0)
    .where('state', '=', 'ended')
    .execute();
  return new Map(rows.map(({ round, ...ballot }) => [Number(round), ballot]));
}

/**
 * Ballots of a round that has ended, by tracker; undefined where it has not, or never was.
 * @param after the trackers that come after it
 */
export async function listedBallots(
  { queries, live, gate }: RoundServices,
  {
    round,
    after,
    limit,
  }: { readonly round: number; readonly after: string; readonly limit: number },
): Promise<{ tracker: string; option: number }[] | undefined> {
  await gate.reached(live.seq);
  const ended = await queries
    .selectFrom('vote_rounds')
    .select('id')
    .where('id', '=', BigInt(round))
    .where('state', '=', 'ended')
    .executeTakeFirst();
  if (ended === undefined) return undefined;
  return queries
    .selectFrom('vote_ballots')
    .select(['tracker', 'option'])
    .where('round', '=', BigInt(round))
    .where('option', '>', 0)
    .where(sql<boolean>`tracker > ${after} collate "C"`)
    .orderBy(sql`tracker collate "C"`)
    .limit(limit)
    .execute();
}

/** Start and end for people and for clocks. */
export function timesOf({ startMs, endMs }: RoundTerms) {
  return {
    start_ms: startMs,
    start_time: shanghaiTime(startMs),
    end_ms: endMs,
    end_time: shanghaiTime(endMs),
  };
}

function stateOf(
  { startMs, endMs }: { readonly startMs: number; readonly endMs: number },
  now: number,
): VoteState {
  if (now < startMs) return 'announced';
  return now < endMs ? 'running' : 'counting';
}
