/** Entry of the engine's thread: the engine on a real journal, a real clock and the ports of two other threads. */
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { WitnessedJournal } from '../journal/journal-witness.ts';
import { postgresPlatform, PostgresJournal } from '../journal/postgres-journal.ts';
import { startEngine } from './engine-host.ts';
import type { EngineThreadData, FromEngine, ToEngine } from './thread-messages.ts';

const { databaseUrl, databaseTimeoutMs, dataDir, projectorPort } = workerData as EngineThreadData;

function send(message: FromEngine): void {
  parentPort?.postMessage(message);
}

const receive = startEngine({
  async openJournal(onLost) {
    const journal = await PostgresJournal.open(postgresPlatform(databaseUrl, databaseTimeoutMs), onLost);
    return await WitnessedJournal.open(journal, join(dataDir, 'journal-heads'), (message) => send({ type: 'warning', message }));
  },
  projectorPort,
  clock: { nowMs: Date.now },
  send,
  ended: () => parentPort?.close(),
});
parentPort?.on('message', (message: ToEngine) => receive(message));
