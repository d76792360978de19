/**
 * The thread of `readBeside`: reads, verifies and sends pages, as far ahead as its credit allows.
 */
import { on } from 'node:events';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import pg from 'pg';
import { pgTypes } from '../database/database.ts';
import { Fault } from '../fault.ts';
import type { PageMessage, ReaderInput } from './read-beside.ts';
import { readPages } from './read-journal.ts';

/**
 * Not at the top level: a thread that is ended while its module waits there can take the process
 * with it.
 */
async function read(
  port: MessagePort,
  { url, moment, after, head, credit }: ReaderInput,
): Promise<void> {
  const session = new pg.Client({
    connectionString: url,
    types: pgTypes(),
    application_name: 'meridian-reader',
  });
  try {
    await session.connect();
    await session.query(
      `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET TRANSACTION SNAPSHOT ${session.escapeLiteral(moment)}`,
    );
    const asks = on(port, 'message');
    let pages = 0;
    // Buffers arrive in this thread as plain byte arrays.
    for await (const page of readPages(session, {
      after: { ...after, hash: Buffer.from(after.hash) },
      head: { ...head, hash: Buffer.from(head.hash) },
    })) {
      if (++pages > credit) await asks.next();
      const timesMs = Float64Array.from(page, (entry) => entry.timeMs);
      port.postMessage(
        { timesMs, payloads: page.map((entry) => entry.payload).join('\n') } satisfies PageMessage,
        [timesMs.buffer],
      );
    }
    port.postMessage({ isEnd: true } satisfies PageMessage);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    port.postMessage({ fault: { code: error.code, message: error.message } } satisfies PageMessage);
  } finally {
    await session.end();
    port.close();
  }
}

if (parentPort === null) throw new Error('reader-thread.ts is a worker');
// An error that is no fault ends the thread, and reaches the one who reads.
void read(parentPort, workerData as ReaderInput);
