import type { Amount, PriceTicks } from '@meridian/money/amount';
import { describe, expect, it } from 'vitest';
import type { Market, MarketStatus } from '../catalog/catalog.ts';
import { Exchange } from '../exchange.ts';
import { SYSTEM } from '../ledger/accounts.ts';
import { migrateSnapshot } from '../snapshot-migrations.ts';
import {
  DAVE,
  DAY_MS,
  fund,
  member,
  MIDNIGHT_MS,
  ONE_USDT,
  opened,
  sharedAt,
  trade,
} from '../testing/rebate-scene.ts';
import {
  ALICE,
  BOB,
  BTC,
  CAROL,
  eventsOf,
  MARKET,
  rejectionOf,
  USDT,
  personOf,
  type Scenario,
} from '../testing/scenario.ts';

const DAY = MIDNIGHT_MS / DAY_MS - 1;
const FEES = { makerFeeBps: 10, takerFeeBps: 20 };
const NEVER_STALE = { ...FEES, bandBps: 0, indexMaxAgeMs: 400 * DAY_MS };

/** Bob pays 0.0002 BTC for each trade, which are 0.02 USDT at 100; Carol invited him. */
describe('a fee', () => {
  it.each(['closed', 'cancelOnly'] as const)(
    'is worth nothing by the index of a market that is %s, until it is open again',
    (status) => {
      const scenario = traded();
      list(scenario, 1, status);
      expect(sharedAt(scenario, MIDNIGHT_MS)).toEqual([]);
      expect(scenario.exchange.snapshot().rebate.due).toMatchObject([
        { day: DAY, prices: [], payers: [{ user: BOB }] },
      ]);
      list(scenario, 1, 'open');
      scenario.index(5_000);
      expect(sharedAt(scenario, MIDNIGHT_MS + 1)).toMatchObject([
        { day: DAY, worth: 1_000_000n, lines: [{ user: CAROL, amount: 200_000n }] },
      ]);
      expect(scenario.exchange.snapshot().rebate.due).toEqual([]);
    },
  );

  it('is worth the index of a closed market by the rules of before', () => {
    const scenario = traded({ rules: 4 });
    list(scenario, 1, 'closed');
    expect(sharedAt(scenario, MIDNIGHT_MS)).toMatchObject([{ worth: 2_000_000n }]);
  });

  it.each([
    ['waits while the index is stale', 5, 0n],
    ['took a stale index by the rules of before', 4, 2_000_000n],
  ])('%s', (_, rules, worth) => {
    const scenario = traded({ rules, market: { indexMaxAgeMs: 10_000 } });
    scenario.timeMs = MIDNIGHT_MS - 1;
    scenario.index(10_000);
    const worths = sharedAt(scenario, MIDNIGHT_MS + 10_000).map((shared) => shared.worth);
    expect(worths.reduce((sum, each) => sum + each, 0n)).toBe(worth);
  });

  it('takes an index that is just as old as it may be', () => {
    const scenario = traded({ market: { indexMaxAgeMs: 10_000 } });
    scenario.timeMs = MIDNIGHT_MS - 1;
    scenario.index(10_000);
    expect(sharedAt(scenario, MIDNIGHT_MS + 9_999)).toMatchObject([{ worth: 2_000_000n }]);
  });

  it('is worth the index of another market where the first is closed', () => {
    const scenario = traded();
    list(scenario, 2, 'open');
    scenario.apply({ kind: 'index.set', source: 'test', prices: [[2, 100 as PriceTicks]] });
    list(scenario, 1, 'closed');
    scenario.timeMs = MIDNIGHT_MS;
    const tick = scenario.apply({ kind: 'clock.tick' });
    const prices = [{ currency: BTC, market: 2, ticks: 100 }];
    expect(eventsOf(tick, 'rebateDayClosed')).toMatchObject([{ prices }]);
    expect(eventsOf(tick, 'rebateShared')).toMatchObject([{ worth: 20_000n }]);
  });

  it('says when its coin has a price', () => {
    const scenario = traded();
    list(scenario, 1, 'closed');
    sharedAt(scenario, MIDNIGHT_MS);
    list(scenario, 1, 'open');
    scenario.timeMs++;
    expect(eventsOf(scenario.apply({ kind: 'clock.tick' }), 'rebateDayPriced')).toEqual([
      { type: 'rebateDayPriced', day: DAY, prices: [{ currency: BTC, market: 1, ticks: 10_000 }] },
    ]);
  });

  it('keeps the price that its day has, however long it waits for money', () => {
    const scenario = traded({ funded: 1n });
    sharedAt(scenario, MIDNIGHT_MS);
    scenario.index(50_000);
    fund(scenario, 'in', ONE_USDT);
    expect(sharedAt(scenario, MIDNIGHT_MS + 3 * DAY_MS)).toMatchObject([{ worth: 2_000_000n }]);
  });

  it("that waited for a week is the exchange's", () => {
    const scenario = traded();
    list(scenario, 1, 'closed');
    for (let day = 0; day <= 6; day++) sharedAt(scenario, MIDNIGHT_MS + day * DAY_MS);
    expect(scenario.exchange.snapshot().rebate.due).toMatchObject([{ payers: [{ user: BOB }] }]);
    scenario.timeMs = MIDNIGHT_MS + 7 * DAY_MS;
    const tick = scenario.apply({ kind: 'clock.tick' });
    expect(eventsOf(tick, 'rebateFeesDropped')).toEqual([
      {
        type: 'rebateFeesDropped',
        day: DAY,
        payer: BOB,
        fees: [{ currency: BTC, amount: 20_000n }],
      },
    ]);
    expect(eventsOf(tick, 'rebateDayPaid')).toEqual([{ type: 'rebateDayPaid', day: DAY }]);
    list(scenario, 1, 'open');
    expect(sharedAt(scenario, MIDNIGHT_MS + 8 * DAY_MS)).toEqual([]);
  });

  it('is shared before one of its payer that has no price', () => {
    const scenario = traded();
    trade(scenario, 10_000, [BOB, ALICE]);
    list(scenario, 1, 'closed');
    expect(sharedAt(scenario, MIDNIGHT_MS)).toMatchObject([
      { fees: [{ currency: USDT, amount: 1_000_000n }], worth: 1_000_000n },
    ]);
    expect(scenario.exchange.snapshot().rebate.due).toMatchObject([
      { payers: [{ user: BOB, fees: [{ currency: BTC, amount: '20000' }] }] },
    ]);
  });
});

/** Of Alice's fee, which is worth 2 EUR when there is an index; Carol invited her. */
describe('a fee that waits for a price', () => {
  it.each([
    ['keeps the rates of its day', 5, 40_000_000n],
    ['took the rates of a later day by the rules of before', 4, 100_000_000n],
  ])('%s', (_, rules, amount) => {
    const scenario = tradedForEuros(rules);
    sharedAt(scenario, MIDNIGHT_MS);
    setEuros(scenario, [5_000, 0, 0]);
    expect(linesOf(scenario)).toMatchObject([{ user: CAROL, amount }]);
  });

  it.each([
    ['pays no inviter who was verified later', 5, []],
    ['paid an inviter who was verified later by the rules of before', 4, [{ user: CAROL }]],
  ])('%s', (_, rules, lines) => {
    const scenario = tradedForEuros(rules);
    sharedAt(scenario, MIDNIGHT_MS);
    member(scenario, CAROL, 0, '');
    member(scenario, CAROL, 0);
    expect(linesOf(scenario)).toMatchObject(lines);
  });

  it.each([
    ['is not shared by a later inviter of another person', 5, []],
    ['was shared by a later inviter of another person', 4, [{ user: DAVE }]],
  ])('%s', (_, rules, lines) => {
    const scenario = tradedForEuros(rules);
    sharedAt(scenario, MIDNIGHT_MS);
    member(scenario, ALICE, DAVE, personOf(77));
    expect(linesOf(scenario)).toMatchObject(lines);
  });
});

/** Bob's shares are 400,000 units, Alice's 200,000, and the account has as much as hers. */
describe('a payer whose shares are more than the account has', () => {
  it('waits alone', () => {
    const scenario = bothTraded();
    expect(sharedAt(scenario, MIDNIGHT_MS)).toMatchObject([{ payer: ALICE }]);
    expect(sharedAt(scenario, MIDNIGHT_MS + 1)).toEqual([]);
    fund(scenario, 'in', 399_999n);
    expect(sharedAt(scenario, MIDNIGHT_MS + 2)).toEqual([]);
    fund(scenario, 'in', 1n);
    expect(sharedAt(scenario, MIDNIGHT_MS + 3)).toMatchObject([{ payer: BOB }]);
    expect(scenario.exchange.snapshot().rebate.due).toEqual([]);
  });

  it('stopped all after them by the rules of before', () => {
    const scenario = bothTraded(4);
    expect(sharedAt(scenario, MIDNIGHT_MS)).toEqual([]);
    fund(scenario, 'in', 400_000n);
    expect(sharedAt(scenario, MIDNIGHT_MS + 1)).toMatchObject([{ payer: BOB }, { payer: ALICE }]);
  });

  it('waits alone from the first tick of the newest rules on', () => {
    const scenario = bothTraded(4);
    expect(sharedAt(scenario, MIDNIGHT_MS)).toEqual([]);
    scenario.apply({ kind: 'core.upgrade', version: 5 });
    expect(sharedAt(scenario, MIDNIGHT_MS)).toMatchObject([{ payer: ALICE }]);
  });

  it('is read from a snapshot of before', () => {
    const scenario = bothTraded(4);
    sharedAt(scenario, MIDNIGHT_MS);
    const { due, ...rebate } = scenario.exchange.snapshot().rebate;
    expect(due).toMatchObject([{ lookedDay: 0, unseen: 0 }]);
    const old = due.map(({ lookedDay: _looked, unseen: _unseen, ...day }) => day);
    const stored = { ...scenario.exchange.snapshot(), format: 9, rebate: { ...rebate, due: old } };
    expect(JSON.stringify(migrateSnapshot(stored).rebate.due)).toBe(JSON.stringify(due));
  });

  it('stops no later day', () => {
    const scenario = bothTraded();
    sharedAt(scenario, MIDNIGHT_MS);
    trade(scenario);
    fund(scenario, 'in', 200_000n);
    expect(sharedAt(scenario, MIDNIGHT_MS + DAY_MS)).toMatchObject([
      { day: DAY + 1, payer: ALICE },
    ]);
    fund(scenario, 'in', 800_000n);
    expect(sharedAt(scenario, MIDNIGHT_MS + DAY_MS)).toMatchObject([
      { day: DAY, payer: BOB },
      { day: DAY + 1, payer: BOB },
    ]);
  });

  it('finds money that came without a word the next day', () => {
    const scenario = bothTraded();
    sharedAt(scenario, MIDNIGHT_MS);
    scenario.deposit(SYSTEM.rebates, USDT, 400_000n);
    expect(sharedAt(scenario, MIDNIGHT_MS + DAY_MS - 1)).toEqual([]);
    expect(sharedAt(scenario, MIDNIGHT_MS + DAY_MS)).toMatchObject([{ payer: BOB }]);
  });

  it('is the same after a restart', () => {
    const scenario = bothTraded();
    sharedAt(scenario, MIDNIGHT_MS);
    const snapshot = scenario.exchange.snapshot();
    expect(snapshot.rebate.due).toMatchObject([{ lookedDay: DAY + 1, unseen: 0 }]);
    const restored = Exchange.restore(snapshot).snapshot();
    expect(JSON.stringify(restored)).toBe(JSON.stringify(snapshot));
  });
});

describe('what days that are over may owe', () => {
  it.each([
    ['before their first tick', false],
    ['while a payer waits', true],
  ])('is not taken back %s', (_, isTicked) => {
    const scenario = bothTraded();
    scenario.timeMs = MIDNIGHT_MS;
    if (isTicked) scenario.apply({ kind: 'clock.tick' });
    expect(rejectionOf(fund(scenario, 'out', 1n))).toBe('rebate_short');
    fund(scenario, 'in', 400_001n);
    expect(rejectionOf(fund(scenario, 'out', 1n))).toBeUndefined();
    expect(rejectionOf(fund(scenario, 'out', 1n))).toBe('rebate_short');
    const paid = sharedAt(scenario, MIDNIGHT_MS).map(({ payer }) => payer);
    expect(paid).toEqual(isTicked ? [BOB] : [BOB, ALICE]);
  });

  it('was free by the rules of before', () => {
    const scenario = traded({ rules: 4 });
    scenario.timeMs = MIDNIGHT_MS;
    expect(rejectionOf(fund(scenario, 'out', ONE_USDT))).toBeUndefined();
  });
});

/** Bob bought for 10 USDT the evening before. */
function traded({
  rules,
  funded = ONE_USDT,
  market = {},
}: {
  readonly rules?: number;
  readonly funded?: bigint;
  readonly market?: Partial<Market>;
} = {}): Scenario {
  const scenario = opened([2_000, 0, 0], { market, funded, rules });
  member(scenario, BOB, CAROL);
  member(scenario, CAROL, 0);
  trade(scenario);
  return scenario;
}

/** Dave invited Alice. */
function bothTraded(rules?: number): Scenario {
  const scenario = opened([2_000, 0, 0], { funded: 200_000n, rules });
  member(scenario, BOB, CAROL);
  member(scenario, CAROL, 0);
  member(scenario, ALICE, DAVE);
  member(scenario, DAVE, 0);
  trade(scenario);
  return scenario;
}

const EUR = 5;

/** Rebates are paid in EUR, and the market of USDT against it has no index yet. */
function tradedForEuros(rules: number): Scenario {
  const scenario = opened([2_000, 0, 0], { rules });
  scenario.apply({ kind: 'currency.list', currency: { id: EUR, code: 'EUR', scale: 8 } });
  const market = { ...MARKET, ...NEVER_STALE, id: 2, base: USDT, quote: EUR };
  scenario.apply({ kind: 'market.list', market });
  setEuros(scenario, [2_000, 0, 0]);
  const amount = (10n * ONE_USDT) as Amount;
  scenario.deposit(SYSTEM.house, EUR, amount);
  scenario.apply({ kind: 'rebate.fund', currency: EUR, direction: 'in', amount });
  member(scenario, ALICE, CAROL);
  for (const inviter of [CAROL, DAVE]) member(scenario, inviter, 0);
  trade(scenario);
  return scenario;
}

function setEuros(scenario: Scenario, ratesBps: readonly number[]): void {
  scenario.apply({ kind: 'rebate.rates', currency: EUR, ratesBps });
}

/** The shares that are paid once the market of EUR has an index, two days later. */
function linesOf(scenario: Scenario) {
  expect(sharedAt(scenario, MIDNIGHT_MS + DAY_MS).flatMap(({ lines }) => lines)).toEqual([]);
  scenario.apply({ kind: 'index.set', source: 'test', prices: [[2, 20_000 as PriceTicks]] });
  return sharedAt(scenario, MIDNIGHT_MS + 2 * DAY_MS).flatMap(({ lines }) => lines);
}

function list(scenario: Scenario, id: number, status: MarketStatus): void {
  scenario.apply({ kind: 'market.list', market: { ...MARKET, ...NEVER_STALE, id, status } });
}
