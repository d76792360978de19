import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTemporaryDatabase, type TemporaryDatabase } from '../database/temporary-database.ts';
import { STARTING_CURRENCIES, STARTING_MARKETS } from '../modules/market/starting-catalog.ts';
import { feedMarkets } from './feed-markets.ts';
import { seedHistory } from './history-seed.ts';
import { SimulatedFeed } from './simulated.ts';

const MARKETS = feedMarkets({ currencies: STARTING_CURRENCIES, markets: STARTING_MARKETS });
let database: TemporaryDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await openTemporaryDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await database?.remove();
});

test('every chart gets a past, once, and all periods agree', { timeout: 120_000 }, async () => {
  const feed = new SimulatedFeed(MARKETS, {
    clock: { now: () => Date.UTC(2026, 10, 21, 9, 33, 12) },
  });
  expect(await seedHistory(database.queries, feed, MARKETS)).toBe(14);
  const count = async () =>
    (await client.query('select count(*)::integer as bars from candles')).rows[0].bars as number;
  const bars = await count();
  expect(await seedHistory(database.queries, feed, MARKETS)).toBe(0);
  expect(await count()).toBe(bars);

  const sums = await client.query(
    `
    select period, sum(volume_lots) as volume, count(*)::integer as bars, min(low_ticks) as low from candles
    where market = 1 and source = 'trade' and start_ms >= $1 group by period order by min(start_ms), bars`,
    [Date.UTC(2026, 10, 15, 16)],
  );
  const ofMinutes = sums.rows.find(({ period }) => period === '1min');
  for (const period of ['5min', '15min', '30min', '60min', '1day']) {
    expect(sums.rows.find((row) => row.period === period)?.volume, period).toBe(ofMinutes.volume);
  }
  const months = await client.query(`
    select count(*)::integer as months, sum(volume_lots) as volume from candles where market = 1 and source = 'trade' and period = '1mon'`);
  const days = await client.query(
    `select sum(volume_lots) as volume from candles where market = 1 and source = 'trade' and period = '1day'`,
  );
  expect(months.rows[0].months).toBeGreaterThanOrEqual(13);
  expect(months.rows[0].volume).toBe(days.rows[0].volume);
  const index = await client.query(`
    select sum(volume_lots) as volume, count(*) filter (where period = '1day')::integer as days from candles where market = 1 and source = 'index'`);
  expect(index.rows[0].volume).toBe('0');
  expect(index.rows[0].days).toBeGreaterThanOrEqual(400);
});
