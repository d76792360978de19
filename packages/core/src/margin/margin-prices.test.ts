import type { Amount, PriceTicks } from '@meridian/money/amount';
import { describe, expect, it } from 'vitest';
import type { Applied } from '../events.ts';
import { canonicalSnapshot, Exchange } from '../exchange.ts';
import { SYSTEM } from '../ledger/accounts.ts';
import { both, COIN, NO_COSTS, stops, twoMarkets, wallet } from '../testing/margin-scenario.ts';
import {
  ALICE,
  eventsOf,
  MARGIN,
  MARKET,
  rejectionOf,
  Scenario,
  USDT,
} from '../testing/scenario.ts';
import type { MarginTerms } from './margin-commands.ts';
import type { PositionClosed } from './margin-events.ts';

describe('a price that everybody already knows is wrong', () => {
  const OPENING: Partial<MarginTerms> = {
    spreadBps: 2,
    feeBps: 5,
    maintenancePercent: 30,
    exposureCap: (20_000_000n * COIN) as Amount,
  };

  it('fills nothing: a short that was asked for in an outage is entered at the price that comes after it', () => {
    const scenario = new Scenario().margin(OPENING);
    scenario.index(1_000_000);
    const before = wallet(scenario).available;
    scenario.timeMs += 9_900;
    const asked = scenario.openPosition(ALICE, 'short', 2_000, 0, { leverage: 100 });
    expect(asked.outcome).toMatchObject({ ok: true, status: 'open' });
    expect(eventsOf(scenario.move(995_000, 200), 'marginOrderCancelled')).toEqual([]);
    expect(scenario.exchange.snapshot().margin.positions).toMatchObject([
      { status: 'open', indexTicks: 995_000 },
    ]);
    expect(eventsOf(scenario.leave(ALICE, 1), 'positionClosed')).toMatchObject([
      { closeTicks: 995_000 },
    ]);
    expect(wallet(scenario).available).toBeLessThan(before);
  });

  it('counts for no order, close or stop that is younger than one of its quotes', () => {
    const scenario = new Scenario().margin(NO_COSTS);
    const old = (ticks: number, ageMs: number) => {
      scenario.timeMs += 1_000;
      return scenario.apply({
        kind: 'index.set',
        source: 'test',
        sources: 3,
        prices: [[1, ticks as PriceTicks, scenario.timeMs - ageMs]],
      });
    };
    scenario.openPosition(ALICE, 'long', 1_000);
    scenario.openPosition(ALICE, 'short', 1_000, 10_000);
    expect(eventsOf(old(10_000, 900), 'positionOpened')).toEqual([]);
    expect(eventsOf(old(10_000, 1_900), 'positionOpened')).toEqual([]);
    expect(eventsOf(old(10_000, 800), 'positionOpened')).toMatchObject([
      { position: 1 },
      { position: 2 },
    ]);
    scenario.apply({ kind: 'margin.close', user: ALICE, position: 2 });
    stops(scenario, 1, 0, 9_990);
    expect(eventsOf(old(9_980, 950), 'positionClosed')).toEqual([]);
    expect(eventsOf(scenario.move(9_980, 1_000), 'positionClosed')).toMatchObject([
      { position: 2, reason: 'closed' },
    ]);
    expect(eventsOf(scenario.move(9_980), 'positionClosed')).toMatchObject([
      { position: 1, reason: 'stopLoss' },
    ]);
  });

  it('is waited for as long as the terms say; then an order is void, gives back what it held, and a close is forgotten', () => {
    const scenario = new Scenario().margin({ ...NO_COSTS, fillTimeoutMs: 6_000 });
    scenario.enter(ALICE, 'long', 1_000);
    const { held } = wallet(scenario);
    scenario.openPosition(ALICE, 'long', 1_000);
    scenario.apply({ kind: 'margin.close', user: ALICE, position: 1 });
    expect(wallet(scenario).held).toBe(2n * held + held / 200n);
    expect(scenario.clockAfter(6_000).events).toEqual([]);
    const late = scenario.clockAfter(1);
    expect(eventsOf(late, 'marginOrderCancelled')).toMatchObject([
      { position: 2, reason: 'timeout' },
    ]);
    expect(eventsOf(late, 'positionCloseEnded')).toMatchObject([
      { position: 1, reason: 'timeout' },
    ]);
    expect(wallet(scenario).held).toBe(held);
    expect(eventsOf(scenario.move(10_000, 1_000), 'positionClosed')).toEqual([]);
  });

  it('has a second in which it can come: terms under which nothing would ever close are none', () => {
    const scenario = new Scenario().margin();
    const offer = (fillDelayMs: number, fillTimeoutMs: number) =>
      scenario.apply({ kind: 'margin.terms', terms: { ...MARGIN, fillDelayMs, fillTimeoutMs } });
    for (const [delayMs, timeoutMs] of [
      [1_024, 1_000],
      [1, 1_000],
      [10_000, 10_999],
    ] as const)
      expect(rejectionOf(offer(delayMs, timeoutMs)), `${delayMs} of ${timeoutMs}`).toBe(
        'malformed',
      );
    for (const [delayMs, timeoutMs] of [
      [0, 1_000],
      [1, 1_001],
      [10_000, 11_000],
    ] as const)
      expect(offer(delayMs, timeoutMs).outcome.ok, `${delayMs} of ${timeoutMs}`).toBe(true);
    const older = new Scenario({}, 2).margin({ fillDelayMs: 1_024, fillTimeoutMs: 1_000 });
    expect(older.exchange.snapshot().margin.terms).toHaveLength(1);
  });

  it('an order and a close can be taken back while they wait', () => {
    const scenario = new Scenario().margin(NO_COSTS);
    scenario.enter(ALICE, 'long', 1_000);
    scenario.openPosition(ALICE, 'long', 1_000);
    scenario.apply({ kind: 'margin.close', user: ALICE, position: 1 });
    for (const position of [1, 2, 2])
      expect(scenario.apply({ kind: 'margin.cancel', user: ALICE, position }).outcome.ok).toBe(
        true,
      );
    expect(rejectionOf(scenario.apply({ kind: 'margin.close', user: ALICE, position: 1 }))).toBe(
      'change_pending',
    );
    expect(
      rejectionOf(scenario.apply({ kind: 'margin.closeAll', user: ALICE, which: 'all' })),
    ).toBe('change_pending');
    const { events } = scenario.move(10_000);
    expect(events.filter(({ type }) => /^(?:position|margin)/.test(type))).toMatchObject([
      { type: 'positionCloseEnded', position: 1, reason: 'cancelled' },
      { type: 'marginOrderCancelled', position: 2, reason: 'cancelled' },
    ]);
    expect(rejectionOf(scenario.apply({ kind: 'margin.cancel', user: ALICE, position: 1 }))).toBe(
      'position_not_waiting',
    );
  });

  describe('fills what its quotes were made for, whatever its owner has seen since', () => {
    /** An index of the present time with older quotes. */
    const quoted = (scenario: Scenario, ticks: number, agoMs: number): Applied =>
      scenario.apply({
        kind: 'index.set',
        source: 'test',
        sources: 3,
        prices: [[1, ticks as PriceTicks, scenario.timeMs - agoMs]],
      });

    it('an order and a close that were taken back after the quotes', () => {
      const scenario = new Scenario().margin(NO_COSTS);
      scenario.enter(ALICE, 'long', 1_000);
      scenario.openPosition(ALICE, 'long', 1_000);
      scenario.openPosition(ALICE, 'long', 1_000, 9_990);
      scenario.apply({ kind: 'margin.close', user: ALICE, position: 1 });
      scenario.clockAfter(900);
      for (const position of [1, 2, 3])
        scenario.apply({ kind: 'margin.cancel', user: ALICE, position });
      scenario.clockAfter(100);
      expect(quoted(scenario, 9_990, 500).events.map(({ type }) => type)).toEqual(
        expect.arrayContaining(['positionClosed', 'positionOpened', 'positionOpened']),
      );
      expect(scenario.move(9_990).events.map(({ type }) => type)).toEqual(['indexPriceSet']);
    });

    it('stops that were taken off after the quotes', () => {
      const scenario = new Scenario().margin(NO_COSTS);
      scenario.enter(ALICE, 'long', 1_000);
      stops(scenario, 1, 10_010, 0);
      scenario.move(10_000);
      scenario.clockAfter(4_900);
      stops(scenario, 1, 0, 0);
      scenario.clockAfter(100);
      expect(eventsOf(quoted(scenario, 10_010, 500), 'positionClosed')).toMatchObject([
        { reason: 'takeProfit' },
      ]);
    });

    it('but gives back, where no prices come, what was taken back', () => {
      const scenario = new Scenario().margin(NO_COSTS);
      scenario.openPosition(ALICE, 'long', 1_000, 9_000);
      scenario.apply({ kind: 'margin.cancel', user: ALICE, position: 1 });
      expect(eventsOf(scenario.clockAfter(10_000), 'marginOrderCancelled')).toEqual([]);
      expect(eventsOf(scenario.clockAfter(1), 'marginOrderCancelled')).toMatchObject([
        { position: 1, reason: 'cancelled' },
      ]);
    });
  });

  it.each([
    ['the slippage of the terms', undefined, 10_050, 10_051],
    ['the limit of the client', 10_020, 10_020, 10_021],
  ])('is not exceeded by more than %s', (_what, worstTicks, last, beyond) => {
    const scenario = new Scenario().margin(NO_COSTS);
    const more = worstTicks === undefined ? {} : { worstTicks };
    scenario.openPosition(ALICE, 'long', 1_000, 0, more);
    expect(eventsOf(scenario.move(last), 'positionOpened')).toHaveLength(1);
    scenario.move(10_000);
    scenario.openPosition(ALICE, 'long', 1_000, 0, more);
    expect(eventsOf(scenario.move(beyond), 'marginOrderCancelled')).toMatchObject([
      { position: 2, reason: 'slippage' },
    ]);
  });

  it('under the first rules was the price', () => {
    const scenario = new Scenario({}, 1).margin(OPENING);
    scenario.index(1_000_000);
    scenario.timeMs += 9_900;
    expect(
      scenario.openPosition(ALICE, 'short', 3_000, 0, { leverage: 100 }).outcome,
    ).toMatchObject({
      status: 'filled',
    });
    scenario.timeMs += 100;
    scenario.index(995_000);
    const closed = scenario.apply({ kind: 'margin.close', user: ALICE, position: 1 });
    expect(eventsOf(closed, 'positionClosed')).toMatchObject([{ closeTicks: 995_000 }]);
  });
});

describe('a market without prices', () => {
  /**
   * ALICE is long in both; the second market rises by 30 % and then has no prices for a day, the
   * first one falls slowly.
   */
  function dead(): { scenario: Scenario; closed: PositionClosed[] } {
    const scenario = twoMarkets();
    scenario.openPosition(ALICE, 'long', 400_000, 0, { leverage: 100 });
    scenario.openPosition(ALICE, 'long', 50_000, 0, { leverage: 100, market: 2 });
    both(scenario, 5_000, [10_000, 10_000]);
    both(scenario, 5_000, [10_000, 13_000]);
    const closed: PositionClosed[] = [];
    for (let hour = 0; hour < 24; hour++)
      closed.push(...eventsOf(both(scenario, 3_600_000, [10_000 - hour * 12]), 'positionClosed'));
    return { scenario, closed };
  }

  it('closes nothing at its last price, not to cover a loss elsewhere, and keeps no account above maintenance', () => {
    const { scenario, closed } = dead();
    expect(closed).toMatchObject([{ position: 1, reason: 'liquidated' }]);
    expect(rejectionOf(scenario.leave(ALICE, 2))).toBe('index_stale');
    expect(scenario.exchange.snapshot().margin).toMatchObject({
      dead: [2],
      positions: [{ id: 2, status: 'open' }],
    });
  });

  it('is looked at again when prices come', () => {
    const { scenario } = dead();
    const { events } = both(scenario, 1_000, [9_700, 9_000]);
    expect(events.filter(({ type }) => type === 'positionClosed')).toMatchObject([
      { position: 2, reason: 'liquidated', closeTicks: 9_000 },
    ]);
    expect(scenario.exchange.snapshot().margin.dead).toEqual([]);
  });

  it('does not cover what its owner closes elsewhere', () => {
    const scenario = twoMarkets();
    scenario.openPosition(ALICE, 'long', 400_000, 0, { leverage: 100 });
    scenario.openPosition(ALICE, 'long', 50_000, 0, { leverage: 100, market: 2 });
    both(scenario, 5_000, [10_000, 10_000]);
    both(scenario, 5_000, [10_000, 13_000]);
    for (const ticks of [9_900, 9_800, 9_700]) both(scenario, 3_000, [ticks]);
    expect(
      rejectionOf(scenario.apply({ kind: 'margin.close', user: ALICE, position: 1 })),
    ).toBeUndefined();
    expect(eventsOf(both(scenario, 500, [9_700]), 'positionClosed')).toEqual([]);
    expect(eventsOf(both(scenario, 500, [9_700, 12_000]), 'positionClosed')).toMatchObject([
      { position: 2, reason: 'cover', closeTicks: 12_000 },
      { position: 1, reason: 'closed' },
    ]);
  });
});

describe('a close', () => {
  /** ALICE is long in both, 400 and 50 USDT of margin. */
  function longs(): Scenario {
    const scenario = twoMarkets();
    scenario.openPosition(ALICE, 'long', 400_000, 0, { leverage: 100 });
    scenario.openPosition(ALICE, 'long', 50_000, 0, { leverage: 100, market: 2 });
    both(scenario, 5_000, [10_000, 10_000]);
    return scenario;
  }
  const ask = (scenario: Scenario) =>
    scenario.apply({ kind: 'margin.close', user: ALICE, position: 1 });

  it('whose loss the wallet may have to pay lets nobody change the wallet', () => {
    const scenario = longs();
    both(scenario, 5_000, [9_950, 13_000]);
    expect(ask(scenario).outcome.ok).toBe(true);
    expect(rejectionOf(scenario.transfer(ALICE, 'margin', 'spot', 520))).toBe('change_pending');
    expect(rejectionOf(scenario.transfer(ALICE, 'spot', 'margin', 520))).toBe('change_pending');
    expect(rejectionOf(scenario.openPosition(ALICE, 'short', 1_000, 11_000))).toBe(
      'change_pending',
    );
    // A loss of 448 USDT with a margin of 400: the wallet pays, and nothing else is closed.
    expect(eventsOf(both(scenario, 500, [9_890]), 'positionClosed')).toMatchObject([
      { position: 1, reason: 'closed', closeTicks: 9_890, badDebt: 0n },
    ]);
    expect(rejectionOf(scenario.transfer(ALICE, 'margin', 'spot', 1))).toBeUndefined();
  });

  it('within its margin leaves the wallet free; a loss that has outgrown it is asked for anew', () => {
    const scenario = longs();
    expect(ask(scenario).outcome.ok).toBe(true);
    expect(rejectionOf(scenario.transfer(ALICE, 'margin', 'spot', 1))).toBeUndefined();
    expect(eventsOf(both(scenario, 500, [9_870, 13_000]), 'positionClosed')).toEqual([]);
    expect(rejectionOf(scenario.transfer(ALICE, 'margin', 'spot', 1))).toBe('change_pending');
    expect(eventsOf(both(scenario, 500, [9_860, 13_000]), 'positionClosed')).toMatchObject([
      { position: 1, reason: 'closed', closeTicks: 9_860 },
    ]);
  });

  it('that others must cover waits for all markets of the account', () => {
    const scenario = longs();
    both(scenario, 5_000, [9_750, 13_000]);
    ask(scenario);
    const live = scenario.exchange.snapshot();
    expect(live.margin.positions).toMatchObject([
      { id: 1, cover: 'others' },
      { id: 2, cover: 'margin' },
    ]);
    expect(canonicalSnapshot(Exchange.restore(JSON.parse(JSON.stringify(live))).snapshot())).toBe(
      canonicalSnapshot(live),
    );
    expect(eventsOf(both(scenario, 500, [9_750]), 'positionClosed')).toEqual([]);
    expect(eventsOf(both(scenario, 500, [9_750, 13_000]), 'positionClosed')).toMatchObject([
      { position: 2, reason: 'cover' },
      { position: 1, reason: 'closed' },
    ]);
  });

  it('of a stop whose loss is beyond its margin comes one price later, however long that takes', () => {
    const scenario = longs();
    stops(scenario, 1, 0, 9_895);
    both(scenario, 5_000, [10_000, 13_000]);
    expect(eventsOf(both(scenario, 5_000, [9_890, 13_000]), 'positionClosed')).toEqual([]);
    expect(rejectionOf(scenario.transfer(ALICE, 'margin', 'spot', 1))).toBe('change_pending');
    scenario.clockAfter(11_000);
    const closed = both(scenario, 500, [9_889, 13_000]);
    expect(eventsOf(closed, 'positionClosed')).toMatchObject([
      { position: 1, reason: 'stopLoss', closeTicks: 9_889 },
    ]);
  });
});

describe('what insurance paid for one side of a hedge', () => {
  it('comes back from the profit of the other', () => {
    const scenario = twoMarkets();
    scenario.apply({
      kind: 'ledger.deposit',
      user: SYSTEM.insurance,
      wallet: 'spot',
      currency: USDT,
      amount: (1_000n * COIN) as Amount,
      reference: 'test',
    });
    scenario.openPosition(ALICE, 'short', 400_000, 0, { leverage: 100 });
    scenario.openPosition(ALICE, 'long', 400_000, 0, { leverage: 100, market: 2 });
    both(scenario, 5_000, [10_000, 10_000]);
    const { available } = wallet(scenario);
    both(scenario, 5_000, [10_300, 10_300]);
    scenario.clockAfter(MARKET.indexMaxAgeMs + 1);
    const [loser] = eventsOf(both(scenario, 1_000, [10_300]), 'positionClosed');
    expect(loser).toMatchObject({ position: 1, reason: 'liquidated' });
    const insured = loser?.insured ?? 0n;
    expect(insured).toBeGreaterThan(0n);
    const live = scenario.exchange.snapshot();
    expect(live.margin.owing).toEqual([{ user: ALICE, currency: USDT, owing: insured.toString() }]);
    expect(canonicalSnapshot(Exchange.restore(JSON.parse(JSON.stringify(live))).snapshot())).toBe(
      canonicalSnapshot(live),
    );
    both(scenario, 1_000, [10_300, 10_300]);
    scenario.apply({ kind: 'margin.close', user: ALICE, position: 2 });
    both(scenario, 1_000, [10_300, 10_300]);
    expect(scenario.balance(SYSTEM.insurance, USDT).available).toBe(1_000n * COIN);
    expect(wallet(scenario).available).toBeLessThanOrEqual(available + 800n * COIN);
    expect(scenario.exchange.snapshot().margin.owing).toEqual([]);
  });
});
