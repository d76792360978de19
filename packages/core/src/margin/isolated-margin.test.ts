import type { Amount } from '@meridian/money/amount';
import { describe, expect, it } from 'vitest';
import { canonicalSnapshot, Exchange } from '../exchange.ts';
import { close, COIN, NO_COSTS, START, wallet } from '../testing/margin-scenario.ts';
import { ALICE, eventsOf, rejectionOf, Scenario } from '../testing/scenario.ts';

const ISOLATED = { isIsolated: true } as const;

function change(
  scenario: Scenario,
  kind: 'addMargin' | 'removeMargin',
  coins: number,
  position = 1,
) {
  const amount = (BigInt(coins) * COIN) as Amount;
  return scenario.apply({ kind: `margin.${kind}`, user: ALICE, position, amount });
}

/** A long of 1,000 USDT with a margin of 100. */
function opened(terms: object = NO_COSTS): Scenario {
  const scenario = new Scenario().margin({ ...terms, maintenancePercent: 50 });
  scenario.enter(ALICE, 'long', 10_000, ISOLATED);
  return scenario;
}

describe('an isolated position', () => {
  it('is liquidated on its own margin, however much the account has', () => {
    const scenario = opened();
    expect(eventsOf(scenario.move(9_500), 'positionClosed')).toEqual([]);
    const [end] = eventsOf(scenario.move(9_499), 'positionClosed');
    expect(end).toMatchObject({ reason: 'liquidated', badDebt: 0n });
    scenario.exchange.verify();
  });

  it('costs its owner no more than its margin: insurance and house bear the rest', () => {
    const scenario = opened();
    const [end] = eventsOf(scenario.move(8_000), 'positionClosed');
    expect(end).toMatchObject({ reason: 'liquidated', profit: -100n * COIN, badDebt: 100n * COIN });
    expect(wallet(scenario)).toEqual({ available: START - 100n * COIN, held: 0n });
    expect(scenario.exchange.snapshot().margin.owing).toEqual([]);
  });

  it('is no part of the cross margin: its loss frees nothing less, its profit nothing more', () => {
    const scenario = opened();
    scenario.enter(ALICE, 'short', 10_000);
    scenario.move(9_600);
    // All of the 4,800 can leave: the isolated loss of 40 needs none of them.
    expect(scenario.transfer(ALICE, 'margin', 'spot', 4_800).outcome.ok).toBe(true);
    // The short is below its maintenance at 10,501, and the profit of the long saves it not.
    expect(eventsOf(scenario.move(10_400), 'positionClosed')).toEqual([]);
    expect(eventsOf(scenario.move(10_510), 'positionClosed')).toMatchObject([
      { position: 2, reason: 'liquidated' },
    ]);
  });

  it('is never closed to cover another loss', () => {
    const scenario = opened();
    scenario.enter(ALICE, 'long', 10_000);
    scenario.transfer(ALICE, 'margin', 'spot', 4_800);
    const ends = eventsOf(scenario.move(8_900), 'positionClosed');
    expect(ends.map(({ position, reason }) => [position, reason])).toEqual([
      [1, 'liquidated'],
      [2, 'liquidated'],
    ]);
    expect(scenario.exchange.snapshot().margin.positions).toEqual([]);
  });

  it('lives on after margin was added, and pays with it too', () => {
    const scenario = opened();
    scenario.move(9_600);
    expect(eventsOf(change(scenario, 'addMargin', 100), 'isolatedMarginChanged')).toMatchObject([
      { change: 100n * COIN, added: 100n * COIN },
    ]);
    expect(wallet(scenario)).toEqual({ available: START - 200n * COIN, held: 200n * COIN });
    expect(eventsOf(scenario.move(8_500), 'positionClosed')).toEqual([]);
    expect(eventsOf(scenario.move(8_499), 'positionClosed')).toMatchObject([
      { reason: 'liquidated', profit: (-1_501n * COIN) / 10n },
    ]);
  });

  it('gives added margin back at the first younger index, down to the initial margin', () => {
    const scenario = opened();
    change(scenario, 'addMargin', 100);
    scenario.move(10_000);
    expect(rejectionOf(change(scenario, 'removeMargin', 101))).toBe('margin_below_initial');
    expect(change(scenario, 'removeMargin', 60).outcome.ok).toBe(true);
    expect(wallet(scenario).held).toBe(200n * COIN);
    expect(rejectionOf(change(scenario, 'removeMargin', 1))).toBe('change_pending');
    expect(eventsOf(scenario.move(10_000), 'isolatedMarginChanged')).toMatchObject([
      { change: -60n * COIN, added: 40n * COIN },
    ]);
    expect(wallet(scenario).held).toBe(140n * COIN);
  });

  it('keeps margin that the younger index needs: who foresees it takes nothing out', () => {
    const scenario = opened();
    change(scenario, 'addMargin', 100);
    scenario.move(10_000);
    change(scenario, 'removeMargin', 100);
    expect(eventsOf(scenario.move(9_900), 'marginRemovalEnded')).toMatchObject([
      { reason: 'short' },
    ]);
    expect(wallet(scenario).held).toBe(200n * COIN);
    // At 9,900 the loss is 10, the initial margin 99.
    expect(rejectionOf(change(scenario, 'removeMargin', 92))).toBe('margin_below_initial');
    expect(change(scenario, 'removeMargin', 91).outcome.ok).toBe(true);
    scenario.timeMs += 10_001;
    expect(eventsOf(scenario.apply({ kind: 'clock.tick' }), 'marginRemovalEnded')).toMatchObject([
      { reason: 'timeout' },
    ]);
  });

  it('takes margin only from what the account has free', () => {
    const scenario = opened();
    scenario.enter(ALICE, 'long', 10_000);
    scenario.move(9_700);
    scenario.transfer(ALICE, 'margin', 'spot', 4_700);
    expect(rejectionOf(change(scenario, 'addMargin', 71))).toBe('balance_insufficient');
    expect(change(scenario, 'addMargin', 70).outcome.ok).toBe(true);
    scenario.exchange.verify();
    expect(rejectionOf(change(scenario, 'addMargin', 1, 2))).toBe('position_not_isolated');
  });

  it('closes in parts, each with its share of the added margin', () => {
    const scenario = opened();
    change(scenario, 'addMargin', 100);
    const part = { kind: 'margin.close', user: ALICE, position: 1, lots: 2_500 } as const;
    scenario.apply(part);
    expect(eventsOf(scenario.move(10_000), 'positionReduced')).toMatchObject([
      { marginLeft: 75n * COIN, addedLeft: 75n * COIN },
    ]);
    close(scenario, 1);
    expect(wallet(scenario)).toEqual({ available: START, held: 0n });
  });

  it('has stops before its own liquidation', () => {
    const scenario = opened();
    const at = (stopLossTicks: number) =>
      rejectionOf(
        scenario.apply({
          kind: 'margin.stops',
          user: ALICE,
          position: 1,
          takeProfitTicks: 0,
          stopLossTicks,
        }),
      );
    expect(at(9_499)).toBe('stop_beyond_liquidation');
    expect(at(9_500)).toBeUndefined();
    // The loss is its own: it closes at once, and the wallet decides nothing.
    expect(eventsOf(scenario.move(9_490), 'positionClosed')).toMatchObject([
      { reason: 'stopLoss' },
    ]);
  });

  it('turns round into another isolated position', () => {
    const scenario = opened();
    change(scenario, 'addMargin', 50);
    scenario.apply({ kind: 'margin.reverse', user: ALICE, position: 1 });
    const applied = scenario.move(10_000);
    expect(eventsOf(applied, 'positionOpened')).toMatchObject([
      { side: 'short', isIsolated: true, margin: 100n * COIN },
    ]);
    expect(wallet(scenario).held).toBe(100n * COIN);
    scenario.exchange.verify();
  });

  it('is in the snapshot, with its margin and what is to leave', () => {
    const scenario = opened();
    change(scenario, 'addMargin', 100);
    scenario.move(10_000);
    change(scenario, 'removeMargin', 60);
    const copy = Exchange.restore(scenario.exchange.snapshot());
    copy.verify();
    for (const ticks of [10_000, 9_000, 8_900]) {
      const next = { kind: 'index.set', source: 'test', sources: 3, prices: [[1, ticks]] } as never;
      copy.apply(next, scenario.timeMs + 5_000);
      scenario.move(ticks);
    }
    expect(canonicalSnapshot(copy.snapshot())).toBe(
      canonicalSnapshot(scenario.exchange.snapshot()),
    );
  });
});

describe('a pair of isolated positions, long and short', () => {
  it('has lost its costs while prices come without gaps', () => {
    const scenario = new Scenario().margin({
      ...{ spreadBps: 2, feeBps: 5, overnightBps: 0, maintenancePercent: 30 },
      ...{ leverages: [100], liquidationFeeBps: 10 },
    });
    for (const side of ['long', 'short'] as const)
      scenario.enter(ALICE, side, 10_000, { ...ISOLATED, leverage: 100 });
    let ticks = 10_000;
    while (scenario.exchange.snapshot().margin.positions.length > 1) scenario.move((ticks -= 10));
    scenario.leave(ALICE, 2);
    // 0.14 % to open both and 0.1 % for the liquidation, of about 1,000 USDT.
    const lost = START - wallet(scenario).available;
    expect(lost).toBeGreaterThan(2n * COIN);
    expect(lost).toBeLessThan(3n * COIN);
  });

  it('takes no margin while its index is too old: nobody tops up where only he knows the price', () => {
    const scenario = opened();
    scenario.timeMs += 60_000;
    expect(rejectionOf(change(scenario, 'addMargin', 10))).toBe('index_stale');
    scenario.move(10_000);
    expect(change(scenario, 'addMargin', 10).outcome.ok).toBe(true);
  });
});
