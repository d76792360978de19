/** For tests of margin: shorthand for its commands, and scenarios shared by several tests. */
import type { Amount, PriceTicks } from '@meridian/money/amount';
import type { MarginTerms } from '../margin/margin-commands.ts';
import { ALICE, MARGIN, MARKET, Scenario, USDT } from './scenario.ts';

export const COIN = 10n ** 8n;
export const START = 5_000n * COIN;
export const NO_COSTS: Partial<MarginTerms> = { spreadBps: 0, feeBps: 0, overnightBps: 0 };
/** For positions as large as the house can take. */
export const FULL_TERMS: Partial<MarginTerms> = {
  ...{ spreadBps: 2, feeBps: 5, overnightBps: 3, maintenancePercent: 30, liquidationFeeBps: 10 },
  ...{ leverages: [5, 10, 20, 50, 100], minLots: 1, maxLots: 10_000_000 },
  exposureCap: (10n ** 17n) as Amount,
};

export function wallet(scenario: Scenario, user = ALICE) {
  return scenario.balance(user, USDT, 'margin');
}

export function stops(
  scenario: Scenario,
  position: number,
  takeProfitTicks: number,
  stopLossTicks: number,
) {
  return scenario.apply({
    kind: 'margin.stops',
    user: ALICE,
    position,
    takeProfitTicks,
    stopLossTicks,
  });
}

export function close(scenario: Scenario, position: number, user = ALICE) {
  return scenario.leave(user, position);
}

/** Sets both markets' indices, in one command with three venues. */
export function both(
  scenario: Scenario,
  ms: number,
  prices: readonly [first: number, second: number] | readonly [first: number],
) {
  scenario.timeMs += ms;
  const listed = prices.map((ticks, index) => [index + 1, ticks as PriceTicks] as const);
  return scenario.apply({ kind: 'index.set', source: 'test', sources: 3, prices: listed });
}

/** Margin on two markets, BTC and ETH; ALICE has 1,000 USDT in the margin wallet. */
export function twoMarkets(): Scenario {
  const scenario = new Scenario();
  scenario.apply({ kind: 'currency.list', currency: { id: 2, code: 'ETH', scale: 8 } });
  scenario.apply({ kind: 'market.list', market: { ...MARKET, id: 2, base: 2 } });
  scenario.margin({ spreadBps: 2, maintenancePercent: 30 });
  scenario.apply({
    kind: 'margin.terms',
    terms: { ...MARGIN, market: 2, spreadBps: 2, maintenancePercent: 30 },
  });
  scenario.transfer(ALICE, 'margin', 'spot', 4_000);
  both(scenario, 1_000, [10_000, 10_000]);
  return scenario;
}
