import type { Amount } from '@meridian/money/amount';
import { describe, expect, it } from 'vitest';
import { Exchange } from '../exchange.ts';
import {
  ALICE,
  BOB,
  BTC,
  CAROL,
  eventsOf,
  rejectionOf,
  Scenario,
  USDT,
} from '../testing/scenario.ts';
import type { FeeTier } from './fee-commands.ts';

const DAY_MS = 86_400_000;
/** Noon in Shanghai. */
const NOON_MS = Date.UTC(2026, 5, 1, 4);
const ONE_USDT = 10n ** 8n;
const FEES = { makerFeeBps: 10, takerFeeBps: 20 };
/** 0.1 BTC at 100 USDT: 10 USDT a trade. */
const TENTH = 10_000;

describe('tiers of fees', () => {
  it('hold from the day after the volume, by the thirty days before it', () => {
    const scenario = opened([tier(20, 8, 15), tier(40, 5, 10)]);
    expect(trade(scenario)).toEqual({ maker: 10, taker: 20 });
    expect(trade(scenario)).toEqual({ maker: 10, taker: 20 });
    scenario.timeMs += DAY_MS;
    expect(trade(scenario)).toEqual({ maker: 8, taker: 15 });
    scenario.timeMs += DAY_MS;
    expect(trade(scenario)).toEqual({ maker: 8, taker: 15 });
    // The first day still counts on the thirtieth day after it, and no longer.
    scenario.timeMs += 28 * DAY_MS;
    expect(trade(scenario)).toEqual({ maker: 5, taker: 10 });
    scenario.timeMs += DAY_MS;
    expect(trade(scenario)).toEqual({ maker: 8, taker: 15 });
  });

  it('begin at midnight in Shanghai', () => {
    const scenario = opened([tier(10, 0, 0)]);
    scenario.timeMs = Date.UTC(2026, 5, 1, 15, 59, 59, 999);
    scenario.index(10_000);
    expect(trade(scenario)).toEqual({ maker: 10, taker: 20 });
    scenario.timeMs++;
    expect(trade(scenario)).toEqual({ maker: 0, taker: 0 });
  });

  it('belong to a user: others pay the rates of the market', () => {
    const scenario = opened([tier(10, 1, 2)]);
    trade(scenario);
    scenario.timeMs += DAY_MS;
    scenario.place(ALICE, 'sell', 10_000, TENTH);
    const [traded] = eventsOf(scenario.place(CAROL, 'buy', 10_000, TENTH), 'traded');
    expect(traded).toMatchObject({ makerFee: ONE_USDT / 1_000n, takerFee: 20_000n });
  });

  it('never make a fee dearer than the market does', () => {
    const scenario = opened([tier(10, 100, 100)]);
    trade(scenario);
    scenario.timeMs += DAY_MS;
    expect(trade(scenario)).toEqual({ maker: 10, taker: 20 });
  });

  it('change at once for everybody, and are gone with their volumes', () => {
    const scenario = opened([tier(10, 1, 2)]);
    trade(scenario);
    scenario.timeMs += DAY_MS;
    expect(trade(scenario)).toEqual({ maker: 1, taker: 2 });
    set(scenario, [tier(10, 3, 4)]);
    expect(trade(scenario)).toEqual({ maker: 3, taker: 4 });
    set(scenario, []);
    expect(trade(scenario)).toEqual({ maker: 10, taker: 20 });
    expect(scenario.exchange.snapshot().fee).toEqual({ currency: 0, tiers: [], volumes: [] });
    set(scenario, [tier(10, 3, 4)]);
    scenario.timeMs += DAY_MS;
    expect(trade(scenario)).toEqual({ maker: 10, taker: 20 });
  });

  it('count what is quoted in their currency, anew where it is another one', () => {
    const scenario = opened([tier(10, 1, 2)]);
    trade(scenario);
    scenario.apply({ kind: 'fee.tiers', currency: BTC, tiers: [tier(10, 1, 2)] });
    trade(scenario);
    expect(scenario.exchange.snapshot().fee.volumes).toEqual([]);
    expect(
      rejectionOf(scenario.apply({ kind: 'fee.tiers', currency: 77, tiers: [tier(10, 1, 2)] })),
    ).toBe('currency_unknown');
  });

  it.each([
    [{ makerFeeBps: 0, takerFeeBps: 0 }, []],
    [{ makerFeeBps: 0, takerFeeBps: 20 }, [ALICE, BOB]],
    [{ makerFeeBps: 10, takerFeeBps: 0 }, [ALICE, BOB]],
  ])('count both sides of a trade that costs one of them something: %j', (fees, users) => {
    const scenario = opened([tier(10, 0, 0)], fees);
    sell(scenario.exchange, scenario.timeMs);
    expect(scenario.exchange.snapshot().fee.volumes.map(({ user }) => user)).toEqual(users);
  });

  it('are the same after a restart in the middle of a day', () => {
    const scenario = opened([tier(20, 8, 15)]);
    trade(scenario);
    scenario.timeMs += DAY_MS;
    trade(scenario);
    const snapshot = scenario.exchange.snapshot();
    const restored = Exchange.restore(snapshot);
    expect(restored.snapshot()).toEqual(snapshot);
    scenario.timeMs += DAY_MS;
    for (const exchange of [scenario.exchange, restored]) {
      expect(sell(exchange, scenario.timeMs)).toEqual({ maker: 8, taker: 15 });
    }
    expect(restored.snapshot()).toEqual(scenario.exchange.snapshot());
  });

  it.each([
    ['volumes that do not rise', [tier(20, 1, 2), tier(20, 1, 2)]],
    ['a rate that rises', [tier(10, 1, 2), tier(20, 2, 2)]],
    ['no volume', [tier(0, 1, 2)]],
    ["a taker's rate below zero", [tier(10, 0, -1)]],
    ['a rebate of more than one percent', [tier(10, -101, 200)]],
    ['a rebate of all that its own takers pay', [tier(10, -2, 2)]],
    ['a rebate of all that takers of a higher tier pay', [tier(10, -2, 5), tier(20, -2, 2)]],
    ['a rate above a tenth', [tier(10, 1, 1_001)]],
    ['too many', Array.from({ length: 21 }, (_, index) => tier(index + 1, 1, 1))],
    ['no list', null as unknown as FeeTier[]],
    ['a row that is none', [null as unknown as FeeTier]],
  ])('are refused with %s', (_, tiers) => {
    const scenario = opened([tier(10, 1, 2)]);
    const before = scenario.exchange.snapshot();
    expect(rejectionOf(set(scenario, tiers))).toBe('malformed');
    expect(scenario.exchange.snapshot()).toEqual(before);
  });
});

function tier(usdt: number, makerFeeBps: number, takerFeeBps: number): FeeTier {
  return { volume: (BigInt(usdt) * ONE_USDT) as Amount, makerFeeBps, takerFeeBps };
}

function opened(tiers: readonly FeeTier[], fees = FEES): Scenario {
  const scenario = new Scenario({ ...fees, bandBps: 0, indexMaxAgeMs: 400 * DAY_MS });
  scenario.timeMs = NOON_MS;
  scenario.index(10_000);
  set(scenario, tiers);
  return scenario;
}

function set(scenario: Scenario, tiers: readonly FeeTier[]) {
  return scenario.apply({ kind: 'fee.tiers', currency: USDT, tiers });
}

/** Alice sells 0.1 BTC to Bob for 10 USDT. Returns the rates that they paid. */
function trade({ exchange, timeMs }: Scenario): { maker: number; taker: number } {
  return sell(exchange, timeMs);
}

function sell(exchange: Exchange, timeMs: number): { maker: number; taker: number } {
  const order = {
    kind: 'spot.place',
    market: 1,
    type: 'limit',
    priceTicks: 10_000,
    quantityLots: TENTH,
    timeInForce: 'gtc',
    postOnly: false,
    selfTrade: 'expireTaker',
  } as const;
  exchange.apply({ ...order, user: ALICE, side: 'sell' } as never, timeMs);
  const applied = exchange.apply({ ...order, user: BOB, side: 'buy' } as never, timeMs);
  const [traded] = eventsOf(applied, 'traded');
  if (traded === undefined) throw new Error('no trade');
  return {
    maker: Number((traded.makerFee * 10_000n) / (10n * ONE_USDT)),
    taker: Number((traded.takerFee * 10_000n) / (ONE_USDT / 10n)),
  };
}
