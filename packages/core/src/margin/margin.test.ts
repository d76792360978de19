import type { Amount, PriceTicks } from '@meridian/money/amount';
import { describe, expect, it } from 'vitest';
import { canonicalSnapshot, Exchange } from '../exchange.ts';
import { SYSTEM } from '../ledger/accounts.ts';
import { ALICE, BOB, BTC, CAROL, eventsOf, MARGIN, MARKET, rejectionOf, Scenario, USDT } from '../testing/scenario.ts';
import type { MarginTerms } from './margin-commands.ts';

const COIN = 10n ** 8n;
const START = 5_000n * COIN;
const DAY_MS = 86_400_000;
const NO_COSTS: Partial<MarginTerms> = { spreadBps: 0, feeBps: 0, overnightBps: 0 };

function wallet(scenario: Scenario, user = ALICE) {
  return scenario.balance(user, USDT, 'margin');
}

function stops(scenario: Scenario, position: number, takeProfitTicks: number, stopLossTicks: number) {
  return scenario.apply({ kind: 'margin.stops', user: ALICE, position, takeProfitTicks, stopLossTicks });
}

function close(scenario: Scenario, position: number, user = ALICE) {
  return scenario.apply({ kind: 'margin.close', user, position });
}

describe('a position at the market', () => {
  it('is entered at the index with the spread, holds value / leverage, and pays the fee once', () => {
    const scenario = new Scenario().margin();
    const [long] = eventsOf(scenario.lever(ALICE, 'long', 1_000), 'positionOpened');
    expect(long).toMatchObject({ entryTicks: 10_010, value: 100_1000_0000n, margin: 10_0100_0000n, fee: 500_5000n });
    expect(wallet(scenario)).toEqual({ available: START - 10_0100_0000n - 500_5000n, held: 10_0100_0000n });
    const [short] = eventsOf(scenario.lever(BOB, 'short', 1_000), 'positionOpened');
    expect(short).toMatchObject({ entryTicks: 9_990, value: 99_9000_0000n });
    expect(scenario.balance(SYSTEM.fees, USDT).available).toBe(500_5000n + 499_5000n);
  });

  it('pays what the index moved, long and short, from and to the house', () => {
    const scenario = new Scenario().margin(NO_COSTS);
    scenario.lever(ALICE, 'long', 1_000);
    scenario.lever(BOB, 'short', 1_000);
    scenario.index(10_400);
    expect(eventsOf(close(scenario, 1), 'positionClosed')).toMatchObject([{ reason: 'closed', closeTicks: 10_400, profit: 4n * COIN }]);
    expect(eventsOf(close(scenario, 2, BOB), 'positionClosed')).toMatchObject([{ profit: -4n * COIN }]);
    expect(wallet(scenario)).toEqual({ available: START + 4n * COIN, held: 0n });
    expect(wallet(scenario, BOB)).toEqual({ available: START - 4n * COIN, held: 0n });
    expect(wallet(scenario, SYSTEM.house).available).toBe(100_000n * COIN);
  });

  it('is refused at a stale index, and so is closing; a position stays open until prices come again', () => {
    const scenario = new Scenario().margin();
    scenario.lever(ALICE, 'long', 100);
    scenario.timeMs += MARKET.indexMaxAgeMs + 1;
    expect(rejectionOf(scenario.lever(ALICE, 'long', 100))).toBe('index_stale');
    expect(rejectionOf(close(scenario, 1))).toBe('index_stale');
    expect(rejectionOf(scenario.apply({ kind: 'margin.closeAll', user: ALICE, which: 'all' }))).toBe('index_stale');
    expect(rejectionOf(scenario.transfer(ALICE, 'margin', 'spot', 1))).toBe('index_stale');
    scenario.index(10_000);
    expect(close(scenario, 1).outcome.ok).toBe(true);
  });

  it('keeps to the lots, leverages and limits of its market', () => {
    const scenario = new Scenario().margin({ exposureCap: 1_000_0000_0000n as Amount });
    expect(rejectionOf(scenario.lever(ALICE, 'long', 9))).toBe('quantity_invalid');
    expect(rejectionOf(scenario.lever(ALICE, 'long', 1_000_001))).toBe('quantity_invalid');
    expect(rejectionOf(scenario.lever(ALICE, 'long', 1.5))).toBe('quantity_invalid');
    expect(rejectionOf(scenario.lever(ALICE, 'long', 10_000))).toBe('exposure_reached');
    expect(scenario.lever(ALICE, 'short', 10_000).outcome.ok).toBe(true);
    expect(scenario.lever(BOB, 'long', 9_000).outcome.ok).toBe(true);
    expect(rejectionOf(scenario.lever(CAROL, 'long', 1_000))).toBe('exposure_reached');
    close(scenario, 2, BOB);
    expect(scenario.lever(CAROL, 'long', 1_000).outcome.ok).toBe(true);
    scenario.apply({ kind: 'margin.terms', terms: { ...MARGIN, isOpen: false } });
    expect(rejectionOf(scenario.lever(CAROL, 'long', 1_000))).toBe('market_closed');
    expect(close(scenario, 3, CAROL).outcome.ok).toBe(true);
  });

  it('new terms change nothing about an open one', () => {
    const scenario = new Scenario().margin({ overnightBps: 0 });
    scenario.lever(ALICE, 'long', 1_000);
    scenario.apply({ kind: 'margin.terms', terms: { ...MARGIN, lotSize: 1_000n as Amount, overnightBps: 1_000, maintenancePercent: 100, feeBps: 1_000 } });
    scenario.timeMs += DAY_MS;
    scenario.index(10_110);
    expect(eventsOf(close(scenario, 1), 'positionClosed')).toMatchObject([{ profit: 1n * COIN, overnight: 0n }]);
  });
});

describe('an order that waits', () => {
  it('fills at the first index that is there or better, at that index', () => {
    const scenario = new Scenario().margin(NO_COSTS);
    expect(scenario.lever(ALICE, 'long', 1_000, 9_900).outcome).toEqual({ ok: true, id: 1, status: 'open' });
    expect(wallet(scenario).held).toBe(9_9000_0000n);
    expect(eventsOf(scenario.index(9_901), 'positionOpened')).toEqual([]);
    expect(eventsOf(scenario.index(9_800), 'positionOpened')).toMatchObject([{ position: 1, indexTicks: 9_800, entryTicks: 9_800 }]);
    expect(wallet(scenario).held).toBe(9_8000_0000n);
    expect(scenario.lever(ALICE, 'long', 1_000, 9_900).outcome).toMatchObject({ status: 'filled' });
  });

  it('is cancelled when its price comes and the account cannot pay for it any more', () => {
    const scenario = new Scenario().margin(NO_COSTS);
    scenario.lever(ALICE, 'short', 100_000, 11_000);
    scenario.transfer(ALICE, 'margin', 'spot', 3_900);
    expect(eventsOf(scenario.index(12_000), 'marginOrderCancelled')).toMatchObject([{ position: 1, reason: 'margin' }]);
    expect(wallet(scenario).held).toBe(0n);
  });

  it('is cancelled when its price comes and the house takes no more of its side', () => {
    const scenario = new Scenario().margin({ ...NO_COSTS, exposureCap: 1_000_0000_0000n as Amount });
    scenario.lever(ALICE, 'long', 6_000, 9_000);
    scenario.lever(BOB, 'long', 6_000, 9_000);
    const applied = scenario.index(9_000);
    expect(eventsOf(applied, 'positionOpened')).toMatchObject([{ position: 1 }]);
    expect(eventsOf(applied, 'marginOrderCancelled')).toMatchObject([{ position: 2, reason: 'exposure' }]);
  });

  it('can be taken back by its owner only', () => {
    const scenario = new Scenario().margin();
    scenario.lever(ALICE, 'short', 1_000, 11_000);
    expect(rejectionOf(scenario.apply({ kind: 'margin.cancel', user: BOB, position: 1 }))).toBe('position_not_found');
    expect(scenario.apply({ kind: 'margin.cancel', user: ALICE, position: 1 }).outcome.ok).toBe(true);
    expect(wallet(scenario)).toEqual({ available: START, held: 0n });
    expect(eventsOf(scenario.index(11_000), 'positionOpened')).toEqual([]);
  });
});

describe('stops', () => {
  it('close at the first index at or beyond them', () => {
    const scenario = new Scenario().margin(NO_COSTS);
    scenario.lever(ALICE, 'long', 1_000);
    scenario.lever(ALICE, 'short', 1_000);
    expect(rejectionOf(stops(scenario, 1, 10_000, 0))).toBe('stop_on_wrong_side');
    expect(rejectionOf(stops(scenario, 1, 0, 10_000))).toBe('stop_on_wrong_side');
    expect(rejectionOf(stops(scenario, 2, 0, 9_999))).toBe('stop_on_wrong_side');
    stops(scenario, 1, 10_500, 9_500);
    stops(scenario, 1, 10_300, 9_700);
    stops(scenario, 2, 9_700, 10_200);
    expect(eventsOf(scenario.index(10_199), 'positionClosed')).toEqual([]);
    expect(eventsOf(scenario.index(10_250), 'positionClosed')).toMatchObject([{ position: 2, reason: 'stopLoss', closeTicks: 10_250 }]);
    expect(eventsOf(scenario.index(10_300), 'positionClosed')).toMatchObject([{ position: 1, reason: 'takeProfit', profit: 3n * COIN }]);
  });

  it('can be taken off again', () => {
    const scenario = new Scenario().margin(NO_COSTS);
    scenario.lever(ALICE, 'long', 1_000);
    stops(scenario, 1, 10_500, 9_500);
    stops(scenario, 1, 0, 0);
    expect(eventsOf(scenario.index(10_600), 'positionClosed')).toEqual([]);
  });
});

describe('closing many', () => {
  it('closes all, or the long ones, or the short ones, the most profitable first', () => {
    const scenario = new Scenario().margin(NO_COSTS);
    for (const side of ['long', 'short', 'long'] as const) scenario.lever(ALICE, side, 1_000);
    scenario.lever(BOB, 'long', 1_000);
    scenario.index(10_100);
    const order = (which: 'all' | 'long' | 'short') => eventsOf(scenario.apply({ kind: 'margin.closeAll', user: ALICE, which }), 'positionClosed').map(({ position }) => position);
    expect(order('long')).toEqual([1, 3]);
    expect(order('all')).toEqual([2]);
    expect(rejectionOf(scenario.apply({ kind: 'margin.closeAll', user: ALICE, which: 'all' }))).toBe('position_not_found');
    expect(scenario.exchange.snapshot().margin.positions).toHaveLength(1);
  });

  it('closes those of one margin account where its currency is named', () => {
    const scenario = new Scenario().margin(NO_COSTS);
    scenario.lever(ALICE, 'long', 1_000);
    const closeIn = (currency: number) => scenario.apply({ kind: 'margin.closeAll', user: ALICE, which: 'all', currency });
    expect(rejectionOf(closeIn(BTC))).toBe('position_not_found');
    expect(rejectionOf(closeIn(0))).toBe('malformed');
    expect(eventsOf(closeIn(USDT), 'positionClosed')).toHaveLength(1);
  });
});

describe('cross margin', () => {
  /** 5,000 USDT, all of it margin of 100,000 lots at ten times: 50 is the ratio at 9,750. */
  function levered(): Scenario {
    const scenario = new Scenario().margin({ ...NO_COSTS, exposureCap: 1_000_000n * COIN as Amount });
    scenario.lever(ALICE, 'long', 500_000);
    return scenario;
  }

  it('liquidates just below the maintenance ratio, and not at it', () => {
    const scenario = levered();
    expect(eventsOf(scenario.index(9_500), 'positionClosed')).toEqual([]);
    expect(eventsOf(scenario.index(9_499), 'positionClosed')).toMatchObject([{ reason: 'liquidated', profit: -2_505n * COIN, badDebt: 0n }]);
    expect(wallet(scenario)).toEqual({ available: START - 2_505n * COIN, held: 0n });
  });

  it('closes the worst position first, and only as many as it takes', () => {
    const scenario = new Scenario().margin({ ...NO_COSTS, exposureCap: 1_000_000n * COIN as Amount });
    scenario.lever(ALICE, 'long', 100_000);
    scenario.lever(ALICE, 'long', 300_000);
    scenario.lever(ALICE, 'long', 100_000);
    const closed = eventsOf(scenario.index(9_450), 'positionClosed');
    expect(closed).toMatchObject([{ position: 2, reason: 'liquidated' }]);
    expect(scenario.exchange.snapshot().margin.positions.map(({ id }) => id)).toEqual([1, 3]);
  });

  it('takes back waiting orders before it closes anything', () => {
    const scenario = new Scenario().margin({ ...NO_COSTS, exposureCap: 1_000_000n * COIN as Amount });
    scenario.lever(ALICE, 'long', 250_000);
    scenario.lever(ALICE, 'long', 250_000, 5_000);
    const applied = scenario.index(8_990);
    expect(eventsOf(applied, 'marginOrderCancelled')).toMatchObject([{ position: 2, reason: 'liquidation' }]);
    expect(eventsOf(applied, 'positionClosed')).toEqual([]);
  });

  it('a gap beyond the wallet: insurance pays, then the house; the customer ends at zero', () => {
    const scenario = levered();
    scenario.deposit(SYSTEM.insurance, USDT, 300n * COIN);
    const applied = scenario.index(8_900);
    expect(eventsOf(applied, 'positionClosed')).toMatchObject([{ profit: -START, badDebt: 500n * COIN, insured: 300n * COIN }]);
    expect(eventsOf(applied, 'badDebt')).toMatchObject([{ user: ALICE, amount: 500n * COIN, insured: 300n * COIN, house: 200n * COIN }]);
    expect(wallet(scenario)).toEqual({ available: 0n, held: 0n });
    expect(wallet(scenario, SYSTEM.house).available).toBe(105_300n * COIN);
    expect(scenario.balance(SYSTEM.insurance, USDT).available).toBe(0n);
  });

  it('a hedge cannot make insurance pay: a loss is covered by what the other side has won', () => {
    const scenario = new Scenario().margin({ ...NO_COSTS, exposureCap: 1_000_000n * COIN as Amount });
    scenario.deposit(SYSTEM.insurance, USDT, 10_000n * COIN);
    scenario.lever(ALICE, 'long', 200_000);
    scenario.lever(ALICE, 'short', 200_000);
    scenario.index(7_000);
    const applied = close(scenario, 1);
    expect(eventsOf(applied, 'positionClosed')).toMatchObject([{ position: 2, reason: 'cover', profit: 6_000n * COIN }, { position: 1, reason: 'closed', profit: -6_000n * COIN, badDebt: 0n }]);
    expect(wallet(scenario)).toEqual({ available: START, held: 0n });
    expect(scenario.balance(SYSTEM.insurance, USDT).available).toBe(10_000n * COIN);
  });

  it('a profit beyond the house and insurance is cut to what there is, and says so', () => {
    const scenario = new Scenario().margin({ ...NO_COSTS, exposureCap: 1_000_000n * COIN as Amount });
    scenario.deposit(SYSTEM.insurance, USDT, 1_000n * COIN);
    scenario.lever(ALICE, 'long', 500_000);
    scenario.index(40_000);
    const [closed] = eventsOf(close(scenario, 1), 'positionClosed');
    expect(closed).toMatchObject({ profit: 101_000n * COIN, insured: 1_000n * COIN, unpaid: 49_000n * COIN });
    expect(wallet(scenario, SYSTEM.house).available).toBe(0n);
  });

  it('money that backs a loss stays in the wallet, and what leaves brings liquidation nearer', () => {
    const scenario = new Scenario().margin({ ...NO_COSTS, exposureCap: 1_000_000n * COIN as Amount });
    scenario.lever(ALICE, 'long', 250_000);
    scenario.index(9_800);
    expect(rejectionOf(scenario.transfer(ALICE, 'margin', 'spot', 2_001))).toBe('margin_in_use');
    expect(scenario.transfer(ALICE, 'margin', 'spot', 2_000).outcome.ok).toBe(true);
    expect(eventsOf(scenario.index(9_300), 'positionClosed')).toEqual([]);
    expect(eventsOf(scenario.index(9_299), 'positionClosed')).toMatchObject([{ reason: 'liquidated' }]);
  });

  it('unrealised profit cannot be taken out', () => {
    const scenario = levered();
    scenario.index(11_000);
    expect(rejectionOf(scenario.transfer(ALICE, 'margin', 'spot', 1))).toBe('balance_insufficient');
    expect(rejectionOf(scenario.lever(ALICE, 'long', 1_000))).toBe('balance_insufficient');
  });
});

describe('overnight fees', () => {
  const NIGHT = { ...NO_COSTS, overnightBps: 10 };
  /** One minute before midnight in Shanghai. */
  const LATE = DAY_MS * 20_000 - 8 * 3_600_000 - 60_000;

  function tick(scenario: Scenario) {
    return scenario.apply({ kind: 'clock.tick' });
  }

  it('are counted once for each midnight, by the first command after it, and taken on closing', () => {
    const scenario = new Scenario().margin(NIGHT);
    scenario.timeMs = LATE;
    scenario.index(10_000);
    scenario.lever(ALICE, 'long', 1_000);
    expect(eventsOf(tick(scenario), 'overnightAccrued')).toEqual([]);
    scenario.timeMs += 60_000;
    expect(eventsOf(tick(scenario), 'overnightAccrued')).toMatchObject([{ position: 1, overnight: 1000_0000n }]);
    expect(eventsOf(scenario.index(10_000), 'overnightAccrued')).toEqual([]);
    scenario.lever(ALICE, 'long', 1_000);
    expect(eventsOf(tick(scenario), 'overnightAccrued')).toEqual([]);
    expect(eventsOf(close(scenario, 1), 'positionClosed')).toMatchObject([{ overnight: 1000_0000n }]);
    expect(wallet(scenario).available).toBe(START - 1000_0000n - 10n * COIN);
  });

  it('clock jumps: days in which the exchange stood still cost one night', () => {
    const scenario = new Scenario().margin(NIGHT);
    scenario.timeMs = LATE;
    scenario.index(10_000);
    scenario.lever(ALICE, 'long', 1_000);
    scenario.timeMs += 400 * DAY_MS;
    expect(eventsOf(scenario.index(10_000), 'overnightAccrued')).toMatchObject([{ overnight: 1000_0000n }]);
    expect(eventsOf(scenario.index(10_000), 'overnightAccrued')).toEqual([]);
  });

  it('bring liquidation nearer, at the next price', () => {
    const scenario = new Scenario().margin({ ...NIGHT, overnightBps: 1_000, exposureCap: 1_000_000n * COIN as Amount });
    scenario.timeMs = LATE;
    scenario.index(10_000);
    scenario.lever(ALICE, 'long', 500_000);
    scenario.timeMs += 60_000;
    expect(eventsOf(tick(scenario), 'positionClosed')).toEqual([]);
    const applied = scenario.index(10_000);
    expect(eventsOf(applied, 'positionClosed')).toMatchObject([{ reason: 'liquidated', profit: 0n, overnight: 5_000n * COIN, badDebt: 0n }]);
    expect(wallet(scenario)).toEqual({ available: 0n, held: 0n });
  });
});

describe('ticks that should not be', () => {
  it('duplicate ticks do what one does', () => {
    const scenario = new Scenario().margin(NO_COSTS);
    scenario.lever(ALICE, 'long', 1_000, 9_900);
    expect(eventsOf(scenario.index(9_900), 'positionOpened')).toHaveLength(1);
    stops(scenario, 1, 0, 9_800);
    const twice = scenario.apply({ kind: 'index.set', source: 'test', prices: [[1, 9_800 as PriceTicks], [1, 9_800 as PriceTicks]] });
    expect(eventsOf(twice, 'positionClosed')).toHaveLength(1);
    expect(scenario.index(9_800).events).toHaveLength(1);
  });

  it('out-of-order ticks: the last price of a command counts, and a price once left triggers nothing', () => {
    const scenario = new Scenario().margin(NO_COSTS);
    scenario.lever(ALICE, 'long', 1_000);
    stops(scenario, 1, 0, 9_800);
    const back = scenario.apply({ kind: 'index.set', source: 'test', prices: [[1, 9_700 as PriceTicks], [1, 9_900 as PriceTicks]] });
    expect(eventsOf(back, 'positionClosed')).toEqual([]);
    expect(() => scenario.exchange.apply({ kind: 'index.set', source: 'test', prices: [[1, 9_000 as PriceTicks]] }, scenario.timeMs - 1)).toThrow('engine time');
  });
});

describe('a snapshot', () => {
  it('restores orders, positions, stops and bounds: what follows is the same', () => {
    const scenario = new Scenario().margin();
    scenario.lever(ALICE, 'long', 100_000);
    scenario.lever(ALICE, 'short', 20_000, 10_500);
    scenario.lever(BOB, 'short', 50_000);
    stops(scenario, 1, 10_400, 9_900);
    scenario.timeMs += DAY_MS;
    scenario.index(10_100);
    const restored = Exchange.restore(JSON.parse(JSON.stringify(scenario.exchange.snapshot())));
    expect(canonicalSnapshot(restored.snapshot())).toBe(canonicalSnapshot(scenario.exchange.snapshot()));
    for (const ticks of [10_500, 11_900, 8_000]) {
      const command = { kind: 'index.set', source: 'test', prices: [[1, ticks as PriceTicks]] } as const;
      expect(restored.apply(command, scenario.timeMs).events).toEqual(scenario.apply(command).events);
    }
    restored.verify();
  });
});
