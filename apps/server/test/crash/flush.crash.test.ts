import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Acknowledgement } from './order-load.ts';
import { Scene } from './scene.ts';
import { canTrace, readCalls, tracing, type SystemCall } from './system-calls.ts';

const CALLS = [
  'fdatasync',
  'fsync',
  'pwrite64',
  'recvfrom',
  'write',
  'writev',
  'sendto',
  'sendmsg',
];
const ORDERS = 12;

let scene: Scene | undefined;
const file = join(tmpdir(), `meridian-trace-${process.pid}`);

afterEach(async () => {
  await scene?.remove();
  scene = undefined;
  rmSync(file, { force: true });
});

interface Steps {
  /** The row in the log; undefined if its page ends inside the key. */
  readonly written: SystemCall | undefined;
  readonly flushed: SystemCall | undefined;
  readonly told: SystemCall;
  readonly replied: SystemCall;
}

const isLog = ({ text }: SystemCall): boolean => text.includes('/pg_wal/');

/**
 * The system calls of one order. Any session that commits, and PostgreSQL's own writer, may write
 * the row to the log; the session that received it is the one that answers. Undefined if the key
 * came in two parts.
 */
function stepsOf(
  { request, order }: Acknowledgement,
  calls: readonly SystemCall[],
): Steps | undefined {
  const key = `\\"key\\":\\"${request.key}\\"`;
  const received = calls.find(({ name, text }) => name === 'recvfrom' && text.includes(key));
  if (received === undefined) return undefined;
  const told = calls.find(
    (call) =>
      call.process === received.process &&
      call.name === 'sendto' &&
      call.text.includes('INSERT 0 ') &&
      call.from > received.to,
  );
  const answer = new RegExp(`HTTP/1\\.1 200 .*\\\\"id\\\\":${order}[,}]`, 's');
  const replied = calls.find(
    (call) => /^(?:write|writev|sendto|sendmsg)$/.test(call.name) && answer.test(call.text),
  );
  if (told === undefined || replied === undefined)
    throw new Error(`${request.key}: no ${told === undefined ? 'answer' : 'reply'} seen`);
  const written = calls.find(
    (call) =>
      call.name === 'pwrite64' &&
      isLog(call) &&
      call.from > received.to &&
      call.to < told.from &&
      call.text.includes(key),
  );
  const flushed = calls.find(
    (call) =>
      /^f(?:data)?sync$/.test(call.name) &&
      isLog(call) &&
      call.from > (written ?? received).to &&
      call.to < told.from &&
      call.text.endsWith('= 0'),
  );
  return { written, flushed, told, replied };
}

describe('what the kernel sees of an order', () => {
  it('is its row in the log, the flush, the database’s answer and only then the reply', async (context) => {
    if (!canTrace()) context.skip('strace is not installed, or may not trace');
    scene = await Scene.open();
    await scene.server.stop();
    await scene.startAgain({ under: tracing(CALLS, file) });
    const before = scene.load.acknowledged.length;
    // One at a time: each waits for a flush of its own.
    expect(await scene.load.trade(scene.address, ORDERS)).toBe(ORDERS);
    expect(await scene.server.stop()).toBe(0);
    const placed = scene.load.acknowledged
      .slice(before)
      .filter(
        ({ order, request }) => order !== undefined && request.path !== '/api/transaction_del',
      );
    const calls = readCalls(readFileSync(file, 'latin1'));
    let seen = 0;
    for (const placement of placed) {
      const steps = stepsOf(placement, calls);
      if (steps === undefined) continue;
      const { written, flushed, told, replied } = steps;
      process.stdout.write(
        `order ${placement.order}: in the log ${written?.at}, flush ${flushed?.at}, database answers ${told.at}, reply ${replied.at}\n`,
      );
      expect(flushed, 'the database answers after a flush').toBeDefined();
      expect(told.from, 'the reply leaves after the database has answered').toBeLessThan(
        replied.from,
      );
      if (written !== undefined) seen++;
    }
    expect(seen).toBeGreaterThan(placed.length / 2);
    expect(placed.length).toBeGreaterThan(ORDERS / 3);
  });
});
