import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { randomStream } from '../feed/seeded-random.ts';
import { removeDataDir, temporaryDataDir } from '../database/temporary-database.ts';
import { auditJournal, type Audit } from './journal-audit.ts';
import { OrderLoad } from './order-load.ts';
import { ServerProcess } from './server-process.ts';

/** How often the server is killed; more for a release. */
const KILLS = Number(process.env['CRASH_KILLS'] ?? 20);
/** After every so many kills one more hits the next start; before every so many there is a clean stop, so that recovery begins at a snapshot. */
const KILL_WHILE_STARTING_EACH = 5;
const CLEAN_STOP_EACH = 4;
const LONGEST_ROUND_MS = 1500;
const LONGEST_STOP_MS = 15_000;
const SEED = Number(process.env['CRASH_SEED'] ?? Date.now() % 1_000_000);
const ACCOUNTS = ['demo@meridian.test', 'demo2@meridian.test'];

let running: ServerProcess | undefined;
let dataDir = '';

afterEach(async () => {
  await running?.kill();
  running = undefined;
  removeDataDir(dataDir);
});

async function logIn(address: string, account: string): Promise<{ token: string; user: number }> {
  const login = await fetch(`${address}/api/user/login`, { method: 'POST', body: new URLSearchParams({ user_string: account, password: 'Demo1234' }) });
  const { message: token } = (await login.json()) as { message: string };
  const info = await fetch(`${address}/api/user/info`, { headers: { authorization: token } });
  const { message } = (await info.json()) as { message: { id: number } };
  return { token, user: Number(message.id) };
}

/** A server with demo accounts, and traders who use it. */
async function setUp() {
  process.stdout.write(`CRASH_SEED=${SEED}\n`);
  dataDir = temporaryDataDir();
  running = new ServerProcess(dataDir);
  const address = await running.ready();
  const traders = await Promise.all(ACCOUNTS.map((account) => logIn(address, account)));
  const load = await OrderLoad.at(address, traders.map(({ token }) => token), SEED);
  return { address, load, users: traders.map(({ user }) => user), random: randomStream(SEED + 1) };
}

/** Trades until the server ends as `end` makes it, and gives the address of the next one, which knows all that was acknowledged. */
async function tradeUntil(load: OrderLoad, before: string, end: () => Promise<void>): Promise<string> {
  const round = load.run(before);
  await end();
  await round;
  running = new ServerProcess(dataDir);
  const address = await running.ready();
  await load.askAgain(address);
  // The newest acknowledgements are the ones that a crash could have lost.
  for (const known of load.acknowledged.slice(-10)) expect(await load.repeat(address, known)).toEqual(known);
  return address;
}

/** Open connections of the traders must not hold it up. */
async function stopCleanly(): Promise<void> {
  await delay(100);
  const startedMs = performance.now();
  expect(await running?.stop()).toBe(0);
  expect(performance.now() - startedMs).toBeLessThan(LONGEST_STOP_MS);
}

async function stopAndAudit(load: OrderLoad, users: readonly number[]): Promise<Audit> {
  await stopCleanly();
  running = undefined;
  const audit = await auditJournal(dataDir, users, load.acknowledged);
  process.stdout.write(`${load.acknowledged.length} acknowledged, ${audit.commands} commands\n`);
  return audit;
}

function expectNothingLost(audit: Audit): void {
  expect(audit.lost).toEqual([]);
  expect(audit.doubled).toEqual([]);
  expect(audit.storedHash).toBe(audit.replayedHash);
  expect(audit.projections).toEqual([]);
}

describe('kill -9 of the server under load', () => {
  it(`loses and doubles nothing in ${KILLS} kills`, async () => {
    const { load, users, random, address: first } = await setUp();
    let address = first;
    for (let kill = 1; kill <= KILLS; kill++) {
      if (kill % CLEAN_STOP_EACH === 0) address = await tradeUntil(load, address, stopCleanly);
      address = await tradeUntil(load, address, async () => {
        await delay(100 + random() * LONGEST_ROUND_MS);
        await running?.kill();
        if (kill % KILL_WHILE_STARTING_EACH !== 0) return;
        running = new ServerProcess(dataDir);
        await delay(random() * LONGEST_ROUND_MS);
        await running.kill();
      });
    }
    expectNothingLost(await stopAndAudit(load, users));
    expect(load.acknowledged.length).toBeGreaterThan(KILLS * 20);
  });
});

describe('kill -9 of the database under load', () => {
  it('ends the server with a message, without a false reply, and the next start recovers', async () => {
    const { load, users, random, address: first } = await setUp();
    let address = first;
    for (let kill = 1; kill <= 3; kill++) {
      address = await tradeUntil(load, address, async () => {
        await delay(200 + random() * LONGEST_ROUND_MS);
        expect(await running?.killDatabase()).toBe(1);
        expect(running?.errors).toMatch(/Meridian has stopped/);
      });
    }
    expectNothingLost(await stopAndAudit(load, users));
  });
});
