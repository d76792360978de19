import { CONVERSIONS_PER_PAGE } from '@meridian/contract/convert/bounds';
import type { Output } from '@meridian/contract/client/named-calls';
import type { ConvertEvent, ConvertTermsEvent } from '@meridian/contract/convert/events';
import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import { connection } from '../../realtime/connection.ts';
import { walletsQuery } from '../../realtime/wallets.ts';
import { apiCall } from '../../shared/http/api-call.ts';
import { asking, moneyCall } from '../../shared/http/money-call.ts';
import { isLoggedIn, OWN } from '../../shared/session.ts';
import type { Coin, Conversion, Dust, EveryDays, Plan, Quote, Side } from './model/conversion.ts';

/** The estimate for a typed amount comes from the index, which moves. */
const PAIRS_MS = 5_000;
/** The proceeds of dust move with the prices. */
const DUST_MS = 5_000;

const fetchPairs = apiCall('GET /api/convert/pairs');
const fetchOwn = apiCall('GET /api/convert/my');
const fetchDust = apiCall('GET /api/convert/dust');
const fetchPlans = apiCall('GET /api/convert/plans');

interface Wish {
  readonly from: number;
  readonly to: number;
  readonly side: Side;
  readonly amount: string;
}

export const askQuote = asking(
  moneyCall('POST /api/convert/quote'),
  ({ from, to, side, amount }: Wish) => ({ from_id: from, to_id: to, side, number: amount }),
);
export const acceptQuote = moneyCall('POST /api/convert/accept', 'bare');
export const sweepDust = asking(
  moneyCall('POST /api/convert/sweep', 'bare'),
  ({
    to,
    coins,
    least,
  }: {
    readonly to: number;
    readonly coins: readonly number[];
    readonly least: string;
  }) => ({ to_id: to, ids: coins.join(','), least }),
);
export const startPlan = asking(
  moneyCall('POST /api/convert/plan', 'bare'),
  ({
    from,
    to,
    amount,
    everyDays,
    minute,
    maxSpreadBps,
  }: {
    readonly from: number;
    readonly to: number;
    readonly amount: string;
    readonly everyDays: EveryDays;
    readonly minute: number;
    readonly maxSpreadBps: number;
  }) => ({
    from_id: from,
    to_id: to,
    number: amount,
    every_days: everyDays,
    minute,
    max_spread_bps: maxSpreadBps,
  }),
);
export const endPlan = moneyCall('POST /api/convert/end_plan', 'bare');

const COINS = ['convert', 'coins'] as const;
const CONVERT = [OWN, 'convert'] as const;

/** Currencies that convert, the hub first. */
export const coinsQuery = queryOptions({
  queryKey: COINS,
  queryFn: async ({ signal }): Promise<Coin[]> =>
    (await fetchPairs({}, { signal })).map((row) => ({
      id: row.currency_id,
      code: row.currency_name,
      decimals: row.decimals,
      least: row.min,
      most: row.max,
      step: row.step,
      marginBps: row.margin_bps,
      capBps: row.cap_bps,
      indexPrice: row.index_price,
    })),
  refetchInterval: PAIRS_MS,
});

/** Own conversions, newest first. */
export const conversionsQuery = infiniteQueryOptions({
  queryKey: [...CONVERT, 'own'],
  queryFn: async ({ pageParam, signal }) => {
    const { list, page } = await fetchOwn({ page: pageParam }, { signal });
    return { page, list: list.map(conversionOf) };
  },
  initialPageParam: 1,
  getNextPageParam: (last) =>
    last.list.length === CONVERSIONS_PER_PAGE ? last.page + 1 : undefined,
  enabled: isLoggedIn,
});

export function dustQuery(to: number) {
  return queryOptions({
    queryKey: [...CONVERT, 'dust', to],
    queryFn: async ({ signal }) => {
      const { list, most, most_name } = await fetchDust({ to_id: to }, { signal });
      const dust = list.map((row): Dust => ({
        id: row.currency_id,
        code: row.currency_name,
        amount: row.number,
        brings: row.brings,
      }));
      return { dust, most, mostCode: most_name };
    },
    refetchInterval: DUST_MS,
    enabled: isLoggedIn,
  });
}

/** Own recurring purchases, oldest first. */
export const plansQuery = queryOptions({
  queryKey: [...CONVERT, 'plans'],
  queryFn: async ({ signal }): Promise<Plan[]> => (await fetchPlans({}, { signal })).map(planOf),
  enabled: isLoggedIn,
});

/** The quote of an answer that came at `receivedMs` by this machine's clock. */
export function quoteOf(row: Output<'POST /api/convert/quote'>, receivedMs: number): Quote {
  const spanMs = Math.max(0, row.expires_at - row.now);
  return {
    id: row.id,
    fromAmount: row.from_number,
    toAmount: row.to_number,
    spreadBps: row.spread_bps,
    bookBps: row.book_bps,
    indexPrice: row.index_price,
    bookPrice: row.book_price,
    cost: row.cost,
    costCode: row.cost_name,
    endMs: receivedMs + spanMs,
    spanMs,
  };
}

/** Fetches again all data that a conversion changes. */
export function refreshConvert(client: QueryClient): Promise<unknown> {
  return Promise.all([
    client.invalidateQueries({ queryKey: CONVERT }),
    client.invalidateQueries({ queryKey: COINS }),
    client.invalidateQueries(walletsQuery),
  ]);
}

/** Refetches after own conversions and changed terms. Returns the function that stops it. */
export function followConvert(client: QueryClient): () => void {
  const refresh = (): void => void refreshConvert(client);
  const ends = [
    connection().on<ConvertEvent>('convert', refresh),
    connection().on<ConvertTermsEvent>('convert_terms', refresh),
    // The server does not repeat events that a lost connection missed.
    connection().onConnect(refresh),
  ];
  return () => ends.forEach((end) => end());
}

function conversionOf(row: Output<'GET /api/convert/my'>['list'][number]): Conversion {
  return {
    key: `${row.kind} ${row.subject} ${row.from_id} ${row.time_ms}`,
    kind: row.kind,
    fromCode: row.from_name,
    toCode: row.to_name,
    fromAmount: row.from_number,
    toAmount: row.to_number,
    spreadBps: row.spread_bps,
    bookBps: row.book_bps,
    timeMs: row.time_ms,
  };
}

function planOf(row: Output<'GET /api/convert/plans'>[number]): Plan {
  return {
    id: row.id,
    fromCode: row.from_name,
    toCode: row.to_name,
    amount: row.number,
    everyDays: row.every_days,
    maxSpreadBps: row.max_spread_bps,
    nextMs: row.next_ms,
    runs: row.runs.map((run) => ({
      due: run.due_time,
      fromAmount: run.from_number,
      toAmount: run.to_number,
      spreadBps: run.spread_bps,
      skipped: run.skipped,
    })),
  };
}
