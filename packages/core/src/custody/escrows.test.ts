import type { Amount } from '@meridian/money/amount';
import { expect, it } from 'vitest';
import { Exchange } from '../exchange.ts';
import { ALICE, BOB, CAROL, rejectionOf, Scenario, USDT } from '../testing/scenario.ts';

const COIN = 10n ** 8n;
const START = 10_000n * COIN;

function hold(scenario: Scenario, user: number, coins: number) {
  return scenario.apply({ kind: 'custody.hold', user, currency: USDT, amount: (BigInt(coins) * COIN) as Amount });
}

function pay(scenario: Scenario, escrow: number, recipient: number) {
  return scenario.apply({ kind: 'custody.payHold', escrow, recipient });
}

it('coins that wait cannot be spent, and go once and whole', () => {
  const scenario = new Scenario();
  expect(hold(scenario, ALICE, 9_000).outcome).toEqual({ ok: true, id: 1 });
  expect(scenario.balance(ALICE, USDT)).toMatchObject({ available: 1_000n * COIN, held: 9_000n * COIN });
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

it('a snapshot keeps what waits', () => {
  const scenario = new Scenario();
  hold(scenario, ALICE, 500);
  const restored = Exchange.restore(JSON.parse(JSON.stringify(scenario.exchange.snapshot())));
  restored.apply({ kind: 'custody.payHold', escrow: 1, recipient: BOB }, scenario.timeMs);
  restored.verify();
  pay(scenario, 1, BOB);
  expect(restored.snapshot()).toEqual(scenario.exchange.snapshot());
});
