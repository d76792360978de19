import { describe, expect, it } from 'vitest';
import { FIRST_RULES } from '../rules.ts';
import { ALICE, BOB, CAROL, eventsOf, rejectionOf, Scenario, USDT } from '../testing/scenario.ts';

/** 0.1 BTC. */
const TENTH = 10_000;

describe('a resting order that the band left behind', () => {
  it('bought for twelve dollars does not switch the sell side off', () => {
    const scenario = new Scenario({ bandBps: 2_000 });
    scenario.place(BOB, 'sell', 10_010, TENTH);
    scenario.place(BOB, 'sell', 10_050, TENTH);
    // ALICE sweeps the thin asks and rests at the edge of the band; the index falls by one tick.
    scenario.place(ALICE, 'buy', 12_000, 3 * TENTH);
    scenario.index(9_999);
    const sold = scenario.place(BOB, 'sell', 10_500, TENTH);
    expect(sold.outcome).toMatchObject({ ok: true, status: 'open' });
    expect(eventsOf(sold, 'orderClosed')).toMatchObject([
      { user: ALICE, reason: 'outOfBand', cancelledLots: TENTH, wasResting: true },
    ]);
    expect(scenario.balance(ALICE, USDT).held).toBe(0n);
    scenario.place(CAROL, 'buy', 9_999, TENTH);
    expect(scenario.market(BOB, 'sell', TENTH).outcome).toMatchObject({ status: 'filled' });
  });

  it.each([
    ['a limit order', { priceTicks: 8_000 }],
    ['an order at the market', { type: 'market', priceTicks: 0, timeInForce: 'ioc' }],
    ['a fill-or-kill order', { priceTicks: 8_000, timeInForce: 'fok' }],
    ['a fill-or-kill order at the market', { type: 'market', priceTicks: 0, timeInForce: 'fok' }],
    ['an immediate order', { priceTicks: 8_000, timeInForce: 'ioc' }],
  ] as const)('after a gap expires, and %s trades with the one behind it', (_name, order) => {
    const scenario = new Scenario({ bandBps: 2_000 });
    scenario.place(ALICE, 'buy', 9_900, TENTH);
    scenario.index(8_000);
    scenario.place(CAROL, 'buy', 8_000, TENTH);
    const sold = scenario.place(BOB, 'sell', 8_000, TENTH, order as object);
    expect(sold.outcome).toMatchObject({ ok: true, status: 'filled', filledLots: TENTH });
    expect(eventsOf(sold, 'traded')).toMatchObject([{ makerUser: CAROL, priceTicks: 8_000 }]);
    expect(scenario.openOrders()).toEqual([]);
  });

  it('is no reason to refuse a post-only order, and is gone when that rests', () => {
    const scenario = new Scenario({ bandBps: 2_000 });
    scenario.place(ALICE, 'buy', 9_900, TENTH);
    scenario.index(8_000);
    expect(scenario.place(BOB, 'sell', 9_600, TENTH, { postOnly: true }).outcome).toMatchObject({
      ok: true,
      status: 'open',
    });
    expect(scenario.openOrders()).toEqual([{ id: 2, ticks: 9_600, lots: TENTH }]);
    scenario.place(CAROL, 'buy', 8_000, TENTH);
    expect(rejectionOf(scenario.place(BOB, 'sell', 8_000, TENTH, { postOnly: true }))).toBe(
      'post_only_would_take',
    );
  });

  it('of the same user expires too, whatever self-trade prevention says', () => {
    const scenario = new Scenario({ bandBps: 2_000 });
    scenario.place(BOB, 'buy', 9_900, TENTH);
    scenario.index(8_000);
    const placed = scenario.place(BOB, 'sell', 8_000, TENTH);
    expect(placed.outcome).toMatchObject({ ok: true, status: 'open' });
    expect(eventsOf(placed, 'orderClosed')).toMatchObject([{ order: 1, reason: 'outOfBand' }]);
  });

  it('is no liquidity: not for a market order, not for its least worth, not for a fill-or-kill order', () => {
    const scenario = new Scenario({ bandBps: 2_000, minNotional: 10n ** 9n });
    scenario.place(ALICE, 'buy', 12_000, TENTH);
    scenario.index(8_000);
    expect(rejectionOf(scenario.market(BOB, 'sell', TENTH))).toBe('no_liquidity');
    expect(rejectionOf(scenario.place(BOB, 'sell', 8_000, 2 * TENTH, { timeInForce: 'fok' }))).toBe(
      'fill_or_kill_unfilled',
    );
    scenario.place(CAROL, 'buy', 8_000, 2 * TENTH);
    // 0.1 BTC are worth 12 USDT at ALICE's price and 8 at CAROL's, of 10 that an order needs.
    expect(rejectionOf(scenario.market(BOB, 'sell', TENTH))).toBe('notional_too_small');
    expect(scenario.market(BOB, 'sell', 2 * TENTH).outcome).toMatchObject({ status: 'filled' });
  });

  it('on the far side of the band is neither met nor expired', () => {
    const scenario = new Scenario({ bandBps: 2_000, slippageBps: 0 });
    scenario.place(ALICE, 'sell', 11_900, TENTH);
    scenario.index(8_000);
    expect(rejectionOf(scenario.market(BOB, 'buy', TENTH))).toBe('no_liquidity');
    expect(scenario.place(BOB, 'buy', 9_600, TENTH).outcome).toMatchObject({
      ok: true,
      status: 'open',
    });
    expect(scenario.openOrders().map(({ id }) => id)).toEqual([2, 1]);
  });

  it('in thousands is swept by one order, which trades behind them', () => {
    const scenario = new Scenario({ bandBps: 2_000, maxOpenOrders: 5_000, minNotional: 0n });
    const { exchange, timeMs } = scenario;
    const order = {
      kind: 'spot.place',
      market: 1,
      type: 'limit',
      timeInForce: 'gtc',
      postOnly: false,
      selfTrade: 'expireTaker',
    } as const;
    for (let count = 0; count < 3_000; count++) {
      exchange.apply(
        {
          ...order,
          user: ALICE,
          side: 'buy',
          priceTicks: (9_000 + count) as never,
          quantityLots: 1 as never,
        },
        timeMs,
      );
    }
    scenario.index(7_000);
    scenario.place(CAROL, 'buy', 7_000, TENTH);
    const sold = scenario.place(BOB, 'sell', 7_000, TENTH);
    expect(sold.outcome).toMatchObject({ status: 'filled' });
    expect(
      eventsOf(sold, 'orderClosed').filter(({ reason }) => reason === 'outOfBand'),
    ).toHaveLength(3_000);
    expect(scenario.balance(ALICE, USDT).held).toBe(0n);
  });

  it('stopped the order that met it under the first rules', () => {
    const scenario = new Scenario({ bandBps: 1_000 }, FIRST_RULES);
    scenario.place(ALICE, 'sell', 10_000, TENTH);
    scenario.index(15_000);
    const taken = scenario.place(BOB, 'buy', 15_000, TENTH);
    expect(eventsOf(taken, 'orderClosed')).toMatchObject([
      { reason: 'band', cancelledLots: TENTH },
    ]);
    expect(scenario.openOrders()).toEqual([{ id: 1, ticks: 10_000, lots: TENTH }]);
  });
});

describe('the cap of a market order', () => {
  it('is taken from the index where the book is thin', () => {
    const scenario = new Scenario({ bandBps: 2_000, slippageBps: 500 });
    scenario.place(BOB, 'sell', 11_990, TENTH);
    const taken = scenario.market(ALICE, 'buy', TENTH);
    expect(taken.outcome).toMatchObject({ ok: true, status: 'cancelled', filledLots: 0 });
    expect(eventsOf(taken, 'orderClosed')).toMatchObject([
      { reason: 'slippage', cancelledLots: TENTH },
    ]);
    scenario.place(BOB, 'sell', 10_500, TENTH);
    expect(scenario.market(ALICE, 'buy', 2 * TENTH).outcome).toMatchObject({
      status: 'partlyFilled',
      filledLots: TENTH,
    });
  });

  it('is taken from the best price where that is nearer', () => {
    const scenario = new Scenario({ bandBps: 2_000, slippageBps: 500 });
    scenario.place(BOB, 'buy', 10_400, TENTH);
    scenario.place(BOB, 'buy', 9_880, TENTH);
    scenario.place(BOB, 'buy', 9_879, TENTH);
    expect(scenario.market(ALICE, 'sell', 3 * TENTH).outcome).toMatchObject({
      status: 'partlyFilled',
      filledLots: 2 * TENTH,
    });
  });

  it('is the band where the market has none of its own, and money is held for no more than that', () => {
    const scenario = new Scenario({ bandBps: 1_000, slippageBps: 0 });
    scenario.place(BOB, 'sell', 11_000, TENTH);
    scenario.place(CAROL, 'sell', 10_900, TENTH);
    scenario.index(9_990);
    const taken = scenario.market(ALICE, 'buy', 2 * TENTH);
    expect(eventsOf(taken, 'posted')[0]).toMatchObject({
      user: ALICE,
      reason: 'hold',
      held: 10_989n * 20_000n * 10n,
    });
    expect(eventsOf(taken, 'traded')).toMatchObject([{ makerUser: CAROL }]);
    expect(eventsOf(taken, 'orderClosed').at(-1)).toMatchObject({ reason: 'slippage' });
  });

  it('was taken from the best price alone under the first rules', () => {
    const scenario = new Scenario({ bandBps: 2_000, slippageBps: 500 }, FIRST_RULES);
    scenario.place(BOB, 'sell', 11_990, TENTH);
    expect(scenario.market(ALICE, 'buy', TENTH).outcome).toMatchObject({ status: 'filled' });
  });
});

describe('an order that never rests', () => {
  it.each(['ioc', 'fok'] as const)(
    'is refused on a stale index as a limit order too: %s',
    (timeInForce) => {
      const scenario = new Scenario({ bandBps: 2_000 });
      scenario.place(BOB, 'sell', 10_000, TENTH);
      scenario.timeMs += 10_001;
      expect(rejectionOf(scenario.place(ALICE, 'buy', 12_000, TENTH, { timeInForce }))).toBe(
        'index_stale',
      );
      scenario.index(10_000);
      expect(scenario.place(ALICE, 'buy', 12_000, TENTH, { timeInForce }).outcome).toMatchObject({
        status: 'filled',
      });
    },
  );

  it('was not refused as a limit order under the first rules, and one that may rest is not today', () => {
    const older = new Scenario({ bandBps: 2_000 }, FIRST_RULES);
    older.place(BOB, 'sell', 10_000, TENTH);
    older.timeMs += 86_400_000;
    expect(older.place(ALICE, 'buy', 12_000, TENTH, { timeInForce: 'ioc' }).outcome).toMatchObject({
      status: 'filled',
    });
    const scenario = new Scenario({ bandBps: 2_000 });
    scenario.timeMs += 86_400_000;
    expect(scenario.place(ALICE, 'buy', 10_000, TENTH).outcome).toMatchObject({ status: 'open' });
  });
});
