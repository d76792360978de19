import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { TestExchange } from '../../test/test-exchange.ts';
import { ClientAddresses } from './client-addresses.ts';
import { SENSITIVE_RATE } from './limits.ts';
import { SharedLimits } from './shared-limits.ts';

const { burst: BURST } = SENSITIVE_RATE;
/** Of a gateway's process: the limits are exchanged when the test says so. */
interface Process {
  readonly limits: SharedLimits;
  readonly address: string;
}

let exchange: TestExchange;
const troubles: string[] = [];
beforeAll(async () => {
  exchange = await TestExchange.open();
  await exchange.reset();
});
afterAll(() => exchange.close());
beforeEach(async () => {
  await exchange.queries.deleteFrom('request_limits').execute();
});
afterEach(() => expect(troubles.splice(0)).toEqual([]));

const open = (): SharedLimits =>
  new SharedLimits({ queries: exchange.queries, warn: (text) => troubles.push(text) });

/** The limits of a gateway in a process of its own, with the earlier counts. */
async function startProcess(): Promise<Process> {
  const limits = open();
  const addresses = new ClientAddresses([], limits.limiterOf);
  const address = await exchange.serveBeside({
    rateLimits: true,
    addresses,
    limiterOf: limits.limiterOf,
  });
  await limits.remember();
  return { limits, address };
}

/** How many of so many guesses of a password are answered. */
async function guess({ address }: Process, times: number): Promise<number> {
  let answered = 0;
  for (let time = 0; time < times; time++) {
    const { status } = await fetch(`${address}/api/user/check_email`, { method: 'POST' });
    if (status !== 429) answered++;
  }
  return answered;
}

const secondsSince = (startedMs: number): number =>
  Math.ceil((performance.now() - startedMs) / 1000) + 1;

describe('limits of two processes over one database', () => {
  it('are one limit, but for what both grant before they have heard of each other', async () => {
    const startedMs = performance.now();
    const [one, other] = [await startProcess(), await startProcess()];
    expect(await guess(one, BURST / 2)).toBe(BURST / 2);
    await one.limits.rounds.runOnce();
    // The other process does not know these counts yet, and grants as it would alone.
    expect(await guess(other, BURST / 3)).toBe(BURST / 3);
    await other.limits.rounds.runOnce();
    const granted = BURST / 2 + BURST / 3;
    const rest = await guess(other, BURST);
    const refilled = secondsSince(startedMs) * SENSITIVE_RATE.perSecond;
    expect(rest).toBeGreaterThanOrEqual(BURST - granted);
    expect(rest).toBeLessThanOrEqual(BURST - granted + refilled);
    await other.limits.rounds.runOnce();
    // The first process learns the counts when it reports its next one, and then grants nothing
    // either.
    const overshoot = await guess(one, 1);
    await one.limits.rounds.runOnce();
    expect(overshoot).toBe(1);
    expect(await guess(one, 5)).toBeLessThanOrEqual(
      secondsSince(startedMs) * SENSITIVE_RATE.perSecond,
    );
  });

  it('let both grant a burst once, and then have the key wait for both', async () => {
    const [one, other] = [open(), open()];
    const [a, b] = [one.limiterOf('test', SENSITIVE_RATE), other.limiterOf('test', SENSITIVE_RATE)];
    const spend = (limiter: typeof a): number =>
      Array.from({ length: 2 * BURST }, () => limiter.take('k')).filter((seconds) => seconds === 0)
        .length;
    expect([spend(a), spend(b)]).toEqual([BURST, BURST]);
    await one.rounds.runOnce();
    await other.rounds.runOnce();
    const wait = b.take('k');
    // Twice the burst is owed: a burst's time goes by before anything is granted.
    expect(wait).toBeGreaterThan(BURST / SENSITIVE_RATE.perSecond - 10);
    expect(wait).toBeLessThanOrEqual(
      BURST / SENSITIVE_RATE.perSecond + 1 / SENSITIVE_RATE.perSecond,
    );
  });

  it('survive a restart', async () => {
    const startedMs = performance.now();
    const before = await startProcess();
    expect(await guess(before, BURST + 5)).toBeGreaterThanOrEqual(BURST);
    await before.limits.stop();
    const after = await startProcess();
    expect(await guess(after, 5)).toBeLessThanOrEqual(
      secondsSince(startedMs) * SENSITIVE_RATE.perSecond,
    );
  });

  it('keep no key that owes nothing, and none of another kind', async () => {
    const limits = open();
    const [quick, slow] = [
      limits.limiterOf('quick', { perSecond: 1_000, burst: 10 }),
      limits.limiterOf('slow', SENSITIVE_RATE),
    ];
    for (let key = 0; key < 100; key++) quick.take(`k${key}`);
    slow.take('k1');
    await limits.rounds.runOnce();
    await expect
      .poll(
        async () => {
          for (let round = 0; round < 10; round++) await limits.rounds.runOnce();
          const { rows } = await sql<{
            kind: string;
            key: string;
          }>`select kind, key from request_limits`.execute(exchange.queries);
          return rows;
        },
        { timeout: 10_000 },
      )
      .toEqual([{ kind: 'slow', key: 'k1' }]);
  });

  it('hold on in each process when the table cannot be reached', async () => {
    const gone: string[] = [];
    const limits = new SharedLimits({
      queries: {
        selectFrom: () => undefined,
        getExecutor: () => {
          throw new Error('gone');
        },
      } as never,
      warn: (text) => gone.push(text),
    });
    const limiter = limits.limiterOf('test', { perSecond: 0.001, burst: 1 });
    expect(limiter.take('k')).toBe(0);
    await limits.rounds.runOnce();
    expect(gone).toHaveLength(1);
    expect(limiter.take('k')).toBeGreaterThan(0);
  });

  it('are added to by hundreds of keys at once from two sides without a deadlock', async () => {
    const [one, other] = [open(), open()];
    const [a, b] = [one.limiterOf('test', SENSITIVE_RATE), other.limiterOf('test', SENSITIVE_RATE)];
    for (let round = 0; round < 5; round++) {
      for (let key = 0; key < 500; key++) [a.take(`k${key}`), b.take(`k${499 - key}`)];
      await Promise.all([one.rounds.runOnce(), other.rounds.runOnce()]);
    }
    a.take('k7');
    await one.rounds.runOnce();
    const { debt } = await exchange.queries
      .selectFrom('request_limits')
      .select(
        sql<number>`extract(epoch from until_at - clock_timestamp())::double precision`.as('debt'),
      )
      .where('key', '=', 'k7')
      .executeTakeFirstOrThrow();
    expect(debt).toBeGreaterThan(15);
  });
});
