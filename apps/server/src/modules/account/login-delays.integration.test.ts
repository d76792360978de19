import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  openTemporaryDatabase,
  type TemporaryDatabase,
} from '../../database/temporary-database.ts';
import { Secrets } from '../../secrets.ts';
import { LoginDelays } from './login-delays.ts';

const MINUTE_MS = 60_000;
const [HERE, THERE] = ['203.0.113.7', '198.51.100.9'];

let database: TemporaryDatabase;
beforeAll(async () => {
  database = await openTemporaryDatabase();
});
afterAll(() => database.close());

let exchanges = 0;

/** Delays of a new exchange, and of other processes of it. */
function newExchange(clock = { nowMs: 1_800_000_000_000 }) {
  const secrets = new Secrets(`exchange ${exchanges++}`);
  const process = () => new LoginDelays(database.queries, secrets, 'customer', () => clock.nowMs);
  return { clock, process, delays: process() };
}

/** Number of failures that passed before the first that had to wait. */
async function failures(
  delays: LoginDelays,
  tries: number,
  who: (at: number) => Parameters<LoginDelays['attempt']>[0],
): Promise<number> {
  for (let at = 0; at < tries; at++) if ((await delays.attempt(who(at))) > 0) return at;
  return tries;
}

it('slows an account from one network after five failures, doubling, for five minutes at most, and forgets after fifteen', async () => {
  const { clock, delays } = newExchange();
  const attempt = { name: 'a', address: HERE };
  expect(await failures(delays, 9, () => attempt)).toBe(5);
  const waits = [];
  for (let round = 0; round < 9; round++) {
    const seconds = await delays.attempt(attempt);
    waits.push(seconds);
    clock.nowMs += seconds * 1000;
    expect(await delays.attempt(attempt)).toBe(0);
  }
  expect(waits).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 300]);
  expect(await delays.attempt({ name: 'b', address: HERE })).toBe(0);
  clock.nowMs += 15 * MINUTE_MS;
  expect(await failures(delays, 9, () => attempt)).toBe(5);
});

it('slows an account from all networks after twenty, and a network at all accounts after twenty; an IPv6 /64 is one', async () => {
  const { delays } = newExchange();
  expect(await failures(delays, 30, (at) => ({ name: 'a', address: `10.0.0.${at}` }))).toBe(20);
  expect(
    await failures(delays, 30, (at) => ({ name: `n${at}`, address: `2001:db8::${at + 1}` })),
  ).toBe(20);
  expect(await delays.attempt({ name: 'fresh', address: '2001:db8:0:1::1' })).toBe(0);
});

it('is known to every process and to the next start', async () => {
  const { process } = newExchange();
  expect(await failures(process(), 9, () => ({ name: 'a', address: HERE }))).toBe(5);
  expect(await process().attempt({ name: 'a', address: HERE })).toBe(5);
});

it('lets no attempt escape that comes at the same time', async () => {
  const { delays, process } = newExchange();
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_none, at) =>
      (at % 2 ? delays : process()).attempt({ name: 'a', address: HERE }),
    ),
  );
  expect(answers.filter((seconds) => seconds === 0)).toHaveLength(5);
});

it('takes back what a success had counted', async () => {
  const { delays } = newExchange();
  for (let round = 0; round < 30; round++) {
    expect(await delays.attempt({ name: 'a', address: HERE })).toBe(0);
    await delays.succeeded({ name: 'a', address: HERE });
  }
});

it('counts a known device by itself, until ten failures make it a stranger, also after months', async () => {
  const { clock, delays } = newExchange();
  const [stranger, owner] = [
    { name: 'a', address: THERE },
    { name: 'a', address: HERE, device: 'phone' },
  ];
  expect(await failures(delays, 9, () => stranger)).toBe(5);
  expect(await failures(delays, 30, (at) => ({ name: 'a', address: `10.0.0.${at}` }))).toBe(15);
  for (let round = 0; round < 30; round++) {
    expect(await delays.attempt(owner)).toBe(0);
    await delays.succeeded(owner);
  }
  expect(await delays.attempt(stranger), 'its success helps nobody else').toBeGreaterThan(0);
  expect(await failures(delays, 9, () => owner)).toBe(5);
  for (let round = 0; round < 5; round++) {
    clock.nowMs += (await delays.attempt(owner)) * 1000;
    expect(await delays.attempt(owner)).toBe(0);
  }
  clock.nowMs += 90 * 24 * 60 * MINUTE_MS;
  // Now the device counts with the strangers: after five of their failures it waits with them.
  expect(await failures(delays, 9, () => ({ name: 'a', address: HERE }))).toBe(5);
  expect(await delays.attempt(owner)).toBeGreaterThan(0);
});

it('keeps no names, and no rows that are forgotten', async () => {
  const { clock, delays } = newExchange({ nowMs: 1_900_000_000_000 });
  await delays.attempt({ name: 'typed-into-the-wrong-field', address: HERE });
  const rows = await database.queries.selectFrom('login_failures').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain('typed');
  expect(rows.some(({ key }) => key.includes('typed'))).toBe(false);
  clock.nowMs += 200 * 24 * 60 * MINUTE_MS;
  await delays.attempt({ name: 'b', address: HERE });
  expect(await database.queries.selectFrom('login_failures').selectAll().execute()).toHaveLength(3);
});
