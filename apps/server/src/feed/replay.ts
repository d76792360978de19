import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { PriceTicks } from '@meridian/money/amount';
import { notionalUnit } from '@meridian/money/market-scale';
import { divide } from '@meridian/money/rounding';
import { Fault } from '../fault.ts';
import { extendCandle, openCandle } from '../modules/market/candles.ts';
import type { Feed, FeedMarket, HistoryBar, IndexTicks } from './feed.ts';
import { MINUTE_MS, type KlineRow, type ReplayRow } from './replay-rows.ts';
import { chain, lookAt, readRows, type RecordedFile } from './replay-series.ts';
import { SimulatedFeed } from './simulated.ts';

const DAY_MS = 24 * 60 * MINUTE_MS;
const DEFAULT_HISTORY_MS = 7 * DAY_MS;
/** More than any starting point needs, so that a long file need not be read to its end. */
const ENOUGH_MS = 2 * DEFAULT_HISTORY_MS;
const FASTEST = 10_000;
const RECORDINGS = /\.(?:csv|csv\.gz|zip)$/;

/** The part after `replay:`. */
export interface ReplaySetting {
  readonly path: string;
  /** 1: the speed of the recording. */
  readonly speed: number;
  /**
   * Milliseconds UTC of the recording; undefined: after seven days, or after half of a shorter
   * recording.
   */
  readonly startMs: number | undefined;
}

/** Reads `PATH`, `PATH?speed=60&start=2021-05-19T12:00Z`. Faults: `configuration_invalid`. */
export function parseReplaySetting(source: string): ReplaySetting {
  const [, path = source, query = ''] = /^(.*)\?([^?]*)$/.exec(source) ?? [];
  const options = new URLSearchParams(query);
  for (const name of options.keys())
    if (name !== 'speed' && name !== 'start')
      throw wrong(`replay knows speed and start, not ${name}`);
  const speed = Number(options.get('speed') ?? '1');
  if (!(speed > 0 && speed <= FASTEST))
    throw wrong(`the replay's speed must be above 0 and at most ${FASTEST}`);
  const start = options.get('start');
  const startMs =
    start === null ? undefined : /^\d{13}$/.test(start) ? Number(start) : Date.parse(start);
  if (Number.isNaN(startMs))
    throw wrong("the replay's start must be a date like 2021-05-19T12:00Z or milliseconds");
  return { path, speed, startMs };
}

function wrong(message: string): Fault {
  return new Fault('configuration_invalid', `FEED: ${message}`);
}

interface Series {
  readonly market: FeedMarket;
  readonly files: readonly RecordedFile[];
}

export interface ReplayOptions {
  readonly now?: () => number;
  /** Settles after this many milliseconds, or at once when the signal aborts. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly warn?: (message: string) => void;
  /** Gives prices to markets without a recording, so that a demo has no dead market. */
  readonly fallback?: boolean;
}

/**
 * Plays recordings as if they happened now. Rows before the starting point are the history, moved
 * in time so that the starting point is now; the rows after it come at the speed of the setting. A
 * minute bar becomes a path through its four prices. Missing minutes hold the last price. At its
 * end the recording begins again from the starting point, with a warning.
 */
export class ReplayFeed implements Feed {
  readonly description: string;
  readonly #setting: ReplaySetting;
  readonly #series: readonly Series[];
  readonly #fallback: SimulatedFeed;
  readonly #startMs: number;
  readonly #now: () => number;
  readonly #wait: NonNullable<ReplayOptions['wait']>;
  readonly #warn: (message: string) => void;
  /** Added to a time of the recording it gives our time. Whole minutes, so that bars stay bars. */
  readonly #shiftMs: number;
  readonly #openedMs: number;
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;

  private constructor(
    setting: ReplaySetting,
    series: readonly Series[],
    startMs: number,
    rest: { markets: readonly FeedMarket[]; options: ReplayOptions },
  ) {
    const { now = Date.now, warn = () => undefined, fallback = true } = rest.options;
    this.#setting = setting;
    this.#series = series;
    this.#startMs = startMs;
    this.#now = now;
    this.#wait =
      rest.options.wait ??
      ((ms, signal) => delay(ms, undefined, { signal }).catch(() => undefined));
    this.#warn = warn;
    this.#openedMs = now();
    this.#shiftMs = Math.floor((this.#openedMs - startMs) / MINUTE_MS) * MINUTE_MS;
    const without = fallback
      ? rest.markets.filter((market) => !series.some((one) => one.market === market))
      : [];
    this.#fallback = new SimulatedFeed(without, { clock: { now } });
    this.description = `replay of ${basename(setting.path)} from ${new Date(startMs).toISOString()} at speed ${setting.speed}`;
  }

  /**
   * Scans the files. Faults: `feed_unavailable` with the reason, `configuration_invalid` for a
   * start outside of them.
   */
  static async open(
    setting: ReplaySetting,
    markets: readonly FeedMarket[],
    options: ReplayOptions = {},
  ): Promise<ReplayFeed> {
    const series = await findSeries(setting.path, markets, options.warn ?? (() => undefined));
    return new ReplayFeed(setting, series, startOf(setting, series), { markets, options });
  }

  async *history(market: FeedMarket): AsyncGenerator<HistoryBar> {
    const series = this.#series.find((one) => one.market === market);
    if (series === undefined) {
      yield* this.#fallback.history(market);
      return;
    }
    const unit = notionalUnit(market.scale) ?? 0n;
    let bar: HistoryBar | undefined;
    for await (const row of readRows(series.files, market.scale, 0)) {
      if (row.timeMs >= this.#startMs) break;
      const startMs = Math.floor(row.timeMs / MINUTE_MS) * MINUTE_MS + this.#shiftMs;
      if (bar !== undefined && bar.startMs !== startMs) yield bar;
      bar = addToBar(bar?.startMs === startMs ? bar : undefined, { row, startMs, unit });
    }
    if (bar !== undefined) yield bar;
  }

  start(onTicks: (ticks: IndexTicks) => void, onFailure: (error: Error) => void): void {
    this.#fallback.start(onTicks);
    this.#running = this.#play(onTicks).catch((error: unknown) => {
      if (!this.#stopping.signal.aborted) onFailure(error as Error);
    });
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#fallback.stop();
    await this.#running;
  }

  async #play(onTicks: (ticks: IndexTicks) => void): Promise<void> {
    const { speed } = this.#setting;
    // Faster replays emit four times a second: at speed 60 that is each of the four prices of a
    // bar.
    const periodMs = speed > 2 ? 250 : 1_000;
    let anchor = { ourMs: this.#openedMs, recordedMs: this.#openedMs - this.#shiftMs };
    let cursors = this.#openCursors();
    while (!this.#stopping.signal.aborted) {
      const nowMs = this.#now();
      const recordedMs = anchor.recordedMs + (nowMs - anchor.ourMs) * speed;
      const prices: (readonly [number, PriceTicks, number])[] = [];
      for (const cursor of cursors) {
        const ticks = await cursor.priceAt(recordedMs, periodMs * speed);
        if (ticks !== undefined) prices.push([cursor.market.id, ticks as PriceTicks, nowMs]);
      }
      if (prices.length > 0) onTicks({ source: 'replay', sources: 1, prices });
      if (cursors.every(({ isEnded }) => isEnded)) {
        if (recordedMs - anchor.recordedMs <= 2 * periodMs * speed)
          throw wrong("the replay's start lies at or after the end of the recording");
        this.#warn(
          `the recording ended at ${new Date(recordedMs).toISOString()}; it begins again at ${new Date(this.#startMs).toISOString()}`,
        );
        await Promise.all(cursors.map((cursor) => cursor.close()));
        anchor = { ourMs: this.#now(), recordedMs: this.#startMs };
        cursors = this.#openCursors();
        continue;
      }
      await this.#wait(periodMs, this.#stopping.signal);
    }
    await Promise.all(cursors.map((cursor) => cursor.close()));
  }

  #openCursors(): Cursor[] {
    // From some minutes before, so that a market with a missing minute has a price at once.
    return this.#series.map(
      ({ market, files }) =>
        new Cursor(market, readRows(files, market.scale, this.#startMs - DAY_MS / 24)),
    );
  }
}

/** A position in one recording: the present row and the one after it. */
class Cursor {
  readonly market: FeedMarket;
  readonly #rows: AsyncGenerator<ReplayRow>;
  #current: ReplayRow | undefined;
  #next: ReplayRow | undefined;
  #isBegun = false;
  #isExhausted = false;
  isEnded = false;

  constructor(market: FeedMarket, rows: AsyncGenerator<ReplayRow>) {
    this.market = market;
    this.#rows = rows;
  }

  /**
   * The price at a time of the recording, which must not go back; undefined before the first row.
   */
  async priceAt(recordedMs: number, stepMs: number): Promise<number | undefined> {
    if (!this.#isBegun) {
      this.#isBegun = true;
      await this.#read();
    }
    while (this.#next !== undefined && this.#next.timeMs <= recordedMs) {
      this.#current = this.#next;
      await this.#read();
    }
    const row = this.#current;
    this.isEnded =
      this.#isExhausted &&
      (row === undefined || recordedMs >= row.timeMs + (row.kind === 'kline' ? MINUTE_MS : 0));
    if (row === undefined) return undefined;
    return row.kind === 'trade'
      ? row.priceTicks
      : pricesWithin(row, recordedMs - row.timeMs, stepMs);
  }

  async close(): Promise<void> {
    await this.#rows.return(undefined);
  }

  async #read(): Promise<void> {
    const result = await this.#rows.next();
    this.#next = result.done === true ? undefined : result.value;
    this.#isExhausted = result.done === true;
  }
}

/**
 * Milliseconds at which the path through a bar is at each of its four prices: it pauses at each, so
 * that each is emitted.
 */
const WAYPOINTS_MS = [0, 1_500, 14_000, 16_000, 29_000, 31_000, 44_000] as const;
const QUARTER_MS = 15_000;
/** With longer steps than this, the path jumps from price to price instead. */
const SMOOTH_STEP_MS = 2_000;

/**
 * The price some milliseconds into a bar: from open over low and high (or high and low, when it
 * fell) to close.
 * @param stepMs time between two calls, in time of the recording
 */
export function pricesWithin(
  { open, high, low, close }: KlineRow,
  elapsedMs: number,
  stepMs: number,
): number {
  const [second, third] = close >= open ? [low, high] : [high, low];
  if (stepMs > SMOOTH_STEP_MS)
    return [open, second, third][Math.floor(elapsedMs / QUARTER_MS)] ?? close;
  const prices = [open, open, second, second, third, third, close];
  const leg = WAYPOINTS_MS.findLastIndex((waypointMs) => waypointMs <= elapsedMs);
  const [from = open, to] = [prices[leg], prices[leg + 1]];
  const [beginMs = 0, endMs] = [WAYPOINTS_MS[leg], WAYPOINTS_MS[leg + 1]];
  if (to === undefined || endMs === undefined) return close;
  const passed = BigInt(Math.floor(elapsedMs) - beginMs) * BigInt(to - from);
  return from + Number(divide(passed, BigInt(endMs - beginMs), 'down'));
}

function addToBar(
  bar: HistoryBar | undefined,
  { row, startMs, unit }: { row: ReplayRow; startMs: number; unit: bigint },
): HistoryBar {
  if (row.kind === 'kline') {
    const { open, high, low, close, volumeLots } = row;
    return {
      period: '1min',
      startMs,
      open,
      high,
      low,
      close,
      volumeLots,
      quoteVolume: volumeLots * BigInt(close) * unit,
    };
  }
  const { priceTicks, volumeLots } = row;
  const point = { priceTicks, volumeLots, quoteVolume: volumeLots * BigInt(priceTicks) * unit };
  if (bar === undefined) return { period: '1min', ...openCandle(startMs, point) };
  extendCandle(bar, point);
  return bar;
}

/**
 * The recordings of each market: a file's name begins with the symbol, `BTCUSDT-1m-2024-12.csv.gz`.
 */
async function findSeries(
  path: string,
  markets: readonly FeedMarket[],
  warn: (message: string) => void,
): Promise<Series[]> {
  const paths = await listFiles(path);
  const series: Series[] = [];
  const bySymbol = Map.groupBy(
    paths,
    (file) => /^[A-Z0-9]+/.exec(basename(file).toUpperCase())?.[0] ?? '',
  );
  for (const [symbol, files] of bySymbol) {
    const market = markets.find(({ base, quote }) => `${base}${quote}` === symbol);
    if (market === undefined) {
      warn(
        `the replay leaves out ${files.map((file) => basename(file)).join(', ')}: no market is called ${symbol}`,
      );
      continue;
    }
    const looked: RecordedFile[] = [];
    // The ends of files decide whether one follows another; a single file need not be read to its
    // end.
    for (const file of files)
      looked.push(await lookAt(file, files.length > 1 ? Number.POSITIVE_INFINITY : ENOUGH_MS));
    const { used, left } = chain(looked);
    for (const file of left)
      warn(
        `the replay leaves out ${basename(file.path)}: more than a day lies between it and the files before it`,
      );
    series.push({ market, files: used });
  }
  if (series.length === 0)
    throw new Fault('feed_unavailable', `no recording of a listed market in ${basename(path)}`);
  return series;
}

async function listFiles(path: string): Promise<string[]> {
  const found = await stat(path).catch((error: unknown) => {
    throw new Fault(
      'feed_unavailable',
      `the replay's file or folder ${basename(path)} cannot be opened`,
      { cause: error },
    );
  });
  if (!found.isDirectory()) return [path];
  const names = await readdir(path);
  return names
    .filter((name) => RECORDINGS.test(name))
    .sort()
    .map((name) => join(path, name));
}

/** The starting point: within the time that all recordings cover, on a whole minute. */
function startOf(setting: ReplaySetting, series: readonly Series[]): number {
  const firstMs = Math.max(...series.map(({ files }) => files[0]?.firstMs ?? 0));
  const lastMs = Math.min(
    ...series.map(({ files }) => Math.max(...files.map((file) => file.lastMs))),
  );
  if (firstMs >= lastMs)
    throw new Fault('feed_unavailable', 'the recordings have no time in common');
  const startMs = setting.startMs ?? firstMs + Math.min(DEFAULT_HISTORY_MS, (lastMs - firstMs) / 2);
  if (startMs < firstMs)
    throw wrong(
      `the replay's start lies before ${new Date(firstMs).toISOString()}, when all recordings have begun`,
    );
  return Math.ceil(startMs / MINUTE_MS) * MINUTE_MS;
}
