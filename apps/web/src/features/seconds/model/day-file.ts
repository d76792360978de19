import type { PublicTicket } from './ticket.ts';
import type { PublicTick } from './verify.ts';

/** Ticks beside the one that counts, on either side. */
const NEIGHBOURS = 3;
const LINE = /^(\d{1,15}),(\d{1,15}),(\d+(?:\.\d+)?),(\d{0,15}),(\d{0,4}),[0-9a-f]{64}$/;
const HEADING = 'tick,time_ms,price,quoted_ms,sources,hash';

/**
 * The ticks of a ticket from the lines of the public files of its days: those of its time, and a
 * few on either side. Stops reading as soon as it has them. Throws where a line is none of such a
 * file.
 */
export async function ticksFor(
  { openedAtMs, dueAtMs }: Pick<PublicTicket, 'openedAtMs' | 'dueAtMs'>,
  lines: AsyncIterable<string>,
): Promise<PublicTick[]> {
  const before: PublicTick[] = [];
  const found: PublicTick[] = [];
  let after = 0;
  for await (const line of lines) {
    if (line === HEADING) continue;
    const tick = tickOf(line);
    const [, timeMs] = tick;
    if (timeMs < openedAtMs) {
      before.push(tick);
      if (before.length > NEIGHBOURS) before.shift();
      continue;
    }
    found.push(tick);
    if (timeMs > dueAtMs && ++after === NEIGHBOURS) break;
  }
  return [...before, ...found];
}

function tickOf(line: string): PublicTick {
  const [, seq, timeMs, price, quotedMs, sources] = LINE.exec(line) ?? [];
  if (price === undefined) throw new Error(`no line of a price file: ${line.slice(0, 80)}`);
  return [
    Number(seq),
    Number(timeMs),
    price,
    Number(quotedMs === '' ? timeMs : quotedMs),
    Number(sources === '' ? 1 : sources),
  ];
}

/**
 * A few ticks on either side of a moment: of the tick that counted then, or of where it would have
 * been.
 */
export function around(
  ticks: readonly PublicTick[],
  counted: PublicTick | undefined,
  timeMs: number,
): readonly PublicTick[] {
  const place =
    counted === undefined
      ? ticks.findLastIndex((tick) => tick[1] <= timeMs)
      : ticks.indexOf(counted);
  return ticks.slice(Math.max(0, place - NEIGHBOURS), place + NEIGHBOURS + 1);
}

/**
 * The days that the ticks of a ticket are of, as its files are named: one, or two where midnight
 * passes. @param dayOf of a moment
 */
export function daysOf(
  { openedAtMs, dueAtMs }: Pick<PublicTicket, 'openedAtMs' | 'dueAtMs'>,
  dayOf: (timeMs: number) => string,
): readonly string[] {
  return [...new Set([dayOf(openedAtMs), dayOf(dueAtMs)])];
}
