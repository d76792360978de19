import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { temporaryDataDir } from '../../src/database/temporary-database.ts';
import { currentTicks } from './order-load.ts';
import type { Poison } from './planted-poison.ts';
import { Scene } from './scene.ts';
import { ServerProcess, type ServerProcessOptions } from '../server-process.ts';

const ORDERS = 20;
/** Below the index, so that the order rests. */
const RESTS_AT = 0.97;
/** Delay before the poison works: commands applied until then replay. */
const SOON_MS = 1_500;
/** Long enough for several rounds of a restart loop. */
const NO_LOOP_MS = 8_000;
const BTC = 1;
/** XRP/USDT, the market of the traders. */
const XRP = { market: 3, pair: { legal_id: '3', currency_id: '4' } };

let scene: Scene | undefined;

afterEach(async () => {
  await scene?.remove();
  scene = undefined;
});

/** A server whose core breaks on the test's command. */
function poisonable() {
  const dataDir = temporaryDataDir();
  const file = join(dataDir, 'poison');
  const plant = (poison: Omit<Poison, 'fromMs'>): void => {
    writeFileSync(
      `${file}.new`,
      JSON.stringify({ ...poison, fromMs: Date.now() + SOON_MS } satisfies Poison),
    );
    // Renamed at once: the server reads the file at each command, and half of it would not be JSON.
    renameSync(`${file}.new`, file);
  };
  plant({ kind: '' });
  const options: ServerProcessOptions & { dataDir: string } = {
    dataDir,
    settings: {
      POISON: file,
      NODE_OPTIONS: `--import ${join(import.meta.dirname, 'planted-poison.ts')}`,
    },
  };
  return { plant, options };
}

interface Answer {
  readonly status: number;
  readonly type?: string;
  readonly code?: string;
  readonly id?: number;
  readonly message?: unknown;
}

/** The server's answer; undefined if it ends instead. */
async function say(
  address: string,
  path: string,
  token: string,
  body?: Readonly<Record<string, string>>,
): Promise<Answer | undefined> {
  try {
    const answer = await fetch(`${address}${path}`, {
      headers: { authorization: token },
      ...(body === undefined ? {} : { method: 'POST', body: new URLSearchParams(body) }),
    });
    return { ...((await answer.json()) as object), status: answer.status };
  } catch {
    return undefined;
  }
}

/** Places resting orders of the first trader, always at the same price. */
function buyer(at: Scene, priceTicks: number): (num: string) => Promise<Answer | undefined> {
  return (num) =>
    say(at.address, '/api/transaction/in', at.traders[0]?.token ?? '', {
      ...XRP.pair,
      num,
      price: (priceTicks / 10_000).toFixed(4),
      mode: '2',
    });
}

async function readiness(address: string): Promise<{ status: number; alarms?: readonly string[] }> {
  const answer = await fetch(`${address}/readyz`);
  return { ...((await answer.json()) as object), status: answer.status };
}

/** Logs in the operator of demo mode. */
async function operator(address: string): Promise<string> {
  const login = await say(address, '/office/api/login', '', {
    account: 'admin@meridian.test',
    password: 'Admin1234',
  });
  return String(login?.message);
}

async function faultsOf(at: Scene): Promise<Record<string, unknown>[]> {
  return at.sql('SELECT kind, user_id, invariant, markets FROM engine_faults ORDER BY id');
}

describe('a command that breaks an invariant', () => {
  it('of a customer ends the server once: it is noted, held back, and free again when an operator says so', async () => {
    const { plant, options } = poisonable();
    scene = await Scene.open(options);
    const buy = buyer(scene, Math.round((await currentTicks(scene.address)) * RESTS_AT));
    const { user } = scene.traders[0] ?? { user: 0 };
    expect(await scene.load.trade(scene.address, ORDERS)).toBe(ORDERS);
    plant({ kind: 'spot.place', market: XRP.market, quantityLots: 7_770 });
    await delay(SOON_MS);
    const [answer, code] = await Promise.all([buy('777'), scene.server.ended]);
    expect([undefined, 'engine_stopped']).toContain(answer?.code);
    expect(code).toBe(1);
    expect(scene.server.errors).toMatch(
      new RegExp(
        `spot.place of user ${user}, which would have been command \\d+, broke the core: invariant L1`,
      ),
    );

    await scene.startAgain(options);
    for (const key of ['one', 'other'])
      expect(await buy('777'), key).toMatchObject({
        status: 503,
        type: 'error',
        code: 'quarantined',
      });
    expect(await buy('778')).toMatchObject({ status: 200, type: 'ok' });
    expect(await scene.load.trade(scene.address, ORDERS)).toBe(ORDERS);
    expect(await readiness(scene.address)).toMatchObject({ status: 200, alarms: ['quarantine'] });

    const token = await operator(scene.address);
    const { message } = (await say(scene.address, '/office/api/faults', token)) as {
      message: {
        list: { id: number; user: number; kind: string; invariant: string; state: string }[];
      };
    };
    expect(message.list).toMatchObject([
      { user, kind: 'spot.place', invariant: 'L1', state: 'held' },
    ]);
    plant({ kind: '' });
    expect(
      await say(scene.address, '/office/api/fault_release', token, {
        id: String(message.list[0]?.id),
        reason: 'mended',
      }),
    ).toMatchObject({ type: 'ok' });
    await expect.poll(() => buy('777')).toMatchObject({ type: 'ok' });
    await expect.poll(async () => (await readiness(scene?.address ?? '')).alarms).toEqual([]);
    expect(await scene.stopAndAudit()).toMatchObject({ lost: [], doubled: [] });
    expect(await faultsOf(scene)).toMatchObject([
      { kind: 'spot.place', invariant: 'L1', markets: null },
    ]);
  });

  it('of the feed ends the server once: the prices of its market are held back, and all else goes on', async () => {
    const { plant, options } = poisonable();
    scene = await Scene.open(options);
    plant({ kind: 'index.set', market: BTC });
    expect(await scene.server.ended).toBe(1);
    expect(scene.server.errors).toMatch(
      /index.set, which would have been command \d+, broke the core/,
    );
    await scene.startAgain(options);
    await delay(NO_LOOP_MS);
    expect(await readiness(scene.address)).toMatchObject({ status: 200, alarms: ['quarantine'] });
    expect(await scene.load.trade(scene.address, ORDERS)).toBe(ORDERS);
    expect(await scene.stopAndAudit()).toMatchObject({ lost: [], doubled: [] });
    expect(await faultsOf(scene)).toMatchObject([
      { kind: 'index.set', user_id: null, markets: [BTC] },
    ]);
    const last = await scene.sql(
      `SELECT max(time_ms) FILTER (WHERE payload LIKE '%[${BTC},%') AS held, max(time_ms) AS others FROM journal WHERE payload LIKE '{"kind":"index.set"%'`,
    );
    expect(Number(last[0]?.['others']) - Number(last[0]?.['held'])).toBeGreaterThan(NO_LOOP_MS / 2);
  });

  it('of the clock is tried once more, and after that the server starts for cancels only', async () => {
    const { plant, options } = poisonable();
    scene = await Scene.open(options);
    const buy = buyer(scene, Math.round((await currentTicks(scene.address)) * RESTS_AT));
    const resting = await buy('50');
    expect(resting).toMatchObject({ type: 'ok' });
    plant({ kind: 'clock.tick' });
    expect(await scene.server.ended).toBe(1);
    expect(await new ServerProcess(scene.dataDir, options).ended).toBe(1);
    await scene.startAgain(options);
    await delay(NO_LOOP_MS);
    expect(await readiness(scene.address)).toMatchObject({ status: 200, alarms: ['cancel_only'] });
    expect(scene.server.errors).toContain(
      'the exchange takes cancels only: commands broke the core again and again',
    );
    expect(await buy('51')).toMatchObject({ status: 503, code: 'cancel_only' });
    expect(
      await say(scene.address, '/api/transaction_del', scene.traders[0]?.token ?? '', {
        id: String(resting?.id),
      }),
    ).toMatchObject({ type: 'ok' });
    expect(await scene.stopAndAudit()).toMatchObject({ lost: [], doubled: [] });
  });
});

describe('START=cancel-only', () => {
  it('lets customers cancel, refuses new orders, and tells pages so', async () => {
    scene = await Scene.open();
    const buy = buyer(scene, Math.round((await currentTicks(scene.address)) * RESTS_AT));
    const resting = await buy('50');
    const token = scene.traders[0]?.token ?? '';
    await scene.server.stop();
    await scene.startAgain({ settings: { START: 'cancel-only' } });
    expect(await readiness(scene.address)).toMatchObject({ status: 200, alarms: ['cancel_only'] });
    expect(await say(scene.address, '/api/site/config', '')).toMatchObject({
      message: { trading: 'cancel_only' },
    });
    expect(await buy('51')).toMatchObject({ status: 503, code: 'cancel_only' });
    expect(
      await say(scene.address, '/api/transaction_del', token, { id: String(resting?.id) }),
    ).toMatchObject({ type: 'ok' });
    expect(await scene.server.stop()).toBe(0);
    await scene.startAgain();
    expect(await readiness(scene.address)).toMatchObject({ status: 200, alarms: [] });
    expect(await say(scene.address, '/api/site/config', '')).toMatchObject({
      message: { trading: 'open' },
    });
    expect(await scene.load.trade(scene.address, ORDERS)).toBe(ORDERS);
    expect(await scene.stopAndAudit()).toMatchObject({ lost: [], doubled: [] });
  });
});
