import { TICKETS_PER_PAGE } from '@meridian/contract/seconds/bounds';
import type {
  MicroOrder,
  PayableCurrency as WirePayableCurrency,
  PublicTicket as WirePublicTicket,
} from '@meridian/contract/seconds/calls';
import type { ClosedMicroOrderEvent } from '@meridian/contract/seconds/events';
import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import { dateAndTime } from '../../shared/figures.ts';
import { apiCall } from '../../shared/http/api-call.ts';
import { asking, moneyCall } from '../../shared/http/money-call.ts';
import { linesOf } from '../../shared/http/lines-of.ts';
import { connection } from '../../realtime/connection.ts';
import { OWN } from '../../shared/session.ts';
import { refreshLimits } from './limits-api.ts';
import { daysOf, ticksFor } from './model/day-file.ts';
import type { Direction, Duration, PayableCurrency, PublicTicket, Ticket } from './model/ticket.ts';

/** Interval of fetching while no live socket brings the events. */
export const POLL_MS = 1_000;

const WIRE_DIRECTION = { up: '1', down: '2' } as const satisfies Record<Direction, string>;

interface TicketOrder {
  readonly market: number;
  readonly currency: number;
  readonly direction: Direction;
  readonly seconds: number;
  readonly stake: string;
  /**
   * Percentages as the exchange told them: it refuses the ticket where they have changed by then.
   */
  readonly payoutRatio: string;
  readonly feeRatio: string;
}

export const submitTicket = asking(
  moneyCall('POST /api/microtrade/submit', 'bare'),
  ({ market, currency, direction, seconds, stake, payoutRatio, feeRatio }: TicketOrder) => ({
    match_id: market,
    currency_id: currency,
    type: WIRE_DIRECTION[direction],
    seconds,
    number: stake,
    seen_payout: payoutRatio,
    seen_fee: feeRatio,
  }),
);
export const buyInsurance = asking(
  moneyCall('POST /api/microtrade/insurance_buy', 'bare'),
  ({ offer, amount }: { readonly offer: number; readonly amount: string }) => ({
    insurance_type: offer,
    number: amount,
  }),
);
export const endInsurance = moneyCall('POST /api/microtrade/insurance_cancel', 'bare');
const fetchPayable = apiCall('GET /api/microtrade/payable_currencies');
const fetchOptions = apiCall('GET /api/microtrade/seconds');
const fetchTickets = apiCall('GET /api/microtrade/lists');
const fetchTicks = apiCall('GET /api/microtrade/tick_list');
const fetchTicket = apiCall('GET /api/microtrade/ticket');

const WALLET = [OWN, 'seconds', 'wallet'] as const;
const OPTIONS = ['seconds', 'options'] as const;
const RUNNING = [OWN, 'seconds', 'running'] as const;
const CLOSED = [OWN, 'seconds', 'closed'] as const;

/**
 * Currencies in which tickets of a market are paid, with the own wallet where somebody is logged
 * in.
 */
export function payableQuery(market: number) {
  return queryOptions({
    queryKey: [...WALLET, market],
    queryFn: async ({ signal }) =>
      (await fetchPayable({ match_id: market }, { signal })).map(payableCurrency),
  });
}

/** The durations that are offered. */
export function durationsQuery(market: number, currency: number) {
  return queryOptions({
    queryKey: [...OPTIONS, market, currency],
    queryFn: async ({ signal }): Promise<Duration[]> => {
      const input = { match_id: market, currency_id: currency };
      return (await fetchOptions(input, { signal })).map(
        ({ seconds, profit_ratio, minnum, maxnum }) => ({
          seconds,
          payoutRatio: profit_ratio,
          leastStake: minnum,
          mostStake: maxnum,
        }),
      );
    },
  });
}

export const runningQuery = queryOptions({
  queryKey: RUNNING,
  queryFn: async ({ signal }) =>
    (await fetchTickets({ status: '1' }, { signal })).data.map(ticketOf),
});

export const closedQuery = infiniteQueryOptions({
  queryKey: CLOSED,
  queryFn: ({ pageParam, signal }) => closedPage(pageParam, signal),
  initialPageParam: 1,
  getNextPageParam: (last, _pages, page) =>
    last.length === TICKETS_PER_PAGE ? page + 1 : undefined,
});

/** One page of closed contracts, for a file of them. */
export async function closedPage(page: number, signal?: AbortSignal): Promise<readonly Ticket[]> {
  return (await fetchTickets({ status: '3', page }, signal && { signal })).data.map(ticketOf);
}

/** Public prices around a ticket, a little more than it needs. */
export function ticksQuery({
  market,
  fromMs,
  toMs,
}: {
  market: number;
  fromMs: number;
  toMs: number;
}) {
  return queryOptions({
    queryKey: ['seconds', 'ticks', market, fromMs, toMs],
    queryFn: ({ signal }) =>
      fetchTicks({ match_id: market, from_ms: fromMs, to_ms: toMs }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The public facts of a closed ticket. */
export function ticketQuery(id: number) {
  return queryOptions({
    queryKey: ['seconds', 'ticket', id],
    queryFn: async ({ signal }) => publicTicket(await fetchTicket({ id }, { signal })),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The ticks of a closed ticket, from the public files of its days. */
export function dayFileQuery(ticket: PublicTicket) {
  async function* lines(signal: AbortSignal): AsyncGenerator<string> {
    for (const day of daysOfTicket(ticket)) yield* linesOf(dayFilePath(ticket.market, day), signal);
  }
  return queryOptions({
    queryKey: ['seconds', 'day-file', ticket.id],
    queryFn: ({ signal }) => ticksFor(ticket, lines(signal)),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The days (of Shanghai) whose files have the ticks of a ticket. */
export function daysOfTicket(ticket: PublicTicket): readonly string[] {
  return daysOf(ticket, (timeMs) => dateAndTime(timeMs).slice(0, 10));
}

/** Path of the public file with a market's ticks of a day. */
export function dayFilePath(market: number, day: string): string {
  return `/api/microtrade/ticks?market=${market}&day=${day}`;
}

/**
 * Calls back with each own ticket that has ended. Returns the function that ends the subscription.
 */
export function subscribeClosings(listener: (ticket: Ticket) => void): () => void {
  return connection().on<ClosedMicroOrderEvent>('closed_microorder', (event) =>
    listener(ticketOf(event)),
  );
}

/** Fetches the offered currencies and durations again: an operator has changed them. */
export function refreshTerms(client: QueryClient): void {
  for (const queryKey of [WALLET, OPTIONS]) void client.invalidateQueries({ queryKey });
}

/** Fetches the own tickets and wallet again: after an own action, and when a ticket has ended. */
export function refreshTickets(client: QueryClient): void {
  for (const queryKey of [WALLET, RUNNING, CLOSED]) void client.invalidateQueries({ queryKey });
  refreshLimits(client);
}

function publicTicket(row: WirePublicTicket): PublicTicket {
  return {
    id: row.id,
    market: row.match_id,
    symbol: row.symbol_name,
    direction: row.type === 1 ? 'up' : 'down',
    seconds: row.seconds,
    payoutRatio: row.profit_ratio,
    openedAt: row.create_time,
    openedAtMs: row.create_time_ms,
    dueAtMs: row.end_time_ms,
    maxTickAgeMs: row.max_tick_age_ms,
    openDelayMs: row.open_delay_ms,
    minSources: row.min_sources,
    openTick: row.open_tick,
    openPrice: row.open_price,
    endTick: row.end_tick,
    endPrice: row.end_price,
    result: row.result,
  };
}

function ticketOf(row: MicroOrder): Ticket {
  return {
    ...publicTicket(row),
    isRunning: row.status === 1,
    stake: row.number,
    currency: row.currency_name,
    fee: row.fee,
    netProfit: row.net_profits,
  };
}

function payableCurrency(row: WirePayableCurrency): PayableCurrency {
  const [offer] = row.insurance_types;
  const policy = row.user_insurance;
  return {
    id: row.id,
    name: row.name,
    decimals: row.decimals,
    stakes: row.micro_numbers,
    feeRatio: row.micro_trade_fee,
    isOpen: row.is_open === 1,
    available: row.user_wallet.balance,
    offer: offer && {
      id: offer.id,
      premiumRatio: offer.premium_ratio,
      coverRatio: offer.cover_ratio,
      leastAmount: offer.min_amount,
      days: offer.days,
    },
    policy:
      policy === null
        ? undefined
        : { id: policy.id, amount: policy.amount, left: row.user_wallet.insurance_balance },
  };
}
