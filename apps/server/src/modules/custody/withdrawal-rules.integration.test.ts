import { userLogin } from '@meridian/contract/account/calls';
import { deviceRemember } from '@meridian/contract/security/calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Session } from '../../gateway/handler.ts';
import { ALICE, BOB, TestExchange } from '../../../test/test-exchange.ts';
import { risksOf } from './withdrawal-rules.ts';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
const PASSWORD = 'Abcd9876';

let exchange: TestExchange;
beforeAll(async () => {
  exchange = await TestExchange.open();
  await exchange.reset();
  for (const user of [ALICE, BOB])
    await exchange.queries
      .updateTable('users')
      .set({ email: `${user}@test.example` })
      .where('id', '=', BigInt(user))
      .execute();
});
afterAll(() => exchange.close());

interface LoggedIn {
  readonly token: string;
  readonly session: Session;
}

/** A login in Chrome on Windows, as most people's. @param device what the browser kept */
async function logIn(user: number, device?: string): Promise<LoggedIn> {
  const fields = {
    user_string: `${user}@test.example`,
    password: PASSWORD,
    ...(device === undefined ? {} : { device }),
  };
  const answer = await fetch(exchange.address + userLogin.path, {
    method: 'POST',
    headers: { 'user-agent': CHROME },
    body: new URLSearchParams(fields),
  });
  const { message: token } = (await answer.json()) as { message: string };
  const session = await exchange.access.find(token);
  if (session === undefined) throw new Error(`no session: ${token}`);
  return { token, session };
}

async function remember({ token }: LoggedIn): Promise<string> {
  const answer = await fetch(exchange.address + deviceRemember.path, {
    method: 'POST',
    headers: { authorization: token, 'user-agent': CHROME },
    body: new URLSearchParams(),
  });
  return ((await answer.json()) as { message: string }).message;
}

/** Sessions that are open become two days old. */
const twoDaysPass = () =>
  sql`update sessions set created_at = created_at - interval '2 days'`.execute(exchange.queries);
const isNew = async ({ session }: LoggedIn) =>
  (await risksOf(exchange, session)).includes('new_device');

test('a device is known by what it was given a day ago, and not by what it calls itself', async () => {
  const first = await logIn(ALICE);
  expect(await isNew(first)).toBe(true);
  const kept = await remember(first);
  const again = await logIn(ALICE, kept);
  expect(await isNew(again), 'on the same day').toBe(true);
  await twoDaysPass();
  expect(await isNew(first), 'a session of two days').toBe(false);
  expect(await isNew(await logIn(ALICE)), 'the same name, and nothing that was kept').toBe(true);
  expect(await isNew(await logIn(BOB, kept)), 'what another account was given').toBe(true);
  const third = await logIn(ALICE, kept);
  expect(await isNew(third)).toBe(false);
  // Each login begins the time of what the browser keeps anew; it stays the same device.
  expect(await isNew(await logIn(ALICE, await remember(third)))).toBe(false);
  expect(await isNew(await logIn(ALICE, await remember(await logIn(ALICE))))).toBe(true);
});
