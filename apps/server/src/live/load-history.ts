import {
  DERIVED_PERIODS,
  STORED_PERIODS,
  type CandleSource,
  type DerivedPeriod,
  type StoredPeriod,
} from '@meridian/contract/market/candle-period';
import type { Side } from '@meridian/core/catalog/side';
import type { MarketId } from '@meridian/core/ids';
import type { Amount } from '@meridian/money/amount';
import { sql } from 'kysely';
import type { Queries } from '../database/database.ts';
import { candleStart } from '../modules/market/candles.ts';
import type { StoredCandle } from './live-candles.ts';
import { RECENT_TRADES, type LiveTrade } from './live-trades.ts';
import type { LiveGround } from './live-ground.ts';

const DAY_MS = 86_400_000;

interface CandleColumns {
  readonly market: MarketId;
  readonly source: CandleSource;
  readonly period: StoredPeriod;
  readonly start_ms: string;
  readonly open_ticks: string;
  readonly high_ticks: string;
  readonly low_ticks: string;
  readonly close_ticks: string;
  readonly volume_lots: string;
  readonly quote_volume: string;
}

/**
 * Gives a freshly loaded live view the data that a snapshot of the core does not have: figures of
 * the last day, current bars and the newest trades. Call it between `load` and the first `apply`,
 * when the projector has reached `view.seq`; throws when it has not.
 *
 * @param nowMs wall clock, milliseconds UTC: on the very first start there is no engine time to
 * count the day from
 */
export async function loadHistory(
  queries: Queries,
  view: LiveGround,
  nowMs: number,
): Promise<void> {
  const { rows } = await sql<{ seq: string }>`select seq::text from projection_position`.execute(
    queries,
  );
  const seq = Number(rows[0]?.seq);
  if (seq !== view.seq)
    throw new RangeError(`the tables are at ${seq}, the live view is at ${view.seq}`);
  const markets = view.markets().map(({ id }) => id);
  const atMs = view.timeMs === 0 ? nowMs : view.timeMs;
  view.loadCandles([
    ...(await lastDay(queries, markets, atMs)),
    ...(await currentBars(queries, markets, atMs)),
  ]);
  for (const market of markets) view.loadTrades(await newestTrades(queries, market));
}

async function lastDay(
  queries: Queries,
  markets: readonly MarketId[],
  atMs: number,
): Promise<StoredCandle[]> {
  const { rows } = await sql<CandleColumns>`
    select market, source, period, start_ms::text, open_ticks::text, high_ticks::text, low_ticks::text, close_ticks::text,
      volume_lots::text, quote_volume::text
    from candles
    where market = any(${markets}) and source = 'trade' and period = '1min' and start_ms > ${atMs - DAY_MS} and start_ms <= ${atMs}
    order by market, candles.start_ms`.execute(queries);
  return rows.map(storedCandle);
}

/**
 * The bars that are not over at `atMs`, and the ended ones that bars derived from them cover,
 * oldest first; without the minute of trades, which `lastDay` gives.
 */
async function currentBars(
  queries: Queries,
  markets: readonly MarketId[],
  atMs: number,
): Promise<StoredCandle[]> {
  const starts = STORED_PERIODS.map((period) => derivedStart(period, atMs));
  const { rows } = await sql<CandleColumns>`
    select market, source, period, start_ms::text, open_ticks::text, high_ticks::text, low_ticks::text, close_ticks::text,
      volume_lots::text, quote_volume::text
    from candles join unnest(${[...STORED_PERIODS]}::text[], ${starts}::bigint[]) as current (period, from_ms) using (period)
    where market = any(${markets}) and start_ms >= from_ms and start_ms <= ${atMs} and not (source = 'trade' and period = '1min')
    order by candles.start_ms`.execute(queries);
  return rows.map(storedCandle);
}

/** Start of the longest-standing current bar that bars of this period make up. */
function derivedStart(period: StoredPeriod, atMs: number): number {
  const starts = Object.entries(DERIVED_PERIODS)
    .filter(([, from]) => from === period)
    .map(([derived]) => candleStart(derived as DerivedPeriod, atMs));
  return Math.min(candleStart(period, atMs), ...starts);
}

function storedCandle(row: CandleColumns): StoredCandle {
  const { market, source, period } = row;
  const candle = {
    startMs: Number(row.start_ms),
    open: Number(row.open_ticks),
    high: Number(row.high_ticks),
    low: Number(row.low_ticks),
    close: Number(row.close_ticks),
    volumeLots: BigInt(row.volume_lots),
    quoteVolume: BigInt(row.quote_volume),
  };
  return { market, source, period, candle };
}

/** Oldest first. */
async function newestTrades(queries: Queries, market: MarketId): Promise<LiveTrade[]> {
  const { rows } = await sql<{
    trade: string;
    seq: string;
    time_ms: string;
    price_ticks: string;
    quantity_lots: string;
    notional: string;
    side: Side;
  }>`
    select trade::text, seq::text, time_ms::text, price_ticks::text, quantity_lots::text, notional::text, side
    from fills where market = ${market} and role = 'taker' order by fills.trade desc limit ${RECENT_TRADES}`.execute(
    queries,
  );
  return rows.reverse().map((row) => ({
    id: Number(row.trade),
    market,
    seq: Number(row.seq),
    timeMs: Number(row.time_ms),
    priceTicks: Number(row.price_ticks),
    quantityLots: Number(row.quantity_lots),
    notional: BigInt(row.notional) as Amount,
    takerSide: row.side,
  }));
}
