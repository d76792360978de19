import type { PriceTicks, QuantityLots } from '@meridian/money/amount';
import { describe, expect, it } from 'vitest';
import { decodeCommand, encodeCommand } from '../command-codec.ts';
import { canonicalSnapshot, Exchange } from '../exchange.ts';
import type { MarketId } from '../ids.ts';
import type { StoredState } from '../snapshot-migrations.ts';
import { ALICE, BOB, eventsOf, rejectionOf, Scenario } from '../testing/scenario.ts';
import { CLIENT_ORDER_ID_LIFETIME_MS, MOST_CLIENT_ORDER_IDS } from './client-order-ids.ts';
import type { PlaceOrder } from './spot-commands.ts';

const TENTH = 10_000;
const NAMED = { clientOrderId: 'my-order:1' };
/** Never trades and never rests. */
const GONE_AT_ONCE = { timeInForce: 'ioc' } as const;

describe('a client order id', () => {
  it('stands in the event of its order', () => {
    expect(
      eventsOf(new Scenario().place(ALICE, 'buy', 9_900, TENTH, NAMED), 'orderPlaced'),
    ).toMatchObject([NAMED]);
  });

  it('answers a repeated placement with the first outcome, though the order has traded and ended since', () => {
    const scenario = new Scenario();
    const first = scenario.place(ALICE, 'buy', 9_900, TENTH, NAMED);
    const again = scenario.place(ALICE, 'buy', 9_900, TENTH, NAMED);
    expect(again.outcome).toEqual(first.outcome);
    expect(again.events).toEqual([]);
    scenario.market(BOB, 'sell', TENTH);
    expect(scenario.place(ALICE, 'buy', 9_900, TENTH, NAMED).outcome).toEqual(first.outcome);
    const taken = scenario.place(BOB, 'sell', 9_000, 20 * TENTH, { ...GONE_AT_ONCE, ...NAMED });
    expect(
      scenario.place(BOB, 'sell', 9_000, 20 * TENTH, { ...GONE_AT_ONCE, ...NAMED }).outcome,
    ).toEqual(taken.outcome);
    expect(scenario.openOrders()).toEqual([]);
  });

  it('needs no idempotency key, whose table may have forgotten it, and holds under another one', () => {
    const scenario = new Scenario();
    const first = scenario.place(ALICE, 'buy', 9_900, TENTH, { ...NAMED, key: 'k-1' });
    expect(scenario.place(ALICE, 'buy', 9_900, TENTH, NAMED).outcome).toEqual(first.outcome);
    expect(scenario.place(ALICE, 'buy', 9_900, TENTH, { ...NAMED, key: 'k-2' }).outcome).toEqual(
      first.outcome,
    );
    expect(scenario.openOrders()).toHaveLength(1);
  });

  /** A field of an order's content that is missing here does not compile. */
  const OTHERS: {
    readonly [
      Field in Exclude<keyof PlaceOrder, 'kind' | 'user' | 'clientOrderId' | 'key'>
    ]: PlaceOrder[Field];
  } = {
    market: 2 as MarketId,
    side: 'sell',
    type: 'market',
    priceTicks: 9_901 as PriceTicks,
    quantityLots: (TENTH + 1) as QuantityLots,
    postOnly: true,
    timeInForce: 'ioc',
    selfTrade: 'decrement',
  };
  it.each(Object.entries(OTHERS).map(([field, value]) => ({ [field]: value })))(
    'of another placement is refused: %o',
    (other) => {
      const scenario = new Scenario();
      scenario.place(ALICE, 'buy', 9_900, TENTH, NAMED);
      expect(rejectionOf(scenario.place(ALICE, 'buy', 9_900, TENTH, { ...NAMED, ...other }))).toBe(
        'client_order_id_used',
      );
    },
  );

  it('is its own for each user', () => {
    const scenario = new Scenario();
    scenario.place(ALICE, 'buy', 9_900, TENTH, NAMED);
    expect(scenario.place(BOB, 'buy', 9_800, TENTH, NAMED).outcome).toMatchObject({
      order: 2,
      status: 'open',
    });
  });

  it('is not used up by a refused placement', () => {
    const scenario = new Scenario();
    expect(rejectionOf(scenario.place(ALICE, 'buy', 9_900, 100_000_000, NAMED))).toBe(
      'balance_insufficient',
    );
    expect(scenario.place(ALICE, 'buy', 9_900, TENTH, NAMED).outcome).toMatchObject({
      status: 'open',
    });
  });

  it('is kept while its order is open and for 24 hours after its end, to the millisecond', () => {
    const scenario = new Scenario({ bandBps: 0 });
    scenario.place(ALICE, 'buy', 9_900, TENTH, NAMED);
    scenario.timeMs += 10 * CLIENT_ORDER_ID_LIFETIME_MS;
    expect(scenario.place(ALICE, 'buy', 9_900, TENTH, NAMED).outcome).toMatchObject({ order: 1 });
    scenario.cancel(ALICE, 1);
    scenario.timeMs += CLIENT_ORDER_ID_LIFETIME_MS - 1;
    expect(scenario.place(ALICE, 'buy', 9_900, TENTH, NAMED).outcome).toMatchObject({ order: 1 });
    scenario.timeMs += 1;
    expect(scenario.place(ALICE, 'buy', 9_900, TENTH, NAMED).outcome).toMatchObject({ order: 2 });
  });

  it('survives a snapshot, open and ended', () => {
    const scenario = new Scenario();
    const open = scenario.place(ALICE, 'buy', 9_900, TENTH, NAMED).outcome;
    const ended = scenario.place(BOB, 'buy', 9_000, TENTH, { ...NAMED, ...GONE_AT_ONCE }).outcome;
    const snapshot = scenario.exchange.snapshot();
    const restored = Exchange.restore(JSON.parse(JSON.stringify(snapshot)) as typeof snapshot);
    expect(canonicalSnapshot(restored.snapshot())).toBe(canonicalSnapshot(snapshot));
    const order = {
      kind: 'spot.place',
      market: 1,
      side: 'buy',
      type: 'limit',
      quantityLots: TENTH as QuantityLots,
      postOnly: false,
      selfTrade: 'expireTaker',
      ...NAMED,
    } as const;
    expect(
      restored.apply(
        { ...order, user: ALICE, priceTicks: 9_900 as never, timeInForce: 'gtc' },
        scenario.timeMs,
      ).outcome,
    ).toEqual(open);
    expect(
      restored.apply(
        { ...order, user: BOB, priceTicks: 9_000 as never, timeInForce: 'ioc' },
        scenario.timeMs,
      ).outcome,
    ).toEqual(ended);
    restored.apply({ kind: 'spot.cancel', user: ALICE, order: 1 }, scenario.timeMs);
    restored.verify();
  });

  it('is in no snapshot of format 3', () => {
    const {
      format: _format,
      rules: _rules,
      clientOrders: _clientOrders,
      ...state
    } = new Scenario().exchange.snapshot();
    expect(
      Exchange.restore({ format: 3, ...state } as StoredState).snapshot().clientOrders,
    ).toEqual([]);
  });

  it('that names another user’s order makes a snapshot unreadable', () => {
    const scenario = new Scenario();
    scenario.place(ALICE, 'buy', 9_900, TENTH, NAMED);
    const snapshot = scenario.exchange.snapshot();
    expect(() =>
      Exchange.restore({
        ...snapshot,
        clientOrders: snapshot.clientOrders.map((row) => ({ ...row, user: BOB })),
      }),
    ).toThrow(/B11/);
    expect(() =>
      Exchange.restore({
        ...snapshot,
        clientOrders: [...snapshot.clientOrders, ...snapshot.clientOrders],
      }),
    ).toThrow(/B11/);
  });

  it.each(['', 'x'.repeat(37), 'a b', 'é', 'a\n', 7, null, {}])(
    'that is %o is malformed, live and at replay',
    (clientOrderId) => {
      const scenario = new Scenario();
      const more = { clientOrderId: clientOrderId as string };
      expect(rejectionOf(scenario.place(ALICE, 'buy', 9_900, TENTH, more))).toBe('malformed');
      const command = {
        kind: 'spot.place',
        user: ALICE,
        market: 1,
        side: 'buy',
        type: 'limit',
        priceTicks: 9_900 as never,
        quantityLots: TENTH as QuantityLots,
        timeInForce: 'gtc',
        postOnly: false,
        selfTrade: 'expireTaker',
        ...more,
      } as const;
      expect(rejectionOf(scenario.apply(decodeCommand(encodeCommand(command))))).toBe('malformed');
    },
  );

  it('is bounded for each user: the next one is refused, the oldest is not forgotten, and others do not notice', () => {
    const scenario = new Scenario({ minNotional: 0n });
    const { exchange, timeMs } = scenario;
    const order = {
      kind: 'spot.place',
      market: 1,
      side: 'buy',
      type: 'limit',
      priceTicks: 9_000 as never,
      quantityLots: 1 as QuantityLots,
      timeInForce: 'ioc',
      postOnly: false,
      selfTrade: 'expireTaker',
    } as const;
    for (let count = 0; count < MOST_CLIENT_ORDER_IDS; count++)
      exchange.apply({ ...order, user: ALICE, clientOrderId: `c${count}` }, timeMs);
    expect(
      exchange.apply({ ...order, user: ALICE, clientOrderId: 'one-more' }, timeMs).outcome,
    ).toMatchObject({ rejection: 'client_order_ids_exhausted' });
    expect(exchange.apply({ ...order, user: ALICE }, timeMs).outcome).toMatchObject({
      ok: true,
      order: MOST_CLIENT_ORDER_IDS + 1,
    });
    expect(
      exchange.apply({ ...order, user: ALICE, clientOrderId: 'c0' }, timeMs).outcome,
    ).toMatchObject({ ok: true, order: 1 });
    expect(
      exchange.apply({ ...order, user: BOB, clientOrderId: 'c0' }, timeMs).outcome,
    ).toMatchObject({ ok: true, order: MOST_CLIENT_ORDER_IDS + 2 });
    exchange.verify();
    expect(
      JSON.stringify(exchange.snapshot().clientOrders).length / MOST_CLIENT_ORDER_IDS,
    ).toBeLessThan(300);
    expect(
      exchange.apply(
        { ...order, user: ALICE, clientOrderId: 'one-more' },
        timeMs + CLIENT_ORDER_ID_LIFETIME_MS,
      ).outcome,
    ).toMatchObject({ rejection: 'index_stale' });
    scenario.timeMs += CLIENT_ORDER_ID_LIFETIME_MS;
    scenario.index(10_000);
    expect(
      exchange.apply({ ...order, user: ALICE, clientOrderId: 'one-more' }, scenario.timeMs).outcome,
    ).toMatchObject({ ok: true });
    expect(exchange.snapshot().clientOrders).toHaveLength(1);
  });
});
