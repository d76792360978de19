import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Acknowledgement } from './order-load.ts';
import { Scene } from './scene.ts';
import { canTrace, readCalls, tracing, type SystemCall } from './system-calls.ts';

const CALLS = ['fdatasync', 'fsync', 'pwrite64', 'write', 'writev', 'sendto', 'sendmsg'];
const ORDERS = 12;

let scene: Scene | undefined;
const file = join(tmpdir(), `meridian-trace-${process.pid}`);

afterEach(async () => {
  await scene?.remove();
  scene = undefined;
  rmSync(file, { force: true });
});

interface Steps {
  readonly written: SystemCall;
  readonly flushed: SystemCall;
  readonly told: SystemCall;
  readonly replied: SystemCall;
}

/**
 * The system calls of one order. Undefined if the trace cannot show them: a page of the log ends
 * inside the key, or PostgreSQL's own writer was faster than the committing session.
 */
function stepsOf(
  { request, order }: Acknowledgement,
  calls: readonly SystemCall[],
): Steps | undefined {
  const isLog = ({ text }: SystemCall): boolean => text.includes('/pg_wal/');
  const written = calls.find(
    (call) =>
      call.name === 'pwrite64' &&
      isLog(call) &&
      call.text.includes(`\\"key\\":\\"${request.key}\\"`),
  );
  if (written === undefined) return undefined;
  const flushed = calls.find(
    (call) =>
      /^f(?:data)?sync$/.test(call.name) &&
      isLog(call) &&
      call.from > written.to &&
      call.text.endsWith('= 0'),
  );
  const told = calls.find(
    (call) =>
      call.process === written.process &&
      call.name === 'sendto' &&
      call.text.includes('INSERT 0 ') &&
      call.from > written.to,
  );
  const answer = new RegExp(`HTTP/1\\.1 200 .*\\\\"id\\\\":${order}[,}]`, 's');
  const replied = calls.find(
    (call) => /^(?:write|writev|sendto|sendmsg)$/.test(call.name) && answer.test(call.text),
  );
  if (flushed === undefined || replied === undefined)
    throw new Error(`${request.key}: ${flushed === undefined ? 'never flushed' : 'no reply seen'}`);
  return told === undefined ? undefined : { written, flushed, told, replied };
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
    let lastReply = 0;
    for (const placement of placed) {
      const steps = stepsOf(placement, calls);
      if (steps === undefined) continue;
      const { written, flushed, told, replied } = steps;
      const beganAfter = lastReply;
      lastReply = replied.to;
      if (written.from > replied.from) {
        // The trace truncated the first write of the row, and a later one of the same page shows
        // it. A flush must still come between.
        const isFlushed = calls.some(
          ({ name, text, from, to }) =>
            /^f(?:data)?sync$/.test(name) &&
            text.includes('/pg_wal/') &&
            from > beganAfter &&
            to < replied.from,
        );
        expect(isFlushed, 'a reply leaves after a flush').toBe(true);
        continue;
      }
      process.stdout.write(
        `order ${placement.order}: in the log ${written.at}, flush ${flushed.at}, database answers ${told.at}, reply ${replied.at}\n`,
      );
      expect(flushed.to, 'the database answers after the flush').toBeLessThan(told.from);
      expect(told.from, 'the reply leaves after the database has answered').toBeLessThan(
        replied.from,
      );
      seen++;
    }
    expect(seen).toBeGreaterThan(placed.length / 2);
    expect(placed.length).toBeGreaterThan(ORDERS / 3);
  });
});
