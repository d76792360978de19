import type {
  insuranceBuy,
  insuranceCancel,
  microLists,
  microSubmit,
  microTicket,
  microTicks,
  MicroOrder,
  payableCurrencies,
  PublicTicket,
  secondsOptions,
} from '@meridian/contract/seconds/calls';
import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import { dateAndTime } from '../../shared/figures.ts';
import { apiCall } from '../../shared/http/api-call.ts';
import { moneyCall } from '../../shared/http/money-call.ts';
import { linesOf } from '../../shared/http/lines-of.ts';
import { OWN } from '../../shared/session.ts';
import { daysOf, ticksFor } from './model/day-file.ts';

const TICKETS_PER_PAGE = 20;
/** While no live socket brings the news. */
export const POLL_MS = 1_000;

export const submitTicket = moneyCall<typeof microSubmit>({
  method: 'POST',
  path: '/api/microtrade/submit',
  envelope: 'bare',
});
export const buyInsurance = moneyCall<typeof insuranceBuy>({
  method: 'POST',
  path: '/api/microtrade/insurance_buy',
  envelope: 'bare',
});
export const endInsurance = moneyCall<typeof insuranceCancel>({
  method: 'POST',
  path: '/api/microtrade/insurance_cancel',
  envelope: 'bare',
});
const fetchPayable = apiCall<typeof payableCurrencies>({
  method: 'GET',
  path: '/api/microtrade/payable_currencies',
});
const fetchOptions = apiCall<typeof secondsOptions>({
  method: 'GET',
  path: '/api/microtrade/seconds',
});
const fetchTickets = apiCall<typeof microLists>({ method: 'GET', path: '/api/microtrade/lists' });
const fetchTicks = apiCall<typeof microTicks>({ method: 'GET', path: '/api/microtrade/tick_list' });
const fetchTicket = apiCall<typeof microTicket>({ method: 'GET', path: '/api/microtrade/ticket' });

const WALLET = [OWN, 'seconds', 'wallet'] as const;
const OPTIONS = ['seconds', 'options'] as const;
const RUNNING = [OWN, 'seconds', 'running'] as const;
const CLOSED = [OWN, 'seconds', 'closed'] as const;

/** What is paid with on a market, with the own wallet where somebody is logged in. */
export function payableQuery(market: number) {
  return queryOptions({
    queryKey: [...WALLET, market],
    queryFn: ({ signal }) => fetchPayable({ match_id: market }, { signal }),
  });
}

export function optionsQuery(market: number, currency: number) {
  return queryOptions({
    queryKey: [...OPTIONS, market, currency],
    queryFn: ({ signal }) => fetchOptions({ match_id: market, currency_id: currency }, { signal }),
  });
}

export const runningQuery = queryOptions({
  queryKey: RUNNING,
  queryFn: ({ signal }) => fetchTickets({ status: '1' }, { signal }),
});

export const closedQuery = infiniteQueryOptions({
  queryKey: CLOSED,
  queryFn: ({ pageParam, signal }) => fetchTickets({ status: '3', page: pageParam }, { signal }),
  initialPageParam: 1,
  getNextPageParam: (last) => (last.data.length === TICKETS_PER_PAGE ? last.page + 1 : undefined),
});

/** One page of closed contracts, for a file of them. */
export async function closedPage(page: number): Promise<readonly MicroOrder[]> {
  return (await fetchTickets({ status: '3', page })).data;
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

/** What anybody may know of a closed ticket. */
export function ticketQuery(id: number) {
  return queryOptions({
    queryKey: ['seconds', 'ticket', id],
    queryFn: ({ signal }) => fetchTicket({ id }, { signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The ticks of a closed ticket, from the public files of its days. */
export function dayFileQuery(ticket: PublicTicket) {
  async function* lines(signal: AbortSignal): AsyncGenerator<string> {
    for (const day of daysOfTicket(ticket))
      yield* linesOf(dayFilePath(ticket.match_id, day), signal);
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

/** Where the public file of a market's ticks of a day is. */
export function dayFilePath(market: number, day: string): string {
  return `/api/microtrade/ticks?market=${market}&day=${day}`;
}

/** Asks for what is offered again: an operator has changed it. */
export function refreshTerms(client: QueryClient): void {
  for (const queryKey of [WALLET, OPTIONS]) void client.invalidateQueries({ queryKey });
}

/**
 * Asks for the own tickets and wallet again: after an action of one's own, and when one has ended.
 */
export function refreshTickets(client: QueryClient): void {
  for (const queryKey of [WALLET, RUNNING, CLOSED]) void client.invalidateQueries({ queryKey });
}
