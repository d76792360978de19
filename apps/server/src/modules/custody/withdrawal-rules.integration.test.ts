import { userLogin, userLogout } from '@meridian/contract/account/calls';
import { deviceRemember, sessionEnd, sessionsEnd } from '@meridian/contract/security/calls';
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

/**
 * A login with the commonest browser, Chrome on Windows.
 * @param device the cookie that the browser kept
 */
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

const twoDaysPass = () =>
  sql`update sessions set created_at = created_at - interval '2 days', ended_at = ended_at - interval '2 days'`.execute(
    exchange.queries,
  );
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
  // A login renews the stored device, which stays the same device.
  expect(await isNew(await logIn(ALICE, await remember(third)))).toBe(false);
  expect(await isNew(await logIn(ALICE, await remember(await logIn(ALICE))))).toBe(true);
});

/** Makes a call with the token of a session. */
async function call(
  { token }: LoggedIn,
  { path }: { readonly path: string },
  input: Record<string, string> = {},
): Promise<void> {
  const answer = await fetch(exchange.address + path, {
    method: 'POST',
    headers: { authorization: token },
    body: new URLSearchParams(input),
  });
  expect(await answer.json()).toMatchObject({ type: 'ok' });
}

/** A login on a device that has been known for two days. */
async function onKnownDevice(): Promise<{ kept: string; loggedIn: LoggedIn }> {
  const loggedIn = await logIn(ALICE);
  const kept = await remember(loggedIn);
  await twoDaysPass();
  expect(await isNew(loggedIn)).toBe(false);
  return { kept, loggedIn };
}

type Ending = (ended: LoggedIn, by: LoggedIn) => Promise<unknown>;
const ENDINGS: readonly (readonly [string, Ending])[] = [
  ['by itself', ({ session }, by) => call(by, sessionEnd, { id: session.session })],
  ['with all others', (_, by) => call(by, sessionsEnd)],
  ['by an operator', ({ session }) => exchange.access.end(session)],
  ['by a freeze', () => exchange.access.endAll(ALICE)],
];

test.each(ENDINGS)(
  'a device whose session was ended from elsewhere is new (%s)',
  async (_, end) => {
    const owner = await onKnownDevice();
    const { kept, loggedIn: thief } = await onKnownDevice();
    const beside = await logIn(ALICE, kept);
    await twoDaysPass();
    await end(thief, owner.loggedIn);
    await twoDaysPass();
    const again = await logIn(ALICE, kept);
    expect(await isNew(again), 'the time before the end does not count').toBe(true);
    await twoDaysPass();
    expect(await isNew(again), 'a day after the next login').toBe(false);
    expect(await isNew(beside), 'open beside it, two days later').toBe(false);
  },
);

test('a session that stays open on the device of an ended one is on a new device', async () => {
  const owner = await onKnownDevice();
  const { kept, loggedIn } = await onKnownDevice();
  const beside = await logIn(ALICE, kept);
  await twoDaysPass();
  await call(owner.loggedIn, sessionEnd, { id: loggedIn.session.session });
  expect(await isNew(beside)).toBe(true);
});

test('a device whose sessions end on the device itself stays known', async () => {
  const { kept, loggedIn } = await onKnownDevice();
  const second = await logIn(ALICE, kept);
  await call(second, sessionEnd, { id: loggedIn.session.session });
  expect(await isNew(second)).toBe(false);
  await call(second, userLogout);
  const third = await logIn(ALICE, kept);
  expect(await isNew(third)).toBe(false);
  await call(third, sessionsEnd);
  expect(await isNew(third)).toBe(false);
});
