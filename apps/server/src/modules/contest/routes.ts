import type { CallInput, CallOutput } from '@meridian/contract/schema/call';
import {
  contestInfo,
  contestJoin,
  contestList,
  contestRanking,
  RANKING_ROWS,
} from '@meridian/contract/contest/calls';
import type { UserId } from '@meridian/core/ids';
import type { Queries } from '../../database/database.ts';
import type { CallRegistry } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { textOf } from '../../texts.ts';
import type { LiveView } from '../live-view.ts';
import { accountsOf } from '../account/customer-search.ts';
import type { Contest } from './contest.ts';
import type { SeasonRow } from './contest-tables.ts';
import { prizeStateOf } from './prizes.ts';
import type { Place } from './ranking.ts';
import {
  infoAnswer,
  playText,
  prizeText,
  rankedRow,
  returnText,
  seasonAnswer,
} from './translate.ts';

export interface ContestServices {
  readonly queries: Queries;
  readonly live: LiveView;
  readonly contest: Contest;
}

const SEASONS_LISTED = 50;
const DAY_MS = 86_400_000;

/** The contract contest. Trading in it uses the calls of leveraged contracts. */
export function registerContestRoutes(gateway: CallRegistry, services: ContestServices): void {
  const { queries, live, contest } = services;
  gateway.registerCall(contestInfo, ({ input, session }) => info(services, input, session?.user));
  gateway.registerCall(contestRanking, ({ input, session }) =>
    rankingPage(services, input, session?.user),
  );
  gateway.registerCall(contestList, async () => {
    const seasons = await queries
      .selectFrom('contest_seasons')
      .selectAll()
      .orderBy('start_at', 'desc')
      .limit(SEASONS_LISTED)
      .execute();
    const counts = await participants(queries, seasons);
    return seasons.map((season) => seasonAnswer(live, season, counts.get(season.id) ?? 0));
  });
  gateway.registerCall(contestJoin, async ({ input, session, language, idempotencyKey }) => {
    await contest.join(input.id, session.user, idempotencyKey);
    const { state } = await seasonById(queries, input.id);
    return textOf(language, `answer.contest.${state === 'upcoming' ? 'upcoming' : 'running'}`);
  });
}

/** Refuses an unknown season. */
export async function seasonById(queries: Queries, id: number): Promise<SeasonRow> {
  const season = await queries
    .selectFrom('contest_seasons')
    .selectAll()
    .where('id', '=', BigInt(id))
    .executeTakeFirst();
  if (season === undefined) throw new Refusal('contest_not_found', { field: 'id' });
  return season;
}

/** Number of participants of each of these seasons. */
export async function participants(
  queries: Queries,
  seasons: readonly SeasonRow[],
): Promise<ReadonlyMap<bigint, number>> {
  if (seasons.length === 0) return new Map();
  const rows = await queries
    .selectFrom('contest_entries')
    .select(({ fn }) => ['season', fn.countAll<bigint>().as('count')])
    .where(
      'season',
      'in',
      seasons.map(({ id }) => id),
    )
    .groupBy('season')
    .execute();
  return new Map(rows.map(({ season, count }) => [season, Number(count)]));
}

async function info(
  services: ContestServices,
  input: CallInput<typeof contestInfo>,
  user: UserId | undefined,
): Promise<CallOutput<typeof contestInfo>> {
  const { queries, live } = services;
  const season =
    input.id === undefined ? await presentSeason(queries) : await seasonById(queries, input.id);
  return infoAnswer(live, {
    season:
      season === undefined
        ? null
        : seasonAnswer(live, season, (await participants(queries, [season])).get(season.id) ?? 0),
    me: season === undefined || user === undefined ? null : await ownEntry(services, season, user),
  });
}

/** The running season, else the next, else the last. */
export async function presentSeason(queries: Queries): Promise<SeasonRow | undefined> {
  const present = await queries
    .selectFrom('contest_seasons')
    .selectAll()
    .where('state', 'in', ['running', 'closing'])
    .executeTakeFirst();
  const next =
    present ??
    (await queries
      .selectFrom('contest_seasons')
      .selectAll()
      .where('state', '=', 'upcoming')
      .orderBy('start_at')
      .executeTakeFirst());
  return (
    next ??
    queries.selectFrom('contest_seasons').selectAll().orderBy('end_at', 'desc').executeTakeFirst()
  );
}

async function ownEntry(
  services: ContestServices,
  season: SeasonRow,
  user: UserId,
): Promise<CallOutput<typeof contestInfo>['me']> {
  const { queries, live, contest } = services;
  const entry = await queries
    .selectFrom('contest_entries')
    .innerJoin('users', 'users.id', 'contest_entries.user_id')
    .select(['joined_at', 'prize_state', 'equity', 'users.review_status'])
    .where('season', '=', season.id)
    .where('user_id', '=', BigInt(user))
    .executeTakeFirst();
  if (entry === undefined) return null;
  const place =
    season.state === 'upcoming' ? undefined : (await contest.rankings.of(season)).byUser.get(user);
  const equity = place?.equity ?? season.start_balance;
  const days = await queries
    .selectFrom('contest_days')
    .selectAll()
    .where('season', '=', season.id)
    .where('user_id', '=', BigInt(user))
    .orderBy('day')
    .execute();
  return {
    rank: place?.rank ?? 0,
    equity: playText(equity),
    return_rate: returnText(equity, season),
    prize: prizeText(live, place?.rank ?? 0, season),
    prize_state: prizeStateOf(entry, entry.review_status),
    joined_time: entry.joined_at.getTime(),
    days: days.map(({ day, equity: then, rank }) => ({
      day: new Date(day * DAY_MS).toISOString().slice(0, 10),
      equity: playText(then),
      rank,
    })),
  };
}

async function rankingPage(
  services: ContestServices,
  input: CallInput<typeof contestRanking>,
  user: UserId | undefined,
): Promise<CallOutput<typeof contestRanking>> {
  const { queries, live, contest } = services;
  const season = await seasonById(queries, input.id);
  const { page = 1 } = input;
  const { places, timeMs } =
    season.state === 'upcoming' ? { places: [], timeMs: 0 } : await contest.rankings.of(season);
  const shown = pageOf(places, page, RANKING_ROWS);
  const accounts = await accountsOf(
    queries,
    shown.map((place) => place.user),
  );
  const list = shown.map((place) =>
    rankedRow(live, place, {
      season,
      account: accounts.get(place.user) ?? '',
      isMe: place.user === user,
    }),
  );
  return { list, total: places.length, page, limit: RANKING_ROWS, time: timeMs };
}

export function pageOf(places: readonly Place[], page: number, rows: number): readonly Place[] {
  return places.slice((page - 1) * rows, page * rows);
}
