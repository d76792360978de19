import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { Command } from '@meridian/core/commands';
import type { Applied } from '@meridian/core/events';
import { Exchange } from '@meridian/core/exchange';
import { INVARIANTS } from '@meridian/core/invariants';
import { FIRST_CUSTOMER } from '@meridian/core/ledger/accounts';
import { parseDecimal } from '@meridian/money/decimal';
import { beforeAll, describe, expect, test } from 'vitest';
import { isOfType } from './differential.ts';
import { EventAuditor } from './event-auditor.ts';
import { openMarket } from './open-market.ts';

const SHARED =
  process.env['MERIDIAN_SHARED'] ?? fileURLToPath(new URL('../../../../shared', import.meta.url));
const RECORDING = path.join(SHARED, 'data', 'l3', 'bitstamp_btcusd_2015-05-01.log.gz');
const isThere = existsSync(RECORDING);
if (!isThere) process.stdout.write(`skipped: no recording at ${RECORDING}\n`);

interface RecordedEvent {
  readonly timeMs: number;
  readonly type: string;
  readonly id: number;
  /** Cents. */
  readonly price: number;
  /** Satoshi. */
  readonly amount: number;
  readonly side: 'buy' | 'sell';
}

interface Print {
  readonly timeMs: number;
  readonly price: number;
  readonly amount: number;
}

/**
 * Most distance between a recorded trade and ours: the venue's feed lags its own matching by some
 * seconds.
 */
const WINDOW_MS = 10_000;

/** Five hours of a real venue, order by order (Bitstamp BTC/USD, 1 May 2015). */
function readRecording(): RecordedEvent[] {
  const events: RecordedEvent[] = [];
  for (const line of gunzipSync(readFileSync(RECORDING)).toString('utf8').split('\n')) {
    const [timeMs = '', type = ''] = line.split(' ', 2);
    if (type === '' || type === 'order_book') continue;
    const body = JSON.parse(line.slice(timeMs.length + type.length + 2)) as Record<string, unknown>;
    const side = body['order_type'] === 0 ? 'buy' : 'sell';
    events.push({
      timeMs: Number(timeMs),
      type,
      id: Number(body['id']),
      price: units(body['price'], 2),
      amount: units(body['amount'], 8),
      side,
    });
  }
  return events;
}

/**
 * A figure of the feed in units: trades print plain numbers, orders print texts; all have few
 * enough digits.
 */
function units(value: unknown, scale: number): number {
  const parsed = parseDecimal(String(value), scale);
  if (!parsed.ok) throw new Error(`not a decimal of ${scale} digits: ${String(value)}`);
  return Number(parsed.units);
}

describe.skipIf(!isThere)('the Bitstamp order flow of 1 May 2015 through the core', () => {
  const exchange = new Exchange();
  const auditor = new EventAuditor();
  const ours: Print[] = [];
  const recorded: Print[] = [];
  const refused = new Map<string, number>();
  let orders = 0;

  function apply(command: Command, timeMs: number): Applied {
    const applied = exchange.apply(command, timeMs);
    auditor.observe(applied);
    for (const { priceTicks, quantityLots } of applied.events.filter(isOfType('traded'))) {
      ours.push({ timeMs, price: priceTicks, amount: quantityLots });
    }
    if (!applied.outcome.ok)
      refused.set(applied.outcome.rejection, (refused.get(applied.outcome.rejection) ?? 0) + 1);
    return applied;
  }

  beforeAll(() => {
    const events = readRecording();
    const start = events[0]?.timeMs ?? 0;
    // A tick is a cent and a lot a satoshi: both currencies count in units that make their product
    // one.
    for (const command of openMarket({ maxQuantityLots: 2 ** 36 }, [])) apply(command, start);
    const placed = new Map<number, { order: number; user: number }>();
    let timeMs = start;
    for (const event of events) {
      timeMs = Math.max(timeMs, event.timeMs);
      if (event.type === 'trade')
        recorded.push({ timeMs: event.timeMs, price: event.price, amount: event.amount });
      if (event.type === 'order_created') {
        // The feed names no users: each order gets a user of its own, with exactly the funds that
        // it needs.
        const user = FIRST_CUSTOMER + orders++;
        for (const command of fundedOrder(event, user)) {
          const { outcome } = apply(command, timeMs);
          if (outcome.ok && outcome.order !== undefined)
            placed.set(event.id, { order: outcome.order, user });
        }
      }
      const known = placed.get(event.id);
      if (event.type === 'order_deleted' && known !== undefined)
        apply({ kind: 'spot.cancel', ...known }, timeMs);
      if (orders % 5_000 === 0) exchange.verify();
    }
  }, 120_000);

  test('every order is taken, and only orders that are gone refuse to be cancelled', () => {
    expect(orders).toBeGreaterThan(24_000);
    expect([...refused.keys()].filter((rejection) => rejection !== 'order_not_found')).toEqual([]);
  });

  test('all invariants held and were checked', () => {
    exchange.verify();
    auditor.compare(exchange.snapshot());
    const checks = exchange.invariantChecks();
    expect(
      INVARIANTS.filter((id) => checks[id] === 0 && 'LB'.includes(id.charAt(0)) && id !== 'L9'),
    ).toEqual([]);
  });

  test('its trades are like the recorded ones', () => {
    const left = [...recorded];
    let equal = 0;
    for (const print of ours) {
      const place = left.findIndex(
        ({ timeMs, price, amount }) =>
          price === print.price &&
          amount === print.amount &&
          Math.abs(timeMs - print.timeMs) <= WINDOW_MS,
      );
      if (place < 0) continue;
      left.splice(place, 1);
      equal++;
    }
    process.stdout.write(
      `bitstamp: ${orders} orders, ${ours.length} trades, ${recorded.length} recorded, ${equal} equal in price and quantity\n`,
    );
    expect(recorded.length).toBe(575);
    // Measured: 517 trades, 508 of them equal. The others depend on the book before the recording
    // began.
    expect(ours.length).toBeGreaterThanOrEqual(510);
    expect(ours.length).toBeLessThanOrEqual(recorded.length);
    expect(equal).toBeGreaterThanOrEqual(500);
  });
});

function* fundedOrder({ side, price, amount }: RecordedEvent, user: number): Generator<Command> {
  const need = side === 'buy' ? BigInt(price) * BigInt(amount) : BigInt(amount);
  const funding = {
    kind: 'ledger.deposit',
    wallet: 'spot',
    currency: side === 'buy' ? 2 : 1,
    reference: 'funding',
  } as const;
  yield { ...funding, user, amount: need } as Command;
  const rules = { timeInForce: 'gtc', postOnly: false, selfTrade: 'expireTaker' } as const;
  yield {
    kind: 'spot.place',
    user,
    market: 1,
    side,
    type: 'limit',
    priceTicks: price,
    quantityLots: amount,
    ...rules,
  } as Command;
}
