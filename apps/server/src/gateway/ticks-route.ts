import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { networkOf } from './client-addresses.ts';
import { ownLimiter, TICKS_FILE_RATE, type LimiterOf } from './limits.ts';
import { Refusal, tooMany } from './refusal.ts';
import { callHeaders } from './security-headers.ts';

const MOST_TICKS_FILES = 4;
/** A reader of a file that takes nothing for so long has gone. */
const STALLED_MS = 20_000;
/** A day's file is some megabytes: who needs longer keeps others from it. */
const LONGEST_MS = 5 * 60_000;

/** A day's index prices of a market as CSV; undefined where there is no such market or day. */
export type TicksSource = (market: number, day: string) => Readable | undefined;

/** How long a reader may take nothing, and how long in all. */
export interface ReaderPatience {
  readonly stalledMs?: number;
  readonly longestMs?: number;
}

interface TicksOptions extends ReaderPatience {
  readonly production: boolean;
  readonly rateLimits: boolean;
  readonly limiterOf?: LimiterOf;
}

/**
 * A file of a day is long work for the database: a few at a time for whoever comes first, one at a
 * time and not many of them to one network. A place is free again as soon as its reader has gone,
 * takes nothing, or has had its time.
 */
export function addTicksRoute(
  server: FastifyInstance,
  open: TicksSource,
  {
    production,
    rateLimits,
    limiterOf = ownLimiter,
    stalledMs = STALLED_MS,
    longestMs = LONGEST_MS,
  }: TicksOptions,
): void {
  const headers = callHeaders(production);
  const perNetwork = limiterOf('ticks', TICKS_FILE_RATE);
  const readers: string[] = [];
  server.get('/api/microtrade/ticks', async (request, reply) => {
    const { market, day } = request.query as Record<string, unknown>;
    const number = typeof market === 'string' && /^[1-9]\d{0,5}$/.test(market) ? Number(market) : 0;
    const network = networkOf(request.address);
    const refusal = rateLimits ? tooMany(perNetwork.take(network)) : undefined;
    if (refusal !== undefined) throw refusal;
    if (readers.length >= MOST_TICKS_FILES || (rateLimits && readers.includes(network)))
      throw new Refusal('too_many_requests', { seconds: 1 });
    const file = typeof day === 'string' ? open(number, day) : undefined;
    if (file === undefined) throw new Refusal('route_not_found');
    readers.push(network);
    const end = (): unknown => request.raw.socket.destroy();
    const deadline = setTimeout(end, longestMs);
    file.once('close', () => {
      clearTimeout(deadline);
      readers.splice(readers.indexOf(network), 1);
    });
    request.raw.setTimeout(stalledMs, end);
    return reply
      .headers(headers)
      .header('content-disposition', `attachment; filename="ticks-${number}-${String(day)}.csv"`)
      .type('text/csv; charset=utf-8')
      .send(file);
  });
}
