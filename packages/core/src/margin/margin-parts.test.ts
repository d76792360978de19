import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalSnapshot, Exchange } from '../exchange.ts';
import { SYSTEM } from '../ledger/accounts.ts';
import { COIN, FULL_TERMS, NO_COSTS, START, stops, wallet } from '../testing/margin-scenario.ts';
import { ALICE, BOB, eventsOf, MARKET, rejectionOf, Scenario } from '../testing/scenario.ts';

const DAY_MS = 86_400_000;

function closePart(scenario: Scenario, lots: number, position = 1) {
  return scenario.apply({ kind: 'margin.close', user: ALICE, position, lots });
}

describe('a part of a position', () => {
  it('closes at the first younger index: its profit and its margin are free, the rest stays', () => {
    const scenario = new Scenario().margin(NO_COSTS);
    scenario.enter(ALICE, 'long', 1_000);
    expect(closePart(scenario, 400).outcome.ok).toBe(true);
    const [part] = eventsOf(scenario.move(10_400), 'positionReduced');
    expect(part).toMatchObject({
      lots: 400,
      lotsLeft: 600,
      closeTicks: 10_400,
      profit: (16n * COIN) / 10n,
      marginLeft: 6n * COIN,
      reason: 'closed',
    });
    expect(wallet(scenario)).toEqual({
      available: START - 6n * COIN + (16n * COIN) / 10n,
      held: 6n * COIN,
    });
    const [rest] = eventsOf(scenario.leave(ALICE, 1), 'positionClosed');
    expect(rest?.profit).toBe((24n * COIN) / 10n);
    expect(wallet(scenario)).toEqual({ available: START + 4n * COIN, held: 0n });
  });

  it('pays the nights of its own lots, and the rest goes on paying for its own', () => {
    const scenario = new Scenario().margin({ ...NO_COSTS, overnightBps: 10 });
    scenario.enter(ALICE, 'long', 1_000);
    scenario.timeMs += DAY_MS;
    scenario.move(10_000);
    closePart(scenario, 250);
    const [part] = eventsOf(scenario.move(10_000), 'positionReduced');
    // 0.1 % of 100 USDT for the night.
    expect(part).toMatchObject({ overnight: COIN / 40n, overnightLeft: (3n * COIN) / 40n });
    scenario.timeMs += DAY_MS;
    scenario.move(10_000);
    const [rest] = eventsOf(scenario.leave(ALICE, 1), 'positionClosed');
    expect(rest?.overnight).toBe((6n * COIN) / 40n);
  });

  it('is 1 to all lots, and one request at a time', () => {
    const scenario = new Scenario().margin(NO_COSTS);
    scenario.enter(ALICE, 'long', 1_000);
    for (const lots of [0, 1_001, 1.5, -1])
      expect(rejectionOf(closePart(scenario, lots))).toBe('quantity_invalid');
    expect(closePart(scenario, 400).outcome.ok).toBe(true);
    // Asking for the same again is asking once.
    expect(eventsOf(closePart(scenario, 400), 'positionClosing')).toEqual([]);
    expect(rejectionOf(closePart(scenario, 500))).toBe('change_pending');
    expect(rejectionOf(closePart(scenario, 1_000))).toBe('change_pending');
    const all = { kind: 'margin.closeAll', user: ALICE, which: 'all' } as const;
    expect(rejectionOf(scenario.apply(all))).toBe('change_pending');
    expect(eventsOf(scenario.move(10_000), 'positionReduced')).toHaveLength(1);
    expect(eventsOf(scenario.move(10_000), 'positionReduced')).toHaveLength(0);
  });

  it('can be taken back, and leaves the stops of the rest as they were', () => {
    const scenario = new Scenario().margin(NO_COSTS);
    scenario.enter(ALICE, 'long', 1_000);
    stops(scenario, 1, 11_000, 9_500);
    scenario.move(10_000);
    closePart(scenario, 400);
    scenario.timeMs += 1;
    scenario.apply({ kind: 'margin.cancel', user: ALICE, position: 1 });
    const back = scenario.move(10_000);
    expect(eventsOf(back, 'positionCloseEnded')).toMatchObject([{ reason: 'cancelled' }]);
    expect(eventsOf(back, 'positionReduced')).toEqual([]);
    closePart(scenario, 400);
    scenario.move(10_000);
    expect(eventsOf(scenario.move(9_400), 'positionClosed')).toMatchObject([
      { reason: 'stopLoss', profit: (-36n * COIN) / 10n },
    ]);
  });

  it('that its own margin and the free money cannot pay is refused', () => {
    const scenario = new Scenario().margin(NO_COSTS);
    hedge(scenario);
    expect(rejectionOf(closePart(scenario, 19_000))).toBe('close_part_short');
    expect(scenario.apply({ kind: 'margin.close', user: ALICE, position: 1 }).outcome.ok).toBe(
      true,
    );
  });

  it('whose loss outgrows the free money after the request closes the whole: its rest pays first', () => {
    const scenario = new Scenario().margin(NO_COSTS);
    scenario.enter(ALICE, 'long', 20_000);
    scenario.enter(ALICE, 'short', 20_000);
    scenario.transfer(ALICE, 'margin', 'spot', 4_580);
    expect(closePart(scenario, 19_000).outcome.ok).toBe(true);
    // The loss is asked for once more, with the wallet, and then with the whole position.
    const asked = [scenario.move(7_000), scenario.move(7_000), scenario.move(7_000)];
    expect(asked.flatMap((applied) => eventsOf(applied, 'positionReduced'))).toEqual([]);
    const ends = asked.flatMap((applied) => eventsOf(applied, 'positionClosed'));
    expect(ends.map(({ reason, badDebt }) => [reason, badDebt])).toEqual([
      ['cover', 0n],
      ['closed', 0n],
    ]);
  });

  it('that waits is in the snapshot', () => {
    const scenario = new Scenario().margin(NO_COSTS);
    scenario.enter(ALICE, 'long', 1_000);
    closePart(scenario, 400);
    const copy = Exchange.restore(scenario.exchange.snapshot());
    copy.verify();
    const next = { kind: 'index.set', source: 'test', sources: 3, prices: [[1, 10_100]] } as never;
    copy.apply(next, scenario.timeMs + 5_000);
    scenario.move(10_100);
    expect(canonicalSnapshot(copy.snapshot())).toBe(
      canonicalSnapshot(scenario.exchange.snapshot()),
    );
  });
});

describe('a snapshot of format 10', () => {
  it('has whole positions in its requested closes', () => {
    const scenario = new Scenario().margin(NO_COSTS);
    scenario.enter(ALICE, 'long', 1_000);
    scenario.enter(ALICE, 'short', 500);
    scenario.apply({ kind: 'margin.close', user: ALICE, position: 1 });
    const now = scenario.exchange.snapshot();
    const positions = now.margin.positions.map(
      ({ closingLots: _lots, limitClose: _limit, reverseTicks: _reverse, ...position }) => position,
    );
    const old = { ...now, format: 10, margin: { ...now.margin, positions } };
    expect(canonicalSnapshot(Exchange.restore(old).snapshot())).toBe(canonicalSnapshot(now));
  });
});

/** A long and a short of the same size, of which the long has lost more than there is free. */
function hedge(scenario: Scenario): void {
  scenario.enter(ALICE, 'long', 20_000);
  scenario.enter(ALICE, 'short', 20_000);
  scenario.transfer(ALICE, 'margin', 'spot', 4_580);
  scenario.move(7_000);
}

describe('closing part by part', () => {
  it('never gives more than closing the whole at the same price', () => {
    const price = fc.integer({ min: 9_500, max: 10_900 });
    const parts = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 4 });
    const side = fc.constantFrom('long' as const, 'short' as const);
    fc.assert(
      fc.property(
        price,
        parts,
        side,
        fc.integer({ min: 0, max: 3 }),
        (ticks, cuts, way, nights) => {
          const lots = 1 + cuts.reduce((sum, cut) => sum + cut, 0);
          const ended = [[], cuts].map((each) => {
            const terms = { minLots: 1, lotSize: 7n as never, overnightBps: 7, feeBps: 3 };
            const scenario = new Scenario().margin({ ...terms, leverages: [10, 33] });
            scenario.enter(ALICE, way, lots, { leverage: 33 });
            for (let night = 0; night < nights; night++) {
              scenario.timeMs += DAY_MS;
              scenario.move(10_000);
            }
            scenario.move(ticks);
            for (const cut of each) {
              closePart(scenario, cut);
              scenario.move(ticks);
            }
            scenario.leave(ALICE, 1);
            return wallet(scenario);
          });
          const [whole, split] = ended;
          expect(split?.held).toBe(0n);
          expect(split?.available).toBeLessThanOrEqual(whole?.available ?? 0n);
          // Each part rounds the fee of its nights up by less than a unit.
          expect((whole?.available ?? 0n) - (split?.available ?? 0n)).toBeLessThanOrEqual(
            BigInt(cuts.length),
          );
        },
      ),
      { numRuns: 40 },
    );
    expect(MARKET.indexMaxAgeMs).toBeLessThan(DAY_MS);
  });

  it('whose profit the house owes pays its nights as far as there is money', () => {
    const scenario = new Scenario().margin({ ...FULL_TERMS, overnightBps: 3 });
    scenario.enter(BOB, 'long', 10_000, { leverage: 100 });
    scenario.transfer(BOB, 'margin', 'spot', 4_989);
    for (let day = 0; day < 36; day++) {
      scenario.timeMs += DAY_MS;
      scenario.move(10_300);
    }
    scenario.transfer(ALICE, 'spot', 'margin', 4_900);
    scenario.enter(ALICE, 'long', 9_000_000, { leverage: 100 });
    scenario.move(11_500);
    scenario.leave(ALICE, 2);
    expect(wallet(scenario, SYSTEM.house).available).toBe(0n);
    scenario.apply({ kind: 'margin.close', user: BOB, position: 1, lots: 9_999 });
    const [part] = eventsOf(scenario.move(11_500), 'positionReduced');
    expect(part?.unpaid).toBeGreaterThan(0n);
    expect(part?.overnight).toBeLessThan(11n * COIN);
    expect(wallet(scenario, BOB).available).toBe(0n);
    scenario.exchange.verify();
  });
});
