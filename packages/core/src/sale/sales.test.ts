import { createHash } from 'node:crypto';
import type { Amount } from '@meridian/money/amount';
import { describe, expect, it } from 'vitest';
import { Exchange } from '../exchange.ts';
import { saleSource, SYSTEM } from '../ledger/accounts.ts';
import {
  announce,
  announcementOf,
  commitmentOf,
  DAY_MS,
  fundingOf,
  HOUR_MS,
  termsOf,
} from '../testing/sale-refusals.ts';
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
  personOf,
} from '../testing/scenario.ts';

import type { SaleTerms } from './sale-commands.ts';
import { pickSaleTerms, termsText } from './sale-terms.ts';

describe('the announcement of a sale', () => {
  it('binds the whole supply, and says the hash of its terms', () => {
    const s = new Scenario();
    const terms = announce(s);
    expect(s.balance(saleSource(1), BTC)).toEqual({ available: 0n, held: coins(100) });
    const text = termsText(pickSaleTerms(terms) as SaleTerms);
    expect(text).toBe(
      '{"id":1,"kind":"sale","currency":1,"paidIn":3,"lotSize":"100000000",' +
        '"lotPrice":"1000000000","supply":"10000000000","target":"0","min":"1000000000",' +
        '"max":"500000000000","cap":"500000000000","opensMs":1000,"closesMs":86401000,' +
        '"freeBps":10000,"cliffMs":0,"instalments":0,"instalmentMs":0,' +
        `"texts":"${'e'.repeat(64)}"}`,
    );
    const hash = createHash('sha256').update(text).digest('hex');
    expect(announcementOf(terms).hash).toBe(hash);
    // In another order they are the same terms.
    const turned = Object.fromEntries(Object.entries(terms).reverse()) as unknown as SaleTerms;
    expect(announcementOf(turned).hash).toBe(hash);
  });

  it('is final: no number is used twice, and funds that are promised do not leave', () => {
    const s = new Scenario();
    announce(s, { id: 5 });
    expect(rejectionOf(s.apply(announcementOf(termsOf(s, { id: 5 }))))).toBe('malformed');
    expect(rejectionOf(s.apply(announcementOf(termsOf(s, { id: 4 }))))).toBe('malformed');
    const back = fundingOf({ sale: 5, direction: 'out' });
    expect(rejectionOf(s.apply(back))).toBe('sale_promised');
    s.deposit(SYSTEM.house, BTC, coins(3));
    s.apply(fundingOf({ sale: 5, amount: coins(3) }));
    expect(rejectionOf(s.apply({ ...back, amount: coins(4) }))).toBe('sale_promised');
    expect(rejectionOf(s.apply({ ...back, amount: coins(3) }))).toBeUndefined();
    expect(s.balance(SYSTEM.house, BTC).available).toBe(coins(3));
  });

  it.each<[string, Partial<SaleTerms>]>([
    ['no number', { id: 0 }],
    ['a number above all accounts', { id: 10_000 }],
    ['one currency', { paidIn: BTC }],
    ['a part of a lot', { supply: (coins(1) / 2n) as Amount }],
    ['no lot', { lotSize: 0n as Amount }],
    ['no price', { lotPrice: 0n as Amount }],
    ['a price of all beyond amounts', { lotPrice: (1n << 61n) as Amount }],
    ['a target, as a sale', { target: coins(1) }],
    ['no target, as a crowd', { kind: 'crowd' }],
    ['a target above the maximum', { kind: 'crowd', target: (coins(1_000) + 1n) as Amount }],
    ['a smallest commitment of half a lot', { min: coins(15) }],
    ['a largest commitment below the smallest', { max: coins(0) }],
    ['a cap above the largest commitment', { cap: coins(5_010) }],
    ['a cap below the smallest commitment', { min: coins(20), cap: coins(10) }],
    ['no time', { closesMs: 1_000 }],
    ['more than ninety days', { closesMs: 1_001 + 90 * DAY_MS }],
    ['instalments of nothing', { instalments: 1 }],
    ['no instalment', { freeBps: 0, cliffMs: 2 * DAY_MS }],
    ['a cliff before the end', { freeBps: 0, cliffMs: DAY_MS, instalments: 1 }],
    ['instalments at once', { freeBps: 0, cliffMs: 2 * DAY_MS, instalments: 2 }],
    ['more than all free', { freeBps: 10_001 }],
  ])('is refused with %s', (_, change) => {
    const s = new Scenario();
    s.deposit(SYSTEM.house, BTC, coins(100));
    s.apply(fundingOf({}));
    expect(rejectionOf(s.apply(announcementOf(termsOf(s, change))))).toBe('malformed');
  });
});

describe('commitments', () => {
  it('are held, raised up to the largest one, and not lowered', () => {
    const s = new Scenario();
    announce(s);
    expect(s.apply(commitmentOf({})).outcome).toEqual({ ok: true, id: 1 });
    expect(s.apply(commitmentOf({ amount: coins(10) })).outcome).toEqual({ ok: true, id: 1 });
    expect(s.balance(ALICE, USDT)).toEqual({ available: coins(9_890), held: coins(110) });
    expect(rejectionOf(s.apply(commitmentOf({ amount: coins(4_900) })))).toBe('sale_cap_reached');
    expect(rejectionOf(s.apply(commitmentOf({ amount: coins(4_890) })))).toBeUndefined();
    expect(rejectionOf(s.apply(commitmentOf({ amount: coins(5) })))).toBe('sale_amount_invalid');
    const less = { amount: -coins(10) as Amount };
    expect(rejectionOf(s.apply(commitmentOf(less)))).toBe('malformed');
  });

  it('are of money that is there once: a coin is not committed twice', () => {
    const s = new Scenario();
    announce(s, { max: coins(10_000) });
    announce(s, { id: 2, max: coins(10_000) });
    expect(rejectionOf(s.apply(commitmentOf({ amount: coins(6_000) })))).toBeUndefined();
    const again = commitmentOf({ sale: 2, amount: coins(6_000) });
    expect(rejectionOf(s.apply(again))).toBe('balance_insufficient');
    expect(rejectionOf(s.transfer(ALICE, 'spot', 'p2p', 6_000))).toBe('balance_insufficient');
  });

  it('are of people: a second account of one person has no entry of its own', () => {
    const s = new Scenario();
    announce(s);
    s.apply(commitmentOf({}));
    const second = commitmentOf({ user: BOB, person: personOf(ALICE) });
    expect(rejectionOf(s.apply(second))).toBe('sale_person_committed');
    const other = commitmentOf({ person: personOf(BOB) });
    expect(rejectionOf(s.apply(other))).toBe('sale_person_committed');
    expect(s.apply(commitmentOf({ user: BOB })).outcome).toEqual({ ok: true, id: 2 });
  });

  it('are made from the opening to the end, to the millisecond', () => {
    const s = new Scenario();
    const { closesMs } = announce(s, { opensMs: 5_000 });
    s.timeMs = 4_999;
    expect(rejectionOf(s.apply(commitmentOf({})))).toBe('sale_not_open');
    s.timeMs = 5_000;
    expect(rejectionOf(s.apply(commitmentOf({})))).toBeUndefined();
    s.timeMs = closesMs - 1;
    expect(rejectionOf(s.apply(commitmentOf({})))).toBeUndefined();
    s.timeMs = closesMs;
    expect(rejectionOf(s.apply(commitmentOf({})))).toBe('sale_not_open');
    expect(rejectionOf(cancel(s))).toBe('sale_not_open');
  });

  it('are refused to who is frozen, and to the house', () => {
    const s = new Scenario();
    announce(s);
    s.apply({ kind: 'custody.freeze', user: ALICE, isFrozen: true });
    expect(rejectionOf(s.apply(commitmentOf({})))).toBe('account_frozen');
    for (const user of [SYSTEM.house, SYSTEM.demoMaker, SYSTEM.convertDesk])
      expect(rejectionOf(s.apply(commitmentOf({ user })))).toBe('malformed');
  });

  it('are freed and taken by a debt of their user, as far as it goes', () => {
    const s = new Scenario();
    announce(s, { max: coins(20_000) });
    s.receive(ALICE, 500, 'tx');
    s.apply(commitmentOf({ amount: coins(10_500) }));
    const reversal = s.apply({ kind: 'custody.reverse', network: 1, transaction: 'tx', output: 0 });
    expect(eventsOf(reversal, 'saleCommitmentTaken')).toMatchObject([
      { sale: 1, entry: 1, amount: coins(500), committed: coins(10_000) },
    ]);
    expect(s.balance(ALICE, USDT)).toEqual({ available: 0n, held: coins(10_000) });
  });

  it('are taken in whole lots, and whole where less than the least would stay', () => {
    const s = new Scenario();
    announce(s, { max: coins(20_000), min: coins(10_300) });
    s.receive(ALICE, 450, 'tx');
    s.apply(commitmentOf({ amount: coins(10_400) }));
    const reversal = s.apply({ kind: 'custody.reverse', network: 1, transaction: 'tx', output: 0 });
    expect(eventsOf(reversal, 'saleCommitmentTaken')).toMatchObject([
      { amount: coins(10_400), committed: 0n },
    ]);
    expect(s.balance(ALICE, USDT)).toEqual({ available: coins(10_000), held: 0n });
    expect(s.apply(commitmentOf({ amount: coins(10_000) })).outcome).toMatchObject({ ok: false });
  });

  it('are in reach of a debt between a cancellation and the tick that gives back', () => {
    const s = new Scenario();
    announce(s, { max: coins(20_000) });
    s.receive(ALICE, 500, 'tx');
    s.apply(commitmentOf({ amount: coins(10_500) }));
    cancel(s);
    const reversal = s.apply({ kind: 'custody.reverse', network: 1, transaction: 'tx', output: 0 });
    expect(eventsOf(reversal, 'saleCommitmentTaken')).toMatchObject([{ amount: coins(500) }]);
    expect(s.balance(ALICE, USDT)).toEqual({ available: 0n, held: coins(10_000) });
    const [settled] = eventsOf(s.apply({ kind: 'clock.tick' }), 'saleSettled');
    expect(settled).toMatchObject({ refunded: coins(10_000) });
  });
});

describe('the end of a sale', () => {
  it('decides all numbers at once, and pays them out', () => {
    const s = new Scenario();
    const { closesMs } = announce(s);
    for (const [user, amount] of [
      [ALICE, 2_000],
      [BOB, 1_000],
      [CAROL, 1_000],
    ] as const)
      s.apply(commitmentOf({ user, amount: coins(amount) }));
    s.timeMs = closesMs;
    const applied = s.apply({ kind: 'clock.tick' });
    expect(eventsOf(applied, 'saleDecided')).toEqual([
      {
        type: 'saleDecided',
        sale: 1,
        state: 'allotting',
        entries: 3,
        committed: coins(4_000),
        demanded: coins(4_000),
        sold: coins(100),
        paid: coins(1_000),
        unsold: 0n,
      },
    ]);
    expect(eventsOf(applied, 'saleSettled')[0]).toEqual({
      type: 'saleSettled',
      sale: 1,
      entry: 1,
      user: ALICE,
      committed: coins(2_000),
      allotted: coins(50),
      paid: coins(500),
      refunded: coins(1_500),
      free: coins(50),
      bound: 0n,
    });
    expect(eventsOf(applied, 'saleEnded')).toMatchObject([{ sale: 1, state: 'done' }]);
    expect(s.balance(ALICE, BTC)).toEqual({ available: coins(60), held: 0n });
    expect(s.balance(BOB, USDT)).toEqual({ available: coins(9_750), held: 0n });
    expect(s.balance(SYSTEM.house, USDT).available).toBe(coins(1_000));
    expect(s.exchange.snapshot().sale).toMatchObject({ sales: [], vestings: [], nextEntry: 4 });
  });

  it('gives back what nobody wanted', () => {
    const s = new Scenario();
    const { closesMs } = announce(s);
    s.apply(commitmentOf({}));
    s.timeMs = closesMs;
    s.apply({ kind: 'clock.tick' });
    expect(s.balance(SYSTEM.house, BTC).available).toBe(coins(90));
    expect(s.balance(saleSource(1), BTC)).toEqual({ available: 0n, held: 0n });
    expect(s.balance(ALICE, BTC).available).toBe(coins(20));
  });

  it('caps each person in every round', () => {
    const s = new Scenario();
    const { closesMs } = announce(s, { cap: coins(400) });
    for (const [user, amount] of [
      [ALICE, 4_000],
      [BOB, 800],
      [CAROL, 200],
    ] as const)
      s.apply(commitmentOf({ user, amount: coins(amount) }));
    s.timeMs = closesMs;
    const settled = eventsOf(s.apply({ kind: 'clock.tick' }), 'saleSettled');
    expect(settled.map(({ allotted }) => allotted)).toEqual([coins(40), coins(40), coins(20)]);
  });

  it.each([
    ['is missed by one lot: everybody gets everything back', 990, 'missed', 0],
    ['is reached: everybody buys', 1_000, 'done', 100],
  ] as const)('of a crowd whose target %s', (_, amount, state, bought) => {
    const s = new Scenario();
    const { closesMs } = announce(s, { kind: 'crowd', target: coins(1_000) });
    s.apply(commitmentOf({ amount: coins(amount) }));
    s.timeMs = closesMs;
    const applied = s.apply({ kind: 'clock.tick' });
    expect(eventsOf(applied, 'saleEnded')).toMatchObject([{ state }]);
    expect(s.balance(ALICE, BTC).available).toBe(coins(10 + bought));
    expect(s.balance(ALICE, USDT)).toEqual({
      available: coins(10_000 - bought * 10),
      held: 0n,
    });
    expect(s.balance(SYSTEM.house, BTC).available).toBe(coins(100 - bought));
  });

  it('of a crowd counts only what each person can buy for', () => {
    const s = new Scenario();
    const { closesMs } = announce(s, { kind: 'crowd', target: coins(1_000), cap: coins(500) });
    s.apply(commitmentOf({ amount: coins(5_000) }));
    s.timeMs = closesMs;
    const [decided] = eventsOf(s.apply({ kind: 'clock.tick' }), 'saleDecided');
    expect(decided).toMatchObject({ state: 'missed', demanded: coins(500), sold: 0n });
  });

  it('is spread over ticks, a thousand entries each', () => {
    const s = new Scenario();
    const exchange = s.exchange;
    const { closesMs } = announce(s);
    for (let user = 200_000; user < 202_500; user++) {
      const payment = { kind: 'ledger.deposit', user, wallet: 'spot', currency: USDT } as const;
      exchange.apply({ ...payment, amount: coins(10), reference: '' }, s.timeMs);
      exchange.apply(commitmentOf({ user, amount: coins(10) }), s.timeMs);
    }
    s.timeMs = closesMs;
    const ticks = [1, 2, 3, 4].map(() => s.apply({ kind: 'clock.tick' }));
    expect(ticks.map((tick) => eventsOf(tick, 'saleSettled').length)).toEqual([1000, 1000, 500, 0]);
    expect(ticks.map((tick) => eventsOf(tick, 'saleDecided').length)).toEqual([1, 0, 0, 0]);
    const lots = ticks.flatMap((tick) => eventsOf(tick, 'saleSettled'));
    // All remainders are equal: the first hundred entries get the hundred lots.
    expect(lots.filter(({ allotted }) => allotted > 0n).map(({ entry }) => entry)).toEqual(
      Array.from({ length: 100 }, (_, index) => index + 1),
    );
  });
});

describe('a sale that is cancelled', () => {
  it('gives everything back, once', () => {
    const s = new Scenario();
    announce(s);
    s.apply(commitmentOf({}));
    expect(eventsOf(cancel(s), 'saleCancelled')).toMatchObject([
      { entries: 1, committed: coins(100), demanded: coins(100) },
    ]);
    expect(rejectionOf(cancel(s))).toBe('sale_not_open');
    expect(rejectionOf(s.apply(commitmentOf({})))).toBe('sale_not_open');
    expect(s.balance(SYSTEM.house, BTC).available).toBe(coins(100));
    const applied = s.apply({ kind: 'clock.tick' });
    expect(eventsOf(applied, 'saleSettled')).toMatchObject([
      { entry: 1, allotted: 0n, paid: 0n, refunded: coins(100) },
    ]);
    expect(eventsOf(applied, 'saleEnded')).toMatchObject([{ state: 'cancelled' }]);
    expect(s.balance(ALICE, USDT)).toEqual({ available: coins(10_000), held: 0n });
    expect(eventsOf(s.apply({ kind: 'clock.tick' }), 'saleSettled')).toEqual([]);
  });
});

describe('bought coins', () => {
  const share = { freeBps: 2_500, instalments: 3, instalmentMs: HOUR_MS };

  function bought(): { s: Scenario; cliffMs: number } {
    const s = new Scenario();
    const cliffMs = s.timeMs + 2 * DAY_MS;
    const { closesMs } = announce(s, {
      ...share,
      cliffMs,
      lotSize: 7n as Amount,
      supply: 70n as Amount,
    });
    s.apply(commitmentOf({}));
    s.timeMs = closesMs;
    s.apply({ kind: 'clock.tick' });
    return { s, cliffMs };
  }

  function boundAt(s: Scenario, timeMs: number): bigint {
    s.timeMs = timeMs;
    s.apply({ kind: 'clock.tick' });
    return s.balance(ALICE, BTC).held;
  }

  function boundOf(s: Scenario, user: number, timeMs: number) {
    s.timeMs = timeMs;
    s.apply({ kind: 'clock.tick' });
    return s.balance(user, USDT);
  }

  it('are free by their share, from the cliff on by instalments, the last with the rest', () => {
    const { s, cliffMs } = bought();
    // 17 of 70 are free at once; 53 are bound, in parts of 17, 17 and 19.
    expect(s.balance(ALICE, BTC)).toEqual({ available: coins(10) + 17n, held: 53n });
    expect(boundAt(s, cliffMs - 1)).toBe(53n);
    expect(boundAt(s, cliffMs)).toBe(36n);
    expect(boundAt(s, cliffMs + HOUR_MS - 1)).toBe(36n);
    expect(boundAt(s, cliffMs + HOUR_MS)).toBe(19n);
    expect(s.exchange.snapshot().sale.sales).toMatchObject([{ state: 'vesting' }]);
    expect(boundAt(s, cliffMs + 2 * HOUR_MS)).toBe(0n);
    expect(s.exchange.snapshot().sale.sales).toEqual([]);
  });

  it('are free all at once where nobody looked for long', () => {
    const { s, cliffMs } = bought();
    s.timeMs = cliffMs + 5 * HOUR_MS;
    const applied = s.apply({ kind: 'clock.tick' });
    const vested = eventsOf(applied, 'saleVested').map(({ instalment, amount, left }) => [
      instalment,
      Number(amount),
      Number(left),
    ]);
    expect(vested).toEqual([[3, 53, 0]]);
    expect(eventsOf(applied, 'saleEnded')).toMatchObject([{ state: 'done' }]);
  });

  it('that are free every millisecond keep no other buyer waiting', () => {
    const s = new Scenario();
    const cliffMs = s.timeMs + 2 * DAY_MS;
    const often = { freeBps: 0, instalments: 120, instalmentMs: 1, cliffMs };
    const { closesMs } = announce(s, { ...often, lotSize: 120n as Amount, supply: 240n as Amount });
    for (const user of [ALICE, BOB]) s.apply(commitmentOf({ user }));
    s.timeMs = closesMs;
    s.apply({ kind: 'clock.tick' });
    s.timeMs = cliffMs + DAY_MS;
    expect(eventsOf(s.apply({ kind: 'clock.tick' }), 'saleVested')).toHaveLength(2);
  });

  it('are taken by a debt of their buyer as they become free, and not before', () => {
    const s = new Scenario();
    const dave = 100_004;
    const cliffMs = s.timeMs + 2 * DAY_MS;
    const terms = { currency: USDT, paidIn: BTC, lotPrice: coins(1), min: coins(1), max: coins(9) };
    const { closesMs } = announce(s, { ...terms, ...share, cliffMs });
    s.deposit(dave, BTC, coins(8));
    s.receive(dave, 500, 'tx');
    s.apply(commitmentOf({ user: dave, amount: coins(8) }));
    s.timeMs = closesMs;
    s.apply({ kind: 'clock.tick' });
    s.index(10_000);
    s.place(BOB, 'sell', 10_000, 500_000);
    s.place(dave, 'buy', 10_000, 500_000);
    expect(s.balance(dave, USDT)).toEqual({ available: coins(2), held: coins(6) });
    s.apply({ kind: 'custody.reverse', network: 1, transaction: 'tx', output: 0 });
    expect(s.balance(dave, USDT)).toEqual({ available: 0n, held: coins(6) });
    expect(boundOf(s, dave, cliffMs)).toEqual({ available: 0n, held: coins(4) });
    expect(boundOf(s, dave, cliffMs + 2 * HOUR_MS)).toEqual({ available: 0n, held: 0n });
  });
});

describe('sales', () => {
  it('are the same after a restart, in every state', () => {
    const s = new Scenario();
    const cliffMs = s.timeMs + 2 * DAY_MS;
    announce(s, { freeBps: 1_000, instalments: 2, instalmentMs: HOUR_MS, cliffMs });
    announce(s, { id: 2, opensMs: s.timeMs + HOUR_MS });
    announce(s, { id: 3 });
    for (const user of [BOB, ALICE]) {
      s.apply(commitmentOf({ user }));
      s.apply(commitmentOf({ user, sale: 3 }));
    }
    s.apply(commitmentOf({ user: CAROL, amount: coins(1_000) }));
    s.apply({ kind: 'sale.cancel', sale: 3, operator: 1 });
    let restored = Exchange.restore(s.exchange.snapshot());
    for (const timeMs of [s.timeMs, s.timeMs + DAY_MS, cliffMs, cliffMs + HOUR_MS]) {
      const snapshot = s.exchange.snapshot();
      expect(restored.snapshot()).toEqual(snapshot);
      restored = Exchange.restore(JSON.parse(JSON.stringify(snapshot)));
      expect(restored.snapshot()).toEqual(snapshot);
      s.timeMs = timeMs;
      expect(restored.apply({ kind: 'clock.tick' }, timeMs)).toEqual(
        s.apply({ kind: 'clock.tick' }),
      );
    }
  });
});

function cancel(s: Scenario) {
  return s.apply({ kind: 'sale.cancel', sale: 1, operator: 1 });
}
