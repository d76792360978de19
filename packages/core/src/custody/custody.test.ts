import type { Amount } from '@meridian/money/amount';
import { formatDecimal } from '@meridian/money/decimal';
import { describe, expect, it } from 'vitest';
import { canonicalSnapshot, Exchange } from '../exchange.ts';
import { SYSTEM } from '../ledger/accounts.ts';
import {
  ALICE,
  BOB,
  BTC,
  CAROL,
  eventsOf,
  NETWORK,
  rejectionOf,
  Scenario,
  USDT,
} from '../testing/scenario.ts';

const COIN = 10n ** 8n;
const START = 10_000n * COIN;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

function approve(scenario: Scenario, withdrawal: number, ...operators: number[]): void {
  for (const operator of operators)
    scenario.apply({ kind: 'custody.approve', withdrawal, operator });
}

function reverse(scenario: Scenario, transaction: string) {
  return scenario.apply({ kind: 'custody.reverse', network: NETWORK.id, transaction, output: 0 });
}

describe('transfers between wallets', () => {
  it('move what is available, and nothing else', () => {
    const scenario = new Scenario();
    scenario.transfer(ALICE, 'spot', 'seconds', 4_000);
    expect(scenario.balance(ALICE, USDT).available).toBe(START - 4_000n * COIN);
    expect(scenario.balance(ALICE, USDT, 'seconds').available).toBe(4_000n * COIN);
    scenario.withdraw(ALICE, 2_000);
    expect(rejectionOf(scenario.transfer(ALICE, 'spot', 'p2p', 4_001))).toBe(
      'balance_insufficient',
    );
    expect(rejectionOf(scenario.transfer(ALICE, 'margin', 'spot', 1))).toBe('balance_insufficient');
  });

  it('Flexcoin: a thousand transfers of the whole balance, exactly one passes', () => {
    const scenario = new Scenario();
    let passed = 0;
    for (let count = 0; count < 1_000; count++) {
      const applied = scenario.exchange.apply(
        {
          kind: 'custody.transfer',
          user: ALICE,
          from: 'spot',
          to: 'p2p',
          currency: USDT,
          amount: START as Amount,
        },
        scenario.timeMs,
      );
      if (applied.outcome.ok) passed++;
    }
    scenario.exchange.verify();
    expect(passed).toBe(1);
  });
});

describe('deposits', () => {
  it('are credited once for ever by network, transaction and output (W1)', () => {
    const scenario = new Scenario();
    scenario.receive(ALICE, 5, '0xa', 0);
    scenario.receive(ALICE, 6, '0xa', 1);
    expect(rejectionOf(scenario.receive(ALICE, 5, '0xa', 0))).toBe('deposit_known');
    expect(scenario.balance(ALICE, USDT).available).toBe(START + 11n * COIN);
    const restored = Exchange.restore(JSON.parse(JSON.stringify(scenario.exchange.snapshot())));
    const again = restored.apply(
      {
        kind: 'custody.deposit',
        network: NETWORK.id,
        transaction: '0xa',
        output: 1,
        user: BOB,
        amount: COIN as Amount,
      },
      scenario.timeMs,
    );
    expect(rejectionOf(again)).toBe('deposit_known');
  });

  it('bring capital to the house, which spreads it over its wallets and pays from it', () => {
    const scenario = new Scenario();
    scenario.receive(SYSTEM.house, 500, '0xa');
    scenario.transfer(SYSTEM.house, 'spot', 'margin', 400);
    expect(rejectionOf(scenario.transfer(SYSTEM.house, 'spot', 'seconds', 101))).toBe(
      'balance_insufficient',
    );
    const pay = {
      kind: 'ledger.credit',
      user: SYSTEM.insurance,
      wallet: 'spot',
      currency: USDT,
      amount: (60n * COIN) as Amount,
      reference: 'cover',
    } as const;
    expect(scenario.apply(pay).outcome.ok).toBe(true);
    const of = (user: number, wallet: 'spot' | 'margin') =>
      scenario.balance(user, USDT, wallet).available / COIN;
    expect([
      of(SYSTEM.house, 'spot'),
      of(SYSTEM.house, 'margin'),
      of(SYSTEM.insurance, 'spot'),
    ]).toEqual([40n, 400n, 60n]);
    expect(rejectionOf(scenario.receive(SYSTEM.fees, 5, '0xb'))).toBe('malformed');
  });

  it('come back after a reorganisation only with the block that has them', () => {
    const scenario = new Scenario();
    scenario.receive(ALICE, 5, '0xa');
    const { events } = reverse(scenario, '0xa');
    expect(events.at(-1)).toMatchObject({
      type: 'depositReversed',
      recovered: 5n * COIN,
      covered: 0n,
      unbacked: 0n,
    });
    expect(scenario.balance(ALICE, USDT).available).toBe(START);
    expect(rejectionOf(reverse(scenario, '0xa'))).toBe('deposit_not_found');
    scenario.receive(ALICE, 5, '0xa');
    expect(scenario.balance(ALICE, USDT).available).toBe(START + 5n * COIN);
  });

  it('that were spent before their reversal are paid by insurance, then the house, and owed until repaid', () => {
    const scenario = new Scenario();
    scenario.deposit(SYSTEM.insurance, USDT, 10n * COIN);
    scenario.deposit(SYSTEM.house, USDT, 20n * COIN);
    scenario.receive(ALICE, 100, '0xa');
    scenario.transfer(ALICE, 'spot', 'p2p', 10_040);
    const [reversed] = eventsOf(reverse(scenario, '0xa'), 'depositReversed');
    expect(reversed).toMatchObject({ recovered: 100n * COIN });
    scenario.transfer(ALICE, 'p2p', 'spot', 10_000);
    scenario.receive(ALICE, 100, '0xb');
    for (const withdrawal of [1, 2, 3]) {
      scenario.withdraw(ALICE, withdrawal === 3 ? 2_100 : 4_000, { recipient: BOB });
      approve(scenario, withdrawal, 1, 2);
    }
    const [second] = eventsOf(reverse(scenario, '0xb'), 'depositReversed');
    expect(second).toMatchObject({ recovered: 0n, covered: 30n * COIN, unbacked: 70n * COIN });
    expect(scenario.balance(SYSTEM.insurance, USDT).available).toBe(0n);
    expect(rejectionOf(scenario.withdraw(ALICE, 20))).toBe('withdrawals_frozen');
    scenario.receive(ALICE, 120, '0xc');
    expect(scenario.balance(SYSTEM.insurance, USDT).available).toBe(30n * COIN);
    expect(scenario.withdraw(ALICE, 20).outcome.ok).toBe(true);
  });
});

describe('withdrawals', () => {
  it.each([
    ['as it was confirmed', 0n, 0, 'charged 1'],
    ['higher', 1n, 0, 'withdrawal_fee_risen'],
    ['lower', -1n, 0, 'charged 0.99999999'],
    ['higher, of a network that is not used', 1n, BOB, 'charged 0'],
  ] as const)('a fee that is %s', (_name, grown, recipient, expected) => {
    const scenario = new Scenario();
    const { fee } = NETWORK;
    scenario.apply({
      kind: 'custody.network',
      network: { ...NETWORK, fee: (fee + grown) as Amount },
    });
    const applied = scenario.withdraw(ALICE, 50, { recipient, mostFee: fee });
    const charged = eventsOf(applied, 'withdrawalRequested').map((event) =>
      formatDecimal(event.fee, 8),
    );
    expect(rejectionOf(applied) ?? `charged ${charged.join()}`).toBe(expected);
  });

  it('hold, wait for their approvals, are signed once, and leave with their fee', () => {
    const scenario = new Scenario();
    expect(scenario.withdraw(ALICE, 3_000).outcome).toMatchObject({ ok: true, id: 1 });
    expect(scenario.balance(ALICE, USDT)).toEqual({
      available: 7_000n * COIN,
      held: 3_000n * COIN,
    });
    expect(rejectionOf(scenario.apply({ kind: 'custody.sign', withdrawal: 1 }))).toBe(
      'withdrawal_not_waiting',
    );
    approve(scenario, 1, 7, 8);
    expect(scenario.apply({ kind: 'custody.sign', withdrawal: 1 }).outcome.ok).toBe(true);
    expect(rejectionOf(scenario.apply({ kind: 'custody.sign', withdrawal: 1 }))).toBe(
      'withdrawal_not_waiting',
    );
    expect(
      rejectionOf(scenario.apply({ kind: 'custody.reject', withdrawal: 1, operator: 7 })),
    ).toBe('withdrawal_not_waiting');
    scenario.apply({ kind: 'custody.settle', withdrawal: 1, transaction: '0xout' });
    expect(scenario.balance(ALICE, USDT)).toEqual({ available: 7_000n * COIN, held: 0n });
    expect(scenario.balance(SYSTEM.fees, USDT).available).toBe(COIN);
    expect(
      rejectionOf(scenario.apply({ kind: 'custody.settle', withdrawal: 1, transaction: '0xout' })),
    ).toBe('withdrawal_not_found');
  });

  it('are given back when cancelled, rejected or failed, and the day may use the worth again', () => {
    const scenario = new Scenario();
    const most = { dayLimit: (100n * COIN) as Amount };
    scenario.withdraw(ALICE, 100, most);
    scenario.apply({ kind: 'custody.cancel', user: ALICE, withdrawal: 1 });
    scenario.withdraw(ALICE, 100, most);
    scenario.apply({ kind: 'custody.reject', withdrawal: 2, operator: 7 });
    scenario.withdraw(ALICE, 100, most);
    scenario.apply({ kind: 'custody.sign', withdrawal: 3 });
    scenario.apply({ kind: 'custody.fail', withdrawal: 3 });
    expect(scenario.balance(ALICE, USDT)).toEqual({ available: START, held: 0n });
    scenario.withdraw(ALICE, 100, most);
    expect(rejectionOf(scenario.withdraw(ALICE, 10, most))).toBe('day_limit_exceeded');
    scenario.timeMs += DAY_MS;
    expect(scenario.withdraw(ALICE, 100, most).outcome.ok).toBe(true);
  });

  it('are worth what the index says, rounded up', () => {
    const scenario = new Scenario();
    scenario.apply({
      kind: 'custody.network',
      network: {
        ...NETWORK,
        id: 2,
        currency: BTC,
        name: 'btc',
        worthMarket: 1,
        minWithdrawal: 1_000n as Amount,
        fee: 0n as Amount,
      },
    });
    scenario.index(10_001);
    const [requested] = eventsOf(
      scenario.withdraw(ALICE, 0, { network: 2, amount: 50_000_001n as Amount }),
      'withdrawalRequested',
    );
    // 0.50000001 BTC at 100.01 USDT is 50.0050010001 USDT.
    expect(requested?.worth).toBe(5_000_500_101n);
  });

  describe('whose worth a market tells (W9)', () => {
    const TENTH = (COIN / 10n) as Amount;
    /** One operator from 1,000 USDT on, two from 3,000; the index is fresh for ten seconds. */
    function ofCoins(rules?: number): Scenario {
      const scenario = new Scenario({}, rules);
      scenario.apply({
        kind: 'custody.network',
        network: {
          ...NETWORK,
          id: 2,
          currency: BTC,
          name: 'btc',
          worthMarket: 1,
          minWithdrawal: 1_000n as Amount,
          fee: 0n as Amount,
        },
      });
      scenario.index(900_000);
      return scenario;
    }
    const ask = (scenario: Scenario, more: { recipient?: number } = {}) =>
      scenario.withdraw(ALICE, 0, { network: 2, amount: TENTH, ...more });
    const sign = (scenario: Scenario) => scenario.apply({ kind: 'custody.sign', withdrawal: 1 });
    const moves = (applied: Parameters<typeof eventsOf>[0]) =>
      eventsOf(applied, 'withdrawalMoved').map(({ status }) => status);

    it('are refused on an old index, and are not signed on one', () => {
      const scenario = ofCoins();
      ask(scenario);
      scenario.timeMs += 10_000;
      expect(ask(scenario).outcome).toEqual({ ok: true, id: 2 });
      scenario.timeMs++;
      expect(rejectionOf(ask(scenario))).toBe('index_stale');
      expect(rejectionOf(sign(scenario))).toBe('index_stale');
      scenario.index(900_000);
      expect(moves(sign(scenario))).toEqual(['signed']);
    });

    it('wait for the operators that a higher worth needs, and are not signed without them', () => {
      const scenario = ofCoins();
      ask(scenario);
      scenario.index(1_000_000);
      const [raised] = eventsOf(sign(scenario), 'approvalsRaised');
      expect(raised).toEqual({
        type: 'approvalsRaised',
        withdrawal: 1,
        worth: 1_000n * COIN,
        approvalsNeeded: 1,
      });
      expect(rejectionOf(sign(scenario))).toBe('withdrawal_not_waiting');
      approve(scenario, 1, 7);
      scenario.index(3_000_000);
      expect(moves(sign(scenario))).toEqual(['requested']);
      approve(scenario, 1, 7);
      expect(rejectionOf(sign(scenario))).toBe('withdrawal_not_waiting');
      approve(scenario, 1, 8);
      scenario.index(100);
      expect(moves(sign(scenario))).toEqual(['signed']);
      expect(scenario.exchange.invariantChecks().W9).toBeGreaterThan(0);
    });

    it('go to another user with the approvals that their worth needs when the last one comes', () => {
      const scenario = ofCoins();
      scenario.index(1_000_000);
      ask(scenario, { recipient: BOB });
      scenario.index(3_000_000);
      scenario.timeMs += 10_001;
      expect(
        rejectionOf(scenario.apply({ kind: 'custody.approve', withdrawal: 1, operator: 7 })),
      ).toBe('index_stale');
      scenario.index(3_000_000);
      approve(scenario, 1, 7);
      expect(scenario.balance(BOB, BTC).available).toBe(10n * COIN);
      approve(scenario, 1, 8);
      expect(scenario.balance(BOB, BTC).available).toBe(10n * COIN + TENTH);
    });

    it('were told their worth once, at any index, under the first rules', () => {
      const scenario = ofCoins(1);
      scenario.timeMs += 1_000_000;
      expect(ask(scenario).outcome.ok).toBe(true);
      scenario.index(3_000_000);
      scenario.timeMs += 1_000_000;
      expect(moves(sign(scenario))).toEqual(['signed']);
    });
  });

  it('to another user arrive at once where no approval is needed, else with the last approval', () => {
    const scenario = new Scenario();
    scenario.withdraw(ALICE, 100, { recipient: BOB });
    expect(scenario.balance(BOB, USDT).available).toBe(START + 100n * COIN);
    scenario.withdraw(ALICE, 1_000, { recipient: BOB });
    expect(scenario.balance(BOB, USDT).available).toBe(START + 100n * COIN);
    approve(scenario, 2, 7);
    expect(scenario.balance(BOB, USDT).available).toBe(START + 1_100n * COIN);
    expect(scenario.balance(ALICE, USDT)).toEqual({ available: START - 1_100n * COIN, held: 0n });
    expect(scenario.balance(SYSTEM.fees, USDT).available).toBe(0n);
  });

  it('stand still while paused: nothing is asked, nothing is signed', () => {
    const scenario = new Scenario();
    scenario.withdraw(ALICE, 100);
    scenario.apply({ kind: 'custody.pause', currency: USDT, isPaused: true });
    expect(rejectionOf(scenario.apply({ kind: 'custody.sign', withdrawal: 1 }))).toBe(
      'withdrawals_paused',
    );
    scenario.apply({ kind: 'custody.pause', currency: USDT, isPaused: false });
    expect(scenario.apply({ kind: 'custody.sign', withdrawal: 1 }).outcome.ok).toBe(true);
  });

  it('leave no faster than the network may send in any hour and any day (W5)', () => {
    const scenario = new Scenario();
    const sign = (withdrawal: number) =>
      rejectionOf(scenario.apply({ kind: 'custody.sign', withdrawal }));
    for (const withdrawal of [1, 2, 3]) {
      scenario.withdraw(withdrawal === 3 ? BOB : ALICE, 4_000);
      approve(scenario, withdrawal, 7, 8);
    }
    // The last millisecond of an hour of the clock, and the first one of the next.
    scenario.timeMs = HOUR_MS - 1;
    expect(sign(1)).toBeUndefined();
    scenario.timeMs++;
    expect(sign(2)).toBe('outflow_limit');
    scenario.timeMs = 2 * HOUR_MS - 1;
    expect(sign(2)).toBe('outflow_limit');
    scenario.timeMs += 60_000;
    expect(sign(2)).toBeUndefined();
    // A midnight of Shanghai later.
    scenario.timeMs = 17 * HOUR_MS;
    expect(sign(3)).toBe('outflow_limit');
    const live = scenario.exchange.snapshot();
    expect(live.custody.networks[0]?.sent).toHaveLength(2);
    expect(canonicalSnapshot(Exchange.restore(JSON.parse(JSON.stringify(live))).snapshot())).toBe(
      canonicalSnapshot(live),
    );
    scenario.timeMs = HOUR_MS - 1 + DAY_MS + 60_000;
    expect(sign(3)).toBeUndefined();
    expect(scenario.exchange.snapshot().custody.networks[0]?.sent).toHaveLength(2);
  });

  it('that left by the clock, under the first rules, count on after the upgrade', () => {
    const scenario = new Scenario({}, 1);
    const sign = (withdrawal: number) =>
      rejectionOf(scenario.apply({ kind: 'custody.sign', withdrawal }));
    for (const withdrawal of [1, 2, 3]) {
      scenario.withdraw(withdrawal === 3 ? BOB : ALICE, 4_000);
      approve(scenario, withdrawal, 7, 8);
    }
    scenario.timeMs = HOUR_MS - 1;
    expect(sign(1)).toBeUndefined();
    scenario.timeMs++;
    scenario.apply({ kind: 'core.upgrade', version: 2 });
    expect(sign(2)).toBe('outflow_limit');
    scenario.timeMs += HOUR_MS + 60_000;
    expect(sign(2)).toBeUndefined();
    scenario.timeMs += HOUR_MS + 60_000;
    expect(sign(3)).toBe('outflow_limit');
  });

  it('that left in the hour of the clock before the last one count on after the upgrade too', () => {
    const scenario = new Scenario({}, 1);
    const sign = (withdrawal: number) =>
      rejectionOf(scenario.apply({ kind: 'custody.sign', withdrawal }));
    for (const [index, coins] of [4_000, 100, 2_500].entries()) {
      scenario.withdraw(index === 2 ? BOB : ALICE, coins);
      approve(scenario, index + 1, 7, 8);
    }
    scenario.timeMs = HOUR_MS - 1;
    expect(sign(1)).toBeUndefined();
    scenario.timeMs++;
    expect(sign(2)).toBeUndefined();
    scenario.apply({ kind: 'core.upgrade', version: 2 });
    // 4,100 have left within two milliseconds, and 6,000 may in an hour.
    expect(sign(3)).toBe('outflow_limit');
    scenario.timeMs += HOUR_MS + 60_000;
    expect(sign(3)).toBeUndefined();
  });

  it('leave no faster than the network may send in an hour and a day of the clock, under the first rules', () => {
    const scenario = new Scenario({}, 1);
    const sign = (withdrawal: number) =>
      rejectionOf(scenario.apply({ kind: 'custody.sign', withdrawal }));
    for (const withdrawal of [1, 2, 3]) {
      scenario.withdraw(withdrawal === 3 ? BOB : ALICE, 4_000);
      approve(scenario, withdrawal, 7, 8);
    }
    expect(sign(1)).toBeUndefined();
    expect(sign(2)).toBe('outflow_limit');
    scenario.timeMs += 3_600_000;
    expect(sign(2)).toBeUndefined();
    scenario.timeMs += 3_600_000;
    expect(sign(3)).toBe('outflow_limit');
    scenario.timeMs += DAY_MS;
    expect(sign(3)).toBeUndefined();
  });
});

it('the cost of a transaction is paid by fees, then by the house, never by nobody', () => {
  const scenario = new Scenario();
  scenario.deposit(SYSTEM.house, USDT, 2n * COIN);
  scenario.withdraw(ALICE, 100);
  scenario.apply({ kind: 'custody.sign', withdrawal: 1 });
  scenario.apply({ kind: 'custody.settle', withdrawal: 1, transaction: '0xout' });
  const pay = (amount: bigint) =>
    scenario.apply({
      kind: 'custody.cost',
      user: SYSTEM.house,
      currency: USDT,
      amount: amount as Amount,
      reference: '0xout',
    });
  expect(rejectionOf(pay(3n * COIN + 1n))).toBe('house_insufficient');
  expect(pay(2n * COIN).outcome.ok).toBe(true);
  expect(scenario.balance(SYSTEM.fees, USDT).available).toBe(0n);
  expect(scenario.balance(SYSTEM.house, USDT).available).toBe(COIN);
});

it('the state of custody is the same after a restore', () => {
  const scenario = new Scenario();
  scenario.receive(ALICE, 5, '0xa');
  scenario.withdraw(ALICE, 3_000);
  approve(scenario, 1, 7);
  scenario.withdraw(BOB, 100);
  scenario.apply({ kind: 'custody.sign', withdrawal: 2 });
  scenario.apply({ kind: 'custody.pause', currency: BTC, isPaused: true });
  scenario.receive(CAROL, 1_000, '0xb');
  scenario.apply({
    kind: 'custody.hold',
    user: CAROL,
    currency: USDT,
    amount: (10_500n * COIN) as Amount,
  });
  reverse(scenario, '0xb');
  const live = scenario.exchange.snapshot();
  expect([live.custody.debts.length, live.custody.unbacked.length]).toEqual([1, 1]);
  const restored = Exchange.restore(JSON.parse(JSON.stringify(live)));
  expect(canonicalSnapshot(restored.snapshot())).toBe(canonicalSnapshot(live));
});
