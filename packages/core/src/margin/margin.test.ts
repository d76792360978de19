import type { Amount, PriceTicks } from '@meridian/money/amount';
import { describe, expect, it } from 'vitest';
import { canonicalSnapshot, Exchange } from '../exchange.ts';
import { SYSTEM } from '../ledger/accounts.ts';
import { close, COIN, NO_COSTS, START, stops, wallet } from '../testing/margin-scenario.ts';
import {
  ALICE,
  BOB,
  BTC,
  CAROL,
  eventsOf,
  MARGIN,
  MARKET,
  rejectionOf,
  Scenario,
  USDT,
} from '../testing/scenario.ts';

const DAY_MS = 86_400_000;

describe('a position at the market', () => {
  it('is entered at the index with the spread, holds value / leverage, and pays the fee once', () => {
    const scenario = new Scenario().margin();
    const [long] = eventsOf(scenario.enter(ALICE, 'long', 1_000), 'positionOpened');
    expect(long).toMatchObject({
      entryTicks: 10_010,
      value: 100_1000_0000n,
      margin: 10_0100_0000n,
      fee: 500_5000n,
    });
    expect(wallet(scenario)).toEqual({
      available: START - 10_0100_0000n - 500_5000n,
      held: 10_0100_0000n,
    });
    const [short] = eventsOf(scenario.enter(BOB, 'short', 1_000), 'positionOpened');
    expect(short).toMatchObject({ entryTicks: 9_990, value: 99_9000_0000n });
    expect(scenario.balance(SYSTEM.fees, USDT).available).toBe(500_5000n + 499_5000n);
  });

  it('pays what the index moved, long and short, from and to the house', () => {
    const scenario = new Scenario().margin(NO_COSTS);
    scenario.enter(ALICE, 'long', 1_000);
    scenario.enter(BOB, 'short', 1_000);
    scenario.move(10_400);
    expect(eventsOf(close(scenario, 1), 'positionClosed')).toMatchObject([
      { reason: 'closed', closeTicks: 10_400, profit: 4n * COIN },
    ]);
    expect(eventsOf(close(scenario, 2, BOB), 'positionClosed')).toMatchObject([
      { profit: -4n * COIN },
    ]);
    expect(wallet(scenario)).toEqual({ available: START + 4n * COIN, held: 0n });
    expect(wallet(scenario, BOB)).toEqual({ available: START - 4n * COIN, held: 0n });
    expect(wallet(scenario, SYSTEM.house).available).toBe(100_000n * COIN);
  });

  it('is refused at a stale index, and so is closing; a position stays open until prices come again', () => {
    const scenario = new Scenario().margin();
    scenario.enter(ALICE, 'long', 100);
    scenario.timeMs += MARKET.indexMaxAgeMs + 1;
    expect(rejectionOf(scenario.enter(ALICE, 'long', 100))).toBe('index_stale');
    expect(rejectionOf(close(scenario, 1))).toBe('index_stale');
    expect(
      rejectionOf(scenario.apply({ kind: 'margin.closeAll', user: ALICE, which: 'all' })),
    ).toBe('index_stale');
    expect(rejectionOf(scenario.transfer(ALICE, 'margin', 'spot', 1))).toBe('index_stale');
    scenario.move(10_000);
    expect(close(scenario, 1).outcome.ok).toBe(true);
  });

  it('keeps to the lots, leverages and limits of its market', () => {
    const scenario = new Scenario().margin({ exposureCap: 1_000_0000_0000n as Amount });
    expect(rejectionOf(scenario.enter(ALICE, 'long', 9))).toBe('quantity_invalid');
    expect(rejectionOf(scenario.enter(ALICE, 'long', 1_000_001))).toBe('quantity_invalid');
    expect(rejectionOf(scenario.openPosition(ALICE, 'long', 1.5))).toBe('quantity_invalid');
    expect(rejectionOf(scenario.enter(ALICE, 'long', 10_000))).toBe('exposure_reached');
    expect(scenario.enter(ALICE, 'short', 10_000).outcome.ok).toBe(true);
    expect(scenario.enter(BOB, 'long', 9_000).outcome.ok).toBe(true);
    expect(rejectionOf(scenario.enter(CAROL, 'long', 1_000))).toBe('exposure_reached');
    close(scenario, 2, BOB);
    expect(scenario.enter(CAROL, 'long', 1_000).outcome.ok).toBe(true);
    scenario.apply({ kind: 'margin.terms', terms: { ...MARGIN, isOpen: false } });
    expect(rejectionOf(scenario.enter(CAROL, 'long', 1_000))).toBe('market_closed');
    expect(close(scenario, 3, CAROL).outcome.ok).toBe(true);
  });

  it('new terms change nothing about an open one', () => {
    const scenario = new Scenario().margin({ overnightBps: 0 });
    scenario.enter(ALICE, 'long', 1_000);
    scenario.apply({
      kind: 'margin.terms',
      terms: {
        ...MARGIN,
        lotSize: 1_000n as Amount,
        overnightBps: 1_000,
        maintenancePercent: 100,
        feeBps: 1_000,
      },
    });
    scenario.timeMs += DAY_MS;
    scenario.move(10_110);
    expect(eventsOf(close(scenario, 1), 'positionClosed')).toMatchObject([
      { profit: 1n * COIN, overnight: 0n },
    ]);
  });
});

describe('an order that waits', () => {
  it('fills at the first index that is there or better, at that index', () => {
    const scenario = new Scenario().margin(NO_COSTS);
    expect(scenario.openPosition(ALICE, 'long', 1_000, 9_900).outcome).toEqual({
      ok: true,
      id: 1,
      status: 'open',
    });
    expect(wallet(scenario).held).toBe(9_9000_0000n);
    expect(eventsOf(scenario.move(9_901), 'positionOpened')).toEqual([]);
    expect(eventsOf(scenario.move(9_800), 'positionOpened')).toMatchObject([
      { position: 1, indexTicks: 9_800, entryTicks: 9_800 },
    ]);
    expect(wallet(scenario).held).toBe(9_8000_0000n);
    expect(scenario.openPosition(ALICE, 'long', 1_000, 9_900).outcome).toMatchObject({
      status: 'open',
    });
    expect(eventsOf(scenario.move(9_850), 'positionOpened')).toMatchObject([
      { position: 2, indexTicks: 9_850 },
    ]);
  });

  it('fills by what it holds, whatever its owner has moved away or bound since; a short at no more than it holds for', () => {
    const scenario = new Scenario().margin(NO_COSTS);
    scenario.openPosition(ALICE, 'short', 100_000, 11_000);
    expect(wallet(scenario).held).toBe(1_105_5000_0000n);
    scenario.transfer(ALICE, 'margin', 'spot', 3_894);
    expect(wallet(scenario).available).toBe(5000_0000n);
    expect(eventsOf(scenario.move(11_020), 'positionOpened')).toMatchObject([
      { position: 1, indexTicks: 11_020, entryTicks: 11_020 },
    ]);
    scenario.openPosition(BOB, 'short', 100_000, 12_000);
    expect(eventsOf(scenario.move(12_100), 'positionOpened')).toMatchObject([
      { position: 2, indexTicks: 12_100, entryTicks: 12_060 },
    ]);
  });

  it('holds for its own price where the index is better already, and for more as a short', () => {
    const scenario = new Scenario().margin(NO_COSTS);
    scenario.openPosition(ALICE, 'long', 1_000, 10_200);
    expect(wallet(scenario).held).toBe(10_2000_0000n);
    scenario.openPosition(BOB, 'short', 1_000, 9_800);
    expect(wallet(scenario, BOB).held).toBe(10_0500_0000n);
    scenario.transfer(ALICE, 'margin', 'spot', 4_989);
    expect(eventsOf(scenario.move(10_200), 'positionOpened')).toMatchObject([
      { position: 1, entryTicks: 10_200 },
      { position: 2, entryTicks: 10_050 },
    ]);
    expect(rejectionOf(scenario.openPosition(ALICE, 'long', 1_000, 10_200))).toBe(
      'balance_insufficient',
    );
  });

  it('failed for want of money under the first rules', () => {
    const scenario = new Scenario({}, 1).margin(NO_COSTS);
    scenario.openPosition(ALICE, 'short', 100_000, 11_000);
    scenario.transfer(ALICE, 'margin', 'spot', 3_900);
    expect(eventsOf(scenario.move(12_000), 'marginOrderCancelled')).toMatchObject([
      { position: 1, reason: 'margin' },
    ]);
  });

  it('is cancelled when its price comes and the house takes no more of its side', () => {
    const scenario = new Scenario().margin({
      ...NO_COSTS,
      exposureCap: 1_000_0000_0000n as Amount,
    });
    scenario.openPosition(ALICE, 'long', 6_000, 9_000);
    scenario.openPosition(BOB, 'long', 6_000, 9_000);
    const applied = scenario.move(9_000);
    expect(eventsOf(applied, 'positionOpened')).toMatchObject([{ position: 1 }]);
    expect(eventsOf(applied, 'marginOrderCancelled')).toMatchObject([
      { position: 2, reason: 'exposure' },
    ]);
  });

  it('can be taken back by its owner only', () => {
    const scenario = new Scenario().margin();
    scenario.openPosition(ALICE, 'short', 1_000, 11_000);
    expect(rejectionOf(scenario.apply({ kind: 'margin.cancel', user: BOB, position: 1 }))).toBe(
      'position_not_found',
    );
    expect(scenario.apply({ kind: 'margin.cancel', user: ALICE, position: 1 }).outcome.ok).toBe(
      true,
    );
    expect(eventsOf(scenario.move(11_000), 'positionOpened')).toEqual([]);
    expect(wallet(scenario)).toEqual({ available: START, held: 0n });
  });
});

describe('stops', () => {
  it('close at the first index at or beyond them', () => {
    const scenario = new Scenario().margin(NO_COSTS);
    scenario.enter(ALICE, 'long', 1_000);
    scenario.enter(ALICE, 'short', 1_000);
    expect(rejectionOf(stops(scenario, 1, 10_000, 0))).toBe('take_profit_passed');
    expect(rejectionOf(stops(scenario, 1, 0, 10_000))).toBe('stop_on_wrong_side');
    expect(rejectionOf(stops(scenario, 2, 0, 9_999))).toBe('stop_on_wrong_side');
    stops(scenario, 1, 10_500, 9_500);
    expect(rejectionOf(stops(scenario, 1, 10_300, 9_700))).toBe('change_pending');
    scenario.move(10_000);
    stops(scenario, 1, 10_300, 9_700);
    stops(scenario, 2, 9_700, 10_200);
    expect(eventsOf(scenario.move(10_199), 'positionClosed')).toEqual([]);
    expect(eventsOf(scenario.move(10_250), 'positionClosed')).toMatchObject([
      { position: 2, reason: 'stopLoss', closeTicks: 10_250 },
    ]);
    expect(eventsOf(scenario.move(10_300), 'positionClosed')).toMatchObject([
      { position: 1, reason: 'takeProfit', profit: 3n * COIN },
    ]);
  });

  it('can be taken off again', () => {
    const scenario = new Scenario().margin(NO_COSTS);
    scenario.enter(ALICE, 'long', 1_000);
    stops(scenario, 1, 10_500, 9_500);
    scenario.move(10_000);
    stops(scenario, 1, 0, 0);
    expect(eventsOf(scenario.move(10_600), 'positionClosed')).toEqual([]);
  });
});

describe('closing many', () => {
  it('closes all, or the long ones, or the short ones, the most profitable first', () => {
    const scenario = new Scenario().margin(NO_COSTS);
    for (const side of ['long', 'short', 'long'] as const) scenario.enter(ALICE, side, 1_000);
    scenario.enter(BOB, 'long', 1_000);
    scenario.move(10_100);
    const order = (which: 'all' | 'long' | 'short') => {
      scenario.apply({ kind: 'margin.closeAll', user: ALICE, which });
      return eventsOf(scenario.move(10_100), 'positionClosed').map(({ position }) => position);
    };
    expect(order('long')).toEqual([1, 3]);
    expect(order('all')).toEqual([2]);
    expect(
      rejectionOf(scenario.apply({ kind: 'margin.closeAll', user: ALICE, which: 'all' })),
    ).toBe('position_not_found');
    expect(scenario.exchange.snapshot().margin.positions).toHaveLength(1);
  });

  it('closes those of one margin account where its currency is named', () => {
    const scenario = new Scenario().margin(NO_COSTS);
    scenario.enter(ALICE, 'long', 1_000);
    const closeIn = (currency: number) =>
      scenario.apply({ kind: 'margin.closeAll', user: ALICE, which: 'all', currency });
    expect(rejectionOf(closeIn(BTC))).toBe('position_not_found');
    expect(rejectionOf(closeIn(0))).toBe('malformed');
    expect(eventsOf(closeIn(USDT), 'positionClosing')).toHaveLength(1);
    expect(eventsOf(scenario.move(10_000), 'positionClosed')).toHaveLength(1);
  });
});

describe('cross margin', () => {
  /**
   * A market order holds for a dearer index than it is filled at: the difference is moved out of
   * the wallet.
   */
  function enterWithAll(scenario: Scenario): void {
    scenario.transfer(ALICE, 'spot', 'margin', 100);
    scenario.enter(ALICE, 'long', 500_000);
    scenario.transfer(ALICE, 'margin', 'spot', 100);
  }

  /** 5,000 USDT, all of it margin of 500,000 lots at ten times: 50 is the ratio at 9,750. */
  function levered(): Scenario {
    const scenario = new Scenario().margin({
      ...NO_COSTS,
      exposureCap: (1_000_000n * COIN) as Amount,
    });
    enterWithAll(scenario);
    return scenario;
  }

  it('liquidates just below the maintenance ratio, and not at it', () => {
    const scenario = levered();
    expect(eventsOf(scenario.move(9_500), 'positionClosed')).toEqual([]);
    expect(eventsOf(scenario.move(9_499), 'positionClosed')).toMatchObject([
      { reason: 'liquidated', profit: -2_505n * COIN, badDebt: 0n },
    ]);
    expect(wallet(scenario)).toEqual({ available: START - 2_505n * COIN, held: 0n });
  });

  it('closes the worst position first, and only as many as it takes', () => {
    const scenario = new Scenario().margin({
      ...NO_COSTS,
      exposureCap: (1_000_000n * COIN) as Amount,
    });
    scenario.transfer(ALICE, 'spot', 'margin', 100);
    for (const lots of [100_000, 300_000, 100_000]) scenario.enter(ALICE, 'long', lots);
    scenario.transfer(ALICE, 'margin', 'spot', 100);
    const closed = eventsOf(scenario.move(9_450), 'positionClosed');
    expect(closed).toMatchObject([{ position: 2, reason: 'liquidated' }]);
    expect(scenario.exchange.snapshot().margin.positions.map(({ id }) => id)).toEqual([1, 3]);
  });

  it('takes back waiting orders before it closes anything', () => {
    const scenario = new Scenario().margin({
      ...NO_COSTS,
      exposureCap: (1_000_000n * COIN) as Amount,
    });
    scenario.enter(ALICE, 'long', 250_000);
    scenario.openPosition(ALICE, 'long', 250_000, 5_000);
    const applied = scenario.move(8_990);
    expect(eventsOf(applied, 'marginOrderCancelled')).toMatchObject([
      { position: 2, reason: 'liquidation' },
    ]);
    expect(eventsOf(applied, 'positionClosed')).toEqual([]);
  });

  it('a gap beyond the wallet: insurance pays, then the house; the customer ends at zero', () => {
    const scenario = levered();
    scenario.deposit(SYSTEM.insurance, USDT, 300n * COIN);
    const applied = scenario.move(8_900);
    expect(eventsOf(applied, 'positionClosed')).toMatchObject([
      { profit: -START, badDebt: 500n * COIN, insured: 300n * COIN },
    ]);
    expect(eventsOf(applied, 'badDebt')).toMatchObject([
      { user: ALICE, amount: 500n * COIN, insured: 300n * COIN, house: 200n * COIN },
    ]);
    expect(wallet(scenario)).toEqual({ available: 0n, held: 0n });
    expect(wallet(scenario, SYSTEM.house).available).toBe(105_300n * COIN);
    expect(scenario.balance(SYSTEM.insurance, USDT).available).toBe(0n);
  });

  it('a hedge cannot make insurance pay: a loss is covered by what the other side has won', () => {
    const scenario = new Scenario().margin({
      ...NO_COSTS,
      exposureCap: (1_000_000n * COIN) as Amount,
    });
    scenario.deposit(SYSTEM.insurance, USDT, 10_000n * COIN);
    scenario.enter(ALICE, 'long', 200_000);
    scenario.enter(ALICE, 'short', 200_000);
    scenario.move(7_000);
    const applied = close(scenario, 1);
    expect(eventsOf(applied, 'positionClosed')).toMatchObject([
      { position: 2, reason: 'cover', profit: 6_000n * COIN },
      { position: 1, reason: 'closed', profit: -6_000n * COIN, badDebt: 0n },
    ]);
    expect(wallet(scenario)).toEqual({ available: START, held: 0n });
    expect(scenario.balance(SYSTEM.insurance, USDT).available).toBe(10_000n * COIN);
  });

  it('a profit beyond the house and insurance is paid as far as there is something, and the rest is owed', () => {
    const scenario = new Scenario().margin({
      ...NO_COSTS,
      exposureCap: (1_000_000n * COIN) as Amount,
    });
    scenario.deposit(SYSTEM.insurance, USDT, 1_000n * COIN);
    enterWithAll(scenario);
    scenario.move(40_000);
    const [closed] = eventsOf(close(scenario, 1), 'positionClosed');
    expect(closed).toMatchObject({
      profit: 101_000n * COIN,
      insured: 1_000n * COIN,
      unpaid: 49_000n * COIN,
    });
    expect(wallet(scenario, SYSTEM.house).available).toBe(0n);
    expect(scenario.exchange.snapshot().margin.debts).toEqual([
      { position: 1, user: ALICE, currency: USDT, owed: (49_000n * COIN).toString() },
    ]);
  });

  it('money that backs a loss stays in the wallet, and what leaves brings liquidation nearer', () => {
    const scenario = new Scenario().margin({
      ...NO_COSTS,
      exposureCap: (1_000_000n * COIN) as Amount,
    });
    scenario.enter(ALICE, 'long', 250_000);
    scenario.move(9_800);
    expect(rejectionOf(scenario.transfer(ALICE, 'margin', 'spot', 2_001))).toBe('margin_in_use');
    expect(scenario.transfer(ALICE, 'margin', 'spot', 2_000).outcome.ok).toBe(true);
    expect(eventsOf(scenario.move(9_300), 'positionClosed')).toEqual([]);
    expect(eventsOf(scenario.move(9_299), 'positionClosed')).toMatchObject([
      { reason: 'liquidated' },
    ]);
  });

  it('money that a loss at the index needs stays while the mark of few venues lags', () => {
    const scenario = new Scenario().margin({
      ...NO_COSTS,
      exposureCap: (1_000_000n * COIN) as Amount,
    });
    scenario.enter(ALICE, 'long', 250_000);
    scenario.timeMs += 1_000;
    scenario.index(9_400);
    // At the mark of 9,980 the loss is 50 USDT, at the index 1,500: 1,000 of the available 2,500
    // back no loss.
    expect(rejectionOf(scenario.transfer(ALICE, 'margin', 'spot', 1_001))).toBe('margin_in_use');
    expect(rejectionOf(scenario.openPosition(ALICE, 'long', 200_000, 9_000))).toBe(
      'balance_insufficient',
    );
    expect(rejectionOf(scenario.transfer(ALICE, 'margin', 'spot', 1_000))).toBeUndefined();
    expect(eventsOf(close(scenario, 1), 'positionClosed')).toMatchObject([
      { profit: -1_500n * COIN, badDebt: 0n },
    ]);
  });

  it('a profit at the index frees nothing before the mark is there', () => {
    const scenario = new Scenario().margin({
      ...NO_COSTS,
      exposureCap: (1_000_000n * COIN) as Amount,
    });
    scenario.enter(ALICE, 'long', 250_000);
    scenario.move(9_800);
    scenario.timeMs += 1_000;
    scenario.index(10_000);
    expect(rejectionOf(scenario.transfer(ALICE, 'margin', 'spot', 2_100))).toBe('margin_in_use');
    expect(rejectionOf(scenario.transfer(ALICE, 'margin', 'spot', 2_049))).toBeUndefined();
  });

  it('unrealised profit cannot be taken out', () => {
    const scenario = levered();
    scenario.move(11_000);
    expect(rejectionOf(scenario.transfer(ALICE, 'margin', 'spot', 1))).toBe('balance_insufficient');
    expect(rejectionOf(scenario.enter(ALICE, 'long', 1_000))).toBe('balance_insufficient');
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
    scenario.move(10_000);
    scenario.enter(ALICE, 'long', 1_000);
    expect(eventsOf(tick(scenario), 'overnightAccrued')).toEqual([]);
    scenario.timeMs += 60_000;
    expect(eventsOf(tick(scenario), 'overnightAccrued')).toMatchObject([
      { position: 1, overnight: 1000_0000n },
    ]);
    expect(eventsOf(scenario.move(10_000), 'overnightAccrued')).toEqual([]);
    scenario.enter(ALICE, 'long', 1_000);
    expect(eventsOf(tick(scenario), 'overnightAccrued')).toEqual([]);
    expect(eventsOf(close(scenario, 1), 'positionClosed')).toMatchObject([
      { overnight: 1000_0000n },
    ]);
    expect(wallet(scenario).available).toBe(START - 1000_0000n - 10n * COIN);
  });

  it('clock jumps: days in which the exchange stood still cost one night', () => {
    const scenario = new Scenario().margin(NIGHT);
    scenario.timeMs = LATE;
    scenario.move(10_000);
    scenario.enter(ALICE, 'long', 1_000);
    scenario.timeMs += 400 * DAY_MS;
    expect(eventsOf(scenario.move(10_000), 'overnightAccrued')).toMatchObject([
      { overnight: 1000_0000n },
    ]);
    expect(eventsOf(scenario.move(10_000), 'overnightAccrued')).toEqual([]);
  });

  it('bring liquidation nearer, at the next price', () => {
    const scenario = new Scenario().margin({
      ...NIGHT,
      overnightBps: 1_000,
      exposureCap: (1_000_000n * COIN) as Amount,
    });
    scenario.timeMs = LATE;
    scenario.move(10_000);
    scenario.transfer(ALICE, 'spot', 'margin', 100);
    scenario.enter(ALICE, 'long', 500_000);
    scenario.transfer(ALICE, 'margin', 'spot', 100);
    scenario.timeMs += 60_000;
    expect(eventsOf(tick(scenario), 'positionClosed')).toEqual([]);
    const applied = scenario.move(10_000);
    expect(eventsOf(applied, 'positionClosed')).toMatchObject([
      { reason: 'liquidated', profit: 0n, overnight: 5_000n * COIN, badDebt: 0n },
    ]);
    expect(wallet(scenario)).toEqual({ available: 0n, held: 0n });
  });
});

describe('ticks that should not be', () => {
  it('duplicate ticks do what one does', () => {
    const scenario = new Scenario().margin(NO_COSTS);
    scenario.openPosition(ALICE, 'long', 1_000, 9_900);
    expect(eventsOf(scenario.move(9_900), 'positionOpened')).toHaveLength(1);
    stops(scenario, 1, 0, 9_800);
    scenario.timeMs += 5_000;
    const twice = scenario.apply({
      kind: 'index.set',
      source: 'test',
      sources: 3,
      prices: [
        [1, 9_800 as PriceTicks],
        [1, 9_800 as PriceTicks],
      ],
    });
    expect(eventsOf(twice, 'positionClosed')).toHaveLength(1);
    expect(scenario.move(9_800).events).toHaveLength(1);
  });

  it('out-of-order ticks: the last price of a command counts, and a price once left triggers nothing', () => {
    const scenario = new Scenario().margin(NO_COSTS);
    scenario.enter(ALICE, 'long', 1_000);
    stops(scenario, 1, 0, 9_800);
    // The stop is in force from here on.
    scenario.move(10_000);
    scenario.timeMs += 5_000;
    const back = scenario.apply({
      kind: 'index.set',
      source: 'test',
      sources: 3,
      prices: [
        [1, 9_700 as PriceTicks],
        [1, 9_900 as PriceTicks],
      ],
    });
    expect(eventsOf(back, 'positionClosed')).toEqual([]);
    expect(() =>
      scenario.exchange.apply(
        { kind: 'index.set', source: 'test', prices: [[1, 9_000 as PriceTicks]] },
        scenario.timeMs - 1,
      ),
    ).toThrow('engine time');
  });
});

describe('a snapshot', () => {
  it('restores orders, positions, stops and bounds: what follows is the same', () => {
    const scenario = new Scenario().margin();
    scenario.enter(ALICE, 'long', 100_000);
    scenario.openPosition(ALICE, 'short', 20_000, 10_500);
    scenario.enter(BOB, 'short', 50_000);
    stops(scenario, 1, 10_400, 9_900);
    scenario.timeMs += DAY_MS;
    scenario.move(10_100);
    const restored = Exchange.restore(JSON.parse(JSON.stringify(scenario.exchange.snapshot())));
    expect(canonicalSnapshot(restored.snapshot())).toBe(
      canonicalSnapshot(scenario.exchange.snapshot()),
    );
    for (const ticks of [10_500, 11_900, 8_000]) {
      const command = {
        kind: 'index.set',
        source: 'test',
        prices: [[1, ticks as PriceTicks]],
      } as const;
      expect(restored.apply(command, scenario.timeMs).events).toEqual(
        scenario.apply(command).events,
      );
    }
    restored.verify();
  });
});

describe('the mark price', () => {
  it('is what liquidates and stops, and the print of one venue alone does neither', () => {
    const scenario = new Scenario().margin(NO_COSTS);
    scenario.enter(ALICE, 'long', 100_000, { leverage: 100 });
    scenario.enter(BOB, 'long', 1_000);
    expect(
      scenario.apply({
        kind: 'margin.stops',
        user: BOB,
        position: 2,
        takeProfitTicks: 0,
        stopLossTicks: 9_900,
      }).outcome.ok,
    ).toBe(true);
    scenario.timeMs += 1_000;
    const print = scenario.apply({
      kind: 'index.set',
      source: 'one venue',
      sources: 1,
      prices: [[1, 5_000 as PriceTicks]],
    });
    expect(eventsOf(print, 'indexPriceSet')).toMatchObject([
      { priceTicks: 5_000, markTicks: 9_980 },
    ]);
    expect(eventsOf(print, 'positionClosed')).toEqual([]);
    expect(eventsOf(scenario.move(9_800), 'positionClosed')).toMatchObject([
      { position: 2, reason: 'stopLoss' },
    ]);
  });
});

describe('stops by the mark', () => {
  function inProfit(): Scenario {
    const scenario = new Scenario().margin(NO_COSTS);
    scenario.enter(ALICE, 'short', 1_000);
    scenario.move(9_900);
    return scenario;
  }

  it.each([
    ['protects a profit', 0, 9_950, undefined],
    ['breaks even', 0, 10_000, undefined],
    ['that is already passed', 9_940, 0, 'take_profit_passed'],
    ['at the mark', 0, 9_900, 'stop_on_wrong_side'],
  ])('one %s', (_case, takeProfit, stopLoss, refusal) => {
    const scenario = inProfit();
    expect(rejectionOf(stops(scenario, 1, takeProfit, stopLoss))).toBe(refusal);
  });

  it('closes at a profit as a stop-loss', () => {
    const scenario = inProfit();
    stops(scenario, 1, 0, 9_950);
    expect(eventsOf(scenario.move(9_960), 'positionClosed')).toMatchObject([
      { reason: 'stopLoss', profit: 4000_0000n },
    ]);
  });

  it('is refused where liquidation comes first, and taken one tick before', () => {
    const scenario = new Scenario().margin(NO_COSTS);
    scenario.transfer(ALICE, 'margin', 'spot', 4_000);
    scenario.enter(ALICE, 'long', 90_000);
    // 1,000 USDT, 900 of it margin: below 450 at 450 / 9,000 = 6.11 % down.
    expect(rejectionOf(stops(scenario, 1, 0, 9_388))).toBe('stop_beyond_liquidation');
    expect(rejectionOf(stops(scenario, 1, 0, 9_389))).toBeUndefined();
    expect(eventsOf(scenario.move(9_388), 'positionClosed')).toMatchObject([
      { reason: 'stopLoss' },
    ]);
  });
});

describe('the house behind contracts', () => {
  const WIDE = { ...NO_COSTS, exposureCap: (1_000_000n * COIN) as Amount };

  it('cannot move away what open positions could win', () => {
    const scenario = new Scenario().margin(WIDE);
    scenario.enter(ALICE, 'long', 100_000);
    scenario.move(13_000);
    // 10,000 USDT at 100: 3,000 won, and a tenth of 13,000 that the price may still rise.
    expect(rejectionOf(scenario.transfer(SYSTEM.house, 'margin', 'spot', 95_701))).toBe(
      'house_insufficient',
    );
    expect(scenario.transfer(SYSTEM.house, 'margin', 'spot', 95_700).outcome.ok).toBe(true);
    expect(eventsOf(close(scenario, 1), 'positionClosed')).toMatchObject([
      { profit: 3_000n * COIN, unpaid: 0n },
    ]);
  });

  it('opens nothing that it could not pay', () => {
    const scenario = new Scenario().margin(WIDE);
    scenario.transfer(SYSTEM.house, 'margin', 'spot', 99_000);
    expect(rejectionOf(scenario.openPosition(ALICE, 'long', 110_000))).toBe('house_insufficient');
    expect(scenario.enter(ALICE, 'long', 100_000).outcome.ok).toBe(true);
    expect(rejectionOf(scenario.openPosition(BOB, 'long', 1_000))).toBe('house_insufficient');
    expect(scenario.enter(BOB, 'short', 50_000).outcome.ok).toBe(true);
  });

  it('owes what it could not pay, and pays it before anything else', () => {
    const scenario = new Scenario().margin(WIDE);
    scenario.enter(ALICE, 'long', 200_000);
    scenario.enter(BOB, 'long', 200_000);
    scenario.move(50_000);
    expect(eventsOf(close(scenario, 1), 'positionClosed')).toMatchObject([
      { profit: 80_000n * COIN, unpaid: 0n },
    ]);
    expect(eventsOf(close(scenario, 2, BOB), 'positionClosed')).toMatchObject([
      { profit: 20_000n * COIN, unpaid: 60_000n * COIN },
    ]);
    const restored = Exchange.restore(JSON.parse(JSON.stringify(scenario.exchange.snapshot())));
    expect(restored.snapshot()).toEqual(scenario.exchange.snapshot());
    expect(rejectionOf(scenario.openPosition(CAROL, 'long', 100))).toBe('house_insufficient');
    const paid = scenario.apply({
      kind: 'ledger.deposit',
      user: SYSTEM.house,
      wallet: 'margin',
      currency: USDT,
      amount: (70_000n * COIN) as Amount,
      reference: 'test',
    });
    expect(eventsOf(paid, 'houseDebtChanged')).toMatchObject([
      { user: BOB, position: 2, paid: 60_000n * COIN, owed: 0n },
    ]);
    expect(wallet(scenario, BOB).available).toBe(START + 80_000n * COIN);
    expect(wallet(scenario, SYSTEM.house).available).toBe(10_000n * COIN);
    expect(scenario.exchange.snapshot().margin.debts).toEqual([]);
  });

  it('takes the cost of a liquidation to insurance, from what is left', () => {
    const scenario = new Scenario().margin({ ...WIDE, liquidationFeeBps: 10 });
    scenario.transfer(ALICE, 'margin', 'spot', 4_000);
    scenario.enter(ALICE, 'long', 90_000);
    const [closed] = eventsOf(scenario.move(9_380), 'positionClosed');
    expect(closed).toMatchObject({
      reason: 'liquidated',
      profit: -558n * COIN,
      liquidationFee: 8_4420_0000n,
    });
    expect(scenario.balance(SYSTEM.insurance, USDT).available).toBe(8_4420_0000n);
    expect(wallet(scenario)).toEqual({ available: 442n * COIN - 8_4420_0000n, held: 0n });
  });
});
