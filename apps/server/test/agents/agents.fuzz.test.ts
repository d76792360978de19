import { FIRST_RULES } from '@meridian/core/rules';
import { describe, expect, test } from 'vitest';
import { AgentWorld, type Agent, type Quoting } from './agent-world.ts';
import { Chooser, FrontRunner, MoneyMover, StopChooser, Straddler } from './margin-agents.ts';

/**
 * Profit-seeking traders who know more than the exchange: the world's price at once, our feed, and
 * the next index before it is emitted. The naive twins cannot find their gains, because they were
 * written from the same sentences as the core.
 *
 * Agents that won, in basis points: `FrontRunner(0, 8)` under the first rules (a test below).
 * Against code of rules 2 that was never released: the short `MoneyMover` 10.6 (asked) and 3.2
 * (sent) before the hold of an order decided its fill; agents that choose which orders they cancel
 * 7 to 16 (asked) and 2 to 8 (sent) before decision 19. The others never won.
 */
const SEEDS = Array.from(
  { length: 6 },
  (_, index) => Number(process.env['AGENT_SEED'] ?? 1) + index,
);
const MINUTES = 60;
/** Venues that are polled, and venues that push. */
const FEEDS: Readonly<Record<string, Quoting>> = {
  asked: { pauseMs: 1_300, latencyMs: [150, 450] },
  sent: { pauseMs: 200, latencyMs: [50, 150] },
};
/**
 * A position costs 6 basis points here: spread 2, fee 4. No agent may recover more than two thirds
 * of that by being clever.
 */
const BOUND_BPS = -2;

const AGENTS: Readonly<Record<string, () => Agent>> = {
  'who trades when the world is 8 basis points ahead of the index': () => new FrontRunner(0, 8),
  'who trades when the world is 20 basis points ahead of the index': () => new FrontRunner(0, 20),
  'who takes back the orders that would lose': () =>
    new Chooser(0, { thresholdBps: 7, side: 'long' }),
  'who takes back the orders and the closes that would lose': () =>
    new Chooser(0, { thresholdBps: 12, side: 'short', choosesItsClose: true }),
  'long, who takes off the stops that would lose': () => new StopChooser(0, 'long'),
  'short, who takes off the stops that would lose': () => new StopChooser(0, 'short'),
  'long at a limit, who moves the money away that a fill would need': () =>
    new MoneyMover(0, 'long'),
  'short at a limit, who moves the money away that a fill would need': () =>
    new MoneyMover(0, 'short'),
  'with two accounts, long and short, until one is half a per cent ahead': () =>
    new Straddler([0, 1], 50),
  'with two accounts, long and short, until one is liquidated': () => new Straddler([0, 1], 1_000),
};

/** Gain over all seeds, in basis points of the contract value that was opened. */
function edgeOf(make: () => Agent, quoting: Quoting, rules?: number): number {
  let [edge, turnover] = [0, 0];
  for (const seed of SEEDS) {
    const lived = new AgentWorld({
      seed,
      minutes: MINUTES,
      quoting,
      ...(rules === undefined ? {} : { rules }),
    }).live(make());
    edge += lived.edge;
    turnover += lived.turnover;
  }
  // An agent that never trades proves nothing.
  expect(turnover).toBeGreaterThan(1_000_000);
  return (edge / turnover) * 10_000;
}

describe.each(Object.entries(FEEDS))('leveraged contracts, venues %s', (_feed, quoting) => {
  test.each(Object.entries(AGENTS))('pay no trader %s', { timeout: 120_000 }, (_agent, make) => {
    expect(edgeOf(make, quoting)).toBeLessThan(BOUND_BPS);
  });

  test(
    'paid who saw the world before the index, under the first rules',
    { timeout: 120_000 },
    () => {
      expect(edgeOf(() => new FrontRunner(0, 8), quoting, FIRST_RULES)).toBeGreaterThan(3);
    },
  );
});
