import type { Output } from '@meridian/contract/client/named-calls';
import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import { apiCall } from '../../shared/http/api-call.ts';
import { moneyCall } from '../../shared/http/money-call.ts';
import { serverNowMs } from '../../shared/server-clock.ts';
import { OWN } from '../../shared/session.ts';
import { isMoving, type Entry, type Ranked, type Season } from './model/season.ts';

const fetchInfo = apiCall('GET /api/contest/info');
const fetchRanking = apiCall('GET /api/contest/ranking');
const fetchSeasons = apiCall('GET /api/contest/list');
export const joinSeason = moneyCall('POST /api/contest/join');

/** The season with the own entry in it, and the markets of the contest. */
export interface Contest {
  readonly season: Season | null;
  readonly me: Entry | null;
  /** The play money. */
  readonly playCurrencyId: number;
  /** Quote currency of the markets whose prices the contest uses. */
  readonly priceCurrencyId: number;
  readonly markets: readonly { readonly baseId: number; readonly symbol: string }[];
}

/** A ranking is a few seconds old at most; a hidden page does not poll. */
const REFRESH_MS = 5_000;
const CONTEST = [OWN, 'contest'] as const;

/**
 * @param id of a season; by default the running, next or last one
 */
export function contestQuery(id?: number) {
  return queryOptions({
    queryKey: [...CONTEST, 'info', id ?? 'now'],
    queryFn: async ({ signal }): Promise<Contest> => {
      const info = await fetchInfo(id === undefined ? {} : { id }, { signal });
      return {
        season: info.season && seasonOf(info.season),
        me: info.me && entryOf(info.me),
        playCurrencyId: info.play_legal_id,
        priceCurrencyId: info.price_legal_id,
        markets: info.markets.map(({ currency_id, symbol }) => ({ baseId: currency_id, symbol })),
      };
    },
    refetchInterval: ({ state: { data } }) => refreshOf(data?.season),
  });
}

export function rankingQuery(season: Season, page: number) {
  return queryOptions({
    queryKey: [...CONTEST, 'ranking', season.id, page],
    queryFn: async ({ signal }) => {
      const { list, total, limit } = await fetchRanking({ id: season.id, page }, { signal });
      return { total, limit, list: list.map(rankedOf) };
    },
    placeholderData: keepPreviousData,
    refetchInterval: refreshOf(season),
  });
}

export const seasonsQuery = queryOptions({
  queryKey: ['contest', 'seasons'],
  queryFn: async ({ signal }) => (await fetchSeasons({}, { signal })).map(seasonOf),
});

/** Refetches everything of the contest: a season has begun or ended, or a user has joined. */
export function refreshContest(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: CONTEST });
  void client.invalidateQueries({ queryKey: seasonsQuery.queryKey });
}

function refreshOf(season: Season | null | undefined): number | false {
  return season !== undefined && season !== null && isMoving(season, serverNowMs())
    ? REFRESH_MS
    : false;
}

type Info = Output<'GET /api/contest/info'>;

function seasonOf(row: NonNullable<Info['season']>): Season {
  return {
    id: row.id,
    name: row.name,
    state: row.state,
    startsAtMs: row.start_time,
    endsAtMs: row.end_time,
    startBalance: row.start_balance,
    participants: row.participants,
    prizeCurrency: row.prize_currency,
    prizes: row.prizes.map(({ from_rank, to_rank, amount }) => ({
      from: from_rank,
      to: to_rank,
      amount,
    })),
  };
}

function entryOf(row: NonNullable<Info['me']>): Entry {
  return {
    rank: row.rank,
    equity: row.equity,
    returnRate: row.return_rate,
    prize: row.prize,
    prizeState: row.prize_state === 'needs_identity' ? 'needsIdentity' : row.prize_state,
    days: row.days,
  };
}

function rankedOf(row: Output<'GET /api/contest/ranking'>['list'][number]): Ranked {
  return {
    rank: row.rank,
    name: row.name,
    equity: row.equity,
    returnRate: row.return_rate,
    isMe: row.is_me === 1,
    prize: row.prize,
  };
}
