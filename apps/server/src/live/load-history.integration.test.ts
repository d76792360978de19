import {
  CANDLE_PERIODS,
  CANDLE_SOURCES,
  SECOND_PERIOD,
  STORED_PERIODS,
} from '@meridian/contract/market/candle-period';
import { ExchangeHistory } from '@meridian/testkit/exchange-history';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTemporaryDatabase, type TemporaryDatabase } from '../database/temporary-database.ts';
import { candleStart } from '../modules/market/candles.ts';
import { aggregate, insertHistoryCandles } from '../modules/market/projection.ts';
import { Projector } from '../projector/projector.ts';
import { resetProjections } from '../projector/reset.ts';
import { openLiveView } from '../modules/live-view.ts';
import { loadHistory } from './load-history.ts';

const MARKETS = [1, 2];
const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));

let database: TemporaryDatabase;
beforeAll(async () => {
  database = await openTemporaryDatabase();
}, 60_000);
afterAll(async () => await database.remove());
beforeEach(async () => {
  await sql`truncate candles`.execute(database.queries);
  await resetProjections(database.queries);
});

async function project(batch: Parameters<Projector['push']>[0]): Promise<void> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const projector = new Projector(client, () => undefined);
  projector.push(batch);
  projector.stop();
  await projector.run();
  await client.end();
}

test(`after a restart the view shows the same figures, bars and trades as before (seed ${seed})`, async () => {
  const history = new ExchangeHistory(seed);
  const before = openLiveView();
  const all = [...history.begin(), ...history.next(2_000)];
  before.apply(all);
  await project(all);
  const after = openLiveView();
  after.load(history.exchange.snapshot());
  await loadHistory(database.queries, after, 0);
  const compare = (): void => {
    for (const market of MARKETS) {
      expect(after.ticker(market)).toEqual(before.ticker(market));
      expect(after.recentTrades(market)).toEqual(before.recentTrades(market));
      for (const period of CANDLE_PERIODS) {
        // Bars of a second begin anew.
        if (period === SECOND_PERIOD) continue;
        for (const source of CANDLE_SOURCES) {
          const bar = before.candle(market, period, source);
          // A bar that is over is not loaded: the next price opens a new one.
          if (bar?.startMs === candleStart(period, before.timeMs))
            expect(after.candle(market, period, source)).toEqual(bar);
        }
      }
    }
  };
  compare();
  const more = history.next(500);
  before.apply(more);
  after.apply(more);
  compare();
});

test('tables that are behind the view are refused', async () => {
  const history = new ExchangeHistory(1);
  const all = history.begin();
  await project(all.slice(0, -1));
  const view = openLiveView();
  view.load(history.exchange.snapshot());
  await expect(loadHistory(database.queries, view, 0)).rejects.toThrow(
    `the tables are at ${all.length - 1}, the live view is at ${all.length}`,
  );
});

test('bars of the feed fill the charts of a new exchange, and live prices go on from them', async () => {
  const history = new ExchangeHistory(2);
  const begin = history.begin();
  await project(begin);
  const nowMs = begin.at(-1)?.timeMs ?? 0;
  const firstMs = candleStart('1min', nowMs) - 180 * 60_000;
  const candles = Array.from({ length: 180 }, (_, index) => {
    const open = 9_000 + index;
    return {
      startMs: firstMs + index * 60_000,
      open,
      high: open + 5,
      low: open - 5,
      close: open + 1,
      volumeLots: 10n,
      quoteVolume: 100n,
    };
  });
  for (const period of [...STORED_PERIODS, ...STORED_PERIODS]) {
    await insertHistoryCandles(database.queries, {
      market: 1,
      source: 'trade',
      period,
      candles: aggregate(period, candles),
    });
  }
  const view = openLiveView();
  view.load(history.exchange.snapshot());
  await loadHistory(database.queries, view, nowMs);
  expect(view.lastPrice(1)).toBe(9_180);
  expect(view.ticker(1)).toMatchObject({
    open: 9_000,
    high: 9_184,
    low: 8_995,
    last: 9_180,
    changeBps: 200,
    volumeLots: 1_800n,
  });
  expect(view.candle(1, '1mon', 'trade')).toMatchObject({
    open: 9_000,
    close: 9_180,
    volumeLots: 1_800n,
    quoteVolume: 18_000n,
  });

  const more = history.next(300);
  view.apply(more);
  await project(more);
  const month = async () => {
    const { rows } = await sql`
      select open_ticks::int as open, high_ticks::int as high, low_ticks::int as low, close_ticks::int as close, volume_lots::text as "volumeLots", history
      from candles where market = 1 and source = 'trade' and period = '1mon'`.execute(
      database.queries,
    );
    return rows;
  };
  const { open, high, low, close, volumeLots } =
    view.candle(1, '1mon', 'trade') ?? expect.fail('no bar');
  const shown = { open, high, low, close, volumeLots: String(volumeLots), history: false };
  expect(open).toBe(9_000);
  expect(await month()).toEqual([shown]);

  // A rebuild begins with the history alone and ends with the same.
  await resetProjections(database.queries);
  expect(await month()).toMatchObject([{ close: 9_180, volumeLots: '1800', history: true }]);
  await project([...begin, ...more]);
  expect(await month()).toEqual([shown]);

  // History that comes after the first live prices is put before them.
  await sql`truncate candles`.execute(database.queries);
  await resetProjections(database.queries);
  await project([...begin, ...more]);
  for (let times = 0; times < 2; times++) {
    await insertHistoryCandles(database.queries, {
      market: 1,
      source: 'trade',
      period: '1mon',
      candles: aggregate('1mon', candles),
    });
    expect(await month()).toEqual([shown]);
  }
});
