import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { formatPrice } from '@meridian/money/market-scale';
import type { Queries } from '../../database/database.ts';
import type { LongFile } from '../../gateway/file-route.ts';
import type { LiveView } from '../live-view.ts';
import { isPlayMarket } from '../market/play-money.ts';
import { pairOfMarket, symbolOf } from '../market/translate.ts';
import { ticksOf } from './queries.ts';

const DAY_MS = 86_400_000;
const ROWS_AT_ONCE = 2_000;

/** The file that `?market=&day=` asks for, undefined where there is none. */
export function askedTicks(
  services: { queries: Queries; live: LiveView },
  { market, day }: Readonly<Record<string, unknown>>,
): LongFile | undefined {
  const number = typeof market === 'string' && /^[1-9]\d{0,5}$/.test(market) ? Number(market) : 0;
  const content = typeof day === 'string' ? ticksFile(services, number, day) : undefined;
  if (content === undefined) return undefined;
  return { name: `ticks-${number}-${String(day)}.csv`, type: 'text/csv; charset=utf-8', content };
}

/**
 * The public file of a market's ticks of one day (Asia/Shanghai) as CSV, oldest first:
 * `tick,time_ms,price,quoted_ms,sources,hash`. `quoted_ms` is the time of the oldest quote of the
 * price; it is empty where that is the time of the tick itself. `sources` is of how many venues the
 * price is; it is empty where that is one, or was not said. Each hash is the SHA-256 of the one
 * before, a line feed and the fields before it, without empty ones at their end; the first one's
 * predecessor is the SHA-256 of `meridian ticks SYMBOL DAY`. So two people with the same last line
 * have the same file, and days from before there were quote times and numbers of venues keep the
 * hashes that they had. Undefined where there is no such market or day. It is read and sent in
 * pieces: a day has 86,400 lines.
 * @param day YYYY-MM-DD
 */
export function ticksFile(
  { queries, live }: { queries: Queries; live: LiveView },
  market: number,
  day: string,
): Readable | undefined {
  const startMs = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00+08:00`) : NaN;
  if (live.market(market) === undefined || isPlayMarket(market) || Number.isNaN(startMs))
    return undefined;
  const pair = pairOfMarket(live, market);
  async function* lines(): AsyncGenerator<string> {
    let hash = createHash('sha256')
      .update(`meridian ticks ${symbolOf(pair)} ${day}`)
      .digest('hex');
    yield 'tick,time_ms,price,quoted_ms,sources,hash\n';
    let [after, fromMs] = [0, startMs];
    for (;;) {
      const ticks = await ticksOf(queries, market, {
        after,
        fromMs,
        toMs: startMs + DAY_MS - 1,
        limit: ROWS_AT_ONCE,
      });
      let text = '';
      for (const { seq, timeMs, priceTicks, quotedMs, sources: count } of ticks) {
        const [quoted, sources] = [
          quotedMs === timeMs ? '' : String(quotedMs),
          count === 1 ? '' : String(count),
        ];
        const line = `${seq},${timeMs},${formatPrice(priceTicks, pair.scale)},${quoted},${sources}`;
        hash = createHash('sha256')
          .update(`${hash}\n${line.replace(/,{1,2}$/, '')}`)
          .digest('hex');
        text += `${line},${hash}\n`;
      }
      yield text;
      const last = ticks.at(-1);
      if (last === undefined || ticks.length < ROWS_AT_ONCE) return;
      [after, fromMs] = [last.seq, last.timeMs];
    }
  }
  return Readable.from(lines());
}
