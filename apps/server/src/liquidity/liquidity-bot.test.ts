import type { PriceTicks, QuantityLots } from '@meridian/money/amount';
import type { Amount } from '@meridian/money/amount';
import type { Traded } from '@meridian/core/spot/spot-events';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import { InProcessEngine } from '@meridian/testkit/in-process-engine';
import { describe, expect, test } from 'vitest';
import { feedMarkets } from '../feed/feed-markets.ts';
import { SimulatedFeed } from '../feed/simulated.ts';
import { openLiveView } from '../modules/live-view.ts';
import { seedCatalog } from '../modules/market/seed.ts';
import { fundDemoHouse } from '../modules/wallet/demo-funding.ts';
import { Fault } from '../fault.ts';
import { LiquidityBot } from './liquidity-bot.ts';
import { PROMISED_LEVELS } from './quoting.ts';

const CUSTOMER = 100_000;

/** The real core with catalog, funds and the simulated feed, and a bot driven second by second. */
async function openMarkets(seed = 1) {
  const engine = new InProcessEngine();
  const view = openLiveView(() => engine.timeMs);
  view.load(engine.exchange.snapshot());
  const trades: Traded[] = [];
  engine.onDurable((batch) => {
    view.apply(batch);
    for (const { events } of batch)
      for (const event of events) if (event.type === 'traded') trades.push(event);
  });
  await seedCatalog(engine, view);
  await fundDemoHouse(engine, view);
  const feed = new SimulatedFeed(
    feedMarkets({ currencies: view.currencies(), markets: view.markets() }),
    { seed },
  );
  const bot = new LiquidityBot(engine, view, { seed, now: () => engine.timeMs });
  const second = async (runner = bot): Promise<void> => {
    engine.advance(1_000);
    await engine.submit({ kind: 'index.set', ...feed.ticksAt(Math.floor(engine.timeMs / 1_000)) });
    for (const market of view.markets()) await runner.round(market);
  };
  return { engine, view, trades, bot, second };
}

const place = {
  kind: 'spot.place',
  user: CUSTOMER,
  market: 1,
  type: 'limit',
  timeInForce: 'gtc',
  postOnly: false,
  selfTrade: 'expireTaker',
} as const;

describe('liquidity bot', () => {
  test.each([1, 2, 3])(
    'seed %i: ten minutes with full books, tight spreads, real trades and few commands',
    { timeout: 60_000 },
    async (seed) => {
      const { engine, view, trades, bot, second } = await openMarkets(seed);
      await second();
      bot.counts.commands = 0;
      for (let elapsed = 0; elapsed < 600; elapsed++) {
        await second();
        for (const { id } of view.markets()) {
          const { bids, asks } = view.depth(id, 100);
          expect(
            Math.min(bids.length, asks.length),
            `levels of market ${id} at ${elapsed} s`,
          ).toBeGreaterThanOrEqual(PROMISED_LEVELS);
          const spread = (asks[0]?.[0] ?? 0) - (bids[0]?.[0] ?? 0);
          const { priceTicks } = view.index(id);
          expect(spread, `spread of market ${id}`).toBeLessThanOrEqual(
            Math.max(8, (priceTicks * 15) / 10_000),
          );
        }
      }
      engine.exchange.verify();
      const perSecond = bot.counts.commands / 600;
      expect(perSecond).toBeGreaterThan(15);
      expect(perSecond).toBeLessThan(60);
      for (const { id } of view.markets()) {
        const ofMarket = trades.filter(({ market }) => market === id);
        expect(ofMarket.length, `trades of market ${id}`).toBeGreaterThan(100);
        const buys =
          ofMarket.filter(({ takerSide }) => takerSide === 'buy').length / ofMarket.length;
        expect(buys).toBeGreaterThan(0.25);
        expect(buys).toBeLessThan(0.75);
      }
      const refused = Object.values(bot.counts.refused).reduce((sum, count) => sum + count, 0);
      expect(refused, JSON.stringify(bot.counts.refused)).toBeLessThan(bot.counts.commands / 100);
    },
  );

  test('takes a customer whom the index has moved through, at the price of the customer', async () => {
    const { engine, view, trades, second } = await openMarkets();
    await second();
    const { priceTicks: index } = view.index(1);
    await engine.submit({
      kind: 'ledger.deposit',
      user: CUSTOMER,
      wallet: 'spot',
      currency: 3,
      amount: (10n ** 14n) as Amount,
      reference: 'test',
    });
    // Above the index and below every ask, as after a fall of the index.
    const bid = (index + 1) as PriceTicks;
    const answer = await engine.submit({
      ...place,
      side: 'buy',
      priceTicks: bid,
      quantityLots: 2_000 as QuantityLots,
    });
    expect(answer.outcome).toMatchObject({ ok: true, status: 'open' });
    engine.advance(1_000);
    await engine.submit({
      kind: 'index.set',
      source: 'test',
      prices: [[1, (index - 10) as PriceTicks]],
    });
    const bot = new LiquidityBot(engine, view, { now: () => engine.timeMs });
    await bot.round(view.markets()[0]!);
    expect(trades.filter(({ makerUser }) => makerUser === CUSTOMER)).toMatchObject([
      { priceTicks: bid, quantityLots: 2_000, takerUser: SYSTEM.demoTaker },
    ]);
    expect(view.openOrders(CUSTOMER)).toHaveLength(0);
  });

  test('goes on after a restart with the orders that rest', async () => {
    const { engine, view, bot, second } = await openMarkets();
    for (let elapsed = 0; elapsed < 5; elapsed++) await second();
    await bot.stop();
    const resting = view.openOrders(SYSTEM.demoMaker).length;
    const next = new LiquidityBot(engine, view, { now: () => engine.timeMs });
    await second(next);
    expect(next.counts.commands).toBeLessThan(resting / 2);
    expect(view.openOrders(SYSTEM.demoMaker).length).toBeLessThan(resting + 60);
  });

  test('jumps with the index: nothing stays behind, the books are full again within a round', async () => {
    const { engine, view, bot, second } = await openMarkets();
    await second();
    const { priceTicks: index } = view.index(1);
    await engine.submit({
      kind: 'index.set',
      source: 'test',
      prices: [[1, Math.round(index * 1.1) as PriceTicks]],
    });
    await bot.round(view.markets()[0]!);
    const { bids, asks } = view.depth(1, 100);
    expect(bids[0]?.[0]).toBeGreaterThan(index * 1.09);
    expect(bids.at(-1)?.[0]).toBeGreaterThan(index * 1.09);
    expect(Math.min(bids.length, asks.length)).toBeGreaterThanOrEqual(PROMISED_LEVELS);
  });

  test('takes its quotes out of a market that is hidden', async () => {
    const { engine, view, second } = await openMarkets();
    await second();
    const market = view.markets()[0]!;
    expect(view.openOrders(SYSTEM.demoMaker, { market: market.id }).length).toBeGreaterThan(0);
    await engine.submit({ kind: 'market.list', market: { ...market, isDisplayed: false } });
    await second();
    expect(view.openOrders(SYSTEM.demoMaker, { market: market.id })).toEqual([]);
    await second();
    expect(view.depth(market.id, 100)).toMatchObject({ bids: [], asks: [] });
  });

  test('pauses on a stale index, a busy engine and a stopped one', async () => {
    const { engine, view, second } = await openMarkets();
    await second();
    const faults: Fault[] = [];
    const submit: typeof engine.submit = (command) => {
      const fault = faults.shift();
      return fault === undefined ? engine.submit(command) : Promise.reject(fault);
    };
    const bot = new LiquidityBot({ submit }, view, { now: () => engine.timeMs });
    engine.advance(20_000);
    await second(bot);
    const afterFresh = bot.counts.commands;
    expect(afterFresh).toBeGreaterThan(0);
    engine.advance(60_000);
    for (const market of view.markets()) await bot.round(market);
    expect(bot.counts.commands, 'stale').toBe(afterFresh);
    faults.push(...Array.from({ length: 1_000 }, () => new Fault('engine_busy', 'full')));
    await second(bot);
    const afterBusy = bot.counts.commands;
    const { length: refusedOnce } = faults;
    expect(1_000 - refusedOnce, 'one market only felt it').toBe(afterBusy - afterFresh);
    faults.length = 0;
    faults.push(new Fault('engine_stopped', 'halted'));
    engine.advance(1_000);
    await second(bot);
    const afterStop = bot.counts.commands;
    await second(bot);
    expect(bot.counts.commands).toBe(afterStop);
  });
});
