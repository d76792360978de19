import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BOB, TestExchange } from '../../../test/test-exchange.ts';
import { BY_OPERATOR, freezeAccount, unfreezeAccount } from './freeze.ts';

let exchange: TestExchange;
beforeAll(async () => {
  exchange = await TestExchange.open();
  await exchange.reset();
});
afterAll(() => exchange.close());

/** Whether the account is frozen, in the table and in the core. */
async function minds(): Promise<[boolean, boolean]> {
  const { frozen_at } = await exchange.queries
    .selectFrom('users')
    .select('frozen_at')
    .where('id', '=', BigInt(BOB))
    .executeTakeFirstOrThrow();
  return [frozen_at !== null, exchange.live.custody.restraint(BOB).isFrozen];
}

it.each([
  ['a thaw while the sessions of a freeze are ended', freezeAccount, unfreezeAccount, false],
  ['a freeze while a thaw is on its way to the core', unfreezeAccount, freezeAccount, true],
] as const)('%s leaves table and core of one mind', async (_what, first, second, isFrozen) => {
  const { queries, engine } = exchange;
  const services = (slowMs: number) => ({
    queries,
    access: { endAll: () => delay(slowMs) } as never,
    engine: {
      submit: async (command: never) => (await delay(slowMs), engine.submit(command)),
    } as never,
  });
  const nothing = () => Promise.resolve();
  const earlier = first(services(60), BOB, BY_OPERATOR, nothing);
  await delay(first === freezeAccount ? 30 : 90);
  await Promise.all([earlier, second(services(0), BOB, BY_OPERATOR, nothing)]);
  expect(await minds()).toEqual([isFrozen, isFrozen]);
});
