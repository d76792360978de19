import { basename } from 'node:path';
import type { MarketScale } from '@meridian/money/market-scale';
import { Fault } from '../fault.ts';
import { readLines } from './replay-lines.ts';
import {
  layoutOf,
  MINUTE_MS,
  parseRow,
  timeOf,
  type Layout,
  type ReplayRow,
} from './replay-rows.ts';

/** The time range of a file. `lastMs` is a lower bound if the scan ended early. */
export interface RecordedFile {
  readonly path: string;
  readonly firstMs: number;
  readonly lastMs: number;
}

/** Files further apart than this are not one recording. */
const LARGEST_GAP_MS = 24 * 60 * MINUTE_MS;
const REFUSED_INTERVAL = /-(?:1s|\d+[hdw]|(?!1m)\d+m|1mo)[-.]/i;

/**
 * Scans the time range of a file, until it covers `enoughMs`.
 *
 * Faults: `feed_unavailable` for an empty file, an unknown layout, bars that are not of one minute.
 */
export async function lookAt(path: string, enoughMs: number): Promise<RecordedFile> {
  const name = basename(path);
  if (REFUSED_INTERVAL.test(name))
    throw new Fault('feed_unavailable', `${name}: only klines of one minute (1m) can be replayed`);
  let [firstMs, lastMs] = [Number.NaN, Number.NaN];
  for await (const { timeMs, line } of timedLines(path)) {
    if (!Number.isSafeInteger(timeMs))
      throw new Fault('feed_unavailable', `${name}, line ${line}: no time that can be read`);
    if (Number.isNaN(firstMs)) firstMs = timeMs;
    lastMs = Math.max(timeMs, lastMs || 0);
    if (lastMs - firstMs >= enoughMs) break;
  }
  if (Number.isNaN(firstMs)) throw new Fault('feed_unavailable', `${name}: no rows`);
  return { path, firstMs, lastMs };
}

/** The files that follow the earliest one without a large gap, and the others. */
export function chain(files: readonly RecordedFile[]): {
  used: RecordedFile[];
  left: RecordedFile[];
} {
  const used: RecordedFile[] = [];
  const left: RecordedFile[] = [];
  let endMs = Number.NaN;
  for (const file of [...files].sort((a, b) => a.firstMs - b.firstMs)) {
    const follows = used.length === 0 || file.firstMs - endMs <= LARGEST_GAP_MS;
    (follows ? used : left).push(file);
    if (follows) endMs = Math.max(file.lastMs, endMs || 0);
  }
  return { used, left };
}

/**
 * Rows of a recording in order of time, from `fromMs` on (skipping to it costs reading, not
 * parsing). A row that is not later than the one before it is dropped: files overlap. Trades may
 * share a millisecond within one file.
 *
 * Faults: `feed_unavailable` for a row that cannot be read, with file and line.
 */
export async function* readRows(
  files: readonly RecordedFile[],
  scale: MarketScale,
  fromMs: number,
): AsyncGenerator<ReplayRow> {
  let reachedMs = -1;
  for (const file of files) {
    const startMs = reachedMs;
    for await (const { timeMs, fields, layout, line } of timedLines(file.path)) {
      if (timeMs < fromMs || timeMs <= startMs || timeMs < reachedMs) continue;
      if (layout.kind === 'kline' && timeMs === reachedMs) continue;
      const row = parseRow(fields, layout, scale);
      if (row === undefined)
        throw new Fault(
          'feed_unavailable',
          `${basename(file.path)}, line ${line}: not a sound row`,
        );
      reachedMs = timeMs;
      yield row;
    }
  }
}

async function* timedLines(
  path: string,
): AsyncGenerator<{ timeMs: number; fields: string[]; layout: Layout; line: number }> {
  let layout: Layout | undefined;
  let line = 0;
  try {
    for await (const text of readLines(path)) {
      line++;
      const isFirst = layout === undefined;
      layout ??= layoutOf(text, basename(path));
      if (isFirst && layout.hasHeader) continue;
      const fields = text.split(',');
      yield { timeMs: timeOf(fields, layout), fields, layout, line };
    }
  } catch (error) {
    if (error instanceof Fault) throw error;
    throw new Fault('feed_unavailable', `${basename(path)} cannot be read after line ${line}`, {
      cause: error,
    });
  }
}
