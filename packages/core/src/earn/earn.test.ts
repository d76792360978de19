import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { earnPool, earnSource, SYSTEM } from '../ledger/accounts.ts';
import { Exchange } from '../exchange.ts';
import { EarnShop, PLEDGE, SAVINGS, WEALTH } from '../testing/earn-scenario.ts';
import { LoanOffice, LOANS } from '../testing/loan-scenario.ts';
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
  coins,
} from '../testing/scenario.ts';
import { interestOf, keptEarly } from './interest.ts';

function shop(): { s: Scenario; shop: EarnShop } {
  const s = new Scenario();
  return { s, shop: new EarnShop(s) };
}

describe('a lock', () => {
  it('holds principal and the interest of the whole term from the purchase on', () => {
    const { s, shop: earn } = shop();
    const applied = earn.lock(ALICE, 1_000);
    expect(s.balance(ALICE, USDT)).toEqual({ available: coins(9_000), held: coins(1_000) });
    expect(s.balance(earnSource(WEALTH.id), USDT)).toEqual({
      available: coins(93),
      held: coins(7),
    });
    expect(eventsOf(applied, 'lockOpened')[0]).toMatchObject({
      reserved: coins(7),
      lock: { principal: coins(1_000), days: 7, paidDays: 0 },
    });
  });

  it('earns from the midnight after the purchase, and is free after its last day', () => {
    const { s, shop: earn } = shop();
    earn.lock(ALICE, 1_000);
    expect(eventsOf(earn.midnight(), 'interestAccrued')).toEqual([]);
    const [first] = eventsOf(earn.midnight(), 'interestAccrued');
    expect(first).toMatchObject({ paidDays: 1, amount: coins(1), paid: coins(1) });
    expect(s.balance(ALICE, USDT)).toEqual({ available: coins(9_000), held: coins(1_001) });
    expect(earn.midnight(5).events).not.toContainEqual(
      expect.objectContaining({ type: 'lockEnded' }),
    );
    expect(eventsOf(earn.midnight(), 'lockEnded')[0]).toMatchObject({
      cause: 'matured',
      principal: coins(1_000),
      interest: coins(7),
      renewedBy: 0,
    });
    expect(s.balance(ALICE, USDT)).toEqual({ available: coins(10_007), held: 0n });
    expect(s.balance(earnSource(WEALTH.id), USDT)).toEqual({ available: coins(93), held: 0n });
  });

  it('is paid once for a day, however late and however often time passes', () => {
    const { s, shop: earn } = shop();
    earn.lock(ALICE, 1_000);
    const late = eventsOf(earn.midnight(4), 'interestAccrued');
    const days = late.map(({ day }) => day);
    expect(days).toEqual([1, 2, 3]);
    expect(s.clockAfter(0).events).toEqual([]);
    expect(s.clockAfter(3_600_000).events).toEqual([]);
  });

  it('carries the fraction of a day to the next one', () => {
    const { shop: earn } = shop();
    earn.list({ ...WEALTH, ratePpb: 1, min: 1n as never });
    earn.lock(ALICE, 3);
    // 0.3 units a day: nothing for three days, then one.
    const amounts = [0, 1, 2, 3, 4, 5, 6, 7].flatMap(() =>
      eventsOf(earn.midnight(), 'interestAccrued').map(({ amount }) => amount),
    );
    expect(amounts).toEqual([0n, 0n, 0n, 1n, 0n, 0n, 1n]);
  });

  it('keeps its terms when the product changes', () => {
    const { shop: earn } = shop();
    earn.lock(ALICE, 1_000);
    earn.list({ ...WEALTH, ratePpb: 1, earlyKeepBps: 0, isOpen: false });
    const ended = eventsOf(earn.midnight(8), 'lockEnded')[0];
    expect(ended).toMatchObject({ interest: coins(7) });
  });

  it('ends early with the part of its interest that its terms leave', () => {
    const { s, shop: earn } = shop();
    earn.lock(ALICE, 1_000);
    earn.midnight(4);
    const applied = s.apply({ kind: 'earn.exit', user: ALICE, lock: 1 });
    expect(eventsOf(applied, 'lockEnded')[0]).toMatchObject({
      cause: 'exited',
      interest: coins(1.5),
      forfeited: coins(1.5),
    });
    expect(s.balance(ALICE, USDT)).toEqual({ available: coins(10_001.5), held: 0n });
    expect(s.balance(earnSource(WEALTH.id), USDT)).toEqual({ available: coins(98.5), held: 0n });
    earn.lock(ALICE, 10);
  });

  it('pays what is due before an exit, and a whole term where the tick is late', () => {
    const { s, shop: earn } = shop();
    earn.lock(ALICE, 1_000);
    earn.midnight();
    s.timeMs += 8 * 86_400_000;
    const applied = s.apply({ kind: 'earn.exit', user: ALICE, lock: 1 });
    expect(eventsOf(applied, 'interestAccrued')).toHaveLength(7);
    expect(eventsOf(applied, 'lockEnded')[0]).toMatchObject({ cause: 'matured' });
    expect(eventsOf(s.clockAfter(0), 'interestAccrued')).toEqual([]);
  });

  it.each([
    [undefined, undefined],
    [4, 'lock_fixed'],
  ])(
    'without early exit can be undone before its first midnight, since rules 5 (%s)',
    (rules, then) => {
      const s = new Scenario({}, rules);
      const earn = new EarnShop(s);
      const { earlyKeepBps: _none, ...fixed } = WEALTH;
      earn.list({ ...fixed, dayQuota: coins(1_000) });
      earn.lock(ALICE, 1_000);
      const exit = (lock: number) => s.apply({ kind: 'earn.exit', user: ALICE, lock });
      expect(rejectionOf(exit(1))).toBe(then);
      if (rules === 4) return;
      expect(s.balance(ALICE, USDT)).toEqual({ available: coins(10_000), held: 0n });
      expect(s.balance(earnSource(WEALTH.id), USDT)).toEqual({ available: coins(100), held: 0n });
      earn.lock(ALICE, 1_000, { renews: true });
      earn.midnight();
      expect(rejectionOf(exit(2))).toBe('lock_fixed');
      // A renewal follows at once, and is no purchase that could be undone.
      earn.midnight(7);
      expect(rejectionOf(exit(3))).toBe('lock_fixed');
    },
  );

  it.each([
    [undefined, 'collected'],
    [4, undefined],
  ])(
    'ends for a debt of its owner, without the interest of what pays it, since rules 5 (%s)',
    (rules, cause) => {
      const s = new Scenario({}, rules);
      const earn = new EarnShop(s);
      earn.list({ ...WEALTH, id: 4, ratePpb: 100_000, days: 30 });
      earn.fund(4, 100);
      s.receive(ALICE, 600, '0xa');
      earn.lock(ALICE, 500);
      earn.lock(ALICE, 400, { product: 4 });
      earn.lock(ALICE, 1, { product: PLEDGE.id });
      earn.midnight(3);
      const available = s.balance(ALICE, USDT).available as never;
      s.apply({ kind: 'custody.hold', user: ALICE, currency: USDT, amount: available });
      const reversal = {
        kind: 'custody.reverse',
        network: NETWORK.id,
        transaction: '0xa',
      } as const;
      const applied = s.apply({ ...reversal, output: 0 });
      const ended = eventsOf(applied, 'lockEnded');
      // The newest first; BTC does not pay a debt of USDT.
      expect(ended.map(({ lock, cause: by, interest }) => [lock, by, interest])).toEqual(
        cause === undefined
          ? []
          : [
              [2, cause, 0n],
              [1, cause, coins(0.6)],
            ],
      );
      const [reversed] = eventsOf(applied, 'depositReversed');
      expect(reversed?.recovered).toBe(cause === undefined ? 0n : coins(600));
      // Two fifths of the second lock paid: so much of its interest is gone.
      expect(s.balance(ALICE, USDT).available).toBe(cause === undefined ? 0n : coins(300.6));
      expect(s.exchange.snapshot().custody.debts).toHaveLength(cause === undefined ? 1 : 0);
      expect(s.balance(earnSource(4), USDT).available).toBe(
        cause === undefined ? coins(98.8) : coins(100),
      );
      if (rules !== 4) return;
      const raised = s.apply({ kind: 'core.upgrade', version: 5 });
      expect(eventsOf(raised, 'lockEnded').map(({ lock }) => lock)).toEqual([2, 1]);
      expect(s.exchange.snapshot().custody.debts).toEqual([]);
    },
  );

  it('renews where that is wished, and never for less', () => {
    const { s, shop: earn } = shop();
    earn.lock(ALICE, 1_000, { renews: true });
    earn.lock(BOB, 100);
    s.apply({ kind: 'earn.renew', user: BOB, lock: 2, renews: true });
    const again = earn.midnight(8);
    expect(eventsOf(again, 'lockEnded').map(({ renewedBy }) => renewedBy)).toEqual([3, 4]);
    expect(eventsOf(again, 'lockOpened')[0]).toMatchObject({
      renewsLock: 1,
      lock: { principal: coins(1_000), fromDay: 8, renews: true },
    });
    earn.list({ ...WEALTH, ratePpb: 999_999 });
    expect(eventsOf(earn.midnight(7), 'lockEnded').map(({ renewedBy }) => renewedBy)).toEqual([
      0, 0,
    ]);
    expect(s.balance(ALICE, USDT)).toEqual({ available: coins(10_014), held: 0n });
  });

  it.each([
    [undefined, 0],
    [4_999, 0],
    [5_000, 2],
    [5_001, 2],
  ])('with an exit that leaves half does not renew into one of %j', (earlyKeepBps, renewedBy) => {
    const { shop: earn } = shop();
    earn.lock(ALICE, 1_000, { renews: true });
    const { earlyKeepBps: _before, ...terms } = WEALTH;
    earn.list({ ...terms, ...(earlyKeepBps !== undefined && { earlyKeepBps }) });
    expect(eventsOf(earn.midnight(8), 'lockEnded')).toMatchObject([{ renewedBy }]);
  });

  it('renewed without its exit under rules 3', () => {
    const earn = new EarnShop(new Scenario({}, 3));
    earn.lock(ALICE, 1_000, { renews: true });
    const { earlyKeepBps: _before, ...terms } = WEALTH;
    earn.list(terms);
    expect(eventsOf(earn.midnight(8), 'lockEnded')).toMatchObject([{ renewedBy: 2 }]);
  });

  it('renews into an exit that it did not have', () => {
    const { shop: earn } = shop();
    const { earlyKeepBps, ...terms } = WEALTH;
    earn.list(terms);
    earn.lock(ALICE, 1_000, { renews: true });
    earn.list({ ...terms, earlyKeepBps: earlyKeepBps ?? 0 });
    expect(eventsOf(earn.midnight(8), 'lockEnded')).toMatchObject([{ renewedBy: 2 }]);
  });

  it('does not renew what its source cannot pay, and nothing of a frozen owner', () => {
    const { s, shop: earn } = shop();
    earn.lock(ALICE, 1_000, { renews: true });
    earn.lock(BOB, 100, { renews: true });
    s.apply({ kind: 'custody.freeze', user: BOB, isFrozen: true });
    earn.fund(WEALTH.id, 92, 'out');
    expect(eventsOf(earn.midnight(8), 'lockOpened')).toEqual([]);
  });

  it('is spread over ticks when more is due than one command does', () => {
    const { s, shop: earn } = shop();
    earn.list({ ...WEALTH, min: coins(1), capacity: coins(5_000), dayQuota: coins(5_000) });
    for (let user = 0; user < 1_100; user++) {
      s.exchange.apply(
        {
          kind: 'ledger.deposit',
          user: 200_000 + user,
          wallet: 'spot',
          currency: USDT,
          amount: coins(1),
          reference: 'test',
        },
        s.timeMs,
      );
      s.exchange.apply(
        {
          kind: 'earn.lock',
          user: 200_000 + user,
          product: 1,
          amount: coins(1),
          renews: false,
        },
        s.timeMs,
      );
    }
    earn.midnight();
    expect(eventsOf(earn.midnight(), 'interestAccrued')).toHaveLength(1_000);
    expect(eventsOf(s.clockAfter(0), 'interestAccrued')).toHaveLength(100);
  });
});

describe('savings', () => {
  it('earn from the midnight after they came, and pay all interest with a redemption', () => {
    const { s, shop: earn } = shop();
    earn.save(ALICE, 1_000);
    expect(s.balance(earnPool(SAVINGS.id), USDT).available).toBe(coins(1_000));
    expect(eventsOf(earn.midnight(), 'savingsDayEnded')[0]).toMatchObject({
      earned: 0n,
      paid: 0n,
      nextRatePpb: 200_000,
      nextEarning: coins(1_000),
    });
    expect(eventsOf(earn.midnight(), 'savingsDayEnded')[0]).toMatchObject({
      earned: coins(1_000),
      paid: coins(0.2),
    });
    earn.midnight();
    const applied = earn.redeem(ALICE, 400);
    expect(eventsOf(applied, 'savingChanged')[0]).toMatchObject({
      amount: coins(400),
      interest: coins(0.4),
    });
    expect(s.balance(ALICE, USDT).available).toBe(coins(9_400.4));
    earn.redeem(ALICE, 0);
    expect(s.balance(ALICE, USDT).available).toBe(coins(10_000.4));
    expect(s.balance(earnPool(SAVINGS.id), USDT).available).toBe(0n);
  });

  it('give nothing for coins that come and go within a day', () => {
    const { s, shop: earn } = shop();
    earn.midnight();
    earn.save(ALICE, 1_000);
    earn.midnight();
    earn.save(ALICE, 500);
    const first = earn.redeem(ALICE, 600);
    expect(eventsOf(first, 'savingChanged')[0]).toMatchObject({
      interest: 0n,
      saving: { pending: 0n, earning: coins(900) },
    });
    earn.midnight();
    earn.redeem(ALICE, 0);
    expect(s.balance(ALICE, USDT).available).toBe(coins(10_000) + coins(0.18));
  });

  it('have a new rate from the next midnight on, and no more than their source has', () => {
    const { shop: earn } = shop();
    earn.save(ALICE, 1_000);
    earn.list({ ...SAVINGS, ratePpb: 400_000 });
    earn.midnight();
    expect(eventsOf(earn.midnight(), 'savingsDayEnded')[0]).toMatchObject({ ratePpb: 400_000 });
    earn.fund(SAVINGS.id, 99, 'out');
    const [cut] = eventsOf(earn.midnight(), 'savingsDayEnded');
    expect(cut).toMatchObject({ ratePpb: 400_000, paid: coins(0.4), nextRatePpb: 199_999 });
    const [none] = eventsOf(earn.midnight(), 'savingsDayEnded');
    expect(none).toMatchObject({ ratePpb: 199_999, nextRatePpb: 0 });
    expect(eventsOf(earn.midnight(), 'savingsDayEnded')[0]).toMatchObject({ paid: 0n });
  });

  it('leave fractions to rounding, and lose nothing', () => {
    const { s, shop: earn } = shop();
    earn.list({ ...SAVINGS, min: 1n as never, ratePpb: 1 });
    for (const user of [ALICE, BOB, CAROL]) earn.save(user, 0, { amount: 600_000_000n as never });
    earn.midnight(2);
    for (const user of [ALICE, BOB, CAROL]) earn.redeem(user, 0);
    // Three times 0.6 units: one unit for rounding, and 0.8 that stay in the pool's books.
    expect(s.balance(SYSTEM.rounding, USDT).available).toBe(1n);
    expect(s.balance(earnPool(SAVINGS.id), USDT).available).toBe(0n);
  });

  it('give the quota of the day back with what leaves the same day, and no more than was used', () => {
    const { s, shop: earn } = shop();
    earn.list({ ...SAVINGS, dayQuota: coins(100) });
    earn.save(ALICE, 60);
    earn.midnight();
    earn.save(ALICE, 100);
    expect(rejectionOf(earn.save(BOB, 1))).toBe('earn_quota_reached');
    earn.redeem(ALICE, 40);
    expect(rejectionOf(earn.save(BOB, 40.01))).toBe('earn_quota_reached');
    expect(rejectionOf(earn.save(BOB, 40))).toBeUndefined();
    // 160 leave, of which 60 came yesterday: the quota is whole again, and no larger.
    earn.redeem(ALICE, 120);
    earn.redeem(BOB, 40);
    expect(rejectionOf(earn.save(BOB, 100.01))).toBe('earn_quota_reached');
    expect(rejectionOf(earn.save(BOB, 100))).toBeUndefined();

    earn.list({ ...WEALTH, dayQuota: coins(100) });
    earn.lock(ALICE, 100);
    expect(rejectionOf(earn.lock(BOB, 10))).toBe('earn_quota_reached');
    s.apply({ kind: 'earn.exit', user: ALICE, lock: 1 });
    expect(rejectionOf(earn.lock(BOB, 100))).toBeUndefined();
  });

  it('used the quota up for good under rules 3', () => {
    const earn = new EarnShop(new Scenario({}, 3));
    earn.list({ ...SAVINGS, dayQuota: coins(100) });
    earn.save(ALICE, 100);
    earn.redeem(ALICE, 100);
    expect(rejectionOf(earn.save(BOB, 1))).toBe('earn_quota_reached');
  });

  it('take what is idle each day, where that is wished', () => {
    const { s, shop: earn } = shop();
    s.apply({
      kind: 'earn.auto',
      user: ALICE,
      product: SAVINGS.id,
      isOn: true,
      keep: coins(8_000),
    });
    expect(eventsOf(earn.midnight(), 'savingChanged')[0]).toMatchObject({
      cause: 'auto',
      amount: coins(2_000),
    });
    s.deposit(ALICE, USDT, coins(4_000));
    expect(s.clockAfter(1_000).events).toEqual([]);
    expect(eventsOf(earn.midnight(), 'savingChanged')[0]).toMatchObject({ amount: coins(3_000) });
    s.apply({
      kind: 'earn.auto',
      user: ALICE,
      product: SAVINGS.id,
      isOn: false,
      keep: 0n as never,
    });
    expect(eventsOf(earn.midnight(), 'savingChanged')).toEqual([]);
  });

  it('take it by the midnight of the wish that holds, with or without a restart', () => {
    const { s, shop: earn } = shop();
    earn.list({ ...SAVINGS, dayQuota: coins(100) });
    const wish = (user: number) =>
      s.apply({ kind: 'earn.auto', user, product: SAVINGS.id, isOn: true, keep: coins(0) });
    wish(ALICE);
    wish(BOB);
    // A day later, and before any tick, Alice wishes anew: her turn comes after Bob's.
    s.timeMs += 86_400_000;
    wish(ALICE);
    const restored = Exchange.restore(JSON.parse(JSON.stringify(s.exchange.snapshot())) as never);
    const applied = earn.midnight();
    expect(eventsOf(applied, 'savingChanged').map(({ saving }) => saving.user)).toEqual([BOB]);
    expect(restored.apply({ kind: 'clock.tick' }, s.timeMs)).toEqual(applied);
  });

  it.each([
    [undefined, 'earn_unfunded', 200_000],
    [4, undefined, 199_999],
  ])('take no more than their source can pay for, since rules 5 (%s)', (rules, then, rate) => {
    const s = new Scenario({}, rules);
    const earn = new EarnShop(s);
    earn.save(ALICE, 1_000);
    earn.midnight();
    // 0.2 is kept for the day that runs, and 0.40000001 is left: 2,000 can earn tomorrow.
    s.apply({
      kind: 'earn.fund',
      product: SAVINGS.id,
      direction: 'out',
      amount: (s.balance(earnSource(SAVINGS.id), USDT).available - coins(0.4)) as never,
    });
    expect(rejectionOf(earn.save(BOB, 1_000.01))).toBe(then);
    if (rules !== 4) {
      // A midnight that no tick has seen costs Alice's day first: 0.2 less.
      const early = Exchange.restore(JSON.parse(JSON.stringify(s.exchange.snapshot())) as never);
      const save = { kind: 'earn.save', user: BOB, product: SAVINGS.id } as const;
      const at = s.timeMs + 86_400_000;
      expect(early.apply({ ...save, amount: coins(1) }, at).outcome).toMatchObject({
        rejection: 'earn_unfunded',
      });
    }
    if (rules !== 4) {
      expect(rejectionOf(earn.save(BOB, 1_000))).toBeUndefined();
      s.apply({
        kind: 'earn.auto',
        user: CAROL,
        product: SAVINGS.id,
        isOn: true,
        keep: 0n as never,
      });
    }
    const ended = earn.midnight();
    expect(eventsOf(ended, 'savingsDayEnded')[0]).toMatchObject({ nextRatePpb: rate });
    expect(eventsOf(ended, 'savingChanged')).toEqual([]);
    // Orders to save take as much as the source can pay interest for, and no more.
    if (rules === 4) return;
    earn.fund(SAVINGS.id, 1);
    const later = eventsOf(earn.midnight(), 'savingChanged');
    expect(later.map(({ amount, cause }) => [amount, cause])).toEqual([[coins(1_000), 'auto']]);
  });

  it.each([
    [undefined, 'savings_lent'],
    [4, undefined],
  ])('of the day stay where something was lent on them, since rules 5 (%s)', (rules, then) => {
    const s = new Scenario({}, rules);
    const office = new LoanOffice(s);
    office.list({ ...LOANS, max: coins(6_000) });
    s.deposit(BOB, BTC, coins(990));
    office.shop.midnight();
    s.index(10_000);
    office.shop.save(ALICE, 4_000);
    office.borrow(BOB, 500, 4_000);
    expect(rejectionOf(office.borrow(BOB, 400, 3_200))).toBeUndefined();
    // 7,200 of 9,000 are lent, four fifths: Alice's coins, which came today, are needed for it.
    expect(rejectionOf(office.shop.redeem(ALICE, 1))).toBe(then);
    // Carol's came before, and are free as far as they are not lent.
    expect(rejectionOf(office.shop.redeem(CAROL, 1_000))).toBeUndefined();
    office.shop.midnight();
    expect(rejectionOf(office.shop.redeem(ALICE, 1))).toBeUndefined();
  });

  it('pay a debt of their owner', () => {
    const { s, shop: earn } = shop();
    s.receive(ALICE, 500, '0xa');
    earn.save(ALICE, 5_000);
    s.apply({
      kind: 'custody.hold',
      user: ALICE,
      currency: USDT,
      amount: s.balance(ALICE, USDT).available as never,
    });
    const applied = s.apply({
      kind: 'custody.reverse',
      network: NETWORK.id,
      transaction: '0xa',
      output: 0,
    });
    expect(eventsOf(applied, 'depositReversed')[0]).toMatchObject({ recovered: coins(500) });
    expect(s.exchange.snapshot().earn.savings).toMatchObject([
      { earning: '0', pending: '450000000000' },
    ]);
  });

  it.each([
    [undefined, 300],
    [3, 400],
  ])('pay a debt when others pay back what was lent, since rules 4 (%s: %d)', (rules, left) => {
    const s = new Scenario({}, rules);
    const office = new LoanOffice(s);
    // Alice saves 1,000 of the 6,000; Bob borrows so much that 600 are idle.
    office.list({ ...LOANS, max: coins(6_000) });
    office.shop.list({ ...SAVINGS, lendBps: 9_000 });
    s.deposit(BOB, BTC, coins(990));
    s.receive(ALICE, 700, '0xa');
    office.shop.save(ALICE, 1_000);
    office.borrow(BOB, 1_000, 5_400);
    const available = s.balance(ALICE, USDT).available as never;
    s.apply({ kind: 'custody.hold', user: ALICE, currency: USDT, amount: available });
    const reversal = { kind: 'custody.reverse', network: NETWORK.id, transaction: '0xa' } as const;
    const applied = s.apply({ ...reversal, output: 0 });
    expect(eventsOf(applied, 'depositReversed')[0]).toMatchObject({ recovered: coins(600) });
    const saved = (): bigint =>
      s.exchange
        .snapshot()
        .earn.savings.filter(({ user }) => user === ALICE)
        .reduce((sum, { earning, pending }) => sum + BigInt(earning) + BigInt(pending), 0n);
    expect(saved()).toBe(coins(400));
    office.repay(BOB, 3_000);
    expect(saved()).toBe(coins(left));
    expect(s.exchange.snapshot().custody.debts).toHaveLength(left === 300 ? 0 : 1);
  });
});

it('a restored exchange goes on as the first one', () => {
  const s = new Scenario();
  const office = new LoanOffice(s);
  office.shop.lock(ALICE, 500, { renews: true });
  office.shop.lock(BOB, 1, { product: PLEDGE.id });
  office.shop.save(ALICE, 1_000);
  s.apply({ kind: 'earn.auto', user: BOB, product: 3, isOn: true, keep: coins(9_900) });
  office.shop.midnight(3);
  const restored = Exchange.restore(JSON.parse(JSON.stringify(s.exchange.snapshot())) as never);
  for (const ms of [86_400_000, 86_400_000, 6 * 86_400_000]) {
    s.timeMs += ms;
    const live = s.apply({ kind: 'clock.tick' });
    expect(restored.apply({ kind: 'clock.tick' }, s.timeMs)).toEqual(live);
    expect(restored.snapshot()).toEqual(s.exchange.snapshot());
  }
});

it('an early exit never keeps more than was paid, nor a day less than the day before', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 10n ** 18n }),
      fc.integer({ min: 1, max: 50_000_000 }),
      fc.integer({ min: 0, max: 10_000 }),
      (principal, ratePpb, keepBps) => {
        let before = 0n;
        for (let day = 0; day <= 30; day++) {
          const paid = interestOf(principal, ratePpb, day);
          const kept = keptEarly(paid, keepBps);
          expect(kept <= paid && kept >= before).toBe(true);
          before = kept;
        }
      },
    ),
  );
});

it('refuses the other kinds: savings are not locked, locks are not saved', () => {
  const { shop: earn } = shop();
  expect(rejectionOf(earn.save(ALICE, 10, { product: WEALTH.id }))).toBe('earn_closed');
  expect(rejectionOf(earn.lock(ALICE, 100, { product: SAVINGS.id }))).toBe('earn_closed');
  expect(rejectionOf(earn.lock(ALICE, 1, { product: PLEDGE.id }))).toBeUndefined();
});
