import { describe, expect, it } from 'vitest';
import type { Amount } from '@meridian/money/amount';
import { Exchange } from '../exchange.ts';
import type { Applied } from '../events.ts';
import { earnPool, earnSource, SYSTEM } from '../ledger/accounts.ts';
import { ConvertDesk, HUB } from '../testing/convert-scenario.ts';
import { SAVINGS } from '../testing/earn-scenario.ts';
import { LoanOffice, LOANS } from '../testing/loan-scenario.ts';
import {
  ALICE,
  BOB,
  BTC,
  CAROL,
  eventsOf,
  rejectionOf,
  Scenario,
  USDT,
  coins,
} from '../testing/scenario.ts';

const HOUR_MS = 3_600_000;

function office(): { s: Scenario; office: LoanOffice } {
  const s = new Scenario();
  return { s, office: new LoanOffice(s) };
}

/** Falls tick by tick to a price, with fresh quotes, and waits until the mark is there. */
function fall(s: Scenario, ticks: number): Applied[] {
  return [s.move(ticks), s.move(ticks)];
}

function eventsIn<T extends Parameters<typeof eventsOf>[1]>(all: readonly Applied[], type: T) {
  return all.flatMap((applied) => eventsOf(applied, type));
}

describe('borrowing', () => {
  it('pays principal out of the savings, and holds the collateral where it is', () => {
    const { s, office: o } = office();
    o.borrow(BOB, 1, 64);
    expect(s.balance(BOB, USDT).available).toBe(coins(10_064));
    expect(s.balance(BOB, BTC)).toEqual({ available: coins(9), held: coins(1) });
    expect(s.balance(earnPool(SAVINGS.id), USDT).available).toBe(coins(4_936));
  });

  it('asks the lower of index and mark, and a fresh price', () => {
    const { s, office: o } = office();
    // The mark lags behind a single venue's fall.
    s.index(9_000);
    expect(rejectionOf(o.borrow(BOB, 1, 64))).toBe('collateral_too_small');
    s.timeMs += 10_001;
    expect(rejectionOf(o.borrow(BOB, 10, 64))).toBe('index_stale');
  });
});

it.each([
  [undefined, { liquidationBps: 9_409 }, undefined],
  [undefined, { liquidationBps: 9_410 }, 'malformed'],
  [undefined, { boundBps: 1_412 }, undefined],
  [undefined, { boundBps: 1_413 }, 'malformed'],
  [undefined, { feeBps: 0, liquidationBps: 9_410 }, undefined],
  [4, { liquidationBps: 9_500, boundBps: 2_000 }, undefined],
] as const)(
  'terms pay the debt of their last level at the bound, since rules 5 (%s %j: %s)',
  (rules, change, refusal) => {
    const o = new LoanOffice(new Scenario({ takerFeeBps: 0 }, rules));
    const terms = { ...LOANS.terms, feeBps: 300, ...change };
    expect(rejectionOf(o.list({ ...LOANS, terms }))).toBe(refusal);
  },
);

it.each([
  [undefined, 'loan_closed'],
  [4, undefined],
])(
  'an offer of before is closed where its bound does not pay, since rules 5 (%s: %s)',
  (rules, refusal) => {
    const s = new Scenario({ takerFeeBps: 0 }, 4);
    const o = new LoanOffice(s);
    o.list({ ...LOANS, terms: { ...LOANS.terms, liquidationBps: 9_500, boundBps: 2_000 } });
    if (rules !== 4) s.apply({ kind: 'core.upgrade', version: 5 });
    expect(rejectionOf(o.borrow(BOB, 1, 60))).toBe(refusal);
  },
);

describe('interest', () => {
  it('costs each hour that begins, goes to savers and insurance, and is paid first', () => {
    const { s, office: o } = office();
    o.borrow(BOB, 10, 600);
    s.timeMs += 2 * HOUR_MS;
    // Three hours have begun: 3 × 600 × 0.001 %.
    const applied = o.repay(BOB, 100);
    expect(eventsOf(applied, 'loanChanged')[0]).toMatchObject({
      cause: 'repaid',
      interest: coins(0.018),
      amount: coins(99.982),
    });
    expect(s.balance(earnSource(SAVINGS.id), USDT).available).toBe(coins(100.0153));
    expect(s.balance(SYSTEM.insurance, USDT).available).toBe(coins(0.0027));
    // The hour that has begun is paid for.
    s.timeMs += HOUR_MS - 1;
    expect(eventsOf(o.repay(BOB, 0), 'loanChanged')[0]).toMatchObject({ interest: 0n });
    expect(s.balance(BOB, BTC)).toEqual({ available: coins(10), held: 0n });
  });

  it('is rounded up, by less than a unit', () => {
    const { s, office: o } = office();
    o.list({ ...LOANS, min: 1n as Amount });
    s.apply({
      kind: 'loan.borrow',
      user: BOB,
      offer: 1,
      collateral: coins(1),
      amount: 100_001n as Amount,
    });
    // 1.00001 units for the first hour.
    expect(eventsOf(o.repay(BOB, 0), 'loanChanged')[0]).toMatchObject({ interest: 2n });
  });
});

describe('a falling price', () => {
  it('warns three times, once each, and sells the smallest part that restores the ratio', () => {
    const { s, office: o } = office();
    o.borrow(BOB, 10, 640);
    expect(eventsIn(fall(s, 8_950), 'loanWarned')).toMatchObject([{ warning: 1 }]);
    expect(eventsIn(fall(s, 8_900), 'loanWarned')).toEqual([]);
    expect(eventsIn(fall(s, 8_630), 'loanWarned')).toMatchObject([{ warning: 2 }]);
    expect(eventsIn(fall(s, 8_300), 'loanWarned')).toMatchObject([{ warning: 3 }]);
    s.place(ALICE, 'buy', 7_600, 1_000_000);
    const [sale, ...others] = eventsIn(fall(s, 7_680), 'loanLiquidated');
    expect(others).toEqual([]);
    // 640.0064 of 768: 83.3 %. Sold at 76, less 0.2 % and 1 %.
    expect(sale).toMatchObject({ fee: expect.anything() as bigint, loan: { warnings: 0 } });
    const { sold, proceeds, fee, repaid, interest, loan } = sale as NonNullable<typeof sale>;
    expect(proceeds).toBe((sold * 76n * 998n) / 1_000n);
    expect(fee).toBe((proceeds + 99n) / 100n);
    expect(repaid + interest).toBe(proceeds - fee);
    const ltv = (sell: bigint): number =>
      (640.0064 - (Number(sell) / 1e8) * 76.8 * 0.988) / ((10 - Number(sell) / 1e8) * 76.8);
    expect(ltv(sold)).toBeLessThanOrEqual(0.65);
    expect(ltv(sold - 1_000n)).toBeGreaterThan(0.65);
    expect(loan.pledged).toBe(coins(10) - sold);
    expect(s.balance(BOB, BTC).held).toBe(loan.pledged);
  });

  it('sells nothing further below the index than the terms say, and goes on at the next price', () => {
    const { s, office: o } = office();
    o.borrow(BOB, 10, 640);
    s.place(ALICE, 'buy', 7_440, 1_000_000);
    const fallen = fall(s, 7_680);
    expect(eventsIn(fallen, 'loanWarned')).toHaveLength(3);
    expect(eventsIn(fallen, 'orderPlaced')).toEqual([]);
    expect(s.balance(BOB, BTC).held).toBe(coins(10));
    s.place(CAROL, 'buy', 7_600, 100_000);
    const [part] = eventsIn([s.move(7_680)], 'loanLiquidated');
    expect(part).toMatchObject({ sold: coins(1), loan: { warnings: 3 } });
  });

  it('sells nothing at a stale price', () => {
    const { s, office: o } = office();
    o.borrow(BOB, 10, 640);
    s.place(ALICE, 'buy', 7_000, 1_000_000);
    s.timeMs += 60_000;
    const applied = s.apply({
      kind: 'index.set',
      source: 'test',
      sources: 3,
      prices: [[1, 7_000 as never, s.timeMs - 10_001]],
    });
    expect(eventsOf(applied, 'loanWarned')).toEqual([]);
    expect(eventsOf(s.clockAfter(1), 'loanLiquidated')).toEqual([]);
    expect(eventsOf(s.move(7_000), 'loanLiquidated')).toHaveLength(1);
  });

  it('warns anew after the price has recovered for an hour', () => {
    const { s, office: o } = office();
    o.borrow(BOB, 10, 640);
    fall(s, 8_950);
    fall(s, 10_000);
    s.timeMs += HOUR_MS;
    s.move(10_000);
    expect(eventsOf(s.clockAfter(0), 'loanChanged')).toMatchObject([{ cause: 'calmed' }]);
    expect(eventsIn(fall(s, 8_950), 'loanWarned')).toMatchObject([{ warning: 1 }]);
  });

  it('offers where nobody bids, again and again, under rules 3', () => {
    const s = new Scenario({}, 3);
    new LoanOffice(s).borrow(BOB, 10, 640);
    const fallen = [...fall(s, 7_680), s.clockAfter(1_000)];
    expect(eventsIn(fallen, 'loanLiquidated').map(({ sold }) => sold)).toEqual([0n, 0n, 0n]);
  });

  it('loses collateral that is worth less than the smallest order, at the last level', () => {
    const { s, office: o } = office();
    s.deposit(SYSTEM.insurance, USDT, coins(5));
    o.list({ ...LOANS, min: coins(0.1) });
    o.borrow(BOB, 0.01, 0.64);
    s.place(ALICE, 'buy', 7_600, 100_000);
    const fallen = fall(s, 7_680);
    expect(eventsIn(fallen, 'loanWarned')).toHaveLength(3);
    // 0.768 USDT of collateral; an order is of 1 USDT at least.
    expect(eventsIn(fallen, 'loanLost')).toMatchObject([
      { byInsurance: coins(0.64), missing: 0n, loan: { state: 'liquidated', pledged: 0n } },
    ]);
    expect(s.balance(SYSTEM.insurance, BTC).available).toBe(coins(0.01));
    expect(s.balance(BOB, BTC).held).toBe(0n);
  });

  it('left it where it was under rules 3', () => {
    const s = new Scenario({}, 3);
    const o = new LoanOffice(s);
    o.list({ ...LOANS, min: coins(0.1) });
    o.borrow(BOB, 0.01, 0.64);
    s.place(ALICE, 'buy', 7_600, 100_000);
    const fallen = fall(s, 7_680);
    expect(eventsIn(fallen, 'loanLiquidated')).toEqual([]);
    expect(eventsIn(fallen, 'loanLost')).toEqual([]);
  });

  it.each([
    [undefined, 1],
    [3, 0],
  ])('warns behind fifty loans that nobody buys, since rules 4 (%s: %d)', (rules, warnings) => {
    const s = new Scenario({}, rules);
    const o = new LoanOffice(s);
    for (let user = 100_100; user < 100_150; user++) {
      s.deposit(user, BTC, coins(1));
      o.borrow(user, 1, 64);
    }
    fall(s, 7_680);
    fall(s, 7_680);
    o.borrow(BOB, 1, 49);
    const warned = eventsIn(fall(s, 6_800), 'loanWarned');
    expect(warned.map(({ loan }) => loan.user)).toEqual(Array(warnings).fill(BOB));
  });

  it('names who pays when the collateral does not suffice, and savers lose nothing', () => {
    const { s, office: o } = office();
    o.borrow(BOB, 10, 640);
    s.deposit(SYSTEM.insurance, USDT, coins(5));
    s.place(ALICE, 'buy', 5_000, 2_000_000);
    const [lost] = eventsIn(fall(s, 5_000), 'loanLost');
    // 640 owed; ten at 50, less 0.2 % and 1 %: about 494.
    expect(lost).toMatchObject({ missing: 0n, loan: { state: 'liquidated', pledged: 0n } });
    const { byInsurance, bySource, byHouse } = lost as NonNullable<typeof lost>;
    expect(byInsurance).toBeGreaterThan(coins(9));
    expect(bySource).toBeGreaterThan(coins(99));
    expect(byHouse).toBeGreaterThan(coins(30));
    expect(s.balance(earnPool(SAVINGS.id), USDT).available).toBe(coins(5_000));
    o.shop.redeem(CAROL, 0);
  });

  it('leaves what nobody pays in the books, until the house covers it', () => {
    const { s, office: o } = office();
    o.borrow(BOB, 10, 640);
    o.shop.fund(SAVINGS.id, 100, 'out');
    s.apply({
      kind: 'earn.fund',
      product: 1,
      direction: 'in',
      amount: s.balance(SYSTEM.house, USDT).available as Amount,
    });
    s.place(ALICE, 'buy', 5_000, 2_000_000);
    const [lost] = eventsIn(fall(s, 5_000), 'loanLost');
    expect(lost?.missing).toBeGreaterThan(coins(100));
    expect(lost?.loan.state).toBe('lost');
    expect(rejectionOf(o.shop.redeem(CAROL, 0))).toBe('savings_lent');
    expect(rejectionOf(o.repay(BOB, 1))).toBe('loan_not_found');
    s.deposit(SYSTEM.house, USDT, coins(1_000));
    const covered = s.apply({ kind: 'loan.cover', loan: 1 });
    expect(eventsOf(covered, 'loanChanged')[0]).toMatchObject({
      cause: 'covered',
      amount: lost?.missing,
      loan: { state: 'liquidated' },
    });
    expect(rejectionOf(o.shop.redeem(CAROL, 0))).toBeUndefined();
  });
});

describe('collateral', () => {
  it('can be added at any time, and removed down to the initial ratio', () => {
    const { s, office: o } = office();
    o.borrow(BOB, 2, 64);
    expect(rejectionOf(o.move(BOB, 'remove', 1.1))).toBe('collateral_too_small');
    o.move(BOB, 'remove', 1);
    o.move(BOB, 'add', 3);
    expect(s.balance(BOB, BTC)).toEqual({ available: coins(6), held: coins(4) });
  });

  it('pays the debt by a quote, once', () => {
    const { s, office: o } = office();
    const desk = new ConvertDesk(s);
    desk.list({ ...HUB, max: coins(9_000) });
    o.borrow(BOB, 9, 500);
    desk.ask(BOB, 1);
    const part = o.repay(BOB, 0, { quote: 1 });
    expect(eventsOf(part, 'loanChanged')[0]).toMatchObject({
      cause: 'repaid',
      interest: coins(0.005),
      amount: coins(98.995),
      loan: { pledged: coins(8) },
    });
    expect(rejectionOf(o.repay(BOB, 0, { quote: 1 }))).toBe('quote_used');
    // Collateral that is held needs no free coins of its owner.
    s.place(BOB, 'sell', 10_000, 100_000);
    expect(rejectionOf(desk.ask(BOB, 0.5))).toBe('balance_insufficient');
    expect(rejectionOf(desk.ask(BOB, 9, { loan: 1 }))).toBe('collateral_short');
    desk.ask(BOB, 5, { loan: 1 });
    expect(rejectionOf(desk.accept(BOB, 2))).toBe('loan_quote_wrong');
    expect(eventsOf(o.repay(BOB, 0, { quote: 2 }), 'loanChanged')[0]).toMatchObject({
      loan: { state: 'repaid', pledged: 0n },
    });
    expect(s.balance(BOB, BTC)).toEqual({ available: coins(3), held: coins(1) });
  });
});

describe('collateral that repays a part', () => {
  it.each([
    [undefined, undefined],
    [4, 'convert_limit_reached'],
  ])(
    'is converted after the hour is used up, once warned, since rules 5 (%s: %s)',
    (rules, refusal) => {
      const s = new Scenario({}, rules);
      const o = new LoanOffice(s);
      const desk = new ConvertDesk(s);
      o.borrow(BOB, 9, 500);
      o.borrow(CAROL, 9, 400);
      fall(s, 7_300);
      // Four at 72.27, which is 99 % of 73, and not five.
      desk.list({ ...HUB, hourLimit: coins(292) });
      for (const quote of [1, 2, 3, 4]) {
        desk.ask(ALICE, 1);
        desk.accept(ALICE, quote);
      }
      expect(rejectionOf(desk.ask(CAROL, 1))).toBe('convert_limit_reached');
      expect(rejectionOf(desk.ask(BOB, 1, { loan: 1 }))).toBe(refusal);
      if (refusal !== undefined) return;
      // It is for this loan alone: free coins do not pass by it, and neither does another coin.
      expect(rejectionOf(desk.accept(BOB, 5))).toBe('loan_quote_wrong');
      const usdt = { from: USDT, to: BTC, amount: coins(20), loan: 1 };
      expect(rejectionOf(desk.ask(BOB, 0, usdt))).toBe('loan_quote_wrong');
      expect(rejectionOf(o.repay(BOB, 0, { quote: 5 }))).toBeUndefined();
      // Carol was not warned: her loan waits for the next hour like everybody.
      expect(rejectionOf(desk.ask(CAROL, 1, { loan: 2 }))).toBe('convert_limit_reached');
      // The quarter holds, and the desk gives no more than it has.
      expect(rejectionOf(desk.ask(BOB, 1.02, { loan: 1 }))).toBe('convert_limit_reached');
      desk.fund(USDT, 9_600, 'out');
      expect(rejectionOf(desk.ask(BOB, 0.99, { loan: 1 }))).toBe('convert_short');
      const restored = Exchange.restore(JSON.parse(JSON.stringify(s.exchange.snapshot())) as never);
      expect(restored.snapshot()).toEqual(s.exchange.snapshot());
    },
  );

  it.each([
    [undefined, undefined],
    [3, 'collateral_too_small'],
  ])('is taken above the first warning too, since rules 4 (%s: %s)', (rules, refusal) => {
    const s = new Scenario({}, rules);
    const o = new LoanOffice(s);
    const desk = new ConvertDesk(s);
    o.borrow(BOB, 9, 500);
    fall(s, 7_300);
    desk.ask(BOB, 1, { loan: 1 });
    expect(rejectionOf(o.repay(BOB, 0, { quote: 1 }))).toBe(refusal);
  });

  it('is refused where it would leave less behind the rest of the debt', () => {
    const { s, office: o } = office();
    const desk = new ConvertDesk(s);
    o.borrow(BOB, 9, 500);
    fall(s, 5_600);
    // Nobody bids. 55.44 for a coin, which is worth 56, and behind which 55.56 are owed.
    desk.ask(BOB, 1, { loan: 1 });
    expect(rejectionOf(o.repay(BOB, 0, { quote: 1 }))).toBe('collateral_too_small');
  });
});

it('a restored exchange goes on as the first one', () => {
  const s = new Scenario();
  const o = new LoanOffice(s);
  o.borrow(BOB, 10, 640);
  o.borrow(ALICE, 5, 300);
  s.place(ALICE, 'buy', 7_600, 100_000);
  fall(s, 8_950);
  s.timeMs += HOUR_MS - 5_000;
  s.move(8_940);
  const restored = Exchange.restore(JSON.parse(JSON.stringify(s.exchange.snapshot())) as never);
  const index = { kind: 'index.set', source: 'test', sources: 3 } as const;
  for (const ticks of [8_930, 8_300, 7_680, 7_600, 6_000]) {
    s.timeMs += 5_000;
    const command = { ...index, prices: [[1, ticks as never]] } as const;
    expect(restored.apply(command, s.timeMs)).toEqual(s.apply(command));
    const tick = { kind: 'clock.tick' } as const;
    expect(restored.apply(tick, s.timeMs)).toEqual(s.apply(tick));
    expect(restored.snapshot()).toEqual(s.exchange.snapshot());
  }
});

it('loans that ended do not take the turn of those that run', () => {
  const { s, office: o } = office();
  // As many as one command looks at, and one more.
  for (let loan = 1; loan <= 1_000; loan++) {
    o.borrow(BOB, 1, 10);
    o.repay(BOB, 0, { loan });
  }
  o.borrow(BOB, 1, 10);
  const restored = Exchange.restore(JSON.parse(JSON.stringify(s.exchange.snapshot())) as never);
  s.timeMs += HOUR_MS;
  const tick = { kind: 'clock.tick' } as const;
  expect(restored.apply(tick, s.timeMs)).toEqual(s.apply(tick));
  expect(restored.snapshot()).toEqual(s.exchange.snapshot());
});
