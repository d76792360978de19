import { describe, expect, it } from 'vitest';
import { canonicalSnapshot, Exchange } from '../exchange.ts';
import { NO_COSTS } from '../testing/margin-scenario.ts';
import { ALICE, eventsOf, rejectionOf, Scenario } from '../testing/scenario.ts';

const STOPS = { takeProfitTicks: 10_500, stopLossTicks: 9_500 };

describe('stops of an order', () => {
  it('hold from the fill on: before it the mark may pass them', () => {
    const scenario = new Scenario().margin(NO_COSTS);
    const placed = scenario.openPosition(ALICE, 'long', 1_000, 9_800, STOPS);
    expect(eventsOf(placed, 'marginOrderPlaced')).toMatchObject([STOPS]);
    scenario.move(10_600);
    expect(eventsOf(scenario.move(9_800), 'positionOpened')).toHaveLength(1);
    scenario.exchange.verify();
    expect(eventsOf(scenario.move(10_400), 'positionClosed')).toEqual([]);
    expect(eventsOf(scenario.move(10_500), 'positionClosed')).toMatchObject([
      { reason: 'takeProfit', closeTicks: 10_500 },
    ]);
  });

  it('close the position with the next price where the fill was beyond them', () => {
    const scenario = new Scenario().margin(NO_COSTS);
    scenario.openPosition(ALICE, 'long', 1_000, 9_800, STOPS);
    const filled = scenario.move(9_400);
    expect(eventsOf(filled, 'positionOpened')).toHaveLength(1);
    expect(eventsOf(filled, 'positionClosed')).toEqual([]);
    expect(eventsOf(scenario.move(9_400), 'positionClosed')).toMatchObject([
      { reason: 'stopLoss', profit: 0n },
    ]);
  });

  it('of an order at the market lie beside entry and mark', () => {
    const scenario = new Scenario().margin({ spreadBps: 10, feeBps: 0 });
    const at = (side: 'long' | 'short', takeProfitTicks: number, stopLossTicks: number) =>
      rejectionOf(scenario.openPosition(ALICE, side, 1_000, 0, { takeProfitTicks, stopLossTicks }));
    // The entry of a long is 10,010 with the spread.
    expect(at('long', 10_010, 0)).toBe('stop_on_wrong_side');
    expect(at('long', 0, 10_010)).toBe('stop_on_wrong_side');
    expect(at('long', 0, 10_000)).toBe('stop_on_wrong_side');
    expect(at('short', 9_990, 0)).toBe('stop_on_wrong_side');
    expect(at('short', 0, 10_000)).toBe('stop_on_wrong_side');
    // The mark lags behind the index.
    scenario.move(10_000);
    scenario.move(9_000, 200);
    expect(at('long', 9_020, 0)).toBe('take_profit_passed');
    expect(at('long', 9_500, 8_500)).toBeUndefined();
    expect(at('short', 0, 9_020)).toBe('stop_on_wrong_side');
  });

  it('of an order that waits are judged by its own price, not by the mark', () => {
    const scenario = new Scenario().margin(NO_COSTS);
    const at = (priceTicks: number, takeProfitTicks: number, stopLossTicks: number) =>
      rejectionOf(
        scenario.openPosition(ALICE, 'long', 1_000, priceTicks, { takeProfitTicks, stopLossTicks }),
      );
    expect(at(9_000, 9_500, 8_500)).toBeUndefined();
    expect(at(9_000, 9_000, 0)).toBe('stop_on_wrong_side');
    expect(at(9_000, 0, 9_000)).toBe('stop_on_wrong_side');
    expect(at(9_000, -1, 0)).toBe('malformed');
    expect(at(9_000, 0, 1.5)).toBe('malformed');
  });

  it('are in the snapshot of an order that waits', () => {
    const scenario = new Scenario().margin(NO_COSTS);
    scenario.openPosition(ALICE, 'short', 1_000, 10_200, {
      takeProfitTicks: 9_900,
      stopLossTicks: 10_400,
    });
    const copy = Exchange.restore(scenario.exchange.snapshot());
    copy.verify();
    for (const ticks of [10_200, 10_400]) {
      const next = { kind: 'index.set', source: 'test', sources: 3, prices: [[1, ticks]] } as never;
      copy.apply(next, scenario.timeMs + 5_000);
      scenario.move(ticks);
    }
    expect(canonicalSnapshot(copy.snapshot())).toBe(
      canonicalSnapshot(scenario.exchange.snapshot()),
    );
    expect(scenario.exchange.snapshot().margin.positions).toEqual([]);
  });

  it('can be replaced once the position is open', () => {
    const scenario = new Scenario().margin(NO_COSTS);
    scenario.enter(ALICE, 'long', 1_000, STOPS);
    const set = { kind: 'margin.stops', user: ALICE, position: 1 } as const;
    scenario.apply({ ...set, takeProfitTicks: 0, stopLossTicks: 9_000 });
    scenario.move(10_000);
    expect(eventsOf(scenario.move(10_600), 'positionClosed')).toEqual([]);
    expect(eventsOf(scenario.move(9_300), 'positionClosed')).toEqual([]);
  });
});
