import type { Amount, PriceTicks } from '@meridian/money/amount';
import { describe, expect, it } from 'vitest';
import type { Applied } from '../events.ts';
import { canonicalSnapshot, Exchange } from '../exchange.ts';
import { SYSTEM } from '../ledger/accounts.ts';
import {
  ALICE,
  BOB,
  BTC,
  eventsOf,
  MARKET,
  NETWORK,
  rejectionOf,
  Scenario,
  USDT,
} from '../testing/scenario.ts';

const COIN = 10n ** 8n;

function reverse(scenario: Scenario, transaction: string): Applied {
  return scenario.apply({ kind: 'custody.reverse', network: NETWORK.id, transaction, output: 0 });
}

/** Parts of a reversal, in whole coins. */
function partsOf(applied: Applied): { recovered: bigint; covered: bigint; unbacked: bigint } {
  const [event] = eventsOf(applied, 'depositReversed');
  if (event === undefined) throw new Error('nothing was reversed');
  return {
    recovered: event.recovered / COIN,
    covered: event.covered / COIN,
    unbacked: event.unbacked / COIN,
  };
}

function coins(
  scenario: Scenario,
  user: number,
  wallet: 'spot' | 'margin' | 'seconds' | 'p2p' = 'spot',
): bigint {
  return scenario.balance(user, USDT, wallet).available / COIN;
}

function debts(scenario: Scenario): [user: number, coins: bigint][] {
  return scenario.exchange
    .snapshot()
    .custody.debts.map(({ user, amount }) => [user, BigInt(amount) / COIN]);
}

/**
 * ALICE has sent her whole balance to BOB, and a deposit of 5,000 is reversed: nobody covers it.
 */
function indebted(): Scenario {
  const scenario = new Scenario();
  scenario.receive(ALICE, 5_000, '0xa');
  for (let sent = 0; sent < 15_000; sent += 5_000)
    scenario.withdraw(ALICE, 5_000, { recipient: BOB, approvals: 0 });
  for (const withdrawal of [1, 2, 3])
    for (const operator of [1, 2])
      scenario.apply({ kind: 'custody.approve', withdrawal, operator });
  reverse(scenario, '0xa');
  return scenario;
}

/** A deposit of 1,500 USDT, and a withdrawal of it that needs an operator. */
function depositAndAsk(more: { recipient?: number; address?: string }): Scenario {
  const scenario = new Scenario();
  scenario.receive(THIEF, 1_500, '0xabc');
  expect(scenario.withdraw(THIEF, 1_500, more).outcome.ok).toBe(true);
  return scenario;
}
const THIEF = 100_050;

describe('a withdrawal that nobody has signed', () => {
  it('gives back what is taken when its deposit is reversed', () => {
    const scenario = depositAndAsk({});
    const reversed = scenario.apply({
      kind: 'custody.reverse',
      network: 1,
      transaction: '0xabc',
      output: 0,
    });
    expect(eventsOf(reversed, 'withdrawalMoved')).toMatchObject([
      { withdrawal: 1, status: 'cancelled' },
    ]);
    expect(eventsOf(reversed, 'depositReversed')).toMatchObject([
      { recovered: 1_500n * 10n ** 8n, covered: 0n, unbacked: 0n },
    ]);
  });

  it('of who owes, or of a currency that is paused, is not passed to another user', () => {
    const scenario = depositAndAsk({ recipient: BOB });
    const approve = (): Applied =>
      scenario.apply({ kind: 'custody.approve', withdrawal: 1, operator: 7 });
    scenario.apply({ kind: 'custody.pause', currency: 0, isPaused: true });
    expect(rejectionOf(approve())).toBe('withdrawals_paused');
    scenario.apply({ kind: 'custody.pause', currency: 0, isPaused: false });
    scenario.receive(THIEF, 500, '0xdef');
    scenario.withdraw(THIEF, 500);
    scenario.apply({ kind: 'custody.sign', withdrawal: 2 });
    scenario.apply({ kind: 'custody.reverse', network: 1, transaction: '0xdef', output: 0 });
    // The reversal cancelled it before any operator could pass it.
    expect(rejectionOf(approve())).toBe('withdrawal_not_found');
    expect(scenario.balance(BOB, USDT)).toEqual({ available: 10_000n * 10n ** 8n, held: 0n });
  });
});

describe('a reversed deposit is taken back from whatever is free', () => {
  it('in the margin wallet', () => {
    const scenario = new Scenario();
    scenario.receive(ALICE, 5_000, '0xa');
    scenario.transfer(ALICE, 'spot', 'margin', 15_000);
    expect(partsOf(reverse(scenario, '0xa'))).toEqual({
      recovered: 5_000n,
      covered: 0n,
      unbacked: 0n,
    });
    expect(coins(scenario, ALICE, 'margin')).toBe(10_000n);
    expect(debts(scenario)).toEqual([]);
  });

  it('in open orders, of closed markets and waiting margin orders too', () => {
    const scenario = new Scenario().margin();
    scenario.receive(ALICE, 5_000, '0xa');
    const order = scenario.place(ALICE, 'buy', 9_000, 11_000_000);
    expect(order.outcome.ok).toBe(true);
    const waiting = scenario.openPosition(ALICE, 'long', 400_000, 9_000);
    expect(waiting.outcome.ok).toBe(true);
    scenario.apply({ kind: 'market.list', market: { ...MARKET, status: 'closed' } });
    const before =
      scenario.balance(ALICE, USDT).available + scenario.balance(ALICE, USDT, 'margin').available;
    expect(before).toBeLessThan(5_000n * COIN);
    const applied = reverse(scenario, '0xa');
    expect(partsOf(applied)).toEqual({ recovered: 5_000n, covered: 0n, unbacked: 0n });
    expect(eventsOf(applied, 'orderClosed').map(({ reason }) => reason)).toEqual(['debt']);
    expect(eventsOf(applied, 'marginOrderCancelled')).toHaveLength(1);
    expect(debts(scenario)).toEqual([]);
  });

  it('and leaves orders alone where that is enough', () => {
    const scenario = new Scenario();
    scenario.receive(ALICE, 5_000, '0xa');
    scenario.place(ALICE, 'buy', 9_000, 1_000_000);
    expect(partsOf(reverse(scenario, '0xa')).recovered).toBe(5_000n);
    expect(scenario.openOrders()).toHaveLength(1);
  });

  it('but not from what backs the losses of open positions', () => {
    const scenario = new Scenario().margin({ spreadBps: 0, feeBps: 0 });
    scenario.transfer(ALICE, 'spot', 'margin', 5_000);
    // 40,000 USDT with 4,000 of margin; at 82.00 it has lost 7,200.
    scenario.enter(ALICE, 'long', 400_000);
    scenario.move(8_200);
    scenario.receive(ALICE, 5_000, '0xa');
    scenario.transfer(ALICE, 'spot', 'margin', 5_000);
    expect(scenario.balance(ALICE, USDT, 'margin')).toEqual({
      available: 11_000n * COIN,
      held: 4_000n * COIN,
    });
    expect(partsOf(reverse(scenario, '0xa'))).toEqual({
      recovered: 3_800n,
      covered: 0n,
      unbacked: 1_200n,
    });
    expect(scenario.balance(ALICE, USDT, 'margin')).toEqual({
      available: 7_200n * COIN,
      held: 4_000n * COIN,
    });
    expect(debts(scenario)).toEqual([[ALICE, 1_200n]]);
    // The account stays at its margin, far above its maintenance.
    expect(eventsOf(scenario.move(8_200), 'positionClosed')).toEqual([]);
  });
});

describe('who is in debt', () => {
  it('can begin nothing and take nothing away', () => {
    const scenario = indebted();
    scenario.offerSeconds();
    scenario.margin();
    expect(debts(scenario)).toEqual([[ALICE, 5_000n]]);
    expect(rejectionOf(scenario.place(ALICE, 'sell', 10_000, 1_000_000))).toBe('debt_unpaid');
    expect(rejectionOf(scenario.market(ALICE, 'sell', 1_000_000))).toBe('debt_unpaid');
    expect(rejectionOf(scenario.openPosition(ALICE, 'long', 1_000))).toBe('debt_unpaid');
    expect(rejectionOf(scenario.ticket(ALICE, 10))).toBe('debt_unpaid');
    expect(rejectionOf(scenario.insure(ALICE, 100))).toBe('debt_unpaid');
    expect(
      rejectionOf(
        scenario.transfer(ALICE, 'spot', 'margin', 1, { currency: BTC, amount: COIN as Amount }),
      ),
    ).toBe('debt_unpaid');
    expect(rejectionOf(scenario.withdraw(ALICE, 20))).toBe('withdrawals_frozen');
    expect(
      rejectionOf(
        scenario.apply({
          kind: 'custody.hold',
          user: ALICE,
          currency: USDT,
          amount: COIN as Amount,
        }),
      ),
    ).toBe('withdrawals_frozen');
    expect(rejectionOf(scenario.place(ALICE, 'buy', 0, 0))).toBe('debt_unpaid');
    expect(rejectionOf(scenario.place(ALICE, 'hold' as 'buy', 10_000, 1_000))).toBe('malformed');
  });

  it('pays with whatever comes in, from wherever it comes', () => {
    const scenario = indebted();
    scenario.deposit(ALICE, USDT, 1_000n * COIN);
    expect([coins(scenario, ALICE), debts(scenario)]).toEqual([0n, [[ALICE, 4_000n]]]);
    scenario.apply({
      kind: 'ledger.deposit',
      user: ALICE,
      wallet: 'margin',
      currency: USDT,
      amount: (1_000n * COIN) as Amount,
      reference: 'test',
    });
    expect([coins(scenario, ALICE, 'margin'), debts(scenario)]).toEqual([0n, [[ALICE, 3_000n]]]);
    scenario.withdraw(BOB, 2_000, { recipient: ALICE });
    scenario.apply({ kind: 'custody.approve', withdrawal: 4, operator: 1 });
    expect(debts(scenario)).toEqual([[ALICE, 1_000n]]);
    scenario.receive(ALICE, 1_500, '0xb');
    expect([coins(scenario, ALICE), debts(scenario)]).toEqual([500n, []]);
    expect(scenario.place(ALICE, 'sell', 10_000, 1_000_000).outcome.ok).toBe(true);
  });

  it('pays when a position is closed, and when a price frees what a loss had bound', () => {
    const scenario = new Scenario().margin();
    scenario.receive(ALICE, 1_000, '0xa');
    scenario.enter(ALICE, 'long', 40_000, { leverage: 1 });
    scenario.move(7_500);
    for (const id of [1, 2]) {
      scenario.withdraw(ALICE, 3_000, { recipient: BOB });
      for (const operator of [1, 2])
        scenario.apply({ kind: 'custody.approve', withdrawal: id, operator });
    }
    expect(partsOf(reverse(scenario, '0xa')).recovered).toBeLessThan(1_000n);
    const [[, owed]] = debts(scenario) as [[number, bigint]];
    scenario.move(7_600);
    const [[, less]] = debts(scenario) as [[number, bigint]];
    expect(less).toBeLessThan(owed);
    scenario.leave(ALICE, 1);
    expect(debts(scenario)).toEqual([]);
  });

  it('owes in one currency, and keeps the others', () => {
    const scenario = indebted();
    expect(scenario.balance(ALICE, BTC).available).toBe(10n * COIN);
  });

  it('is the same after a restore', () => {
    const scenario = indebted();
    const restored = Exchange.restore(JSON.parse(JSON.stringify(scenario.exchange.snapshot())));
    expect(canonicalSnapshot(restored.snapshot())).toBe(
      canonicalSnapshot(scenario.exchange.snapshot()),
    );
    const applied = restored.apply(
      {
        kind: 'ledger.deposit',
        user: ALICE,
        wallet: 'p2p',
        currency: USDT,
        amount: COIN as Amount,
        reference: 'test',
      },
      scenario.timeMs,
    );
    expect(
      eventsOf(applied, 'posted')
        .filter(({ reason }) => reason === 'repayment')
        .map(({ user }) => user),
    ).toEqual([ALICE, SYSTEM.outside]);
  });
});

describe('what nobody paid of a reversal', () => {
  it('is repaid before the insurance gets anything: the books owe what the chain has', () => {
    const scenario = indebted();
    const outside = (): bigint => scenario.balance(SYSTEM.outside, USDT).available / COIN;
    expect(scenario.exchange.snapshot().custody.unbacked).toEqual([
      { currency: USDT, amount: (5_000n * COIN).toString() },
    ]);
    const owing = outside();
    scenario.receive(ALICE, 5_000, '0xa');
    expect(outside()).toBe(owing);
    expect(coins(scenario, SYSTEM.insurance)).toBe(0n);
    expect([debts(scenario), scenario.exchange.snapshot().custody.unbacked]).toEqual([[], []]);
  });

  it('and then the insurance, which had paid its part', () => {
    const scenario = new Scenario();
    scenario.deposit(SYSTEM.insurance, USDT, 300n * COIN);
    scenario.receive(ALICE, 1_000, '0xa');
    for (const id of [1, 2, 3]) {
      scenario.withdraw(ALICE, id === 3 ? 3_000 : 4_000, { recipient: BOB });
      for (const operator of [1, 2])
        scenario.apply({ kind: 'custody.approve', withdrawal: id, operator });
    }
    expect(partsOf(reverse(scenario, '0xa'))).toEqual({
      recovered: 0n,
      covered: 300n,
      unbacked: 700n,
    });
    scenario.deposit(ALICE, USDT, 800n * COIN);
    expect(coins(scenario, SYSTEM.insurance)).toBe(100n);
    expect(debts(scenario)).toEqual([[ALICE, 200n]]);
  });
});

describe('debts of the first rules', () => {
  it('are kept as they were until the rules are raised, then collected', () => {
    const scenario = new Scenario({}, 1);
    scenario.receive(ALICE, 5_000, '0xa');
    scenario.transfer(ALICE, 'spot', 'margin', 10_000);
    scenario.place(ALICE, 'buy', 9_000, 5_500_000);
    reverse(scenario, '0xa');
    // The first rules reached neither the order nor the margin wallet.
    expect([debts(scenario), scenario.exchange.snapshot().custody.unbacked]).toEqual([
      [[ALICE, 4_950n]],
      [],
    ]);
    expect(scenario.openOrders()).toHaveLength(1);
    Exchange.restore(JSON.parse(JSON.stringify(scenario.exchange.snapshot())));
    const applied = scenario.apply({ kind: 'core.upgrade', version: 2 });
    expect(applied.outcome).toEqual({ ok: true });
    expect(eventsOf(applied, 'orderClosed')).toHaveLength(1);
    expect(debts(scenario)).toEqual([]);
  });
});

it('a price is no way around: a debtor whose index is stale keeps the margin until it is fresh', () => {
  const scenario = new Scenario().margin();
  scenario.receive(ALICE, 5_000, '0xa');
  scenario.enter(ALICE, 'long', 10_000);
  scenario.transfer(ALICE, 'spot', 'margin', 10_000);
  scenario.timeMs += 60_000;
  expect(partsOf(reverse(scenario, '0xa')).recovered).toBe(0n);
  scenario.apply({ kind: 'index.set', source: 'test', prices: [[1, 10_000 as PriceTicks]] });
  expect(debts(scenario)).toEqual([]);
});
