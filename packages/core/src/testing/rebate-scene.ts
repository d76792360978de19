import type { Amount } from '@meridian/money/amount';
import type { Market } from '../catalog/catalog.ts';
import { SYSTEM } from '../ledger/accounts.ts';
import type { RebateShared } from '../rebate/rebate-events.ts';
import { ALICE, BOB, eventsOf, Scenario, USDT, personOf } from './scenario.ts';

export const DAY_MS = 86_400_000;
/** Of the second of June 2026, UTC. */
export const MIDNIGHT_MS = 1_780_358_400_000;
const EVENING_MS = MIDNIGHT_MS - 7_200_000;
export const ONE_USDT: bigint = 10n ** 8n;
export const DAVE = 100_010;
export const ERIN = 100_011;

/** Rates hold since midnight, and the account of rebates has money. */
export function opened(
  ratesBps: readonly number[],
  {
    funded = 100n * ONE_USDT,
    takerFeeBps = 20,
    rules,
    market = {},
  }: {
    readonly funded?: bigint;
    readonly takerFeeBps?: number;
    readonly rules?: number | undefined;
    readonly market?: Partial<Market>;
  } = {},
): Scenario {
  const fees = { makerFeeBps: 10, takerFeeBps };
  const scenario = new Scenario(
    { ...fees, bandBps: 0, indexMaxAgeMs: 400 * DAY_MS, ...market },
    rules,
  );
  scenario.timeMs = EVENING_MS - DAY_MS;
  rates(scenario, ratesBps);
  scenario.deposit(SYSTEM.house, USDT, 1_000n * ONE_USDT);
  fund(scenario, 'in', funded);
  return scenario;
}

export function rates(scenario: Scenario, ratesBps: readonly number[]) {
  return scenario.apply({ kind: 'rebate.rates', currency: USDT, ratesBps });
}

export function fund(scenario: Scenario, direction: 'in' | 'out', amount: bigint) {
  const command = { kind: 'rebate.fund', currency: USDT, direction } as const;
  return scenario.apply({ ...command, amount: amount as Amount });
}

export function member(
  scenario: Scenario,
  user: number,
  inviter: number,
  person: string = personOf(user),
) {
  return scenario.apply({ kind: 'rebate.member', user, person, inviter });
}

/** The members of before are those of yesterday. */
export function inTheEvening(scenario: Scenario): void {
  scenario.timeMs = EVENING_MS;
  scenario.index(10_000);
}

/** Alice sells to Bob at 100. @param lots 10,000 are 0.1 BTC */
export function trade(scenario: Scenario, lots = 10_000, [seller, buyer] = [ALICE, BOB]): void {
  if (scenario.timeMs < EVENING_MS) inTheEvening(scenario);
  scenario.place(seller, 'sell', 10_000, lots);
  scenario.place(buyer, 'buy', 10_000, lots);
}

export function sharedAt(scenario: Scenario, timeMs: number): readonly RebateShared[] {
  scenario.timeMs = timeMs;
  return eventsOf(scenario.apply({ kind: 'clock.tick' }), 'rebateShared');
}
