import type { Amount } from '@meridian/money/amount';
import { describe, expect, it } from 'vitest';
import { canonicalSnapshot, Exchange } from '../exchange.ts';
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
import type { Network, RequestWithdrawal } from './custody-commands.ts';

const COIN = 10n ** 8n;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The network lets new addresses wait a day by default. */
function waiting(more: Partial<Network> = {}): Scenario {
  const scenario = new Scenario();
  scenario.apply({
    kind: 'custody.network',
    network: { ...NETWORK, newAddressWaitMs: DAY_MS, ...more },
  });
  return scenario;
}

function sign(scenario: Scenario, withdrawal: number) {
  return scenario.apply({ kind: 'custody.sign', withdrawal });
}

function approve(scenario: Scenario, withdrawal: number, operator = 1) {
  return scenario.apply({ kind: 'custody.approve', withdrawal, operator });
}

/** Makes a withdrawal and lets a day pass: the address is known from then on. */
function makeKnown(scenario: Scenario, user: number, address = '0xoutside'): void {
  const { outcome } = scenario.withdraw(user, 20, { address });
  const withdrawal = outcome.ok ? (outcome.id ?? 0) : 0;
  approve(scenario, withdrawal, 9);
  sign(scenario, withdrawal);
  scenario.apply({ kind: 'custody.settle', withdrawal, transaction: `known-${address}` });
  scenario.timeMs += DAY_MS;
}

function requested(applied: ReturnType<Scenario['withdraw']>) {
  const [event] = eventsOf(applied, 'withdrawalRequested');
  if (event === undefined) throw new Error('nothing was asked for');
  return event;
}

describe('what leaves within 24 hours adds up', () => {
  it('parts of an amount need the operators that the whole needs', () => {
    const scenario = new Scenario();
    expect(requested(scenario.withdraw(ALICE, 900)).approvalsNeeded).toBe(0);
    expect(requested(scenario.withdraw(ALICE, 99)).approvalsNeeded).toBe(0);
    const third = requested(scenario.withdraw(ALICE, 10));
    expect(third.approvalsNeeded).toBe(1);
    expect(third.flags).toContain('added_up');
    // Outflows that one operator reviews count for the second tier alone: 900, 99, 10 and 2,000 are
    // beyond it.
    expect(requested(scenario.withdraw(ALICE, 2_000)).approvalsNeeded).toBe(2);
    expect(requested(scenario.withdraw(BOB, 900)).approvalsNeeded).toBe(0);
  });

  it('for as long as 24 hours, whatever the clock of Shanghai says', () => {
    const scenario = new Scenario();
    scenario.withdraw(ALICE, 900);
    sign(scenario, 1);
    scenario.timeMs += DAY_MS - 1;
    expect(requested(scenario.withdraw(ALICE, 100)).approvalsNeeded).toBe(1);
    scenario.timeMs += 1;
    expect(requested(scenario.withdraw(ALICE, 900)).approvalsNeeded).toBe(0);
  });

  it('from when they leave: what waits is as young on its last day as on its first', () => {
    const scenario = new Scenario();
    // A risk keeps all of it in, while the thief of the session requests a little each day.
    scenario.withdraw(ALICE, 10, { address: '0xodd', risks: ['new_device'] });
    const needs = Array.from({ length: 4 }, () => {
      scenario.timeMs += DAY_MS;
      return requested(scenario.withdraw(ALICE, 900)).approvalsNeeded;
    });
    expect(needs).toEqual([0, 1, 1, 2]);
    // Likewise, one operator is not enough where two are needed.
    const other = new Scenario();
    const big = Array.from({ length: 3 }, () => {
      other.timeMs += DAY_MS;
      return requested(other.withdraw(ALICE, 2_000)).approvalsNeeded;
    });
    expect(big).toEqual([1, 2, 2]);
  });

  it('what is given back counts no more', () => {
    const scenario = new Scenario();
    scenario.withdraw(ALICE, 900);
    scenario.apply({ kind: 'custody.cancel', user: ALICE, withdrawal: 1 });
    expect(requested(scenario.withdraw(ALICE, 900)).approvalsNeeded).toBe(0);
  });

  it('sales for money outside count too', () => {
    const scenario = new Scenario();
    const sale = {
      kind: 'custody.hold',
      user: ALICE,
      currency: USDT,
      amount: (950n * COIN) as Amount,
      dayLimit: (100_000n * COIN) as Amount,
    } as const;
    scenario.apply(sale);
    expect(requested(scenario.withdraw(ALICE, 50)).approvalsNeeded).toBe(1);
    scenario.apply({ kind: 'custody.payHold', escrow: 1, recipient: 0 });
    expect(requested(scenario.withdraw(ALICE, 50)).approvalsNeeded).toBe(0);
  });

  describe('a sale that needs an operator by that is refused', () => {
    const sell = (scenario: Scenario, coins: bigint) =>
      scenario.apply({
        kind: 'custody.hold',
        user: ALICE,
        currency: USDT,
        amount: (coins * COIN) as Amount,
        dayLimit: (100_000n * COIN) as Amount,
      });

    it('by itself, with other sales, and with withdrawals that no operator looks at', () => {
      const scenario = new Scenario();
      expect(rejectionOf(sell(scenario, 1_000n))).toBe('sale_needs_approval');
      expect(sell(scenario, 999n).outcome.ok).toBe(true);
      expect(rejectionOf(sell(scenario, 1n))).toBe('sale_needs_approval');
      scenario.apply({ kind: 'custody.payHold', escrow: 1, recipient: BOB });
      scenario.timeMs += DAY_MS - 1;
      expect(rejectionOf(sell(scenario, 1n))).toBe('sale_needs_approval');
      scenario.timeMs += 1;
      scenario.withdraw(ALICE, 900);
      expect(rejectionOf(sell(scenario, 100n))).toBe('sale_needs_approval');
      expect(sell(scenario, 99n).outcome.ok).toBe(true);
    });

    it('with what one operator approved towards the second tier', () => {
      const scenario = new Scenario();
      scenario.apply({
        kind: 'custody.network',
        network: { ...NETWORK, twoApprovalsFrom: (2_000n * COIN) as Amount },
      });
      scenario.withdraw(ALICE, 1_500);
      expect(rejectionOf(sell(scenario, 500n))).toBe('sale_needs_approval');
      expect(sell(scenario, 499n).outcome.ok).toBe(true);
    });

    it('not where the coins are given back, not of who sells for a living, and not under older rules', () => {
      const scenario = new Scenario();
      sell(scenario, 999n);
      scenario.apply({ kind: 'custody.payHold', escrow: 1, recipient: 0 });
      expect(sell(scenario, 999n).outcome.ok).toBe(true);
      expect(
        scenario.apply({
          kind: 'custody.hold',
          user: BOB,
          currency: USDT,
          amount: (5_000n * COIN) as Amount,
        }).outcome.ok,
      ).toBe(true);
      expect(sell(new Scenario({}, 2), 5_000n).outcome.ok).toBe(true);
    });
  });

  it('a price that rises before the signature counts with what else left', () => {
    const scenario = new Scenario();
    scenario.apply({
      kind: 'custody.network',
      network: {
        ...NETWORK,
        id: 2,
        currency: BTC,
        worthMarket: 1,
        minWithdrawal: 2n as Amount,
        fee: 1n as Amount,
        maxWithdrawal: (10n * COIN) as Amount,
      },
    });
    scenario.withdraw(ALICE, 500);
    scenario.apply({
      kind: 'custody.withdraw',
      user: ALICE,
      network: 2,
      amount: (4n * COIN) as Amount,
      address: 'bc1',
      recipient: 0,
      dayLimit: (100_000n * COIN) as Amount,
      approvals: 0,
    });
    scenario.index(12_400);
    expect(eventsOf(sign(scenario, 2), 'withdrawalMoved')).toMatchObject([{ status: 'signed' }]);
    const other = new Scenario();
    other.apply({
      kind: 'custody.network',
      network: {
        ...NETWORK,
        id: 2,
        currency: BTC,
        worthMarket: 1,
        minWithdrawal: 2n as Amount,
        fee: 1n as Amount,
        maxWithdrawal: (10n * COIN) as Amount,
      },
    });
    other.withdraw(ALICE, 500);
    other.apply({
      kind: 'custody.withdraw',
      user: ALICE,
      network: 2,
      amount: (4n * COIN) as Amount,
      address: 'bc1',
      recipient: 0,
      dayLimit: (100_000n * COIN) as Amount,
      approvals: 0,
    });
    other.index(12_500);
    expect(eventsOf(sign(other, 2), 'withdrawalMoved')).toMatchObject([{ status: 'requested' }]);
  });

  it('sixty requests of 900 at once: one leaves by itself, and most are not even taken', () => {
    const scenario = new Scenario();
    scenario.deposit(ALICE, USDT, 100_000n * COIN);
    const all = Array.from({ length: 60 }, () => scenario.withdraw(ALICE, 900));
    expect(
      all
        .filter(({ outcome }) => outcome.ok)
        .map((applied) => requested(applied).approvalsNeeded)
        .filter((needed) => needed === 0),
    ).toHaveLength(1);
    expect(all.slice(20).map(rejectionOf)).toEqual(
      Array.from({ length: 40 }, () => 'withdrawals_too_many'),
    );
  });
});

describe('what is odd', () => {
  it('a sixth one within a day needs an operator, however small', () => {
    const scenario = new Scenario();
    const first = Array.from({ length: 5 }, () => requested(scenario.withdraw(ALICE, 10)));
    expect(first.map(({ approvalsNeeded }) => approvalsNeeded)).toEqual([0, 0, 0, 0, 0]);
    const sixth = requested(scenario.withdraw(ALICE, 10));
    expect(sixth).toMatchObject({ approvalsNeeded: 1 });
    expect(sixth.flags).toContain('velocity');
  });

  it.each([['new_device'], ['security_change']] as const)(
    'a new address and %s need an operator; a known one does not',
    (risk) => {
      const scenario = new Scenario();
      makeKnown(scenario, ALICE);
      expect(requested(scenario.withdraw(ALICE, 10, { risks: [risk] })).approvalsNeeded).toBe(0);
      const odd = requested(scenario.withdraw(ALICE, 10, { risks: [risk], address: '0xother' }));
      expect(odd.approvalsNeeded).toBe(1);
      expect(odd.flags).toEqual(['new_address', risk]);
    },
  );

  it('keeps everything else of its user in until an operator has decided, also what was agreed before', () => {
    const scenario = new Scenario();
    scenario.withdraw(ALICE, 50);
    const odd: Partial<RequestWithdrawal> = { address: '0xthief', risks: ['new_device'] };
    scenario.withdraw(ALICE, 10, odd);
    scenario.withdraw(ALICE, 60);
    const inSite = scenario.withdraw(ALICE, 70, { recipient: BOB });
    expect(eventsOf(inSite, 'withdrawalMoved')).toMatchObject([{ status: 'approved' }]);
    for (const withdrawal of [1, 3, 4])
      expect(rejectionOf(sign(scenario, withdrawal))).toBe('withdrawals_under_review');
    const sale = {
      kind: 'custody.hold',
      user: ALICE,
      currency: USDT,
      amount: COIN as Amount,
      dayLimit: (100_000n * COIN) as Amount,
    } as const;
    expect(rejectionOf(scenario.apply(sale))).toBe('withdrawals_under_review');
    scenario.withdraw(BOB, 50);
    expect(eventsOf(sign(scenario, 5), 'withdrawalMoved')).toMatchObject([{ status: 'signed' }]);
    scenario.apply({ kind: 'custody.reject', withdrawal: 2, operator: 1 });
    expect(eventsOf(sign(scenario, 1), 'withdrawalMoved')).toMatchObject([{ status: 'signed' }]);
    expect(eventsOf(sign(scenario, 4), 'withdrawalMoved')).toMatchObject([{ status: 'inSite' }]);
  });
});

describe('a new address', () => {
  it('waits a day where nobody approves, also for a payment within the exchange', () => {
    const scenario = waiting();
    expect(requested(scenario.withdraw(ALICE, 50)).waitsUntilMs).toBe(scenario.timeMs + DAY_MS);
    scenario.withdraw(ALICE, 60, { recipient: BOB, address: '0xbob' });
    for (const withdrawal of [1, 2])
      expect(rejectionOf(sign(scenario, withdrawal))).toBe('withdrawal_waits');
    scenario.timeMs += DAY_MS - 1;
    expect(rejectionOf(sign(scenario, 1))).toBe('withdrawal_waits');
    scenario.timeMs += 1;
    expect(eventsOf(sign(scenario, 1), 'withdrawalMoved')).toMatchObject([{ status: 'signed' }]);
    expect(eventsOf(sign(scenario, 2), 'withdrawalMoved')).toMatchObject([{ status: 'inSite' }]);
    expect(scenario.balance(BOB, USDT).available).toBe(10_060n * COIN);
  });

  it('waits no longer once an operator approves', () => {
    const scenario = waiting();
    scenario.withdraw(ALICE, 50);
    scenario.withdraw(ALICE, 60, { recipient: BOB, address: '0xbob' });
    expect(approve(scenario, 1).outcome.ok).toBe(true);
    expect(rejectionOf(approve(scenario, 1, 2))).toBe('withdrawal_not_waiting');
    expect(eventsOf(sign(scenario, 1), 'withdrawalMoved')).toMatchObject([{ status: 'signed' }]);
    expect(eventsOf(approve(scenario, 2), 'withdrawalMoved')).toMatchObject([{ status: 'inSite' }]);
  });

  it('is known a day after something arrived there, for its owner alone', () => {
    const scenario = waiting();
    scenario.withdraw(ALICE, 50);
    approve(scenario, 1);
    sign(scenario, 1);
    // A withdrawal that waits or is on its way makes no address known.
    expect(requested(scenario.withdraw(ALICE, 10)).flags).toContain('new_address');
    scenario.apply({ kind: 'custody.settle', withdrawal: 1, transaction: '0xout' });
    scenario.timeMs += DAY_MS - 1;
    expect(requested(scenario.withdraw(ALICE, 10)).flags).toContain('new_address');
    scenario.timeMs += 1;
    const known = requested(scenario.withdraw(ALICE, 10));
    expect(known.flags).toBeUndefined();
    expect(known.waitsUntilMs).toBeUndefined();
    expect(requested(scenario.withdraw(CAROL, 10)).flags).toEqual(['first', 'new_address']);
  });

  it('waits for nobody where the network says so', () => {
    const scenario = waiting({ newAddressWaitMs: 0 });
    scenario.withdraw(ALICE, 50);
    expect(eventsOf(sign(scenario, 1), 'withdrawalMoved')).toMatchObject([{ status: 'signed' }]);
  });

  it('that an operator has approved leaves by a higher worth too, and a full network refuses it without a trace', () => {
    const scenario = waiting();
    const coin: Network = {
      ...NETWORK,
      id: 2,
      currency: BTC,
      worthMarket: 1,
      minWithdrawal: 2n as Amount,
      fee: 1n as Amount,
      maxWithdrawal: (10n * COIN) as Amount,
      maxPerHour: 1n as Amount,
      newAddressWaitMs: HOUR_MS,
    };
    scenario.apply({ kind: 'custody.network', network: coin });
    scenario.apply({
      kind: 'custody.withdraw',
      user: ALICE,
      network: 2,
      amount: (9n * COIN) as Amount,
      address: 'new',
      recipient: 0,
      dayLimit: (100_000n * COIN) as Amount,
      approvals: 0,
    });
    approve(scenario, 1);
    scenario.index(13_000);
    const refused = sign(scenario, 1);
    expect(rejectionOf(refused)).toBe('outflow_limit');
    expect(refused.events).toEqual([]);
    scenario.apply({ kind: 'custody.network', network: { ...coin, maxPerHour: coin.maxPerDay } });
    expect(eventsOf(sign(scenario, 1), 'withdrawalMoved')).toMatchObject([{ status: 'signed' }]);
  });

  it('may need more approvals than time when its price rises', () => {
    const scenario = waiting();
    scenario.apply({
      kind: 'custody.network',
      network: {
        ...NETWORK,
        id: 2,
        currency: BTC,
        worthMarket: 1,
        minWithdrawal: 2n as Amount,
        fee: 1n as Amount,
        maxWithdrawal: (10n * COIN) as Amount,
        newAddressWaitMs: HOUR_MS,
      },
    });
    scenario.apply({
      kind: 'custody.withdraw',
      user: ALICE,
      network: 2,
      amount: (9n * COIN) as Amount,
      address: 'bob',
      recipient: BOB,
      dayLimit: (100_000n * COIN) as Amount,
      approvals: 0,
    });
    scenario.index(40_000);
    expect(eventsOf(approve(scenario, 1), 'withdrawalMoved')).toMatchObject([
      { status: 'requested' },
    ]);
    expect(eventsOf(approve(scenario, 1, 2), 'withdrawalMoved')).toMatchObject([
      { status: 'inSite' },
    ]);
  });
});

describe('a frozen account', () => {
  it('lets nothing leave that nobody has signed, has no orders, and begins nothing', () => {
    const scenario = new Scenario();
    scenario.margin();
    scenario.withdraw(ALICE, 50);
    scenario.withdraw(ALICE, 60, { recipient: BOB, approvals: 1 });
    scenario.withdraw(ALICE, 70);
    sign(scenario, 3);
    scenario.place(ALICE, 'buy', 9_000, 1_000_000);
    scenario.openPosition(ALICE, 'long', 100, 9_000);
    const sale = {
      kind: 'custody.hold',
      user: ALICE,
      currency: USDT,
      amount: COIN as Amount,
      dayLimit: (100_000n * COIN) as Amount,
    } as const;
    scenario.apply(sale);
    const frozen = scenario.apply({ kind: 'custody.freeze', user: ALICE, isFrozen: true });
    expect(eventsOf(frozen, 'orderClosed')).toHaveLength(1);
    expect(eventsOf(frozen, 'marginOrderCancelled')).toHaveLength(1);
    const begun = [
      scenario.withdraw(ALICE, 20),
      scenario.place(ALICE, 'buy', 9_000, 1_000_000),
      scenario.openPosition(ALICE, 'long', 100, 9_000),
      scenario.transfer(ALICE, 'spot', 'p2p', 1),
      scenario.apply(sale),
      scenario.apply({ kind: 'custody.payHold', escrow: 1, recipient: BOB }),
    ];
    expect(begun.map(rejectionOf)).toEqual(begun.map(() => 'account_frozen'));
    // The freeze cancelled it: after its end none of the thief's withdrawals leaves.
    expect(
      eventsOf(frozen, 'withdrawalMoved').map(({ withdrawal, status }) => [withdrawal, status]),
    ).toEqual([
      [1, 'cancelled'],
      [2, 'cancelled'],
    ]);
    expect(
      scenario.apply({ kind: 'custody.settle', withdrawal: 3, transaction: '0xout' }).outcome.ok,
    ).toBe(true);
    const restored = Exchange.restore(JSON.parse(JSON.stringify(scenario.exchange.snapshot())));
    expect(canonicalSnapshot(restored.snapshot())).toBe(
      canonicalSnapshot(scenario.exchange.snapshot()),
    );
    expect(
      rejectionOf(
        restored.apply(
          {
            kind: 'custody.transfer',
            user: ALICE,
            from: 'spot',
            to: 'p2p',
            currency: USDT,
            amount: COIN as Amount,
          },
          scenario.timeMs,
        ),
      ),
    ).toBe('account_frozen');
    scenario.apply({ kind: 'custody.freeze', user: ALICE, isFrozen: false });
    expect(rejectionOf(sign(scenario, 1))).toBe('withdrawal_not_found');
    expect(scenario.withdraw(ALICE, 20).outcome.ok).toBe(true);
  });

  it('still gets what it is owed, and its positions are closed where they must be', () => {
    const scenario = new Scenario().margin();
    scenario.enter(ALICE, 'long', 100_000);
    scenario.apply({ kind: 'custody.freeze', user: ALICE, isFrozen: true });
    expect(scenario.receive(ALICE, 50, '0xa').outcome.ok).toBe(true);
    expect(rejectionOf(scenario.apply({ kind: 'margin.close', user: ALICE, position: 1 }))).toBe(
      'account_frozen',
    );
    scenario.move(100);
    expect(scenario.exchange.snapshot().margin.positions).toEqual([]);
  });
});

describe('what is held back after a change of security', () => {
  it('stays in until its time, which only ever grows', () => {
    const scenario = new Scenario();
    makeKnown(scenario, ALICE);
    scenario.withdraw(ALICE, 50);
    scenario.apply({ kind: 'custody.holdBack', user: ALICE, untilMs: scenario.timeMs + DAY_MS });
    scenario.apply({ kind: 'custody.holdBack', user: ALICE, untilMs: scenario.timeMs + HOUR_MS });
    expect(rejectionOf(scenario.withdraw(ALICE, 20))).toBe('withdrawals_held');
    scenario.timeMs += DAY_MS - 1;
    expect(rejectionOf(sign(scenario, 2))).toBe('withdrawals_held');
    // A hold is not a freeze: orders go on.
    expect(scenario.place(ALICE, 'buy', 9_000, 1_000_000).outcome.ok).toBe(true);
    scenario.timeMs += 1;
    expect(eventsOf(sign(scenario, 2), 'withdrawalMoved')).toMatchObject([{ status: 'signed' }]);
  });

  it('is looked at where it goes to a new address: who changed the security may have asked for it before', () => {
    const scenario = waiting();
    scenario.withdraw(ALICE, 50);
    scenario.withdraw(ALICE, 2_000, { recipient: BOB, address: '0xbob' });
    const held = scenario.apply({
      kind: 'custody.holdBack',
      user: ALICE,
      untilMs: scenario.timeMs + HOUR_MS,
    });
    expect(eventsOf(held, 'approvalsRaised')).toMatchObject([
      { withdrawal: 1, approvalsNeeded: 1, isReviewed: true },
      { withdrawal: 2, approvalsNeeded: 1, isReviewed: true },
    ]);
    scenario.timeMs += 2 * DAY_MS;
    expect(rejectionOf(sign(scenario, 1))).toBe('withdrawal_not_waiting');
    approve(scenario, 1);
    expect(rejectionOf(sign(scenario, 1))).toBe('withdrawals_under_review');
    scenario.apply({ kind: 'custody.reject', withdrawal: 2, operator: 1 });
    expect(eventsOf(sign(scenario, 1), 'withdrawalMoved')).toMatchObject([{ status: 'signed' }]);
  });

  it('is looked at again by another where an operator had let it go before the change', () => {
    const scenario = waiting();
    scenario.withdraw(ALICE, 50);
    const hold = () =>
      scenario.apply({ kind: 'custody.holdBack', user: ALICE, untilMs: scenario.timeMs + HOUR_MS });
    hold();
    approve(scenario, 1);
    expect(eventsOf(hold(), 'approvalsRaised')).toMatchObject([
      { withdrawal: 1, approvalsNeeded: 2, isReviewed: true },
    ]);
    expect(eventsOf(hold(), 'approvalsRaised')).toEqual([]);
    scenario.timeMs += 2 * DAY_MS;
    expect(rejectionOf(sign(scenario, 1))).toBe('withdrawal_not_waiting');
    expect(rejectionOf(approve(scenario, 1))).toBe('approval_repeated');
  });

  it('so are coins that an acceptor sells', () => {
    const scenario = new Scenario();
    const deal = {
      kind: 'custody.hold',
      user: ALICE,
      currency: USDT,
      amount: (50n * COIN) as Amount,
    } as const;
    scenario.apply(deal);
    scenario.apply({ kind: 'custody.holdBack', user: ALICE, untilMs: scenario.timeMs + HOUR_MS });
    expect(rejectionOf(scenario.apply(deal))).toBe('withdrawals_held');
    expect(
      rejectionOf(scenario.apply({ kind: 'custody.payHold', escrow: 1, recipient: BOB })),
    ).toBe('withdrawals_held');
    expect(scenario.apply({ kind: 'custody.payHold', escrow: 1, recipient: 0 }).outcome.ok).toBe(
      true,
    );
  });

  it('but for an operator who has ruled on them; a debt and a pause stop them all the same', () => {
    const scenario = new Scenario();
    const deal = {
      kind: 'custody.hold',
      user: ALICE,
      currency: USDT,
      amount: (50n * COIN) as Amount,
    } as const;
    for (let index = 0; index < 3; index++) scenario.apply(deal);
    scenario.apply({ kind: 'custody.freeze', user: ALICE, isFrozen: true });
    const pay = (escrow: number, operator?: number) =>
      scenario.apply({
        kind: 'custody.payHold',
        escrow,
        recipient: BOB,
        ...(operator === undefined ? {} : { operator }),
      });
    expect(rejectionOf(pay(1))).toBe('account_frozen');
    expect(rejectionOf(pay(1, 0))).toBe('malformed');
    expect(rejectionOf(pay(1, 1.5))).toBe('malformed');
    expect(eventsOf(pay(1, 7), 'escrowEnded')).toEqual([
      { type: 'escrowEnded', escrow: 1, recipient: BOB, operator: 7 },
    ]);
    expect(rejectionOf(pay(1, 7))).toBe('escrow_not_found');
    scenario.apply({ kind: 'custody.pause', currency: USDT, isPaused: true });
    expect(rejectionOf(pay(2, 7))).toBe('withdrawals_paused');
    expect(
      scenario.apply({ kind: 'custody.payHold', escrow: 2, recipient: 0, operator: 7 }).outcome.ok,
    ).toBe(true);
    scenario.apply({ kind: 'custody.pause', currency: USDT, isPaused: false });
    scenario.apply({
      kind: 'custody.deposit',
      network: NETWORK.id,
      transaction: 'forked',
      output: 0,
      user: ALICE,
      amount: (100n * COIN) as Amount,
    });
    scenario.apply({ kind: 'custody.freeze', user: ALICE, isFrozen: false });
    scenario.apply({ ...deal, amount: scenario.balance(ALICE, USDT).available as Amount });
    scenario.apply({
      kind: 'custody.reverse',
      network: NETWORK.id,
      transaction: 'forked',
      output: 0,
    });
    expect(rejectionOf(pay(3, 7))).toBe('withdrawals_frozen');
  });
});

describe('an upgrade', () => {
  it('counts what left today and what is under way, and knows no address', () => {
    const scenario = new Scenario({}, 2);
    scenario.withdraw(ALICE, 600, { recipient: BOB });
    scenario.withdraw(ALICE, 200);
    expect(scenario.exchange.snapshot().custody.outflows).toBeUndefined();
    expect(
      rejectionOf(scenario.apply({ kind: 'custody.freeze', user: ALICE, isFrozen: true })),
    ).toBe('malformed');
    scenario.apply({ kind: 'core.upgrade', version: 3 });
    expect(eventsOf(sign(scenario, 2), 'withdrawalMoved')).toMatchObject([{ status: 'signed' }]);
    expect(requested(scenario.withdraw(ALICE, 199)).approvalsNeeded).toBe(0);
    expect(requested(scenario.withdraw(ALICE, 10)).approvalsNeeded).toBe(1);
    expect(requested(scenario.withdraw(BOB, 999)).flags).toEqual(['first', 'new_address']);
  });
});
