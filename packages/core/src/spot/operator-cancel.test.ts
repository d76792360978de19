import { describe, expect, it } from 'vitest';
import type { MarketStatus } from '../catalog/catalog.ts';
import { decodeCommand, encodeCommand } from '../command-codec.ts';
import type { CancelByOperator } from './spot-commands.ts';
import { canonicalSnapshot } from '../exchange.ts';
import { FIRST_RULES } from '../rules.ts';
import {
  ALICE,
  BOB,
  BTC,
  eventsOf,
  MARKET,
  rejectionOf,
  Scenario,
  USDT,
} from '../testing/scenario.ts';
import { MOST_CANCELLED } from './operator-cancel.ts';

const TENTH = 10_000;
const STATUSES: readonly MarketStatus[] = ['open', 'cancelOnly', 'closed'];

function byOperator(scope: CancelByOperator['scope'], id: number): CancelByOperator {
  return {
    kind: 'spot.cancelByOperator',
    operator: 7,
    reason: 'The market is delisted.',
    scope,
    id,
  };
}

/** Two orders of ALICE, one of BOB, in a market that then gets another state. */
function sceneIn(status: MarketStatus, rules?: number): Scenario {
  const scenario = new Scenario({}, rules);
  scenario.place(ALICE, 'buy', 9_900, TENTH);
  scenario.place(ALICE, 'sell', 10_100, TENTH);
  scenario.place(BOB, 'buy', 9_800, TENTH);
  scenario.apply({ kind: 'market.list', market: { ...MARKET, status } });
  return scenario;
}

describe.each(STATUSES)('in a market that is %s', (status) => {
  it('money is never locked: a customer cancels', () => {
    const scenario = sceneIn(status);
    expect(scenario.cancel(ALICE, 1).outcome).toMatchObject({ ok: true, status: 'cancelled' });
    expect(scenario.balance(ALICE, USDT).held).toBe(0n);
  });

  it.each([
    ['order', 1, [2, 3]],
    ['user', ALICE, [3]],
    ['market', 1, []],
  ] as const)('an operator cancels by %s', (scope, id, left) => {
    const scenario = sceneIn(status);
    const applied = scenario.apply(byOperator(scope, id));
    const closed = eventsOf(applied, 'orderClosed');
    expect(
      closed.every(
        ({ reason, wasResting, cancelledLots }) =>
          reason === 'operator' && wasResting && cancelledLots === TENTH,
      ),
    ).toBe(true);
    expect(applied.outcome).toEqual({ ok: true, cancelled: 3 - left.length });
    expect(
      scenario
        .openOrders()
        .map((order) => order.id)
        .sort((a, b) => a - b),
    ).toEqual(left);
    const held = scenario.balance(ALICE, USDT).held + scenario.balance(ALICE, BTC).held;
    expect(held > 0n).toBe(scope === 'order');
  });
});

it('kept the money of a closed market under the first rules', () => {
  expect(rejectionOf(sceneIn('closed', FIRST_RULES).cancel(ALICE, 1))).toBe('market_closed');
});

describe('a cancellation by an operator', () => {
  it('of what is not there is refused, but a user without orders has none to cancel', () => {
    const scenario = sceneIn('open');
    const before = canonicalSnapshot(scenario.exchange.snapshot());
    expect(rejectionOf(scenario.apply(byOperator('order', 99)))).toBe('order_not_found');
    expect(rejectionOf(scenario.apply(byOperator('market', 2)))).toBe('market_unknown');
    expect(scenario.apply(byOperator('user', 100_009)).outcome).toEqual({ ok: true, cancelled: 0 });
    expect(canonicalSnapshot(scenario.exchange.snapshot())).toBe(before);
  });

  it.each([
    { operator: 0 },
    { operator: 1.5 },
    { operator: 7n },
    { reason: '' },
    { reason: 'x'.repeat(301) },
    { reason: null },
    { scope: 'all' },
    { scope: 'user', id: 3 },
    { id: 0 },
    { id: '1' },
  ])('with %o is malformed, live and at replay', (content) => {
    const scenario = sceneIn('open');
    const command = { ...byOperator('order', 1), ...content } as CancelByOperator;
    expect(rejectionOf(scenario.apply(command))).toBe('malformed');
    expect(rejectionOf(scenario.apply(decodeCommand(encodeCommand(command))))).toBe('malformed');
  });

  it('takes a bounded number of orders at once, and the next command the others', () => {
    const scenario = new Scenario({ maxOpenOrders: 5_000, minNotional: 0n });
    const order = {
      kind: 'spot.place',
      market: 1,
      type: 'limit',
      timeInForce: 'gtc',
      postOnly: false,
      selfTrade: 'expireTaker',
      quantityLots: 1 as never,
    } as const;
    for (let count = 0; count < MOST_CANCELLED + 20; count++) {
      scenario.exchange.apply(
        {
          ...order,
          user: count % 2 === 0 ? ALICE : BOB,
          side: 'buy',
          priceTicks: (9_000 + count) as never,
        },
        scenario.timeMs,
      );
      scenario.exchange.apply(
        { ...order, user: ALICE, side: 'sell', priceTicks: (11_000 + count) as never },
        scenario.timeMs,
      );
    }
    const counts = [ALICE, ALICE, ALICE].map(
      (id) => scenario.apply(byOperator('user', id)).outcome,
    );
    expect(counts).toMatchObject([{ cancelled: 500 }, { cancelled: 280 }, { cancelled: 0 }]);
    expect(scenario.apply(byOperator('market', 1)).outcome).toMatchObject({ cancelled: 260 });
    expect(scenario.openOrders()).toEqual([]);
    expect(scenario.balance(BOB, USDT).held).toBe(0n);
  });
});
