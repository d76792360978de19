import type { Amount } from '@meridian/money/amount';
import { describe, expect, it } from 'vitest';
import type { Market } from '../catalog/catalog.ts';
import { ALICE, BOB, CAROL, Scenario, USDT } from '../testing/scenario.ts';
import type { FeeTier } from './fee-commands.ts';

const DAY_MS = 86_400_000;
/** Noon in Shanghai. */
const NOON_MS = Date.UTC(2026, 5, 1, 4);
const ONE_USDT = 10n ** 8n;
/** 0.1 BTC: 10 USDT at the index of 100. */
const TENTH = 10_000;

describe('a trade counts for the tiers of both sides', () => {
  it.each([
    ['not where neither side pays', 5, [tier(10, 0, 0)], {}],
    ['where neither side pays, by the rules of before', 4, [tier(10, 0, 0)], both(10)],
    ['as a maker who pays nothing, where the taker pays', 5, [tier(10, 0, 5)], both(10)],
    ['as a maker with a rebate, where the taker pays more', 5, [tier(10, -2, 5)], both(10)],
    ['where both pay a little', 5, [tier(10, 1, 1)], both(10)],
  ])('%s', (_, rules, tiers, volumes) => {
    const scenario = opened(tiers, rules);
    trade(scenario);
    scenario.timeMs += DAY_MS;
    scenario.index(10_000);
    trade(scenario);
    expect(today(scenario)).toEqual(inUnits(volumes));
  });

  it.each([
    ['at no more than the index', 5, 90_000, 5, both(5)],
    ['at the price that was named, by the rules of before', 4, 90_000, 5, both(45)],
    ['at its price where that is below the index', 5, 5_000, 40, both(20)],
    ['at its price where that is the index', 5, 10_000, 20, both(20)],
  ])('%s', (_, rules, ticks, hundredths, volumes) => {
    const scenario = opened([tier(1_000, 1, 1)], rules);
    trade(scenario, ticks, hundredths * 1_000);
    expect(today(scenario)).toEqual(inUnits(volumes));
  });

  it.each([
    ['while the index is as old as it may be', 5, 10_000, both(10)],
    ['not once it is older', 5, 10_001, {}],
    ['with any index by the rules of before', 4, 10_001, both(10)],
  ])('%s', (_, rules, ageMs, volumes) => {
    const scenario = opened([tier(1_000, 1, 1)], rules, { indexMaxAgeMs: 10_000 });
    scenario.timeMs += ageMs;
    trade(scenario);
    expect(today(scenario)).toEqual(inUnits(volumes));
  });

  it.each([
    ['not in a market without an index', 5, {}],
    ['in a market without an index by the rules of before', 4, both(10)],
  ])('%s', (_, rules, volumes) => {
    const scenario = opened([tier(1_000, 1, 1)], rules);
    scenario.apply({ kind: 'market.list', market: { ...marketOf(scenario), id: 2 } });
    trade(scenario, 10_000, TENTH, 2);
    expect(today(scenario)).toEqual(inUnits(volumes));
  });

  it('not for a unit of a fee, which may be rounding alone', () => {
    const settings = { minNotional: 0n, takerFeeBps: 10, makerFeeBps: 0 };
    const scenario = opened([tier(1_000, 0, 1)], 5, settings);
    // A lot is 1,000 units: a tenth of a percent of it is one.
    trade(scenario, 10_000, 1);
    expect(today(scenario)).toEqual({});
    trade(scenario, 10_000, 2);
    expect(today(scenario)).toEqual({ [ALICE]: 200_000n, [BOB]: 200_000n });
  });

  it('where the maker alone pays', () => {
    const scenario = opened([tier(1_000, 1, 1)], 5, { takerFeeBps: 0 });
    trade(scenario);
    expect(today(scenario)).toEqual(inUnits(both(10)));
  });

  it('not where what stays after the rebate of a maker may be rounding', () => {
    const scenario = opened([tier(10, -1, 2)], 5, { minNotional: 0n });
    trade(scenario);
    scenario.timeMs += DAY_MS;
    scenario.index(10_000);
    // Of 10,000 units Bob pays two, and Alice gets one of them.
    trade(scenario, 10_000, 10);
    expect(today(scenario)).toEqual({});
    trade(scenario, 10_000, 20);
    expect(today(scenario)).toEqual({ [ALICE]: 2_000_000n, [BOB]: 2_000_000n });
  });

  it('of whoever traded', () => {
    const scenario = opened([tier(10, 0, 5)], 5);
    trade(scenario);
    scenario.timeMs += DAY_MS;
    scenario.index(10_000);
    scenario.place(CAROL, 'sell', 10_000, TENTH);
    scenario.place(BOB, 'buy', 10_000, TENTH);
    expect(today(scenario)).toEqual(inUnits({ [CAROL]: 10n, [BOB]: 10n }));
  });
});

function tier(usdt: number, makerFeeBps: number, takerFeeBps: number): FeeTier {
  return { volume: (BigInt(usdt) * ONE_USDT) as Amount, makerFeeBps, takerFeeBps };
}

function both(usdt: number): Record<number, bigint> {
  return { [ALICE]: BigInt(usdt), [BOB]: BigInt(usdt) };
}

function inUnits(volumes: Record<number, bigint>): Record<number, bigint> {
  return Object.fromEntries(
    Object.entries(volumes).map(([user, volume]) => [user, volume * ONE_USDT]),
  );
}

function opened(
  tiers: readonly FeeTier[],
  rules: number,
  settings: Partial<Market> = {},
): Scenario {
  const scenario = new Scenario(
    {
      ...{ makerFeeBps: 10, takerFeeBps: 20, bandBps: 0, indexMaxAgeMs: 400 * DAY_MS },
      ...settings,
    },
    rules,
  );
  scenario.timeMs = NOON_MS;
  scenario.index(10_000);
  scenario.apply({ kind: 'fee.tiers', currency: USDT, tiers });
  return scenario;
}

function marketOf(scenario: Scenario): Market {
  const [row] = scenario.exchange.snapshot().markets;
  if (row === undefined) throw new Error('no market');
  const { tickSize, lotSize, minNotional } = row;
  return {
    ...row,
    tickSize: BigInt(tickSize),
    lotSize: BigInt(lotSize),
    minNotional: BigInt(minNotional),
  };
}

/** Alice sells to Bob. */
function trade(scenario: Scenario, ticks = 10_000, lots = TENTH, market = 1): void {
  scenario.place(ALICE, 'sell', ticks, lots, { market });
  const { outcome } = scenario.place(BOB, 'buy', ticks, lots, { market });
  if (!outcome.ok) throw new Error(outcome.rejection);
}

/** Volume that was counted on the present day, by user. */
function today({ exchange, timeMs }: Scenario): Record<number, bigint> {
  const day = Math.floor((timeMs + 28_800_000) / DAY_MS);
  return Object.fromEntries(
    exchange
      .snapshot()
      .fee.volumes.flatMap(({ user, days }) =>
        days.filter((each) => each.day === day).map(({ volume }) => [user, BigInt(volume)]),
      ),
  ) as Record<number, bigint>;
}
