import type { Amount, PriceTicks, QuantityLots } from '@meridian/money/amount';
import { describe, expect, it } from 'vitest';
import type { Market } from '../catalog/catalog.ts';
import { Exchange } from '../exchange.ts';
import { InvariantChecks } from '../invariants.ts';
import { SYSTEM } from '../ledger/accounts.ts';
import { Fees, makerRebateOf } from '../ledger/fees.ts';
import { Ledger } from '../ledger/ledger.ts';
import { ALICE, BOB, BTC, CAROL, eventsOf, MARKET, Scenario, USDT } from '../testing/scenario.ts';
import type { FeeTier } from './fee-commands.ts';

const DAY_MS = 86_400_000;
/** Noon in Shanghai. */
const NOON_MS = Date.UTC(2026, 5, 1, 4);
const ONE_USDT = 10n ** 8n;
/** 0.1 BTC, for 10 USDT at the index. */
const TENTH = 10_000;
const FEES = { makerFeeBps: 10, takerFeeBps: 20 };
const ORDER = {
  kind: 'spot.place',
  market: 1,
  type: 'limit',
  priceTicks: 10_000 as PriceTicks,
  quantityLots: TENTH as QuantityLots,
  timeInForce: 'gtc',
  postOnly: false,
  selfTrade: 'expireTaker',
} as const;

describe('what a maker gets of a fee', () => {
  it.each([
    // Amount received, rate of the rebate, rate of the taker; the rebate that is paid.
    [10_000n, 5, 20, 5n],
    [9_999n, 5, 20, 4n],
    [1_999n, 5, 20, 0n],
    [1n, 100, 101, 0n],
    [99n, 100, 101, 0n],
    [100n, 100, 101, 1n],
    // A hundredth of a percent stays, however much the tier promises.
    [10_000n, 20, 20, 19n],
    [10_000n, 100, 20, 19n],
    [10_000n, 100, 2, 1n],
    [10_000n, 100, 1, 0n],
    [10_000n, 100, 0, 0n],
  ])('of %d at %d of %d is %d', (received, rebateBps, takerFeeBps, paid) => {
    expect(makerRebateOf(received, rebateBps, takerFeeBps)).toBe(paid);
  });

  it('is never more than whole units of the fee, and washing costs a unit at least', () => {
    for (let received = 1n; received < 12_000n; received += 7n)
      for (const takerFeeBps of [1, 2, 3, 20, 101, 1_000])
        for (const rebateBps of [1, 2, 19, 100]) {
          const rebate = makerRebateOf(received, rebateBps, takerFeeBps);
          const exact = received * BigInt(takerFeeBps);
          const [whole, paid] = [exact / 10_000n, (exact + 9_999n) / 10_000n];
          expect(rebate <= whole && rebate < paid).toBe(true);
        }
  });
});

describe('a rebate above its fee', () => {
  it('stops the engine, though the fee account could pay it', () => {
    const checks = new InvariantChecks();
    const ledger = new Ledger(checks, { list: [] });
    const to = ledger.open(ALICE, 'spot', BTC);
    ledger.post(ledger.open(SYSTEM.fees, 'spot', BTC), 1_000n, 'fee', 1, '');
    const give = (amount: bigint) => () =>
      new Fees(ledger, checks).giveRebate(to, { amount, taken: 10n }, BTC, 2);
    expect(give(11n)).toThrow('F2');
    expect(give(10n)()).toBe(0n);
    expect(ledger.available(to)).toBe(10n);
  });
});

describe('a maker with a rebate', () => {
  it("gets it in the currency of the taker's fee, out of that fee, and pays none", () => {
    const scenario = opened([tier(10, -5, 15)]);
    const fees = feesOf(scenario);
    // Bob buys 0.1 BTC: he pays 15 hundredths of a percent, and Alice gets 5 of them.
    const alice = scenario.balance(ALICE, BTC).available;
    expect(trade(scenario)).toEqual({ makerFee: 0n, takerFee: 15_000n, makerRebate: 5_000n });
    expect(scenario.balance(ALICE, BTC).available).toBe(alice - 10_000_000n + 5_000n);
    expect(feesOf(scenario)).toEqual({ btc: fees.btc + 10_000n, usdt: fees.usdt });
    // Bob sells 0.1 BTC to her: the fee and the rebate are in USDT.
    scenario.place(ALICE, 'buy', 10_000, TENTH);
    const usdt = scenario.balance(ALICE, USDT).available;
    const sold = eventsOf(scenario.place(BOB, 'sell', 10_000, TENTH), 'traded');
    expect(sold).toMatchObject([
      { makerFee: 0n, takerFee: 1_500_000n, makerRebate: ONE_USDT / 200n },
    ]);
    expect(scenario.balance(ALICE, USDT).available - usdt).toBe(ONE_USDT / 200n);
    expect(feesOf(scenario)).toEqual({ btc: fees.btc + 10_000n, usdt: fees.usdt + 1_000_000n });
  });

  it('has a posting with a reason of its own for it, of both sides', () => {
    const scenario = opened([tier(10, -5, 15)]);
    scenario.place(ALICE, 'sell', 10_000, TENTH);
    const applied = scenario.place(BOB, 'buy', 10_000, TENTH);
    const [traded] = eventsOf(applied, 'traded');
    const posted = eventsOf(applied, 'posted').filter(({ reason }) => reason === 'makerRebate');
    expect(
      posted.map(({ user, currency, available, subject }) => ({
        user,
        currency,
        available,
        subject,
      })),
    ).toEqual([
      { user: SYSTEM.fees, currency: BTC, available: -5_000n, subject: traded?.trade },
      { user: ALICE, currency: BTC, available: 5_000n, subject: traded?.trade },
    ]);
  });

  it.each([
    // In a cheap market one hundredth of a percent stays; nobody else is asked for the rest.
    [{ makerFeeBps: 10, takerFeeBps: 4 }, 4_000n, 3_000n],
    [{ makerFeeBps: 10, takerFeeBps: 1 }, 1_000n, 0n],
    [{ makerFeeBps: 0, takerFeeBps: 20 }, 15_000n, 5_000n],
  ])('in a market of %j: the taker pays %d, the maker gets %d', (market, takerFee, makerRebate) => {
    const scenario = opened([tier(10, -5, 15)], { ...FEES, ...market }, FEES);
    expect(trade(scenario)).toEqual({ makerFee: 0n, takerFee, makerRebate });
  });

  it('gets nothing where takers pay nothing', () => {
    const scenario = opened([tier(10, -5, 15)], { ...FEES, takerFeeBps: 0 }, FEES);
    const applied = scenario.place(ALICE, 'sell', 10_000, TENTH);
    expect(applied.outcome.ok).toBe(true);
    const taken = scenario.place(BOB, 'buy', 10_000, TENTH);
    expect(eventsOf(taken, 'traded')).toMatchObject([
      { makerFee: 0n, takerFee: 0n, makerRebate: 0n },
    ]);
    expect(eventsOf(taken, 'posted').some(({ reason }) => reason === 'makerRebate')).toBe(false);
  });

  it('gets the same from a taker of the best tier as from one of none', () => {
    const scenario = opened([tier(10, -5, 15), tier(20, -5, 6)]);
    scenario.place(ALICE, 'sell', 10_000, 2 * TENTH);
    const [best] = eventsOf(scenario.place(BOB, 'buy', 10_000, TENTH), 'traded');
    const [none] = eventsOf(scenario.place(CAROL, 'buy', 10_000, TENTH), 'traded');
    expect(best).toMatchObject({ takerFee: 6_000n, makerRebate: 5_000n });
    expect(none).toMatchObject({ takerFee: 20_000n, makerRebate: 5_000n });
  });

  it('loses by trading with another account of theirs, and by the smallest trades most', () => {
    const scenario = opened([tier(10, -14, 15)], { ...FEES, minNotional: 0n });
    const before = wealth(scenario);
    for (let count = 0; count < 50; count++) {
      scenario.place(ALICE, 'sell', 10_000, 1);
      scenario.place(BOB, 'buy', 10_000, 1);
    }
    // A lot is 1,000 units: of a fee of 1.5, two are paid; 1.4 come back as one.
    expect(before.btc - wealth(scenario).btc).toBe(50n);
    expect(wealth(scenario).usdt).toBe(before.usdt);
  });

  it('counts for tiers as its taker does, of whose fee a part stays', () => {
    const scenario = opened([tier(10, -5, 15)]);
    trade(scenario);
    const day = { volume: String(10n * ONE_USDT) };
    expect(scenario.exchange.snapshot().fee.volumes).toMatchObject([
      { user: ALICE, days: [{}, day] },
      { user: BOB, days: [{}, day] },
    ]);
  });

  it('counts nothing where its taker pays nothing: that would be a free way to more', () => {
    const scenario = opened([tier(10, -5, 15)], { ...FEES, takerFeeBps: 0 }, FEES);
    const before = scenario.exchange.snapshot().fee.volumes;
    trade(scenario);
    expect(scenario.exchange.snapshot().fee.volumes).toEqual(before);
  });

  it('leaves inviters of the taker a share of what stays', () => {
    const scenario = opened([tier(10, -5, 15)]);
    scenario.apply({ kind: 'rebate.rates', currency: USDT, ratesBps: [5_000, 0, 0] });
    for (const [user, inviter] of [
      [CAROL, 0],
      [BOB, CAROL],
    ] as const) {
      const person = user.toString(16).padStart(32, '0');
      scenario.apply({ kind: 'rebate.member', user, person, inviter });
    }
    scenario.timeMs += DAY_MS;
    trade(scenario);
    const { payers } = scenario.exchange.snapshot().rebate;
    expect(payers).toEqual([{ user: BOB, fees: [{ currency: BTC, amount: '10000' }] }]);
  });

  it('has the same after a restart', () => {
    const scenario = opened([tier(10, -5, 15)]);
    const restored = Exchange.restore(scenario.exchange.snapshot());
    trade(scenario);
    for (const [user, side] of [
      [ALICE, 'sell'],
      [BOB, 'buy'],
    ] as const)
      restored.apply({ ...ORDER, user, side }, scenario.timeMs);
    expect(restored.snapshot()).toEqual(scenario.exchange.snapshot());
  });
});

function tier(usdt: number, makerFeeBps: number, takerFeeBps: number): FeeTier {
  return { volume: (BigInt(usdt) * ONE_USDT) as Amount, makerFeeBps, takerFeeBps };
}

/**
 * Alice and Bob have traded 20 USDT yesterday, at the rates of a market that charged both; now it
 * charges the rates of `market`.
 */
function opened(
  tiers: readonly FeeTier[],
  market: Partial<Market> = FEES,
  yesterday: Partial<Market> = market,
): Scenario {
  const common = { bandBps: 0, indexMaxAgeMs: 400 * DAY_MS };
  const scenario = new Scenario({ ...yesterday, ...common });
  scenario.timeMs = NOON_MS;
  scenario.index(10_000);
  scenario.apply({ kind: 'fee.tiers', currency: USDT, tiers });
  for (let count = 0; count < 2; count++) trade(scenario);
  scenario.apply({ kind: 'market.list', market: { ...MARKET, ...market, ...common } });
  scenario.timeMs += DAY_MS;
  return scenario;
}

/** Alice sells 0.1 BTC to Bob for 10 USDT. Returns the fees of both and her rebate. */
function trade(scenario: Scenario) {
  scenario.place(ALICE, 'sell', 10_000, TENTH);
  const [traded] = eventsOf(scenario.place(BOB, 'buy', 10_000, TENTH), 'traded');
  if (traded === undefined) throw new Error('no trade');
  const { makerFee, takerFee, makerRebate } = traded;
  return { makerFee, takerFee, makerRebate };
}

function feesOf(scenario: Scenario) {
  const of = (currency: number): bigint => scenario.balance(SYSTEM.fees, currency).available;
  return { btc: of(BTC), usdt: of(USDT) };
}

/** Of Alice and Bob together. */
function wealth(scenario: Scenario) {
  const of = (currency: number): bigint =>
    [ALICE, BOB]
      .map((user) => scenario.balance(user, currency))
      .reduce((sum, { available, held }) => sum + available + held, 0n);
  return { btc: of(BTC), usdt: of(USDT) };
}
