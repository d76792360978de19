import type { CallOutput } from '@meridian/contract/schema/call';
import type {
  contestInfo,
  contestJoin,
  contestList,
  contestRanking,
} from '@meridian/contract/contest/calls';
import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import { apiCall } from '../../shared/http/api-call.ts';
import { moneyCall } from '../../shared/http/money-call.ts';
import { serverNowMs } from '../../shared/server-clock.ts';
import { OWN } from '../../shared/session.ts';
import { isMoving, type Season } from './model/season.ts';

const fetchInfo = apiCall<typeof contestInfo>({ method: 'GET', path: '/api/contest/info' });
const fetchRanking = apiCall<typeof contestRanking>({
  method: 'GET',
  path: '/api/contest/ranking',
});
const fetchSeasons = apiCall<typeof contestList>({ method: 'GET', path: '/api/contest/list' });
export const joinSeason = moneyCall<typeof contestJoin>({
  method: 'POST',
  path: '/api/contest/join',
});

export type Contest = CallOutput<typeof contestInfo>;
export type Ranked = CallOutput<typeof contestRanking>['list'][number];

/** A ranking is a few seconds old at most; nothing is asked for while nobody looks. */
const REFRESH_MS = 5_000;
const CONTEST = [OWN, 'contest'] as const;

/** @param id of a season; the one that runs, comes or was last without */
export function contestQuery(id?: number) {
  return queryOptions({
    queryKey: [...CONTEST, 'info', id ?? 'now'],
    queryFn: ({ signal }) => fetchInfo(id === undefined ? {} : { id }, { signal }),
    refetchInterval: ({ state: { data } }) => refreshOf(data?.season),
  });
}

export function rankingQuery(season: Season, page: number) {
  return queryOptions({
    queryKey: [...CONTEST, 'ranking', season.id, page],
    queryFn: ({ signal }) => fetchRanking({ id: season.id, page }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshOf(season),
  });
}

export const seasonsQuery = queryOptions({
  queryKey: ['contest', 'seasons'],
  queryFn: ({ signal }) => fetchSeasons({}, { signal }),
});

/** Asks for everything of the contest again: a season has begun or ended, or somebody joined. */
export function refreshContest(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: CONTEST });
  void client.invalidateQueries({ queryKey: seasonsQuery.queryKey });
}

function refreshOf(season: Season | null | undefined): number | false {
  return season !== undefined && season !== null && isMoving(season, serverNowMs())
    ? REFRESH_MS
    : false;
}
