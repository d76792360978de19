import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { networkOf } from './client-addresses.ts';
import { FILE_RATE, ownLimiter, type LimiterOf } from './limits.ts';
import { Refusal, tooMany } from './refusal.ts';
import { callHeaders } from './security-headers.ts';

/** Readers of one kind of file at a time. */
const MOST_READERS = 4;
/** A reader of a file that takes nothing for so long has gone. */
const STALLED_MS = 20_000;
/** A file is some megabytes: a reader who needs longer keeps others from it. */
const LONGEST_MS = 5 * 60_000;

/** A file that is sent as it is read. */
export interface LongFile {
  readonly name: string;
  readonly type: string;
  readonly content: Readable;
}

/** The file that a query asks for; undefined where there is none. */
export type FileSource = (query: Readonly<Record<string, unknown>>) => LongFile | undefined;

/** How long a reader may take nothing, and how long in all. */
export interface ReaderPatience {
  readonly stalledMs?: number;
  readonly longestMs?: number;
}

interface FileOptions extends ReaderPatience {
  readonly production: boolean;
  readonly rateLimits: boolean;
  readonly limiterOf?: LimiterOf;
}

/**
 * Serves a file that is long work for the database: a few at a time in the order of requests, and
 * to one network one at a time and not many. A place is free again as soon as its reader has gone,
 * takes nothing, or has had its time.
 */
export function addFileRoute(
  server: FastifyInstance,
  { path, open }: { readonly path: string; readonly open: FileSource },
  {
    production,
    rateLimits,
    limiterOf = ownLimiter,
    stalledMs = STALLED_MS,
    longestMs = LONGEST_MS,
  }: FileOptions,
): void {
  const headers = callHeaders(production);
  const perNetwork = limiterOf(`file ${path}`, FILE_RATE);
  const readers: string[] = [];
  server.get(path, async (request, reply) => {
    const network = networkOf(request.address);
    const refusal = rateLimits ? tooMany(perNetwork.take(network)) : undefined;
    if (refusal !== undefined) throw refusal;
    if (readers.length >= MOST_READERS || (rateLimits && readers.includes(network)))
      throw new Refusal('too_many_requests', { seconds: 1 });
    const file = open(request.query as Record<string, unknown>);
    if (file === undefined) throw new Refusal('route_not_found');
    readers.push(network);
    const end = (): unknown => request.raw.socket.destroy();
    const deadline = setTimeout(end, longestMs);
    file.content.once('close', () => {
      clearTimeout(deadline);
      readers.splice(readers.indexOf(network), 1);
    });
    request.raw.setTimeout(stalledMs, end);
    return reply
      .headers(headers)
      .header('content-disposition', `attachment; filename="${file.name}"`)
      .type(file.type)
      .send(file.content);
  });
}
