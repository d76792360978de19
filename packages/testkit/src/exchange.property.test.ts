import { createHash } from 'node:crypto';
import { decodeCommand, encodeCommand } from '@meridian/core/command-codec';
import type { Command } from '@meridian/core/commands';
import type { PlaceOrder } from '@meridian/core/spot/spot-commands';
import { canonicalSnapshot, Exchange } from '@meridian/core/exchange';
import { FIRST_CUSTOMER } from '@meridian/core/ledger/accounts';
import type { ExchangeSnapshot } from '@meridian/core/snapshot';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CommandStream, HOSTILE_VALUES, type Timed } from './command-stream.ts';
import { AUDITED, EventAuditor } from './event-auditor.ts';
import { NaiveExchange } from './naive-exchange.ts';
import { openMarket, START_MS } from './open-market.ts';

const FIRST_SEED = Number(process.env['FUZZ_SEED'] ?? 1);
const SEEDS = Array.from({ length: 60 }, (_, index) => FIRST_SEED + index);

/** A stream of commands as a list. The naive exchange tells it which orders are open. */
function commandsOf(seed: number, count: number): Timed[] {
  const stream = new CommandStream(seed);
  const naive = new NaiveExchange();
  const commands = [...stream.opening()];
  for (const { command, timeMs } of commands) naive.apply(command, timeMs);
  while (commands.length < count) {
    const next = stream.next(naive);
    naive.apply(next.command, next.timeMs);
    commands.push(next);
  }
  return commands;
}

function hashOf(exchange: Exchange): string {
  return createHash('sha256').update(canonicalSnapshot(exchange.snapshot())).digest('hex');
}

describe('invariants, proven from events alone', () => {
  const proven = new Map<string, number>();

  test.each(SEEDS)('seed %i', (seed) => {
    const exchange = new Exchange();
    const auditor = new EventAuditor();
    for (const { command, timeMs } of commandsOf(seed, 2_000))
      auditor.observe(exchange.apply(command, timeMs));
    auditor.compare(exchange.snapshot());
    exchange.verify();
    for (const [id, checks] of auditor.checks) proven.set(id, (proven.get(id) ?? 0) + checks);
  });

  test('every invariant was proven at least once', () => {
    expect(AUDITED.filter((id) => !proven.has(id))).toEqual([]);
  });
});

describe('any sequence of orders', () => {
  const users = fc.integer({ min: FIRST_CUSTOMER, max: FIRST_CUSTOMER + 2 });
  const order: fc.Arbitrary<PlaceOrder> = fc
    .record({
      user: users,
      side: fc.constantFrom('buy', 'sell'),
      type: fc.constantFrom('limit', 'limit', 'market'),
      price: fc.integer({ min: 95, max: 105 }),
      quantity: fc.integer({ min: 1, max: 12 }),
      timeInForce: fc.constantFrom('gtc', 'gtc', 'ioc', 'fok'),
      postOnly: fc.boolean(),
      selfTrade: fc.constantFrom('expireTaker', 'expireMaker', 'expireBoth', 'decrement'),
    })
    .map(
      ({ type, price, quantity, timeInForce, postOnly, ...rest }) =>
        ({
          kind: 'spot.place',
          market: 1,
          ...rest,
          type,
          priceTicks: (type === 'limit' ? price : 0) as PlaceOrder['priceTicks'],
          quantityLots: quantity as PlaceOrder['quantityLots'],
          timeInForce: type === 'market' && timeInForce === 'gtc' ? 'ioc' : timeInForce,
          postOnly: postOnly && type === 'limit' && timeInForce === 'gtc',
        }) as const,
    );
  const cancel = fc.record({
    kind: fc.constant('spot.cancel' as const),
    user: users,
    order: fc.integer({ min: 1, max: 40 }),
  });
  const command: fc.Arbitrary<Command> = fc.oneof(
    { weight: 4, arbitrary: order },
    { weight: 1, arbitrary: cancel },
  );

  test('keeps the invariants and equals the naive exchange, shrunk to the shortest that does not', () => {
    const sequences = fc.array(command, { maxLength: 60, size: 'max' });
    fc.assert(
      fc.property(sequences, fc.constantFrom(0, 300, 2_000), (commands, slippageBps) => {
        const exchange = new Exchange();
        const naive = new NaiveExchange();
        const auditor = new EventAuditor();
        for (const command of [
          ...openMarket({ slippageBps, maxOpenOrders: 6 }, [0, 1, 2]),
          ...commands,
        ]) {
          const applied = exchange.apply(command, START_MS);
          auditor.observe(applied);
          expect(applied.outcome).toEqual(naive.apply(command, START_MS).outcome);
        }
        exchange.verify();
        auditor.compare(exchange.snapshot());
      }),
      { numRuns: 500 },
    );
  });

  test('a refused command leaves the state as it was, whatever one of its fields holds', () => {
    const exchange = new Exchange();
    for (const command of openMarket({}, [0, 1, 2])) exchange.apply(command, START_MS);
    const fields = [
      'user',
      'market',
      'side',
      'type',
      'priceTicks',
      'quantityLots',
      'timeInForce',
      'postOnly',
      'selfTrade',
      'key',
    ];
    fc.assert(
      fc.property(
        order,
        fc.constantFrom(...fields),
        fc.constantFrom(...HOSTILE_VALUES),
        (valid, field, value) => {
          const before = hashOf(exchange);
          const { outcome, events } = exchange.apply(
            { ...valid, [field]: value } as Command,
            START_MS,
          );
          if (outcome.ok) return;
          expect(events).toEqual([]);
          expect(hashOf(exchange)).toBe(before);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

describe('what changes nothing leaves nothing', () => {
  // Days apart, so that keys, client order ids and limits expire while commands are refused and
  // repeated.
  test.each(SEEDS.slice(0, 20))('a journal without it comes to the same state, seed %i', (seed) => {
    const live = new Exchange();
    const replayed = new Exchange();
    let [left, kept] = [0, 0];
    for (const [index, { command, timeMs }] of commandsOf(seed, 2_000).entries()) {
      const atMs = timeMs + Math.floor(index / 150) * 43_300_000;
      const { seq } = live;
      const applied = live.apply(command, atMs);
      if (live.seq === seq) {
        left++;
        expect(applied).toMatchObject({ seq, events: [] });
      } else {
        kept++;
        expect(replayed.apply(command, atMs)).toEqual(applied);
      }
      if (index % 25 === 0 || index > 1_950)
        expect(JSON.stringify(live.snapshot())).toBe(JSON.stringify(replayed.snapshot()));
    }
    expect(JSON.stringify(live.snapshot())).toBe(JSON.stringify(replayed.snapshot()));
    expect(left).toBeGreaterThan(100);
    expect(kept).toBeGreaterThan(500);
  });
});

describe('snapshot, restore and replay', () => {
  test.each(SEEDS.slice(0, 20))('lead to the same state hash, seed %i', (seed) => {
    const commands = commandsOf(seed, 1_500);
    const live = new Exchange();
    const journal: { text: string; timeMs: number }[] = [];
    const cut = 100 + ((seed * 7_919) % 1_300);
    let snapshot: ExchangeSnapshot | undefined;
    const liveEvents: unknown[] = [];
    commands.forEach(({ command, timeMs }, index) => {
      if (index === cut) snapshot = live.snapshot();
      const text = encodeCommand(command);
      journal.push({ text, timeMs });
      // As in the sequencer: the applied command is the journaled one.
      const { events, outcome } = live.apply(decodeCommand(text), timeMs);
      if (index >= cut) liveEvents.push({ events, outcome });
    });

    const genesis = new Exchange();
    for (const { text, timeMs } of journal) genesis.apply(decodeCommand(text), timeMs);
    const restored = Exchange.restore(JSON.parse(JSON.stringify(snapshot)) as ExchangeSnapshot);
    const restoredEvents = journal.slice(cut).map(({ text, timeMs }) => {
      const { events, outcome } = restored.apply(decodeCommand(text), timeMs);
      return { events, outcome };
    });

    expect(hashOf(genesis)).toBe(hashOf(live));
    expect(hashOf(restored)).toBe(hashOf(live));
    expect(restoredEvents).toEqual(liveEvents);
    expect(restored.seq).toBe(live.seq);
  });
});

describe("Flexcoin's story: a thousand orders for the whole balance at once", () => {
  test.each([1, 3, 10])('exactly what covers %i orders is accepted', (covered) => {
    const exchange = new Exchange();
    const user = FIRST_CUSTOMER;
    for (const command of openMarket({ maxOpenOrders: 5_000 }, []))
      exchange.apply(command, START_MS);
    const cost = 100n * 50n;
    const funding = {
      wallet: 'spot',
      currency: 2,
      amount: cost * BigInt(covered),
      reference: 'funding',
    } as const;
    exchange.apply({ kind: 'ledger.deposit', user, ...funding } as Command, START_MS);
    const order = {
      kind: 'spot.place',
      user,
      market: 1,
      side: 'buy',
      type: 'limit',
      priceTicks: 100,
      quantityLots: 50,
    } as const;
    const outcomes = Array.from({ length: 1_000 }, (_, index) => {
      const rules = {
        timeInForce: 'gtc',
        postOnly: false,
        selfTrade: 'expireTaker',
        key: `order-${index}`,
      } as const;
      return exchange.apply({ ...order, ...rules } as unknown as Command, START_MS).outcome;
    });
    const refusals = outcomes.filter((outcome) => !outcome.ok);
    expect(refusals).toHaveLength(1_000 - covered);
    expect(refusals.every(({ rejection }) => rejection === 'balance_insufficient')).toBe(true);
    const account = exchange.snapshot().accounts.find((each) => each.user === user);
    expect(account).toMatchObject({ available: '0', held: (cost * BigInt(covered)).toString() });
    exchange.verify();
  });
});
