import type { Amount, PriceTicks } from '@meridian/money/amount';
import { describe, expect, it } from 'vitest';
import type { Applied } from '../events.ts';
import { canonicalSnapshot, Exchange } from '../exchange.ts';
import { SYSTEM } from '../ledger/accounts.ts';
import {
  ALICE,
  BOB,
  CAROL,
  eventsOf,
  MARKET,
  NETWORK,
  OFFER,
  rejectionOf,
  Scenario,
  TERMS,
  USDT,
} from '../testing/scenario.ts';

const COIN = 10n ** 8n;
const START = 5_000n * COIN;
const SECOND = 1_000;

function seconds(rules?: number): Scenario {
  const scenario = new Scenario({}, rules);
  scenario.offerSeconds();
  return scenario;
}

function available(scenario: Scenario, user: number): bigint {
  return scenario.balance(user, USDT, 'seconds').available;
}

function closed(applied: Applied) {
  return eventsOf(applied, 'ticketClosed');
}

/** Advances the time, then sets a price with this number of venues. */
function madeOf(scenario: Scenario, ms: number, ticks: number, sources: number): Applied {
  scenario.timeMs += ms;
  return scenario.apply({
    kind: 'index.set',
    source: 'test',
    sources,
    prices: [[1, ticks as PriceTicks]],
  });
}

/** A ticket of 100 USDT from 100.00, with its last price half a second before it is due. */
function settledAt(priceTicks: number, direction: 'up' | 'down' = 'up') {
  const scenario = seconds();
  scenario.ticket(ALICE, 100, { direction });
  scenario.indexAfter(SECOND, 10_000);
  scenario.indexAfter(28_500, priceTicks);
  const [ticket] = closed(scenario.clockAfter(SECOND));
  return { scenario, ticket };
}

describe('a ticket', () => {
  it('holds stake and fee, and takes its open price from the first tick after it', () => {
    const scenario = seconds();
    const opened = scenario.ticket(ALICE, 100);
    expect(opened.outcome).toEqual({ ok: true, id: 1 });
    expect(eventsOf(opened, 'ticketOpened')).toMatchObject([
      { profit: 80n * COIN, fee: 2n * COIN, dueMs: scenario.timeMs + 30_000 },
    ]);
    expect(scenario.balance(ALICE, USDT, 'seconds')).toEqual({
      available: START - 102n * COIN,
      held: 102n * COIN,
    });
    expect(eventsOf(scenario.indexAfter(99, 10_050), 'ticketStarted')).toEqual([]);
    expect(eventsOf(scenario.indexAfter(1, 10_060), 'ticketStarted')).toEqual([]);
    const tick = scenario.indexAfter(1, 10_100);
    expect(eventsOf(tick, 'ticketStarted')).toMatchObject([
      { ticket: 1, openTick: tick.seq, openTicks: 10_100 },
    ]);
    expect(eventsOf(scenario.indexAfter(1, 10_200), 'ticketStarted')).toEqual([]);
  });

  it('won: pays the ratio, from the house', () => {
    const { scenario, ticket } = settledAt(10_001);
    expect(ticket).toMatchObject({
      result: 'won',
      openTicks: 10_000,
      settleTicks: 10_001,
      profit: 80n * COIN,
      fee: 2n * COIN,
    });
    expect(available(scenario, ALICE)).toBe(START + 78n * COIN);
    expect(available(scenario, SYSTEM.house)).toBe(9_920n * COIN);
    expect(scenario.balance(SYSTEM.fees, USDT).available).toBe(2n * COIN);
  });

  it('lost: the house has the stake', () => {
    const { scenario, ticket } = settledAt(9_999);
    expect(ticket).toMatchObject({ result: 'lost', profit: -100n * COIN });
    expect(scenario.balance(ALICE, USDT, 'seconds')).toEqual({
      available: START - 102n * COIN,
      held: 0n,
    });
    expect(available(scenario, SYSTEM.house)).toBe(10_100n * COIN);
    expect(settledAt(9_999, 'down').ticket).toMatchObject({ result: 'won' });
  });

  it('drawn: all comes back, the fee too', () => {
    const { scenario, ticket } = settledAt(10_000);
    expect(ticket).toMatchObject({ result: 'drawn', profit: 0n, fee: 0n });
    expect(scenario.balance(ALICE, USDT, 'seconds')).toEqual({ available: START, held: 0n });
    expect(available(scenario, SYSTEM.house)).toBe(10_000n * COIN);
  });

  it('is settled once, and not before its time', () => {
    const scenario = seconds();
    scenario.ticket(ALICE, 100);
    scenario.indexAfter(SECOND, 10_000);
    scenario.indexAfter(28_500, 10_001);
    expect(closed(scenario.clockAfter(500))).toEqual([]);
    // A tick at the due time itself still counts.
    expect(closed(scenario.index(9_000))).toEqual([]);
    expect(closed(scenario.clockAfter(1))).toMatchObject([{ result: 'lost', settleTicks: 9_000 }]);
    expect(closed(scenario.clockAfter(60_000))).toEqual([]);
  });

  it('keeps ratio, fee and rule of its opening (S3)', () => {
    const scenario = seconds();
    scenario.ticket(ALICE, 100);
    scenario.indexAfter(SECOND, 10_000);
    const durations = TERMS.durations.map((duration) => ({ ...duration, payoutBps: 1 }));
    scenario.apply({
      kind: 'seconds.terms',
      terms: { ...TERMS, durations, feeBps: 1_000, exposureCap: 0n as Amount, isOpen: false },
    });
    scenario.apply({
      kind: 'market.list',
      market: { ...MARKET, status: 'closed', indexMaxAgeMs: 1 },
    });
    scenario.indexAfter(28_500, 10_001);
    expect(closed(scenario.clockAfter(SECOND))).toMatchObject([
      { result: 'won', profit: 80n * COIN, fee: 2n * COIN },
    ]);
  });

  it('rounds for nobody: profit down, fee up with its fraction in the rounding account', () => {
    const scenario = seconds();
    const [opened] = eventsOf(
      scenario.ticket(ALICE, 0, { stake: (10n * COIN + 1n) as Amount }),
      'ticketOpened',
    );
    expect(opened).toMatchObject({ profit: 8n * COIN, fee: (COIN * 2n) / 10n + 1n });
    scenario.indexAfter(SECOND, 10_000);
    scenario.indexAfter(28_500, 10_001);
    scenario.clockAfter(SECOND);
    expect(scenario.balance(SYSTEM.rounding, USDT).available).toBe(1n);
  });

  it('is refused where the price is old, the cap is reached or the house could not pay', () => {
    const scenario = seconds();
    scenario.timeMs += MARKET.indexMaxAgeMs + 1;
    expect(rejectionOf(scenario.ticket(ALICE, 100))).toBe('index_stale');
    scenario.index(10_000);
    scenario.apply({
      kind: 'seconds.terms',
      terms: { ...TERMS, exposureCap: (100_000n * COIN) as Amount },
    });
    for (let count = 0; count < 12; count++) scenario.ticket(count % 2 === 0 ? ALICE : BOB, 700);
    scenario.transfer(ALICE, 'spot', 'seconds', 5_000);
    scenario.transfer(BOB, 'spot', 'seconds', 5_000);
    for (let count = 0; count < 5; count++) scenario.ticket(count % 2 === 0 ? ALICE : BOB, 700);
    expect(rejectionOf(scenario.ticket(ALICE, 700))).toBe('house_insufficient');
    expect(available(scenario, SYSTEM.house)).toBe(10_000n * COIN);
  });

  it('keeps what it could win in the wallet of the house: neither a transfer nor a reversal takes it out', () => {
    const scenario = seconds();
    scenario.receive(SYSTEM.house, 2_000, '0xa');
    scenario.transfer(SYSTEM.house, 'spot', 'seconds', 2_000);
    for (let count = 0; count < 5; count++) scenario.ticket(ALICE, 700);
    expect(rejectionOf(scenario.transfer(SYSTEM.house, 'seconds', 'spot', 9_201))).toBe(
      'house_insufficient',
    );
    expect(scenario.transfer(SYSTEM.house, 'seconds', 'margin', 8_200).outcome.ok).toBe(true);
    expect(available(scenario, SYSTEM.house)).toBe(3_800n * COIN);
    const reversed = scenario.apply({
      kind: 'custody.reverse',
      network: NETWORK.id,
      transaction: '0xa',
      output: 0,
    });
    expect(eventsOf(reversed, 'depositReversed')).toMatchObject([
      { recovered: 1_000n * COIN, covered: 1_000n * COIN },
    ]);
    expect(available(scenario, SYSTEM.house)).toBe(2_800n * COIN);
    scenario.exchange.verify();
  });
});

describe('how old the quotes of a price are', () => {
  /** Advances the time, then sets a price with an oldest quote of this age. */
  function quotedAfter(scenario: Scenario, ms: number, ticks: number, ageMs: number): Applied {
    scenario.timeMs += ms;
    return scenario.apply({
      kind: 'index.set',
      source: 'test',
      prices: [[1, ticks as never, scenario.timeMs - ageMs]],
    });
  }

  it('a price quoted before the command opens nothing, however late it comes', () => {
    const scenario = seconds();
    scenario.ticket(ALICE, 100);
    expect(eventsOf(quotedAfter(scenario, SECOND, 10_050, SECOND), 'ticketStarted')).toEqual([]);
    expect(eventsOf(quotedAfter(scenario, SECOND, 10_060, 1_900), 'ticketStarted')).toEqual([]);
    const tick = quotedAfter(scenario, SECOND, 10_070, 2_899);
    expect(eventsOf(tick, 'ticketStarted')).toMatchObject([
      { openTick: tick.seq, openTicks: 10_070 },
    ]);
  });

  it('a price that says to be of the future is as old as its command', () => {
    const scenario = seconds();
    scenario.ticket(ALICE, 100);
    expect(eventsOf(quotedAfter(scenario, 100, 10_050, -SECOND), 'ticketStarted')).toEqual([]);
    expect(eventsOf(quotedAfter(scenario, 1, 10_050, -SECOND), 'ticketStarted')).toHaveLength(1);
  });

  it('the delay is a term of the market, and a ticket keeps the one of its opening (S3)', () => {
    const scenario = new Scenario();
    scenario.offerSeconds({ openDelayMs: 2_000 });
    expect(eventsOf(scenario.ticket(ALICE, 100), 'ticketOpened')).toMatchObject([
      { openDelayMs: 2_000 },
    ]);
    scenario.apply({ kind: 'seconds.terms', terms: { ...TERMS, openDelayMs: 0 } });
    scenario.ticket(BOB, 100);
    // The younger ticket opens before the older one.
    expect(eventsOf(scenario.indexAfter(1, 10_000), 'ticketStarted')).toMatchObject([
      { ticket: 2 },
    ]);
    expect(eventsOf(scenario.indexAfter(1_999, 10_010), 'ticketStarted')).toEqual([]);
    expect(eventsOf(scenario.indexAfter(1, 10_020), 'ticketStarted')).toMatchObject([
      { ticket: 1, openTicks: 10_020 },
    ]);
    for (const openDelayMs of [-1, 10_001, 1.5])
      expect(
        rejectionOf(scenario.apply({ kind: 'seconds.terms', terms: { ...TERMS, openDelayMs } })),
      ).toBe('malformed');
  });

  it('a ticket that finds no such price until its end is void', () => {
    const scenario = seconds();
    scenario.ticket(ALICE, 100);
    for (let count = 1; count <= 10; count++)
      quotedAfter(scenario, 3_000, 10_000 + count, count * 3_000);
    expect(closed(scenario.clockAfter(1))).toMatchObject([
      { result: 'void', openTick: 0, settleTick: 0, fee: 0n },
    ]);
    expect(scenario.balance(ALICE, USDT, 'seconds')).toEqual({ available: START, held: 0n });
  });

  it('an end price is too old when its quotes are, or when they are older than those of the open price', () => {
    for (const [ageMs, result] of [
      [MARKET.indexMaxAgeMs, 'won'],
      [MARKET.indexMaxAgeMs + 1, 'void'],
    ] as const) {
      const scenario = seconds();
      scenario.ticket(ALICE, 100);
      scenario.indexAfter(SECOND, 10_000);
      quotedAfter(scenario, 29_000, 10_500, ageMs);
      expect(closed(scenario.clockAfter(1))).toMatchObject([{ result }]);
    }
    for (const [ageMs, result] of [
      [3_000, 'won'],
      [3_001, 'void'],
    ] as const) {
      const scenario = seconds();
      scenario.ticket(ALICE, 100);
      scenario.indexAfter(27_000, 10_000);
      quotedAfter(scenario, 3_000, 10_500, ageMs);
      expect(closed(scenario.clockAfter(1))).toMatchObject([{ result }]);
    }
  });

  it('the first rules look at the time of a tick alone, and a ticket of theirs ends by them', () => {
    const scenario = seconds(1);
    expect(eventsOf(scenario.ticket(ALICE, 100), 'ticketOpened')).toMatchObject([
      { openDelayMs: null },
    ]);
    scenario.apply({ kind: 'core.upgrade', version: 2 });
    expect(eventsOf(quotedAfter(scenario, 100, 10_050, SECOND), 'ticketStarted')).toHaveLength(1);
    quotedAfter(scenario, 29_900, 10_060, 20_000);
    expect(closed(scenario.clockAfter(1))).toMatchObject([{ result: 'won' }]);
    expect(eventsOf(scenario.ticket(ALICE, 100), 'ticketOpened')).toMatchObject([
      { openDelayMs: 100 },
    ]);
  });
});

describe('the terms that the customer saw', () => {
  const seen = { seenPayoutBps: 8_000, seenFeeBps: 200 };
  const durations = TERMS.durations.map((each) => ({ ...each, payoutBps: 7_000 }));

  it('open a ticket while they are those of the market, and refuse it once one of them is not', () => {
    const scenario = seconds();
    expect(scenario.ticket(ALICE, 100, seen).outcome.ok).toBe(true);
    for (const other of [{ durations }, { feeBps: 100 }, { feeBps: 0 }]) {
      scenario.apply({ kind: 'seconds.terms', terms: { ...TERMS, ...other } });
      expect(rejectionOf(scenario.ticket(ALICE, 100, seen))).toBe('seconds_terms_changed');
      expect(scenario.ticket(ALICE, 100).outcome.ok).toBe(true);
    }
  });

  it('are compared each for itself, and before the stake', () => {
    const scenario = seconds();
    expect(scenario.ticket(ALICE, 100, { seenPayoutBps: 8_000 }).outcome.ok).toBe(true);
    expect(scenario.ticket(ALICE, 100, { seenFeeBps: 200 }).outcome.ok).toBe(true);
    for (const other of [{ seenPayoutBps: 7_999 }, { seenFeeBps: 0 }])
      expect(rejectionOf(scenario.ticket(ALICE, 9, { ...seen, ...other }))).toBe(
        'seconds_terms_changed',
      );
  });

  it('are not asked about again by a key that has opened its ticket', () => {
    const scenario = seconds();
    const keyed = { ...seen, key: 'once' };
    const { outcome } = scenario.ticket(ALICE, 100, keyed);
    scenario.apply({ kind: 'seconds.terms', terms: { ...TERMS, durations } });
    expect(scenario.ticket(ALICE, 100, keyed).outcome).toEqual(outcome);
  });

  it('are malformed where no terms could have them', () => {
    const scenario = seconds();
    for (const other of [
      { seenPayoutBps: 0 },
      { seenPayoutBps: 100_001 },
      { seenFeeBps: -1 },
      { seenFeeBps: 1_001 },
      { seenFeeBps: 0.5 },
    ])
      expect(rejectionOf(scenario.ticket(ALICE, 100, other))).toBe('malformed');
  });
});

describe('of how many venues the index is', () => {
  /** Tickets need an index of three venues, and there is one. */
  function asksForThree(): Scenario {
    const scenario = new Scenario();
    scenario.offerSeconds({ minSources: 3 });
    scenario.move(10_000, SECOND);
    return scenario;
  }

  it('an index of fewer than the terms ask for takes no ticket', () => {
    const scenario = asksForThree();
    madeOf(scenario, SECOND, 10_000, 2);
    expect(rejectionOf(scenario.ticket(ALICE, 100))).toBe('index_thin');
    madeOf(scenario, SECOND, 10_000, 3);
    expect(scenario.ticket(ALICE, 100).outcome.ok).toBe(true);
    for (const minSources of [0, 101, 1.5])
      expect(
        rejectionOf(scenario.apply({ kind: 'seconds.terms', terms: { ...TERMS, minSources } })),
      ).toBe('malformed');
  });

  it('a ticket waits for its open price past indices of fewer, and its end price may be of one', () => {
    const scenario = asksForThree();
    expect(eventsOf(scenario.ticket(ALICE, 100), 'ticketOpened')).toMatchObject([
      { minSources: 3 },
    ]);
    expect(eventsOf(madeOf(scenario, SECOND, 9_000, 2), 'ticketStarted')).toEqual([]);
    // An index without a number of venues counts as one venue's.
    expect(eventsOf(scenario.indexAfter(SECOND, 9_100), 'ticketStarted')).toEqual([]);
    const tick = madeOf(scenario, SECOND, 10_100, 3);
    expect(eventsOf(tick, 'ticketStarted')).toMatchObject([
      { ticket: 1, openTick: tick.seq, openTicks: 10_100 },
    ]);
    madeOf(scenario, 26_500, 10_101, 1);
    expect(closed(scenario.clockAfter(SECOND))).toMatchObject([
      { result: 'won', openTicks: 10_100, settleTicks: 10_101 },
    ]);
    scenario.exchange.verify();
  });

  it('a ticket that finds only indices of fewer until its end is void: stake and fee come back', () => {
    const scenario = asksForThree();
    const before = available(scenario, ALICE);
    scenario.ticket(ALICE, 100);
    for (let count = 1; count <= 10; count++) madeOf(scenario, 3_000, 10_000 + count, 2);
    expect(closed(scenario.clockAfter(1))).toMatchObject([
      { result: 'void', openTick: 0, settleTick: 0, fee: 0n },
    ]);
    expect(scenario.balance(ALICE, USDT, 'seconds')).toEqual({ available: before, held: 0n });
  });

  it('a ticket keeps the number of its opening (S3), a restored one too', () => {
    const scenario = asksForThree();
    scenario.ticket(ALICE, 100);
    scenario.apply({ kind: 'seconds.terms', terms: TERMS });
    expect(eventsOf(scenario.ticket(BOB, 100), 'ticketOpened')).toMatchObject([{ minSources: 1 }]);
    const stored = scenario.exchange.snapshot();
    expect(stored.seconds.tickets.map(({ minSources }) => minSources)).toEqual([3, undefined]);
    const restored = Exchange.restore(stored);
    expect(canonicalSnapshot(restored.snapshot())).toBe(canonicalSnapshot(stored));
    const started = (sources: number) =>
      eventsOf(
        restored.apply(
          { kind: 'index.set', source: 'test', sources, prices: [[1, 10_000 as PriceTicks]] },
          (scenario.timeMs += SECOND),
        ),
        'ticketStarted',
      );
    expect(started(2)).toMatchObject([{ ticket: 2 }]);
    expect(started(3)).toMatchObject([{ ticket: 1 }]);
  });
});

describe('prices that misbehave', () => {
  it('clock jumps: what fell due meanwhile is settled by the last tick in time, or void', () => {
    const scenario = seconds();
    scenario.ticket(ALICE, 100);
    scenario.ticket(BOB, 100, { seconds: 60 });
    scenario.indexAfter(SECOND, 10_000);
    scenario.indexAfter(25_000, 10_001);
    const jumped = scenario.indexAfter(86_400_000, 20_000);
    expect(closed(jumped)).toMatchObject([
      { ticket: 1, result: 'won', settleTicks: 10_001 },
      { ticket: 2, result: 'void', openTicks: 10_000, settleTick: 0 },
    ]);
    expect(scenario.balance(BOB, USDT, 'seconds')).toEqual({ available: START, held: 0n });
  });

  it('clock jumps: a ticket whose whole time passed without a tick is void', () => {
    const scenario = seconds();
    scenario.ticket(ALICE, 100);
    const jumped = scenario.indexAfter(30_001, 11_000);
    expect(closed(jumped)).toMatchObject([{ result: 'void', openTick: 0, settleTick: 0, fee: 0n }]);
    expect(eventsOf(jumped, 'ticketStarted')).toEqual([]);
    expect(scenario.balance(ALICE, USDT, 'seconds')).toEqual({ available: START, held: 0n });
  });

  it('duplicate ticks: the first one opens, and a repeated price is a draw', () => {
    const scenario = seconds();
    scenario.ticket(ALICE, 100);
    const first = scenario.indexAfter(SECOND, 10_000);
    for (let count = 0; count < 3; count++) scenario.index(10_000);
    const last = scenario.indexAfter(28_000, 10_000);
    expect(closed(scenario.clockAfter(2 * SECOND))).toMatchObject([
      { result: 'drawn', openTick: first.seq, settleTick: last.seq },
    ]);
  });

  it('out-of-order ticks: the journal orders them, and time never runs back', () => {
    const scenario = seconds();
    scenario.ticket(ALICE, 100);
    scenario.indexAfter(SECOND, 10_000);
    // Two prices of one time: the one journaled later counts.
    scenario.indexAfter(29 * SECOND, 10_500);
    const last = scenario.index(9_500);
    expect(() =>
      scenario.exchange.apply(
        { kind: 'index.set', source: 'late', prices: [[1, 12_000 as never]] },
        scenario.timeMs - 1,
      ),
    ).toThrow('engine time');
    expect(closed(scenario.clockAfter(1))).toMatchObject([
      { result: 'lost', settleTick: last.seq },
    ]);
  });

  it('a feed that stops during open tickets: an old price settles nothing', () => {
    const scenario = seconds();
    scenario.ticket(ALICE, 100);
    scenario.ticket(BOB, 100, { seconds: 60, direction: 'down' });
    scenario.indexAfter(SECOND, 10_000);
    scenario.indexAfter(25_000, 9_000);
    expect(closed(scenario.clockAfter(10_000))).toMatchObject([{ ticket: 1, result: 'lost' }]);
    expect(closed(scenario.clockAfter(30_000))).toMatchObject([{ ticket: 2, result: 'void' }]);
    expect(rejectionOf(scenario.ticket(ALICE, 100))).toBe('index_stale');
    expect(scenario.balance(BOB, USDT, 'seconds')).toEqual({ available: START, held: 0n });
  });

  it('a refused index settles nothing', () => {
    const scenario = seconds();
    scenario.ticket(ALICE, 100);
    scenario.indexAfter(SECOND, 10_000);
    scenario.timeMs += 60_000;
    const refusedTick = scenario.apply({
      kind: 'index.set',
      source: 'test',
      prices: [[9, 1 as never]],
    });
    expect(refusedTick).toMatchObject({ outcome: { ok: false }, events: [] });
    expect(closed(scenario.clockAfter(0))).toHaveLength(1);
  });
});

describe('an insurance', () => {
  const insured = (scenario: Scenario, wallet: 'spot' | 'seconds'): bigint =>
    scenario.balance(SYSTEM.insurance, USDT, wallet).available;

  /**
   * A customer sends his whole balance, a deposit of 40,000 included, to another one before its
   * reversal.
   */
  function emptyPool(scenario: Scenario): void {
    scenario.receive(BOB, 40_000, '0xa');
    for (const wallet of ['spot', 'seconds'] as const) {
      const { available: most } = scenario.balance(BOB, USDT, wallet);
      scenario.apply({
        kind: 'custody.transfer',
        user: BOB,
        from: wallet,
        to: 'p2p',
        currency: USDT,
        amount: most as never,
      });
    }
    const { available: all } = scenario.balance(BOB, USDT, 'p2p');
    scenario.apply({
      kind: 'custody.transfer',
      user: BOB,
      from: 'p2p',
      to: 'spot',
      currency: USDT,
      amount: all as never,
    });
    const { outcome } = scenario.apply({
      kind: 'custody.hold',
      user: BOB,
      currency: USDT,
      amount: all as never,
    });
    scenario.apply({
      kind: 'custody.payHold',
      escrow: (outcome as { id: number }).id,
      recipient: CAROL,
    });
    scenario.apply({ kind: 'custody.reverse', network: 1, transaction: '0xa', output: 0 });
    expect(insured(scenario, 'spot')).toBe(0n);
  }

  /** A ticket that is won or lost at once. */
  function play(scenario: Scenario, coins: number, isWon: boolean): Applied {
    scenario.index(10_000);
    scenario.ticket(ALICE, coins);
    scenario.indexAfter(SECOND, 10_000);
    scenario.indexAfter(28_500, isWon ? 10_001 : 9_999);
    return scenario.clockAfter(SECOND);
  }

  it('costs its premium and pays its part of a loss of half the insured amount, twice a day', () => {
    const scenario = seconds();
    expect(scenario.insure(ALICE, 400).outcome).toEqual({ ok: true, id: 1 });
    expect(available(scenario, ALICE)).toBe(START - 40n * COIN);
    // The cost of two claims is reserved apart from the pool.
    expect([insured(scenario, 'spot'), insured(scenario, 'seconds')]).toEqual([
      9_720n * COIN,
      320n * COIN,
    ]);
    expect(eventsOf(play(scenario, 199, false), 'claimPaid')).toEqual([]);
    expect(eventsOf(play(scenario, 10, false), 'claimPaid')).toMatchObject([
      { loss: 209n * COIN, amount: (836n * COIN) / 10n },
    ]);
    expect(eventsOf(play(scenario, 1_000, false), 'claimPaid')).toMatchObject([
      { loss: 400n * COIN, amount: 160n * COIN },
    ]);
    expect(eventsOf(play(scenario, 400, false), 'claimPaid')).toEqual([]);
    expect(insured(scenario, 'spot')).toBe(9_720n * COIN - (836n * COIN) / 10n - 160n * COIN);
    expect(insured(scenario, 'seconds')).toBe(320n * COIN);
    scenario.apply({ kind: 'seconds.endInsurance', user: ALICE, policy: 1 });
    expect(insured(scenario, 'seconds')).toBe(0n);
  });

  it('ends when the whole insured amount was won', () => {
    const scenario = seconds();
    scenario.insure(ALICE, 100);
    expect(eventsOf(play(scenario, 100, true), 'policyEnded')).toEqual([]);
    expect(eventsOf(play(scenario, 100, true), 'policyEnded')).toMatchObject([{ reason: 'gain' }]);
    expect(eventsOf(play(scenario, 1_000, false), 'claimPaid')).toEqual([]);
  });

  it('ended early is a breach: nothing comes back, and tickets under it count no more', () => {
    const scenario = seconds();
    scenario.insure(ALICE, 100);
    scenario.index(10_000);
    scenario.ticket(ALICE, 100);
    const before = available(scenario, ALICE);
    expect(
      eventsOf(
        scenario.apply({ kind: 'seconds.endInsurance', user: ALICE, policy: 1 }),
        'policyEnded',
      ),
    ).toMatchObject([{ reason: 'cancelled' }]);
    expect(available(scenario, ALICE)).toBe(before);
    scenario.indexAfter(SECOND, 10_000);
    scenario.indexAfter(28_500, 9_000);
    expect(eventsOf(scenario.clockAfter(SECOND), 'claimPaid')).toEqual([]);
    expect(
      rejectionOf(scenario.apply({ kind: 'seconds.endInsurance', user: ALICE, policy: 1 })),
    ).toBe('insurance_not_found');
    expect(scenario.insure(ALICE, 100).outcome).toEqual({ ok: true, id: 2 });
  });

  it('covers only tickets opened under it, until its last day is over', () => {
    const scenario = seconds();
    scenario.index(10_000);
    scenario.ticket(ALICE, 100);
    scenario.insure(ALICE, 100);
    scenario.indexAfter(SECOND, 10_000);
    scenario.indexAfter(28_500, 9_000);
    expect(eventsOf(scenario.clockAfter(SECOND), 'claimPaid')).toEqual([]);
    expect(eventsOf(scenario.clockAfter(86_400_000), 'policyEnded')).toMatchObject([
      { reason: 'expired' },
    ]);
    expect(eventsOf(play(scenario, 100, false), 'claimPaid')).toEqual([]);
  });

  it('has its claims kept where bad debt cannot take them', () => {
    const scenario = seconds();
    scenario.margin();
    scenario.insure(ALICE, 1_000);
    scenario.enter(BOB, 'long', 400_000, { leverage: 100 });
    expect(eventsOf(scenario.move(6_000), 'badDebt')).toMatchObject([{ insured: 9_300n * COIN }]);
    expect(eventsOf(play(scenario, 1_000, false), 'claimPaid')).toMatchObject([
      { loss: 1_000n * COIN, amount: 400n * COIN, owed: 0n },
    ]);
  });

  it('has its claims kept where a reversed deposit cannot take them, and what is not paid stays owed and is paid first', () => {
    const scenario = seconds();
    scenario.insure(ALICE, 1_000);
    const owed = () =>
      scenario.exchange
        .snapshot()
        .seconds.claimReserve.owed.map(({ user, amount }) => [user, BigInt(amount) / COIN]);
    emptyPool(scenario);
    for (const amount of [400n, 400n])
      expect(eventsOf(play(scenario, 1_000, false), 'claimPaid')).toMatchObject([
        { amount: amount * COIN, owed: 0n },
      ]);
    scenario.deposit(ALICE, USDT, 10_000n * COIN);
    scenario.transfer(ALICE, 'spot', 'seconds', 5_000);
    // The next day of Shanghai, within the day of the policy.
    scenario.timeMs = 16 * 3_600_000;
    expect(eventsOf(play(scenario, 1_000, false), 'claimPaid')).toMatchObject([
      { loss: 1_000n * COIN, amount: 0n, owed: 400n * COIN },
    ]);
    expect(owed()).toEqual([[ALICE, 400n]]);
    const before = available(scenario, ALICE);
    const paid = scenario.deposit(SYSTEM.insurance, USDT, 100n * COIN);
    expect(eventsOf(paid, 'owedClaimPaid')).toMatchObject([
      { policy: 1, user: ALICE, amount: 100n * COIN, owed: 300n * COIN },
    ]);
    expect(available(scenario, ALICE)).toBe(before + 100n * COIN);
    const restored = Exchange.restore(JSON.parse(JSON.stringify(scenario.exchange.snapshot())));
    expect(canonicalSnapshot(restored.snapshot())).toBe(
      canonicalSnapshot(scenario.exchange.snapshot()),
    );
    expect(rejectionOf(scenario.insure(CAROL, 100))).toBe('insurance_insufficient');
    scenario.deposit(SYSTEM.insurance, USDT, 1_000n * COIN);
    expect(owed()).toEqual([]);
    // The reserve is refilled after the claims before the pool keeps any money.
    expect([insured(scenario, 'seconds'), insured(scenario, 'spot')]).toEqual([700n * COIN, 0n]);
    scenario.deposit(SYSTEM.insurance, USDT, 200n * COIN);
    expect([insured(scenario, 'seconds'), insured(scenario, 'spot')]).toEqual([
      800n * COIN,
      100n * COIN,
    ]);
  });

  it('of the first rules gets its reserve when the rules are raised, as far as the pool has it', () => {
    const scenario = seconds(1);
    scenario.insure(ALICE, 1_000);
    scenario.insure(BOB, 500);
    expect([insured(scenario, 'spot'), insured(scenario, 'seconds')]).toEqual([10_150n * COIN, 0n]);
    Exchange.restore(JSON.parse(JSON.stringify(scenario.exchange.snapshot())));
    scenario.apply({ kind: 'core.upgrade', version: 2 });
    expect([insured(scenario, 'spot'), insured(scenario, 'seconds')]).toEqual([
      8_950n * COIN,
      1_200n * COIN,
    ]);
  });

  it('keeps what it was bought as', () => {
    const scenario = seconds();
    scenario.insure(ALICE, 100);
    scenario.apply({
      kind: 'seconds.listInsurance',
      offer: { ...OFFER, coverBps: 1, isOpen: false },
    });
    expect(eventsOf(play(scenario, 100, false), 'claimPaid')).toMatchObject([
      { amount: 40n * COIN },
    ]);
  });
});

it('the state of seconds contracts is the same after a restore, and goes on alike', () => {
  const scenario = seconds();
  scenario.insure(BOB, 100);
  scenario.ticket(ALICE, 100);
  scenario.indexAfter(SECOND, 10_000);
  scenario.ticket(BOB, 200, { seconds: 60, direction: 'down' });
  const live = scenario.exchange.snapshot();
  const restored = Exchange.restore(JSON.parse(JSON.stringify(live)));
  expect(canonicalSnapshot(restored.snapshot())).toBe(canonicalSnapshot(live));
  for (const ticks of [10_100, 10_200, 10_300]) {
    const applied = scenario.indexAfter(25_000, ticks);
    expect(
      restored.apply(
        { kind: 'index.set', source: 'test', prices: [[1, ticks as never]] },
        scenario.timeMs,
      ),
    ).toEqual(applied);
  }
  expect(canonicalSnapshot(restored.snapshot())).toBe(
    canonicalSnapshot(scenario.exchange.snapshot()),
  );
});
