import { describe, expect, it } from 'vitest';
import { canonicalSnapshot, Exchange } from '../exchange.ts';
import { COIN, NO_COSTS, stops } from '../testing/margin-scenario.ts';
import { ALICE, BOB, eventsOf, rejectionOf, Scenario } from '../testing/scenario.ts';

function closeAt(scenario: Scenario, priceTicks: number, lots?: number, position = 1) {
  const some = lots === undefined ? {} : { lots };
  return scenario.apply({ kind: 'margin.close', user: ALICE, position, priceTicks, ...some });
}

function opened(): Scenario {
  const scenario = new Scenario().margin(NO_COSTS);
  scenario.enter(ALICE, 'long', 1_000);
  return scenario;
}

describe('a close with a price', () => {
  it('waits until the index is there, and closes at the index', () => {
    const scenario = opened();
    expect(eventsOf(closeAt(scenario, 10_500), 'limitCloseSet')).toMatchObject([
      { lots: 1_000, priceTicks: 10_500 },
    ]);
    expect(eventsOf(scenario.move(10_499), 'positionClosed')).toEqual([]);
    expect(eventsOf(scenario.move(10_600), 'positionClosed')).toMatchObject([
      { reason: 'limit', closeTicks: 10_600, profit: 6n * COIN },
    ]);
  });

  it('of a short waits for a fall', () => {
    const scenario = new Scenario().margin(NO_COSTS);
    scenario.enter(ALICE, 'short', 1_000);
    closeAt(scenario, 9_500);
    expect(eventsOf(scenario.move(9_501), 'positionClosed')).toEqual([]);
    expect(eventsOf(scenario.move(9_500), 'positionClosed')).toHaveLength(1);
  });

  it('takes no index that is not younger', () => {
    const scenario = opened();
    closeAt(scenario, 9_000);
    expect(eventsOf(scenario.move(10_000, 100), 'positionClosed')).toEqual([]);
    expect(eventsOf(scenario.move(10_000, 1), 'positionClosed')).toHaveLength(1);
  });

  it('takes no index of too few venues: the print of one is no price to sell at', () => {
    const scenario = new Scenario().margin({ ...NO_COSTS, minSources: 3 });
    scenario.move(10_000);
    scenario.enter(ALICE, 'long', 1_000);
    closeAt(scenario, 10_150);
    scenario.timeMs += 5_000;
    const print = (sources: number) =>
      scenario.apply({
        ...{ kind: 'index.set', source: 'test', sources },
        prices: [[1, 10_200]],
      } as never);
    expect(eventsOf(print(1), 'positionClosed')).toEqual([]);
    scenario.exchange.verify();
    scenario.timeMs += 5_000;
    expect(eventsOf(print(3), 'positionClosed')).toMatchObject([{ closeTicks: 10_200 }]);
  });

  it('of a part leaves the rest, and one waits at a time', () => {
    const scenario = opened();
    closeAt(scenario, 10_500, 400);
    expect(rejectionOf(closeAt(scenario, 10_600, 400))).toBe('change_pending');
    expect(rejectionOf(closeAt(scenario, 0.5))).toBe('price_invalid');
    expect(eventsOf(scenario.move(10_500), 'positionReduced')).toMatchObject([
      { reason: 'limit', lots: 400, lotsLeft: 600 },
    ]);
    expect(closeAt(scenario, 10_600).outcome.ok).toBe(true);
  });

  it('names no more lots than a close without a price leaves', () => {
    const scenario = opened();
    closeAt(scenario, 10_500, 900);
    scenario.apply({ kind: 'margin.close', user: ALICE, position: 1, lots: 600 });
    const applied = scenario.move(10_000);
    expect(eventsOf(applied, 'positionReduced')).toMatchObject([{ lotsLeft: 400 }]);
    expect(scenario.exchange.snapshot().margin.positions).toMatchObject([
      { lots: 400, limitClose: { lots: 400, priceTicks: 10_500 } },
    ]);
    scenario.exchange.verify();
    expect(eventsOf(scenario.move(10_500), 'positionClosed')).toMatchObject([{ reason: 'limit' }]);
  });

  it('is taken back from the first younger index on', () => {
    const scenario = opened();
    closeAt(scenario, 10_500);
    scenario.move(10_000);
    const cancel = { kind: 'margin.cancel', user: ALICE, position: 1 } as const;
    scenario.apply(cancel);
    // An index of older quotes is still for it.
    expect(eventsOf(scenario.move(10_500, 50), 'positionClosed')).toHaveLength(1);
    const other = opened();
    closeAt(other, 10_500);
    other.move(10_000);
    other.apply(cancel);
    expect(rejectionOf(closeAt(other, 10_600))).toBe('change_pending');
    expect(eventsOf(other.move(10_500), 'limitCloseEnded')).toMatchObject([
      { reason: 'cancelled' },
    ]);
    expect(rejectionOf(other.apply(cancel))).toBe('position_not_waiting');
  });

  it('ends with its position', () => {
    const scenario = opened();
    closeAt(scenario, 10_500);
    stops(scenario, 1, 0, 9_500);
    scenario.move(10_000);
    expect(eventsOf(scenario.move(9_500), 'positionClosed')).toMatchObject([
      { reason: 'stopLoss' },
    ]);
    scenario.exchange.verify();
    expect(eventsOf(scenario.move(10_500), 'positionClosed')).toEqual([]);
  });

  it('whose loss is beyond its margin asks for a close, so that the wallet decides nothing', () => {
    const scenario = opened();
    scenario.move(8_000);
    closeAt(scenario, 8_500);
    const reached = scenario.move(8_500);
    expect(eventsOf(reached, 'limitCloseEnded')).toMatchObject([{ reason: 'asked' }]);
    expect(eventsOf(reached, 'positionClosing')).toHaveLength(1);
    expect(eventsOf(reached, 'positionClosed')).toEqual([]);
    expect(rejectionOf(scenario.transfer(ALICE, 'margin', 'spot', 1))).toBe('change_pending');
    expect(eventsOf(scenario.move(8_400), 'positionClosed')).toMatchObject([{ reason: 'limit' }]);
  });

  it('is in the snapshot', () => {
    const scenario = opened();
    closeAt(scenario, 10_500, 300);
    const copy = Exchange.restore(scenario.exchange.snapshot());
    copy.verify();
    const next = { kind: 'index.set', source: 'test', sources: 3, prices: [[1, 10_500]] } as never;
    copy.apply(next, scenario.timeMs + 5_000);
    scenario.move(10_500);
    expect(canonicalSnapshot(copy.snapshot())).toBe(
      canonicalSnapshot(scenario.exchange.snapshot()),
    );
  });
});

describe('a reduce-only order', () => {
  const reduce = (scenario: Scenario, lots: number, priceTicks = 0) =>
    scenario.apply({
      kind: 'margin.reduce',
      user: ALICE,
      market: 1,
      side: 'short',
      lots,
      priceTicks,
    });

  it('closes positions of the other side, oldest first, and opens nothing', () => {
    const scenario = opened();
    scenario.enter(ALICE, 'short', 500);
    scenario.enter(ALICE, 'long', 800);
    scenario.enter(BOB, 'long', 800);
    expect(reduce(scenario, 1_200).outcome).toEqual({ ok: true, id: 1, status: 'open' });
    const applied = scenario.move(10_000);
    expect(eventsOf(applied, 'positionClosed')).toMatchObject([{ position: 1 }]);
    expect(eventsOf(applied, 'positionReduced')).toMatchObject([{ position: 3, lots: 200 }]);
    expect(reduce(scenario, 9_999).outcome.ok).toBe(true);
    expect(eventsOf(scenario.move(10_000), 'positionClosed')).toMatchObject([{ position: 3 }]);
    expect(rejectionOf(reduce(scenario, 1))).toBe('nothing_to_reduce');
  });

  it('passes over what already closes in its way', () => {
    const scenario = opened();
    scenario.enter(ALICE, 'long', 800);
    closeAt(scenario, 10_500, 100);
    expect(reduce(scenario, 300, 10_400).outcome).toMatchObject({ id: 2 });
    expect(rejectionOf(reduce(scenario, 300, 10_400))).toBe('nothing_to_reduce');
    expect(eventsOf(scenario.move(10_400), 'positionReduced')).toMatchObject([
      { position: 2, lots: 300, reason: 'limit' },
    ]);
  });

  it('names lots above zero, a price or none, and a market of contracts', () => {
    const scenario = opened();
    expect(rejectionOf(reduce(scenario, 0))).toBe('quantity_invalid');
    expect(rejectionOf(reduce(scenario, 1, -1))).toBe('price_invalid');
    const elsewhere = { kind: 'margin.reduce', user: ALICE, market: 2, side: 'short' } as const;
    expect(rejectionOf(scenario.apply({ ...elsewhere, lots: 1, priceTicks: 0 }))).toBe(
      'market_unknown',
    );
  });
});
