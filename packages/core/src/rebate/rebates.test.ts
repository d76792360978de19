import { describe, expect, it } from 'vitest';
import { Exchange } from '../exchange.ts';
import {
  DAVE,
  DAY_MS,
  ERIN,
  fund,
  inTheEvening,
  member,
  MIDNIGHT_MS,
  opened,
  rates,
  sharedAt,
  trade,
} from '../testing/rebate-scene.ts';
import {
  ALICE,
  BOB,
  BTC,
  CAROL,
  eventsOf,
  rejectionOf,
  Scenario,
  USDT,
  personOf,
} from '../testing/scenario.ts';

const FRANK = 100_012;
const GRACE = 100_013;

/**
 * Fees of one trade of 10 USDT: Alice sells and pays 0.01 USDT, Bob buys and pays 0.0002 BTC, which
 * are worth 0.02 USDT at 100.
 */
describe('invitation rebates', () => {
  it('share the fee of an invitee over three levels, at eight in Shanghai', () => {
    const scenario = opened([2_000, 1_000, 500]);
    member(scenario, BOB, CAROL);
    member(scenario, CAROL, DAVE);
    member(scenario, DAVE, ERIN);
    member(scenario, ERIN, 0);
    trade(scenario);
    trade(scenario);
    expect(sharedAt(scenario, MIDNIGHT_MS - 1)).toEqual([]);
    expect(sharedAt(scenario, MIDNIGHT_MS)).toEqual([
      {
        type: 'rebateShared',
        day: MIDNIGHT_MS / DAY_MS - 1,
        payer: BOB,
        currency: USDT,
        fees: [{ currency: BTC, amount: 40_000n }],
        worth: 4_000_000n,
        lines: [
          { line: 1, level: 1, user: CAROL, rateBps: 2_000, amount: 800_000n },
          { line: 2, level: 2, user: DAVE, rateBps: 1_000, amount: 400_000n },
          { line: 3, level: 3, user: ERIN, rateBps: 500, amount: 200_000n },
        ],
      },
    ]);
    expect(sharedAt(scenario, MIDNIGHT_MS + 1)).toEqual([]);
    expect(scenario.exchange.snapshot().rebate).toMatchObject({ payers: [], due: [], nextLine: 4 });
  });

  it('are of what the fee account got, not of what was rounded up', () => {
    const scenario = opened([5_000, 0, 0], { takerFeeBps: 7 });
    member(scenario, BOB, CAROL);
    member(scenario, CAROL, 0);
    // 7,000.7 units: Bob pays 7,001, and one of them is rounding.
    trade(scenario, 10_001);
    expect(sharedAt(scenario, MIDNIGHT_MS)).toMatchObject([{ fees: [{ amount: 7_000n }] }]);
  });

  it('count no trade among people who invited one another, or of one person with himself', () => {
    const scenario = opened([2_000, 1_000, 500]);
    member(scenario, CAROL, 0);
    member(scenario, BOB, CAROL);
    member(scenario, ALICE, BOB);
    trade(scenario);
    expect(scenario.exchange.snapshot().rebate.payers).toEqual([]);
    member(scenario, ALICE, 0);
    trade(scenario);
    expect(scenario.exchange.snapshot().rebate.payers.map(({ user }) => user)).toEqual([BOB]);
    member(scenario, ALICE, DAVE, personOf(BOB));
    trade(scenario);
    expect(scenario.exchange.snapshot().rebate.payers).toEqual([
      { user: BOB, fees: [{ currency: BTC, amount: '20000' }] },
    ]);
  });

  it.each([
    ['count no trade of two whom one member invited', 5, CAROL, []],
    ['count no trade of two whose chains meet at the third level', 5, FRANK, []],
    ['count a trade of two whose chains meet nowhere', 5, 0, [BOB, ALICE]],
    [
      'counted trades of two whom one member invited by the rules of before',
      4,
      CAROL,
      [BOB, ALICE],
    ],
  ])('%s', (_, rules, common, payers) => {
    const scenario = opened([2_000, 1_000, 500], { rules });
    member(scenario, BOB, CAROL);
    member(scenario, CAROL, DAVE);
    member(scenario, DAVE, common === FRANK ? FRANK : 0);
    member(scenario, ALICE, common === CAROL ? CAROL : ERIN);
    member(scenario, ERIN, GRACE);
    member(scenario, GRACE, common === FRANK ? FRANK : 0);
    trade(scenario);
    expect(scenario.exchange.snapshot().rebate.payers.map(({ user }) => user)).toEqual(payers);
  });

  it('count no trade of two whose inviters are one person', () => {
    const scenario = opened([2_000, 1_000, 500]);
    member(scenario, BOB, CAROL);
    member(scenario, CAROL, 0);
    member(scenario, ALICE, DAVE);
    member(scenario, DAVE, 0, personOf(CAROL));
    trade(scenario);
    expect(scenario.exchange.snapshot().rebate.payers).toEqual([]);
  });

  it('pay nobody for their own fees by another account', () => {
    const scenario = opened([2_000, 1_000, 500]);
    member(scenario, BOB, CAROL);
    member(scenario, CAROL, DAVE, personOf(BOB));
    member(scenario, DAVE, BOB);
    trade(scenario);
    expect(sharedAt(scenario, MIDNIGHT_MS)).toMatchObject([
      { payer: BOB, lines: [{ level: 2, user: DAVE }] },
    ]);
  });

  it('need both to be members: a chain ends at the first who is none', () => {
    const scenario = opened([2_000, 1_000, 500]);
    member(scenario, DAVE, 0);
    trade(scenario);
    expect(scenario.exchange.snapshot().rebate.payers).toEqual([]);
    member(scenario, BOB, CAROL);
    trade(scenario);
    expect(sharedAt(scenario, MIDNIGHT_MS)).toMatchObject([{ payer: BOB, lines: [] }]);
    member(scenario, CAROL, DAVE);
    trade(scenario);
    member(scenario, CAROL, 0, '');
    expect(sharedAt(scenario, MIDNIGHT_MS + DAY_MS)).toMatchObject([{ payer: BOB, lines: [] }]);
  });

  it('begin and change with the next day, never within one', () => {
    const scenario = opened([2_000, 0, 0]);
    member(scenario, BOB, CAROL);
    member(scenario, CAROL, 0);
    inTheEvening(scenario);
    rates(scenario, [5_000, 0, 0]);
    trade(scenario);
    scenario.timeMs = MIDNIGHT_MS + 1;
    scenario.index(10_000);
    rates(scenario, [0, 0, 0]);
    trade(scenario);
    expect(sharedAt(scenario, MIDNIGHT_MS + 2)).toMatchObject([
      { worth: 2_000_000n, lines: [{ amount: 400_000n }] },
    ]);
    expect(sharedAt(scenario, MIDNIGHT_MS + DAY_MS)).toMatchObject([
      { worth: 2_000_000n, lines: [{ amount: 1_000_000n }] },
    ]);
    trade(scenario);
    expect(scenario.exchange.snapshot().rebate.payers).toEqual([]);
  });

  it('wait for money, and are paid in full when there is some', () => {
    const scenario = opened([2_000, 0, 0], { funded: 399_999n });
    member(scenario, BOB, CAROL);
    member(scenario, CAROL, 0);
    trade(scenario);
    expect(sharedAt(scenario, MIDNIGHT_MS)).toEqual([]);
    expect(rejectionOf(fund(scenario, 'out', 400_000n))).toBe('rebate_short');
    fund(scenario, 'in', 1n);
    expect(sharedAt(scenario, MIDNIGHT_MS + 1)).toMatchObject([{ lines: [{ amount: 400_000n }] }]);
    expect(scenario.exchange.snapshot().rebate.due).toEqual([]);
  });

  it('value fees at the index that the first command of the next day finds', () => {
    const scenario = opened([2_000, 0, 0]);
    member(scenario, BOB, CAROL);
    member(scenario, CAROL, 0);
    trade(scenario);
    scenario.timeMs = MIDNIGHT_MS + 5;
    scenario.index(20_000);
    const tick = scenario.apply({ kind: 'clock.tick' });
    expect(eventsOf(tick, 'rebateDayClosed')).toMatchObject([
      { prices: [{ currency: BTC, market: 1, ticks: 20_000 }] },
    ]);
    expect(eventsOf(tick, 'rebateShared')).toMatchObject([{ worth: 4_000_000n }]);
  });

  it('count no fee in a coin that no market trades against theirs', () => {
    const scenario = opened([2_000, 0, 0]);
    scenario.apply({ kind: 'rebate.rates', currency: BTC, ratesBps: [2_000, 0, 0] });
    member(scenario, ALICE, CAROL);
    member(scenario, CAROL, 0);
    trade(scenario);
    expect(scenario.exchange.snapshot().rebate.payers).toEqual([]);
  });

  it('count no trade with another account of an inviter, whom nobody invited', () => {
    const scenario = opened([2_000, 0, 0]);
    member(scenario, BOB, CAROL);
    member(scenario, CAROL, 0);
    member(scenario, ALICE, 0, personOf(CAROL));
    trade(scenario);
    expect(scenario.exchange.snapshot().rebate.payers).toEqual([]);
    member(scenario, ALICE, 0, personOf(DAVE));
    trade(scenario);
    expect(scenario.exchange.snapshot().rebate.payers.map(({ user }) => user)).toEqual([BOB]);
  });

  it('pay nobody who was verified on the day itself, nor who invited them', () => {
    const scenario = opened([2_000, 1_000, 500]);
    member(scenario, BOB, CAROL);
    member(scenario, ALICE, 0);
    // Alice invited Carol, who is not verified: the core does not know that Bob and Alice are
    // linked.
    trade(scenario);
    member(scenario, CAROL, ALICE);
    expect(sharedAt(scenario, MIDNIGHT_MS)).toMatchObject([{ payer: BOB, lines: [] }]);
    trade(scenario);
    expect(scenario.exchange.snapshot().rebate.payers).toEqual([]);
  });

  it('know a member whose inviter is told again since the first day', () => {
    const scenario = opened([2_000, 0, 0]);
    member(scenario, BOB, CAROL);
    member(scenario, CAROL, 0);
    trade(scenario);
    member(scenario, CAROL, DAVE);
    expect(sharedAt(scenario, MIDNIGHT_MS)).toMatchObject([{ lines: [{ user: CAROL }] }]);
  });

  it('are the same after a restart in the middle of a day, and of its payment', () => {
    const scenario = opened([2_000, 1_000, 500]);
    member(scenario, BOB, CAROL);
    member(scenario, CAROL, DAVE);
    trade(scenario);
    const snapshot = scenario.exchange.snapshot();
    const restored = Exchange.restore(snapshot);
    expect(restored.snapshot()).toEqual(snapshot);
    const [one, other] = [scenario.exchange, restored].map(
      (exchange) => exchange.apply({ kind: 'clock.tick' }, MIDNIGHT_MS).events,
    );
    expect(one).toEqual(other);
    expect(restored.snapshot()).toEqual(scenario.exchange.snapshot());
  });

  it.each([
    ['more than half of the fee', [2_500, 2_500, 1]],
    ['more than half of the fee for one level', [5_001, 0, 0]],
    ['two levels', [2_500, 2_500]],
    ['a rate below zero', [5_000, -1, 0]],
    ['no list', null as unknown as number[]],
  ])('are refused with %s', (_, ratesBps) => {
    const scenario = opened([2_000, 1_000, 500]);
    const before = scenario.exchange.snapshot();
    expect(rejectionOf(rates(scenario, ratesBps))).toBe('malformed');
    expect(scenario.exchange.snapshot()).toEqual(before);
  });

  it('are the whole fee at most by the rules of before', () => {
    const scenario = opened([2_000, 1_000, 500], { rules: 4 });
    expect(rejectionOf(rates(scenario, [5_000, 5_000, 1]))).toBe('malformed');
    expect(rejectionOf(rates(scenario, [5_000, 5_000, 0]))).toBeUndefined();
  });

  it('know currencies, members and directions', () => {
    const scenario = new Scenario();
    const setting = { kind: 'rebate.rates', currency: 77, ratesBps: [1, 1, 1] } as const;
    expect(rejectionOf(scenario.apply(setting))).toBe('currency_unknown');
    const own = { kind: 'rebate.member', user: BOB, person: personOf(BOB), inviter: BOB } as const;
    expect(rejectionOf(scenario.apply(own))).toBe('malformed');
    expect(rejectionOf(scenario.apply({ ...own, inviter: 0, person: 'x' }))).toBe('malformed');
    expect(rejectionOf(fund(scenario, 'up' as 'in', 1n))).toBe('malformed');
    expect(rejectionOf(fund(scenario, 'in', 1n))).toBe('house_insufficient');
  });
});
