import type { CallInput, CallOutput } from '@meridian/contract/schema/call';
import { OFFICE_ROWS } from '@meridian/contract/schema/office-call';
import {
  officeContestPay,
  officeContestRanking,
  officeContests,
  officeContestSave,
} from '@meridian/contract/contest/office';
import { formatDecimal } from '@meridian/money/decimal';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import type { CallContext, CallRegistry } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import type { LiveView } from '../live-view.ts';
import { accountsOf } from '../account/customer-search.ts';
import { amountOf } from '../market/currency-of-call.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import type { NewSeason } from './contest.ts';
import type { Prize, SeasonRow } from './contest-tables.ts';
import { PLAY, priceCurrency } from './play-catalog.ts';
import { payPrizes, prizeStateOf } from './prizes.ts';
import { pageOf, participants, presentSeason, seasonById, type ContestServices } from './routes.ts';
import { playText, returnText } from './translate.ts';

interface ContestOfficeServices extends ContestServices {
  readonly engine: Pick<Engine, 'submit'>;
  readonly now: () => number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const LENGTH = [HOUR_MS, 92 * DAY_MS] as const;
const FARTHEST_MS = 366 * DAY_MS;
/** In play money. */
const START_BALANCE = [100, 1_000_000] as const;
const MOST_RANGES = 20;
const LAST_RANK = 1_000;

/** Contests for operators. */
export function registerContestOfficeRoutes(
  gateway: CallRegistry,
  services: ContestOfficeServices,
): void {
  const { contest } = services;
  gateway.registerCall(officeContests, ({ input }) => contestPage(services, input));
  gateway.registerCall(officeContestRanking, ({ input }) => rankingPage(services, input));
  // A season without prizes is a game with play money, and needs no second operator.
  gateway.registerCall(
    officeContestSave,
    (context) => save(services, context),
    ({ before, after }) => hasNoPrizes(before) && hasNoPrizes(after),
  );
  gateway.registerCall(officeContestPay, async ({ input, operator, audit }) => {
    const { paid, units, waiting } = await contest.oneAtATime(() =>
      payPrizes(services, { season: BigInt(input.id), operator: operator.operator, audit }),
    );
    return { paid, amount: formatDecimal(units, priceCurrency(services.live).scale), waiting };
  });
}

async function contestPage(
  { queries, live }: ContestOfficeServices,
  { page = 1, id: wanted }: CallInput<typeof officeContests>,
): Promise<CallOutput<typeof officeContests>> {
  let query = queries.selectFrom('contest_seasons');
  if (wanted !== undefined) query = query.where('id', '=', BigInt(wanted));
  const [{ count }, seasons] = await Promise.all([
    query.select(({ fn }) => fn.countAll<bigint>().as('count')).executeTakeFirstOrThrow(),
    query
      .selectAll()
      .orderBy('start_at', 'desc')
      .limit(OFFICE_ROWS)
      .offset((page - 1) * OFFICE_ROWS)
      .execute(),
  ]);
  const counts = await participants(queries, seasons);
  const { rows } = await sql<{ season: bigint; open: bigint; paid: bigint; units: string | null }>`
    select season, count(*) filter (where prize_state <> 'paid') as open, count(*) filter (where prize_state = 'paid') as paid,
      sum(prize) filter (where prize_state = 'paid')::text as units
    from contest_entries where prize_state <> 'none' and season = any(${seasons.map(({ id }) => id)}::bigint[]) group by season`.execute(
    queries,
  );
  const prizes = new Map(rows.map((row) => [row.season, row]));
  const list = seasons.map((season) => {
    const { open = 0n, paid = 0n, units = null } = prizes.get(season.id) ?? {};
    return {
      ...seasonFields(live, season),
      id: Number(season.id),
      state: season.state,
      start_time: shanghaiTime(season.start_at.getTime()),
      end_time: shanghaiTime(season.end_at.getTime()),
      participants: counts.get(season.id) ?? 0,
      prizes_open: Number(open),
      prizes_paid: Number(paid),
      paid: formatDecimal(BigInt(units ?? '0'), priceCurrency(live).scale),
    };
  });
  return { list, total: Number(count), page };
}

/** An operator's fields of a season, for the log. */
function seasonFields(
  live: LiveView,
  { name, start_at, end_at, start_balance, prizes }: SeasonRow,
) {
  return {
    name,
    start_ms: start_at.getTime(),
    end_ms: end_at.getTime(),
    start_balance: playText(start_balance),
    prizes: prizesText(live, prizes),
  };
}

function prizesText(live: LiveView, prizes: readonly Prize[]): string {
  const { scale } = priceCurrency(live);
  return prizes
    .map(({ from, to, amount }) => `${from}-${to}:${formatDecimal(BigInt(amount), scale)}`)
    .join(',');
}

async function rankingPage(
  { queries, live, contest }: ContestOfficeServices,
  { contest: id, page = 1 }: CallInput<typeof officeContestRanking>,
): Promise<CallOutput<typeof officeContestRanking>> {
  const season = id === undefined ? await presentSeason(queries) : await seasonById(queries, id);
  if (season === undefined) return { list: [], total: 0, page };
  const { places } = await contest.rankings.of(season);
  const shown = pageOf(places, page, OFFICE_ROWS);
  const accounts = await accountsOf(
    queries,
    shown.map(({ user }) => user),
  );
  const entries = new Map(
    shown.length === 0
      ? []
      : (
          await queries
            .selectFrom('contest_entries')
            .innerJoin('users', 'users.id', 'contest_entries.user_id')
            .selectAll('contest_entries')
            .select('users.review_status')
            .where(
              'contest_entries.id',
              'in',
              shown.map(({ entry }) => entry),
            )
            .execute()
        ).map((row) => [row.id, row]),
  );
  const { scale } = priceCurrency(live);
  const list = shown.flatMap(({ user, entry, rank, equity }) => {
    const row = entries.get(entry);
    if (row === undefined) return [];
    return {
      id: user,
      rank,
      account: accounts.get(user) ?? '',
      equity: playText(equity),
      return_rate: returnText(equity, season),
      prize: formatDecimal(row.prize, scale),
      prize_state: prizeStateOf(row, row.review_status),
      joined_time: shanghaiTime(row.joined_at.getTime()),
    };
  });
  return { list, total: places.length, page };
}

async function save(
  services: ContestOfficeServices,
  { input, audit }: CallContext<typeof officeContestSave>,
): Promise<{ id: number }> {
  const { queries, live, contest } = services;
  const season = seasonOf(services, input);
  const after = {
    name: season.name,
    start_ms: season.startMs,
    end_ms: season.endMs,
    start_balance: playText(season.startBalance),
    prizes: prizesText(live, season.prizes),
  };
  if (input.id === undefined) {
    await audit({ action: 'contest.create', subject: `contest ${season.name}`, after });
    return { id: Number(await contest.create(season)) };
  }
  const before = seasonFields(live, await seasonById(queries, input.id));
  await audit({ action: 'contest.change', subject: `contest ${input.id}`, before, after });
  await contest.edit(BigInt(input.id), season);
  return { id: input.id };
}

function seasonOf(
  { live, now: wallClock }: ContestOfficeServices,
  {
    name,
    start_ms: startMs,
    end_ms: endMs,
    start_balance,
    prizes = '',
  }: CallInput<typeof officeContestSave>,
): NewSeason {
  const now = wallClock();
  const length = endMs - startMs;
  if (name.trim() === '') throw new Refusal('field_missing', { field: 'name' });
  if (startMs < now || startMs > now + FARTHEST_MS || length < LENGTH[0] || length > LENGTH[1])
    throw new Refusal('contest_dates_invalid', { field: 'start_ms' });
  const [least, most] = START_BALANCE;
  const startBalance = amountOf(start_balance, PLAY, 'start_balance');
  const coin = 10n ** BigInt(PLAY.scale);
  if (startBalance < BigInt(least) * coin || startBalance > BigInt(most) * coin)
    throw new Refusal('number_not_between', { field: 'start_balance', least, most });
  return { name: name.trim(), startMs, endMs, startBalance, prizes: prizesOf(live, prizes) };
}

/** Ranges of ranks that begin at 1 and are contiguous. */
function prizesOf(live: LiveView, text: string): Prize[] {
  if (text.trim() === '') return [];
  const invalid = new Refusal('contest_prizes_invalid', { field: 'prizes' });
  const ranges = text
    .split(',')
    .map((part) => /^\s*(\d{1,4})-(\d{1,4}):(\d+(?:\.\d+)?)\s*$/.exec(part));
  if (ranges.length > MOST_RANGES) throw invalid;
  let next = 1;
  return ranges.map((range) => {
    const [, first = '', last = '', amount = ''] = range ?? [];
    const [from, to] = [Number(first), Number(last)];
    if (from !== next || to < from || to > LAST_RANK) throw invalid;
    next = to + 1;
    return { from, to, amount: amountOf(amount, priceCurrency(live), 'prizes').toString() };
  });
}

function hasNoPrizes(season: unknown): boolean {
  return season === undefined || (season as { readonly prizes: string }).prizes === '';
}
