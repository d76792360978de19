import { workerData, type MessagePort } from 'node:worker_threads';
import { Client } from 'pg';
import { unpackBatch } from '../engine/batch-codec.ts';
import { PostgresJournal, postgresPlatform } from '../journal/postgres-journal.ts';
import { EventReplay } from './event-replay.ts';
import type { PositionMessage, ToProjectorThread } from './projector-messages.ts';
import { Projector } from './projector.ts';

/**
 * Data with which the main thread starts this thread. The other end of `port` belongs to the
 * engine's thread.
 */
export interface ProjectorThreadData {
  readonly databaseUrl: string;
  readonly port: MessagePort;
}

/**
 * Entry of the projector's thread: it ends when the engine closes the port. An error ends it with
 * that error.
 */
const { databaseUrl, port } = workerData as ProjectorThreadData;
/**
 * Every statement here finds its rows by key. Plans are made once, while the tables are still
 * empty, and would keep reading whole tables when they are large: measured, 72 % of a core at 6,000
 * orders/s instead of 10 %.
 */
const PLANS = '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off';
const client = new Client({ connectionString: databaseUrl, options: PLANS });
const replay = new EventReplay({
  openJournal: (head) => PostgresJournal.openBeside(postgresPlatform(databaseUrl), head),
  warn: (message) => process.stderr.write(`read models: ${message}\n`),
});
const tell = (seq: number): void =>
  port.postMessage({ type: 'position', seq } satisfies PositionMessage);
const projector = new Projector(client, tell, { replay });
port.on('message', (message: ToProjectorThread) => {
  if (message.type === 'batch') projector.push(unpackBatch(message.packed));
  // A buffer arrives in this thread as a plain byte array.
  else projector.catchUp({ ...message.head, hash: Buffer.from(message.head.hash) });
});
// An engine that cannot open its journal closes the port at once, and it says so only once.
port.on('close', () => projector.stop());

/**
 * Not at the top level: a thread that is ended while its module waits there can take the process
 * with it.
 */
async function run(): Promise<void> {
  await client.connect();
  await projector.run();
  await client.end();
}

// Its error ends the thread.
void run();
