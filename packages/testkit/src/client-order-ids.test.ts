import { FIRST_CUSTOMER } from '@meridian/core/ledger/accounts';
import type { PriceTicks, QuantityLots } from '@meridian/money/amount';
import { expect, test } from 'vitest';
import { ComparedPair } from './differential.ts';
import { openMarket, START_MS } from './open-market.ts';

const NAMES = 10_000;
const order = {
  kind: 'spot.place',
  user: FIRST_CUSTOMER,
  market: 1,
  side: 'buy',
  type: 'limit',
  priceTicks: 9 as PriceTicks,
  quantityLots: 1 as QuantityLots,
  timeInForce: 'ioc',
  postOnly: false,
  selfTrade: 'expireTaker',
} as const;

test(
  'core and naive exchange agree about the most names that are kept of one user',
  { timeout: 120_000 },
  () => {
    const pair = new ComparedPair();
    for (const command of openMarket({}, [0])) pair.apply({ command, timeMs: START_MS });
    for (let count = 0; count < NAMES; count++)
      expect(
        pair.apply({ command: { ...order, clientOrderId: `n${count}` }, timeMs: START_MS + count })
          .outcome.ok,
      ).toBe(true);
    const outcomeOf = (clientOrderId: string, timeMs: number) =>
      pair.apply({ command: { ...order, clientOrderId }, timeMs }).outcome;
    expect(outcomeOf('more', START_MS + 20_000)).toEqual({
      ok: false,
      rejection: 'client_order_ids_exhausted',
    });
    expect(outcomeOf('n0', START_MS + 20_000)).toMatchObject({ ok: true, order: 1 });
    expect(outcomeOf('more', START_MS + 86_400_000 + 20_000)).toMatchObject({
      ok: true,
      order: NAMES + 1,
    });
    pair.compareStates();
  },
);
