import { describe, expect, it } from 'vitest';
import { canonicalSnapshot, Exchange } from '../exchange.ts';
import { COIN, FULL_TERMS, NO_COSTS, stops, wallet } from '../testing/margin-scenario.ts';
import { ALICE, BOB, CAROL, eventsOf, rejectionOf, Scenario } from '../testing/scenario.ts';

function reverse(scenario: Scenario, position = 1) {
  return scenario.apply({ kind: 'margin.reverse', user: ALICE, position });
}

function opened(lots = 1_000): Scenario {
  const scenario = new Scenario().margin(NO_COSTS);
  scenario.enter(ALICE, 'long', lots);
  return scenario;
}

describe('a reversal', () => {
  it('closes a position and opens the other side at the same index', () => {
    const scenario = opened();
    stops(scenario, 1, 0, 9_000);
    scenario.move(10_200);
    expect(reverse(scenario).outcome.ok).toBe(true);
    const applied = scenario.move(10_220);
    expect(eventsOf(applied, 'positionClosed')).toMatchObject([
      { position: 1, reason: 'reversed', closeTicks: 10_220, profit: (22n * COIN) / 10n },
    ]);
    expect(eventsOf(applied, 'positionOpened')).toMatchObject([
      { position: 2, side: 'short', lots: 1_000, leverage: 10, indexTicks: 10_220 },
    ]);
    expect(scenario.exchange.snapshot().margin.positions).toMatchObject([
      { id: 2, takeProfitTicks: 0, stopLossTicks: 0, closingAtMs: 0, reverseTicks: 0 },
    ]);
    scenario.exchange.verify();
  });

  it('needs no second margin: what the close frees pays', () => {
    const scenario = opened(45_000);
    scenario.transfer(ALICE, 'margin', 'spot', 4_450);
    expect(wallet(scenario)).toEqual({ available: 100n * COIN, held: 450n * COIN });
    expect(reverse(scenario).outcome.ok).toBe(true);
    expect(eventsOf(scenario.move(10_000), 'positionOpened')).toHaveLength(1);
    expect(wallet(scenario)).toEqual({ available: 100n * COIN, held: 450n * COIN });
  });

  it('is refused where that is not enough, and nothing happens', () => {
    const scenario = opened(45_000);
    // A short holds for half a per cent more than the index.
    scenario.transfer(ALICE, 'margin', 'spot', 4_549);
    expect(rejectionOf(reverse(scenario))).toBe('balance_insufficient');
    expect(eventsOf(scenario.move(10_000), 'positionClosed')).toEqual([]);
  });

  it('keeps the wallet as it is until the price comes', () => {
    const scenario = opened();
    reverse(scenario);
    expect(rejectionOf(scenario.transfer(ALICE, 'margin', 'spot', 1))).toBe('change_pending');
    expect(rejectionOf(scenario.transfer(ALICE, 'spot', 'margin', 1))).toBe('change_pending');
    expect(rejectionOf(scenario.openPosition(ALICE, 'long', 100))).toBe('change_pending');
    expect(rejectionOf(reverse(scenario))).toBe('change_pending');
    const close = { kind: 'margin.close', user: ALICE, position: 1 } as const;
    expect(rejectionOf(scenario.apply(close))).toBe('change_pending');
    const all = { kind: 'margin.closeAll', user: ALICE, which: 'all' } as const;
    expect(rejectionOf(scenario.apply(all))).toBe('change_pending');
  });

  it('beyond the slippage of the terms leaves the position as it is', () => {
    const scenario = opened();
    reverse(scenario);
    // A short opens at most half a per cent lower.
    const applied = scenario.move(9_949);
    expect(eventsOf(applied, 'positionCloseEnded')).toMatchObject([{ reason: 'slippage' }]);
    expect(scenario.exchange.snapshot().margin.positions).toMatchObject([
      { id: 1, closingAtMs: 0, closingLots: 0, reverseTicks: 0 },
    ]);
    reverse(scenario);
    expect(eventsOf(scenario.move(9_920), 'positionOpened')).toHaveLength(1);
  });

  it('is refused where an order would be', () => {
    const scenario = opened();
    scenario.margin({ ...NO_COSTS, isOpen: false });
    expect(rejectionOf(reverse(scenario))).toBe('market_closed');
    scenario.margin({ ...NO_COSTS, leverages: [20] });
    expect(rejectionOf(reverse(scenario))).toBe('leverage_not_offered');
    scenario.margin({ ...NO_COSTS, minLots: 2_000 });
    expect(rejectionOf(reverse(scenario))).toBe('quantity_invalid');
    scenario.margin({ ...NO_COSTS, exposureCap: COIN as never });
    expect(rejectionOf(reverse(scenario))).toBe('exposure_reached');
    scenario.margin({ ...NO_COSTS, minSources: 4 });
    expect(rejectionOf(reverse(scenario))).toBe('index_thin');
    expect(rejectionOf(reverse(scenario, 9))).toBe('position_not_found');
  });

  it('is taken back, and void when no price comes', () => {
    const scenario = opened();
    reverse(scenario);
    scenario.timeMs += 1;
    scenario.apply({ kind: 'margin.cancel', user: ALICE, position: 1 });
    expect(eventsOf(scenario.move(10_000), 'positionCloseEnded')).toMatchObject([
      { reason: 'cancelled' },
    ]);
    reverse(scenario);
    scenario.timeMs += 10_001;
    expect(eventsOf(scenario.apply({ kind: 'clock.tick' }), 'positionCloseEnded')).toMatchObject([
      { reason: 'timeout' },
    ]);
  });

  it('that waits is in the snapshot', () => {
    const scenario = opened();
    reverse(scenario);
    const copy = Exchange.restore(scenario.exchange.snapshot());
    copy.verify();
    const next = { kind: 'index.set', source: 'test', sources: 3, prices: [[1, 10_010]] } as never;
    copy.apply(next, scenario.timeMs + 5_000);
    scenario.move(10_010);
    expect(canonicalSnapshot(copy.snapshot())).toBe(
      canonicalSnapshot(scenario.exchange.snapshot()),
    );
    expect(scenario.exchange.snapshot().margin.positions).toMatchObject([{ id: 2 }]);
  });

  it('of an isolated loss brings the house no more than its margin: it opens nothing beyond that', () => {
    const outcomes = new Set<string>();
    // Where the house could back the other side with the whole loss, and not with the margin alone.
    for (let lots = 8_500_000; lots <= 8_600_000; lots += 10_000) {
      const scenario = new Scenario().margin(FULL_TERMS);
      for (const user of [ALICE, BOB, CAROL]) scenario.transfer(user, 'spot', 'margin', 4_900);
      scenario.enter(ALICE, 'long', 1_000_000, { isIsolated: true, leverage: 100 });
      scenario.enter(BOB, 'short', lots / 2, { leverage: 100 });
      scenario.enter(CAROL, 'short', lots / 2, { leverage: 100 });
      scenario.move(9_940);
      scenario.apply({ kind: 'margin.reverse', user: ALICE, position: 1 });
      const applied = scenario.move(9_891, 1_000);
      for (const { reason } of eventsOf(applied, 'positionCloseEnded')) outcomes.add(reason);
      for (const { reason } of eventsOf(applied, 'positionClosed')) outcomes.add(reason);
      scenario.exchange.verify();
    }
    expect([...outcomes].sort()).toEqual(['house', 'liquidated', 'reversed']);
  });
});
