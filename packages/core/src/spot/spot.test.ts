import { describe, expect, it } from 'vitest';
import { SYSTEM } from '../ledger/accounts.ts';
import {
  ALICE,
  BOB,
  BTC,
  CAROL,
  eventsOf,
  rejectionOf,
  Scenario,
  USDT,
} from '../testing/scenario.ts';

const ONE_BTC = 10n ** 8n;
const ONE_USDT = 10n ** 8n;
/** 0.1 BTC. */
const TENTH = 10_000;

describe('a limit order', () => {
  it('holds its cost and rests when nobody takes it', () => {
    const scenario = new Scenario();
    const placed = scenario.place(ALICE, 'buy', 9_900, TENTH);
    expect(placed.outcome).toMatchObject({ ok: true, order: 1, status: 'open', filledLots: 0 });
    expect(placed.events.map((event) => event.type)).toEqual([
      'orderPlaced',
      'posted',
      'orderRested',
    ]);
    expect(scenario.balance(ALICE, USDT)).toEqual({
      available: (99_901n * ONE_USDT) / 10n,
      held: (99n * ONE_USDT) / 10n,
    });
  });

  it('trades at the price of the maker, oldest first, and gives back what the better price saved', () => {
    const scenario = new Scenario();
    scenario.place(ALICE, 'sell', 10_000, TENTH);
    scenario.place(BOB, 'sell', 10_000, TENTH);
    const taken = scenario.place(CAROL, 'buy', 10_100, TENTH + 1);
    expect(
      eventsOf(taken, 'traded').map(({ makerUser, priceTicks, quantityLots }) => [
        makerUser,
        priceTicks,
        quantityLots,
      ]),
    ).toEqual([
      [ALICE, 10_000, TENTH],
      [BOB, 10_000, 1],
    ]);
    expect(scenario.balance(CAROL, USDT)).toEqual({
      available: 9_990n * ONE_USDT - 100_000n,
      held: 0n,
    });
    expect(scenario.openOrders()).toEqual([{ id: 2, ticks: 10_000, lots: TENTH - 1 }]);
  });

  it('pays its fee from what it receives, rounded up, the fraction to the rounding account', () => {
    const scenario = new Scenario({ makerFeeBps: 7, takerFeeBps: 13, minNotional: 0n });
    scenario.place(ALICE, 'sell', 9_999, 1);
    scenario.place(BOB, 'buy', 9_999, 1);
    // Bob receives 1,000 units of BTC: 13 bps are 1.3, so he pays 2: 1 to fees, 1 to rounding.
    expect(scenario.balance(BOB, BTC).available).toBe(10n * ONE_BTC + 998n);
    expect(scenario.balance(SYSTEM.fees, BTC).available).toBe(1n);
    expect(scenario.balance(SYSTEM.rounding, BTC).available).toBe(1n);
    // Alice receives 99,990 units of USDT: 7 bps are 69.993, so she pays 70.
    expect(scenario.balance(ALICE, USDT).available).toBe(10_000n * ONE_USDT + 99_920n);
    expect(scenario.balance(SYSTEM.fees, USDT).available).toBe(69n);
  });

  it('gives its hold back when it is cancelled half filled', () => {
    const scenario = new Scenario();
    scenario.place(ALICE, 'buy', 10_000, TENTH);
    scenario.place(BOB, 'sell', 10_000, TENTH / 2);
    expect(scenario.cancel(ALICE, 1).outcome).toMatchObject({
      ok: true,
      status: 'partlyFilled',
      filledLots: TENTH / 2,
    });
    expect(scenario.balance(ALICE, USDT)).toEqual({ available: 9_995n * ONE_USDT, held: 0n });
  });

  it('expires its remainder with IOC, and all of it with FOK', () => {
    const scenario = new Scenario();
    scenario.place(ALICE, 'sell', 10_000, TENTH);
    expect(rejectionOf(scenario.place(BOB, 'buy', 10_000, TENTH + 1, { timeInForce: 'fok' }))).toBe(
      'fill_or_kill_unfilled',
    );
    const taken = scenario.place(BOB, 'buy', 10_000, TENTH + 1, { timeInForce: 'ioc' });
    expect(taken.outcome).toMatchObject({ ok: true, status: 'partlyFilled', filledLots: TENTH });
    expect(eventsOf(taken, 'orderClosed').at(-1)).toMatchObject({
      reason: 'ioc',
      cancelledLots: 1,
      wasResting: false,
    });
    expect(scenario.place(BOB, 'sell', 9_900, TENTH, { timeInForce: 'fok' }).outcome.ok).toBe(
      false,
    );
  });
});

describe('a market order', () => {
  it('stops at its slippage cap', () => {
    const scenario = new Scenario();
    scenario.place(ALICE, 'sell', 10_000, TENTH);
    scenario.place(ALICE, 'sell', 10_100, TENTH);
    scenario.place(ALICE, 'sell', 10_101, TENTH);
    const taken = scenario.market(BOB, 'buy', 3 * TENTH);
    expect(taken.outcome).toMatchObject({
      ok: true,
      status: 'partlyFilled',
      filledLots: 2 * TENTH,
    });
    expect(eventsOf(taken, 'orderClosed').at(-1)).toMatchObject({ reason: 'slippage' });
  });

  it('spends at most what is available, and ends when that is used', () => {
    // At the best price Dave could pay for all of it; at the worse one he cannot.
    const poor = new Scenario({ slippageBps: 5_000 });
    const dave = 100_004;
    poor.deposit(dave, USDT, 1_000n * ONE_USDT);
    poor.place(ALICE, 'sell', 10_000, 100_000);
    poor.place(ALICE, 'sell', 14_000, 900_000);
    const all = poor.market(dave, 'buy', 1_000_000);
    expect(all.outcome).toMatchObject({ ok: true, status: 'partlyFilled' });
    expect(eventsOf(all, 'orderClosed').at(-1)).toMatchObject({ reason: 'hold' });
    expect(poor.balance(dave, USDT).held).toBe(0n);
    expect(poor.balance(dave, USDT).available).toBeLessThan(140_000n);
  });

  it('is refused on a stale index and on an empty book', () => {
    const scenario = new Scenario();
    expect(rejectionOf(scenario.market(BOB, 'buy', TENTH))).toBe('no_liquidity');
    scenario.timeMs += 10_001;
    expect(rejectionOf(scenario.market(BOB, 'buy', TENTH))).toBe('index_stale');
  });
});

describe('self-trade prevention', () => {
  it('expires the taker, the maker or both', () => {
    const taker = new Scenario();
    taker.place(ALICE, 'sell', 10_000, TENTH);
    expect(eventsOf(taker.place(ALICE, 'buy', 10_000, TENTH), 'orderClosed')).toMatchObject([
      { order: 2, reason: 'selfTrade' },
    ]);

    const maker = new Scenario();
    maker.place(ALICE, 'sell', 10_000, TENTH);
    const placed = maker.place(ALICE, 'buy', 10_000, TENTH, { selfTrade: 'expireMaker' });
    expect(eventsOf(placed, 'orderClosed')).toMatchObject([{ order: 1, reason: 'selfTrade' }]);
    expect(maker.openOrders()).toEqual([{ id: 2, ticks: 10_000, lots: TENTH }]);

    const both = new Scenario();
    both.place(ALICE, 'sell', 10_000, TENTH);
    both.place(ALICE, 'buy', 10_000, TENTH, { selfTrade: 'expireBoth' });
    expect(both.openOrders()).toEqual([]);
    expect(both.balance(ALICE, BTC)).toEqual({ available: 10n * ONE_BTC, held: 0n });
  });

  it('decrements both and lets the rest of the taker go on', () => {
    const scenario = new Scenario();
    scenario.place(ALICE, 'sell', 10_000, TENTH);
    scenario.place(BOB, 'sell', 10_000, TENTH);
    const placed = scenario.place(ALICE, 'buy', 10_000, 3 * TENTH, { selfTrade: 'decrement' });
    expect(eventsOf(placed, 'orderClosed')[0]).toMatchObject({
      order: 1,
      reason: 'decrement',
      cancelledLots: 0,
    });
    expect(eventsOf(placed, 'traded')).toMatchObject([{ makerUser: BOB, quantityLots: TENTH }]);
    expect(scenario.openOrders()).toEqual([{ id: 3, ticks: 10_000, lots: TENTH }]);
    const small = scenario.place(ALICE, 'sell', 10_000, 1, {
      selfTrade: 'decrement',
      postOnly: false,
    });
    expect(rejectionOf(small)).toBe('notional_too_small');
    const half = scenario.place(ALICE, 'sell', 10_000, TENTH / 2, { selfTrade: 'decrement' });
    expect(eventsOf(half, 'orderReduced')).toMatchObject([
      { order: 3, reducedLots: TENTH / 2, remainingLots: TENTH / 2 },
    ]);
    expect(eventsOf(half, 'orderClosed')).toMatchObject([
      { reason: 'decrement', cancelledLots: 0 },
    ]);
  });
});
