import type { Output } from '@meridian/contract/client/named-calls';
import { BALLOTS_LISTED } from '@meridian/contract/vote/bounds';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { apiCall } from '../../shared/http/api-call.ts';
import { moneyCall } from '../../shared/http/money-call.ts';
import { OWN } from '../../shared/session.ts';
import type { Ballot, Round } from './model/round.ts';

/** Others vote, and states change with time. */
const LOOK_MS = 15_000;

const fetchRounds = apiCall('GET /api/vote/list');
const fetchBallots = apiCall('GET /api/vote/ballots');
export const castVote = moneyCall('POST /api/vote/cast');
export const revokeVote = moneyCall('POST /api/vote/revoke');

const ROUNDS = [OWN, 'votes'] as const;

/** Rounds, the newest first. */
export const roundsQuery = (isLoggedIn: boolean) =>
  queryOptions({
    queryKey: [...ROUNDS, isLoggedIn],
    queryFn: async ({ signal }): Promise<readonly Round[]> =>
      (await fetchRounds({}, { signal })).map(roundOf),
    refetchInterval: LOOK_MS,
  });

export function refreshRounds(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: ROUNDS });
}

/** All ballots of a round that has ended. */
export async function allBallots(id: number): Promise<readonly Ballot[]> {
  const ballots: Ballot[] = [];
  for (;;) {
    const after = ballots.at(-1)?.tracker;
    const page = await fetchBallots({ id, ...(after === undefined ? {} : { after }) });
    ballots.push(...page);
    if (page.length < BALLOTS_LISTED) return ballots;
  }
}

function roundOf(row: Output<'GET /api/vote/list'>[number]): Round {
  return {
    id: row.id,
    title: row.title,
    about: row.about,
    state: row.state,
    startMs: row.start_ms,
    start: row.start_time,
    endMs: row.end_ms,
    end: row.end_time,
    turnout: row.turnout,
    options: row.options.map((option, index) => ({ number: index + 1, ...option })),
    terms: row.terms,
    termsHash: row.terms_hash,
    my: row.my ?? undefined,
  };
}
