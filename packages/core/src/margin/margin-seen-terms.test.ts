import { describe, expect, it } from 'vitest';
import { NO_COSTS } from '../testing/margin-scenario.ts';
import { ALICE, MARGIN, rejectionOf, Scenario } from '../testing/scenario.ts';
import type { MarginTerms, SeenMarginTerms } from './margin-commands.ts';

const COSTS = { spreadBps: 2, feeBps: 5, slippageBps: 40 };
const SEEN = { seenSpreadBps: 2, seenFeeBps: 5, seenSlippageBps: 40 };
const OTHERS = [{ spreadBps: 3 }, { feeBps: 6 }, { feeBps: 0 }, { slippageBps: 41 }];

function change(scenario: Scenario, terms: Partial<MarginTerms>): void {
  scenario.apply({ kind: 'margin.terms', terms: { ...MARGIN, ...terms } });
}

function reverse(scenario: Scenario, seen: SeenMarginTerms, key?: string) {
  const command = { kind: 'margin.reverse', user: ALICE, position: 1, ...seen } as const;
  return scenario.apply(key === undefined ? command : { ...command, key });
}

describe('the terms of a market that the customer saw', () => {
  it('open a position while they are those of the market, and refuse it once one is not', () => {
    const scenario = new Scenario().margin(COSTS);
    for (const ticks of [0, 9_800])
      expect(scenario.openPosition(ALICE, 'long', 100, ticks, SEEN).outcome.ok).toBe(true);
    for (const other of OTHERS) {
      change(scenario, { ...COSTS, ...other });
      for (const ticks of [0, 9_800])
        expect(rejectionOf(scenario.openPosition(ALICE, 'long', 100, ticks, SEEN))).toBe(
          'margin_terms_changed',
        );
      expect(scenario.openPosition(ALICE, 'long', 100).outcome.ok).toBe(true);
    }
  });

  it('turn a position round while they are those of the market', () => {
    const scenario = new Scenario().margin(COSTS);
    scenario.enter(ALICE, 'long', 100);
    for (const other of OTHERS) {
      change(scenario, { ...COSTS, ...other });
      expect(rejectionOf(reverse(scenario, SEEN))).toBe('margin_terms_changed');
    }
    change(scenario, COSTS);
    expect(reverse(scenario, SEEN).outcome.ok).toBe(true);
  });

  it('are compared each for itself; a slippage that the terms do not name is its usual one', () => {
    const scenario = new Scenario().margin(NO_COSTS);
    const open = (seen: SeenMarginTerms) => scenario.openPosition(ALICE, 'long', 100, 0, seen);
    for (const seen of [{ seenSpreadBps: 0 }, { seenFeeBps: 0 }, { seenSlippageBps: 50 }])
      expect(open(seen).outcome.ok).toBe(true);
    for (const seen of [{ seenSpreadBps: 1 }, { seenFeeBps: 1 }, { seenSlippageBps: 49 }])
      expect(rejectionOf(open(seen))).toBe('margin_terms_changed');
  });

  it('are not asked about again by a key that was answered', () => {
    const scenario = new Scenario().margin(COSTS);
    const keyed = { ...SEEN, key: 'once' };
    const { outcome } = scenario.openPosition(ALICE, 'long', 100, 0, keyed);
    scenario.move(10_000);
    const turned = reverse(scenario, SEEN, 'round').outcome;
    change(scenario, { ...COSTS, feeBps: 100 });
    expect(scenario.openPosition(ALICE, 'long', 100, 0, keyed).outcome).toEqual(outcome);
    expect(reverse(scenario, SEEN, 'round').outcome).toEqual(turned);
  });

  it('are malformed where no terms could have them', () => {
    const scenario = new Scenario().margin(COSTS);
    scenario.enter(ALICE, 'long', 100);
    for (const name of ['seenSpreadBps', 'seenFeeBps', 'seenSlippageBps'])
      for (const bps of [-1, 1_001, 0.5]) {
        const seen = { [name]: bps };
        expect(rejectionOf(scenario.openPosition(ALICE, 'long', 100, 0, seen))).toBe('malformed');
        expect(rejectionOf(reverse(scenario, seen))).toBe('malformed');
      }
  });
});
