import { userMessages } from '@meridian/contract/inbox';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ALICE, BOB, TestExchange } from '../spot/test-exchange.ts';

let exchange: TestExchange;
beforeAll(async () => {
  exchange = await TestExchange.open();
  await exchange.reset();
});
afterAll(() => exchange?.close());

it('tells changes of security and ends of reviews, newest first, and nobody else', async () => {
  const { queries } = exchange;
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));
  const event = { user_id: BigInt(ALICE), device: 'Chrome, Windows', address: '192.0.2.1' };
  await queries
    .insertInto('security_events')
    .values([
      { ...event, kind: 'password_changed', created_at: at(1) },
      { ...event, kind: 'login', created_at: at(2) },
    ])
    .execute();
  const application = { user_id: BigInt(ALICE), pictures: [], card_id: null, card_hash: null, submitted_at: at(3) };
  await queries
    .insertInto('identity_applications')
    .values([
      { ...application, kind: 'identity', status: 3, reason: 'not sharp', reviewed_at: at(4) },
      { ...application, kind: 'assets', status: 1 },
    ])
    .execute();
  const { list } = await exchange.call(userMessages, {}, { user: ALICE });
  expect(list.map(({ id: _id, ...message }) => message)).toEqual([
    { kind: 'identity_rejected', reason: 'not sharp', device: '', address: '', created_time: '2026-01-01 08:04:00' },
    { kind: 'password_changed', reason: '', device: 'Chrome, Windows', address: '192.0.2.1', created_time: '2026-01-01 08:01:00' },
  ]);
  expect((await exchange.call(userMessages, { page: 2 }, { user: ALICE })).list).toEqual([]);
  expect((await exchange.call(userMessages, {}, { user: BOB })).list).toEqual([]);
});
