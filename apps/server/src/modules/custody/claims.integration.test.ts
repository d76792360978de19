import { chargeRequest, claims, MAX_OPEN_CLAIMS } from '@meridian/contract/custody/calls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ALICE, TestExchange, type WireRefusal } from '../../../test/test-exchange.ts';

let exchange: TestExchange;
beforeAll(async () => {
  exchange = await TestExchange.open();
  await exchange.reset();
});
afterAll(() => exchange.close());

it('ten claims of a customer may be open, also where twenty come at once', async () => {
  const claim = () =>
    exchange.call(chargeRequest, { amount: '500', currency: 3 }, { user: ALICE }).then(
      () => 'ok',
      (error: WireRefusal) => error.answer['code'],
    );
  const asked = await Promise.all(Array.from({ length: 20 }, claim));
  expect(asked.filter((code) => code === 'claims_too_many')).toHaveLength(20 - MAX_OPEN_CLAIMS);
  expect((await exchange.call(claims, {}, { user: ALICE })).total).toBe(MAX_OPEN_CLAIMS);
});
