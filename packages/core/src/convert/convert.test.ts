import type { Amount } from '@meridian/money/amount';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Exchange } from '../exchange.ts';
import { SYSTEM } from '../ledger/accounts.ts';
import { COIN, ConvertDesk, HUB } from '../testing/convert-scenario.ts';

import {
  ALICE,
  BOB,
  BTC,
  CAROL,
  eventsOf,
  MARKET,
  rejectionOf,
  Scenario,
  USDT,
  coins,
} from '../testing/scenario.ts';

const DESK = SYSTEM.convertDesk;
const DAY_MS = 86_400_000;

function desk(): { s: Scenario; desk: ConvertDesk } {
  const s = new Scenario();
  return { s, desk: new ConvertDesk(s) };
}

describe('a price', () => {
  it('is that of the cap where the book has too little', () => {
    const { desk: d } = desk();
    expect(eventsOf(d.ask(ALICE, 1), 'quoteMade')[0]?.quote).toMatchObject({
      paid: coins(1),
      received: coins(99),
      spreadBps: 100,
      bookBps: null,
    });
  });

  it('follows the book to the amount, less the margin, but not beyond the cap', () => {
    const { s, desk: d } = desk();
    s.place(BOB, 'buy', 9_990, 200_000);
    s.place(BOB, 'buy', 9_950, 100_000);
    const near = eventsOf(d.ask(ALICE, 2), 'quoteMade')[0]?.quote;
    // Two at 99.90, less 0.1 %.
    expect(near).toMatchObject({ received: coins(199.6002), spreadBps: 20, bookBps: 10 });
    const deep = eventsOf(d.ask(ALICE, 3), 'quoteMade')[0]?.quote;
    // Two at 99.90 and one at 99.50, less 0.1 %.
    expect(deep).toMatchObject({ received: coins(299.0007), spreadBps: 34, bookBps: 24 });
    expect(eventsOf(d.ask(ALICE, 4), 'quoteMade')[0]?.quote).toMatchObject({ spreadBps: 100 });
  });

  it('is never better than the index, whatever the book offers', () => {
    const { s, desk: d } = desk();
    s.place(BOB, 'buy', 11_000, 500_000);
    expect(eventsOf(d.ask(ALICE, 1), 'quoteMade')[0]?.quote).toMatchObject({
      received: coins(99.9),
      spreadBps: 10,
      bookBps: 0,
    });
  });

  it('can be asked for what is received, and rounds against the customer by less than a unit', () => {
    const { s, desk: d } = desk();
    const applied = d.ask(ALICE, 0, { from: USDT, to: BTC, side: 'to', amount: coins(1) });
    expect(eventsOf(applied, 'quoteMade')[0]?.quote).toMatchObject({
      paid: coins(101),
      received: coins(1),
    });
    s.index(9_973);
    const odd = eventsOf(d.ask(ALICE, 0, { amount: 123_450_100n as Amount }), 'quoteMade')[0]
      ?.quote;
    expect(odd).toMatchObject({ receivedRounding: 1n });
    expect(odd?.received).toBe((123_450_100n * 9_973n * 99n) / 10_000n);
  });

  it('never gives more than the index, nor more than the cap takes, for any amount and price', () => {
    let quotes = 0;
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 1_000_000 }),
        fc.integer({ min: 1, max: 40_000_000 }),
        fc.constantFrom('from', 'to'),
        fc.boolean(),
        (ticks, steps, side, isSale) => {
          const s = new Scenario({ bandBps: 0 });
          const d = new ConvertDesk(s);
          d.list({ ...COIN, min: 1n as Amount });
          d.list({ ...HUB, min: 1n as Amount });
          s.index(ticks);
          const pair = isSale ? { from: BTC, to: USDT } : { from: USDT, to: BTC };
          const amount = (BigInt(steps) * 100n) as Amount;
          const quote = eventsOf(d.ask(ALICE, 0, { ...pair, side, amount }), 'quoteMade')[0]?.quote;
          // The desk has not enough for many of them.
          if (quote === undefined) return;
          quotes++;
          const [coin, money] = isSale
            ? [quote.paid, quote.received]
            : [quote.received, quote.paid];
          // A tick is 0.01 USDT: the worth of the coins in USDT units, times 100.
          const paid = money * 100n;
          expect(isSale ? paid <= coin * BigInt(ticks) : paid >= coin * BigInt(ticks)).toBe(true);
          // The mark lags behind a jump.
          const mark = s.exchange.snapshot().markets[0]?.markTicks ?? 0;
          const worst = BigInt(isSale ? Math.min(ticks, mark) : Math.max(ticks, mark));
          const lost = isSale ? coin * worst - paid : paid - coin * worst;
          // A unit of each amount may be lost to rounding.
          expect(lost * 100n <= coin * worst + 102n * (worst + 100n)).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
    expect(quotes).toBeGreaterThan(75);
  });

  it.each([
    [undefined, 99],
    [4, 99.9999],
  ])('is that of the mark where that is worse, since rules 5 (%s)', (rules, price) => {
    const s = new Scenario({}, rules);
    const d = new ConvertDesk(s);
    const received = () => eventsOf(d.ask(ALICE, 1), 'quoteMade')[0]?.quote.received;
    // A single venue's jump does not move the mark at once, and neither does its fall.
    s.index(10_101);
    expect(received()).toBe(coins(price));
    s.index(9_900);
    expect(received()).toBe(coins(98.01));
  });

  it.each([
    [undefined, 97],
    [4, 99],
  ])('is never better than the other side of the book, since rules 5 (%s)', (rules, price) => {
    const s = new Scenario({}, rules);
    const d = new ConvertDesk(s);
    s.place(BOB, 'buy', 9_690, 500_000);
    s.place(BOB, 'sell', 9_700, 150_000);
    const [sold] = eventsOf(d.ask(ALICE, 1), 'quoteMade');
    expect(sold?.quote).toMatchObject({ paid: coins(1), received: coins(price) });
    // The book offers less than two coins, so the price of two in the book is not known.
    const [more] = eventsOf(d.ask(ALICE, 2), 'quoteMade');
    expect(more?.quote).toMatchObject({ received: coins(198) });
    s.place(CAROL, 'buy', 10_300, 300_000);
    const [bought] = eventsOf(d.ask(ALICE, 101, { from: USDT, to: BTC }), 'quoteMade');
    expect(bought?.quote.spreadBps).toBe(rules === 4 ? 100 : 292);
  });

  it('is no better than a deep book behind five hundred small orders', () => {
    const s = new Scenario({ minNotional: 1n as Amount });
    const d = new ConvertDesk(s);
    for (let count = 0; count < 501; count++) s.place(CAROL, 'sell', 9_700, 1);
    s.place(BOB, 'sell', 9_700, 150_000);
    const [sold] = eventsOf(d.ask(ALICE, 1), 'quoteMade');
    expect(sold?.quote).toMatchObject({ received: coins(97) });
  });

  it('is none while the index is old, or the market is closed', () => {
    const { s, desk: d } = desk();
    s.timeMs += 10_001;
    expect(rejectionOf(d.ask(ALICE, 1))).toBe('index_stale');
    s.index(10_000);
    s.apply({ kind: 'market.list', market: { ...MARKET, status: 'closed' } });
    expect(rejectionOf(d.ask(ALICE, 1))).toBe('market_closed');
  });
});

describe('a quote', () => {
  it('is kept for ten seconds, and accepted exactly at its amounts whatever the price does', () => {
    const { s, desk: d } = desk();
    d.ask(ALICE, 1);
    expect(s.balance(DESK, USDT)).toEqual({ available: coins(9_901), held: coins(99) });
    s.indexAfter(9_999, 5_000);
    d.accept(ALICE, 1);
    expect(s.balance(ALICE, USDT).available).toBe(coins(10_099));
    expect(s.balance(ALICE, BTC).available).toBe(coins(9));
    expect(s.balance(DESK, USDT)).toEqual({ available: coins(9_901), held: 0n });
    expect(s.balance(DESK, BTC).available).toBe(coins(21));
  });

  it('gives back what it held when its time is over, and its part of the hour', () => {
    const { s, desk: d } = desk();
    d.list({ ...HUB, hourLimit: coins(400) });
    // A part of 300 is gone for good, so that 100 are left: 99 for one.
    for (const quote of [1, 2, 3]) {
      d.ask(CAROL, 1);
      d.accept(CAROL, quote);
    }
    d.ask(ALICE, 1);
    expect(rejectionOf(d.ask(BOB, 1))).toBe('convert_limit_reached');
    const applied = s.clockAfter(10_000);
    expect(eventsOf(applied, 'quoteEnded')).toMatchObject([{ cause: 'expired' }]);
    expect(s.balance(DESK, USDT)).toEqual({ available: coins(9_703), held: 0n });
    s.index(10_000);
    d.ask(BOB, 1);
    d.accept(BOB, 5);
    s.clockAfter(10_000);
    s.index(10_000);
    expect(rejectionOf(d.ask(BOB, 1))).toBe('convert_limit_reached');
    s.timeMs = 3_600_000;
    s.index(10_000);
    expect(rejectionOf(d.ask(BOB, 1))).toBeUndefined();
  });

  it('needs the coins of its user at both ends', () => {
    const { s, desk: d } = desk();
    expect(rejectionOf(d.ask(ALICE, 10.01))).toBe('balance_insufficient');
    d.ask(ALICE, 10);
    s.place(ALICE, 'sell', 10_000, 1_000);
    expect(rejectionOf(d.accept(ALICE, 1))).toBe('balance_insufficient');
  });

  it('promises its user at most a quarter of the hour, with their other open ones', () => {
    const { desk: d } = desk();
    d.list({ ...HUB, hourLimit: coins(792) });
    expect(rejectionOf(d.ask(ALICE, 2.01))).toBe('convert_limit_reached');
    d.ask(ALICE, 1);
    expect(rejectionOf(d.ask(ALICE, 1.01))).toBe('convert_limit_reached');
    expect(rejectionOf(d.ask(ALICE, 1))).toBeUndefined();
    expect(rejectionOf(d.ask(ALICE, 0.02))).toBe('convert_limit_reached');
    expect(rejectionOf(d.ask(BOB, 2))).toBeUndefined();
    d.accept(ALICE, 1);
    expect(rejectionOf(d.ask(ALICE, 1))).toBeUndefined();
  });

  it.each([
    [undefined, 'convert_limit_reached'],
    [4, undefined],
  ])(
    'that nobody accepted is counted until the hour is over, since rules 5 (%s)',
    (rules, then) => {
      const s = new Scenario({}, rules);
      const d = new ConvertDesk(s);
      d.list({ ...HUB, hourLimit: coins(792) });
      const expire = (): void => {
        s.clockAfter(10_000);
        s.index(10_000);
      };
      d.ask(ALICE, 1);
      d.accept(ALICE, 1);
      d.ask(ALICE, 1);
      expire();
      // 99 of the 198 were used, and are the desk's to count; 99 were not.
      expect(rejectionOf(d.ask(ALICE, 1))).toBeUndefined();
      expire();
      expect(rejectionOf(d.ask(ALICE, 0.02))).toBe(then);
      expect(rejectionOf(d.ask(ALICE, 0.1, { from: USDT, to: BTC, amount: coins(10) }))).toBe(
        undefined,
      );
      const restored = Exchange.restore(JSON.parse(JSON.stringify(s.exchange.snapshot())) as never);
      expect(restored.snapshot()).toEqual(s.exchange.snapshot());
      expect(rejectionOf(d.ask(BOB, 2))).toBeUndefined();
      s.timeMs = 3_600_000;
      s.index(10_000);
      expect(rejectionOf(d.ask(ALICE, 1))).toBeUndefined();
      s.clockAfter(0);
      expect(s.exchange.snapshot().convert.unused).toEqual([]);
    },
  );

  it('could promise one user the whole hour under rules 3', () => {
    const d = new ConvertDesk(new Scenario({}, 3));
    d.list({ ...HUB, hourLimit: coins(99) });
    expect(rejectionOf(d.ask(ALICE, 1))).toBeUndefined();
    expect(rejectionOf(d.ask(BOB, 1))).toBe('convert_limit_reached');
  });

  it('is counted with the open ones alone', () => {
    const { s, desk: d } = desk();
    for (let count = 1; count <= 3; count++) d.ask(ALICE, 1);
    d.accept(ALICE, 2);
    expect(rejectionOf(d.ask(ALICE, 1))).toBeUndefined();
    s.timeMs += 9_000;
    expect(rejectionOf(d.ask(ALICE, 1))).toBe('quotes_too_many');
  });
});

it('a sweep converts whole small balances, all or none', () => {
  const { s, desk: d } = desk();
  const user = 100_009;
  s.deposit(user, BTC, 4_000_000n);
  const sweep = { kind: 'convert.sweep', user, to: USDT, currencies: [BTC] } as const;
  expect(rejectionOf(s.apply({ ...sweep, least: coins(3.97) }))).toBe('convert_moved');
  const applied = s.apply({ ...sweep, least: coins(3.96) });
  expect(eventsOf(applied, 'dustSwept')[0]).toMatchObject({
    user,
    conversion: { paid: 4_000_000n, received: coins(3.96) },
  });
  expect(s.balance(user, BTC).available).toBe(0n);
  expect(rejectionOf(s.apply({ ...sweep, least: 0n as Amount }))).toBe('balance_insufficient');
  expect(d.fund(BTC, 1).outcome.ok).toBe(true);
});

describe('a recurring purchase', () => {
  it('converts at its minute each day, and says why it skips', () => {
    const { s, desk: d } = desk();
    d.plan(ALICE, 100, { minute: 481 });
    // 08:00 in Shanghai is the start of the scenario.
    const ran = eventsOf(s.clockAfter(60_000), 'planRan');
    expect(ran).toMatchObject([{ skipped: 'price' }]);
    s.timeMs = DAY_MS + 60_000;
    s.index(10_000);
    const [bought] = eventsOf(s.clockAfter(0), 'planRan');
    expect(bought).toMatchObject({
      skipped: null,
      dueMs: DAY_MS + 60_000,
      conversion: { paid: coins(100), spreadBps: 100 },
      plan: { nextMs: 2 * DAY_MS + 60_000 },
    });
    expect(s.balance(ALICE, USDT).available).toBe(coins(9_900));
  });

  it('skips what is too dear, what is not there, and what is stopped', () => {
    const { s, desk: d } = desk();
    d.plan(ALICE, 100, { maxSpreadBps: 99, minute: 481 });
    d.plan(BOB, 5_000, { minute: 481 });
    d.plan(CAROL, 100, { minute: 481 });
    s.apply({
      kind: 'custody.hold',
      user: BOB,
      currency: USDT,
      amount: coins(9_000),
    });
    s.apply({ kind: 'custody.freeze', user: CAROL, isFrozen: true });
    s.timeMs += 60_000;
    s.index(10_000);
    const ran = eventsOf(s.clockAfter(0), 'planRan');
    expect(ran.map(({ skipped }) => skipped)).toEqual(['spread', 'balance', 'stopped']);
  });

  it.each([
    [3_600_000, null, 9_900],
    [3_600_001, 'missed', 10_000],
    [24 * DAY_MS, 'missed', 10_000],
  ])('that comes %d ms late is skipped for %j', (lateMs, skipped, left) => {
    const { s, desk: d } = desk();
    d.plan(ALICE, 100, { everyDays: 7 });
    s.timeMs = DAY_MS + lateMs;
    s.index(10_000);
    const ran = eventsOf(s.clockAfter(0), 'planRan');
    const nextMs = lateMs > DAY_MS ? 29 * DAY_MS : 8 * DAY_MS;
    expect(ran).toMatchObject([{ skipped, plan: { nextMs } }]);
    expect(s.balance(ALICE, USDT).available).toBe(coins(left));
  });

  it('made one missed time up under rules 3', () => {
    const s = new Scenario({}, 3);
    new ConvertDesk(s).plan(ALICE, 100, { everyDays: 7 });
    s.timeMs = 30 * DAY_MS;
    s.index(10_000);
    expect(eventsOf(s.clockAfter(0), 'planRan')).toMatchObject([{ skipped: null }]);
    expect(s.balance(ALICE, USDT).available).toBe(coins(9_900));
  });
});

it('a restored exchange goes on as the first one', () => {
  const { s, desk: d } = desk();
  d.ask(ALICE, 1);
  d.ask(BOB, 2);
  d.accept(BOB, 2);
  d.plan(ALICE, 100, { minute: 481 });
  const restored = Exchange.restore(JSON.parse(JSON.stringify(s.exchange.snapshot())) as never);
  for (const ms of [5_000, 5_000, 60_000]) {
    s.timeMs += ms;
    const live = s.apply({ kind: 'clock.tick' });
    expect(restored.apply({ kind: 'clock.tick' }, s.timeMs)).toEqual(live);
    expect(restored.snapshot()).toEqual(s.exchange.snapshot());
  }
});
