import type { Amount } from '@meridian/money/amount';
import { describe, expect, it } from 'vitest';
import { Exchange } from '../exchange.ts';
import { ALICE, BOB, CAROL, NETWORK, rejectionOf, Scenario, USDT } from '../testing/scenario.ts';

const COIN = 10n ** 8n;
const START = 10_000n * COIN;

function hold(scenario: Scenario, user: number, coins: number) {
  return scenario.apply({
    kind: 'custody.hold',
    user,
    currency: USDT,
    amount: (BigInt(coins) * COIN) as Amount,
  });
}

function pay(scenario: Scenario, escrow: number, recipient: number) {
  return scenario.apply({ kind: 'custody.payHold', escrow, recipient });
}

it('coins that wait cannot be spent, and go once and whole', () => {
  const scenario = new Scenario();
  expect(hold(scenario, ALICE, 9_000).outcome).toEqual({ ok: true, id: 1 });
  expect(scenario.balance(ALICE, USDT)).toMatchObject({
    available: 1_000n * COIN,
    held: 9_000n * COIN,
  });
  expect(rejectionOf(scenario.transfer(ALICE, 'spot', 'p2p', 1_001))).toBe('balance_insufficient');
  expect(rejectionOf(hold(scenario, ALICE, 1_001))).toBe('balance_insufficient');
  pay(scenario, 1, BOB);
  expect(rejectionOf(pay(scenario, 1, BOB))).toBe('escrow_not_found');
  expect(rejectionOf(pay(scenario, 1, CAROL))).toBe('escrow_not_found');
  expect(scenario.balance(ALICE, USDT)).toMatchObject({ available: 1_000n * COIN, held: 0n });
  expect(scenario.balance(BOB, USDT).available).toBe(START + 9_000n * COIN);
});

it('coins come back whole, even while withdrawals stand still', () => {
  const scenario = new Scenario();
  hold(scenario, ALICE, 500);
  scenario.apply({ kind: 'custody.pause', currency: 0, isPaused: true });
  expect(rejectionOf(hold(scenario, ALICE, 1))).toBe('withdrawals_paused');
  expect(rejectionOf(pay(scenario, 1, BOB))).toBe('withdrawals_paused');
  pay(scenario, 1, 0);
  expect(scenario.balance(ALICE, USDT)).toMatchObject({ available: START, held: 0n });
});

describe('W7: what is sold counts for the limit of the day', () => {
  const limit = (coins: number) => (BigInt(coins) * COIN) as Amount;
  const sell = (scenario: Scenario, coins: number, most: number) =>
    scenario.apply({
      kind: 'custody.hold',
      user: ALICE,
      currency: USDT,
      amount: limit(coins),
      dayLimit: limit(most),
    });

  /** The tier is above the limit. */
  const open = (): Scenario => {
    const scenario = new Scenario();
    scenario.apply({
      kind: 'custody.network',
      network: { ...NETWORK, oneApprovalFrom: limit(100_000), twoApprovalsFrom: limit(100_000) },
    });
    return scenario;
  };

  it('beside withdrawals, both ways round', () => {
    const scenario = open();
    scenario.withdraw(ALICE, 600);
    expect(rejectionOf(sell(scenario, 401, 1_000))).toBe('day_limit_exceeded');
    expect(sell(scenario, 400, 1_000).outcome.ok).toBe(true);
    expect(rejectionOf(scenario.withdraw(ALICE, 10, { dayLimit: limit(1_000) }))).toBe(
      'day_limit_exceeded',
    );
    expect(scenario.exchange.snapshot().custody.asked).toEqual([
      { user: ALICE, worth: limit(1_000).toString() },
    ]);
    scenario.exchange.verify();
  });

  it('until it comes back on the same day, and longer where it is paid', () => {
    const scenario = open();
    sell(scenario, 500, 1_000);
    sell(scenario, 500, 1_000);
    pay(scenario, 1, BOB);
    expect(rejectionOf(sell(scenario, 1, 1_000))).toBe('day_limit_exceeded');
    pay(scenario, 2, ALICE);
    expect(rejectionOf(scenario.withdraw(ALICE, 501, { dayLimit: limit(1_000) }))).toBe(
      'day_limit_exceeded',
    );
    expect(sell(scenario, 500, 1_000).outcome.ok).toBe(true);
  });

  it('a new day begins with nothing, and what comes back later gives it nothing', () => {
    const scenario = open();
    sell(scenario, 900, 1_000);
    scenario.timeMs += 24 * 3_600_000;
    expect(sell(scenario, 900, 1_000).outcome.ok).toBe(true);
    pay(scenario, 1, 0);
    expect(rejectionOf(sell(scenario, 101, 1_000))).toBe('day_limit_exceeded');
  });

  it('not where no limit is named: who takes deals for a living has none', () => {
    const scenario = new Scenario();
    hold(scenario, ALICE, 900);
    expect(scenario.withdraw(ALICE, 1_000, { dayLimit: limit(1_000) }).outcome.ok).toBe(true);
  });

  it('after a restore too', () => {
    const scenario = new Scenario();
    sell(scenario, 500, 1_000);
    const restored = Exchange.restore(JSON.parse(JSON.stringify(scenario.exchange.snapshot())));
    pay(scenario, 1, 0);
    restored.apply({ kind: 'custody.payHold', escrow: 1, recipient: 0 }, scenario.timeMs);
    expect(restored.snapshot()).toEqual(scenario.exchange.snapshot());
    expect(restored.snapshot().custody.asked).toEqual([{ user: ALICE, worth: '0' }]);
  });
});

it('a snapshot keeps what waits', () => {
  const scenario = new Scenario();
  hold(scenario, ALICE, 500);
  const restored = Exchange.restore(JSON.parse(JSON.stringify(scenario.exchange.snapshot())));
  restored.apply({ kind: 'custody.payHold', escrow: 1, recipient: BOB }, scenario.timeMs);
  restored.verify();
  pay(scenario, 1, BOB);
  expect(restored.snapshot()).toEqual(scenario.exchange.snapshot());
});
