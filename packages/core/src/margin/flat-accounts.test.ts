import type { PriceTicks } from '@meridian/money/amount';
import { describe, expect, it } from 'vitest';
import { canonicalSnapshot, Exchange } from '../exchange.ts';
import { ALICE, eventsOf, Scenario } from '../testing/scenario.ts';
import type { MarginTerms } from './margin-commands.ts';

const DAY_MS = 86_400_000;
const NO_COSTS: Partial<MarginTerms> = { spreadBps: 0, feeBps: 0, overnightBps: 0 };

describe('an account of equal longs and shorts', () => {
  it('is liquidated when it is below maintenance, although no price moves it', () => {
    const scenario = new Scenario().margin(NO_COSTS);
    scenario.enter(ALICE, 'long', 400_000, { leverage: 100 });
    scenario.openPosition(ALICE, 'short', 400_000, 9_600, { leverage: 100 });
    scenario.transfer(ALICE, 'margin', 'spot', 4_150);
    const applied = scenario.move(9_700);
    expect(eventsOf(applied, 'positionOpened')).toHaveLength(1);
    expect(eventsOf(applied, 'positionClosed').length).toBeGreaterThan(0);
    expect(scenario.exchange.snapshot().margin.positions).toEqual([]);
  });
});

describe('an account of equal longs and shorts that the first rules left below maintenance', () => {
  it('is liquidated at the first price after the upgrade, by a server that went on as by one that was restored', () => {
    const scenario = new Scenario({}, 1).margin({ ...NO_COSTS, overnightBps: 500 });
    scenario.enter(ALICE, 'long', 400_000, { leverage: 100 });
    scenario.enter(ALICE, 'short', 400_000, { leverage: 100 });
    scenario.transfer(ALICE, 'margin', 'spot', 4_150);
    scenario.timeMs += DAY_MS;
    scenario.move(10_000);
    scenario.apply({ kind: 'core.upgrade', version: 2 });
    const restored = Exchange.restore(JSON.parse(JSON.stringify(scenario.exchange.snapshot())));
    const applied = scenario.move(10_000);
    expect(eventsOf(applied, 'positionClosed').length).toBeGreaterThan(0);
    restored.apply(
      { kind: 'index.set', source: 'test', sources: 3, prices: [[1, 10_000 as PriceTicks]] },
      scenario.timeMs,
    );
    expect(canonicalSnapshot(restored.snapshot())).toBe(
      canonicalSnapshot(scenario.exchange.snapshot()),
    );
  });
});
