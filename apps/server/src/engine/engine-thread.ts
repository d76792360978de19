/** Entry of the engine's thread: the engine on a real journal, a real clock and the ports of two other threads. */
import { parentPort, workerData } from 'node:worker_threads';
import { postgresPlatform, PostgresJournal } from '../journal/postgres-journal.ts';
import { startEngine } from './engine-host.ts';
import type { EngineThreadData, ToEngine } from './thread-messages.ts';

const { databaseUrl, projectorPort } = workerData as EngineThreadData;

const receive = startEngine({
  openJournal: (onLost) => PostgresJournal.open(postgresPlatform(databaseUrl), onLost),
  projectorPort,
  clock: { nowMs: Date.now },
  send: (message) => parentPort?.postMessage(message),
  ended: () => parentPort?.close(),
});
parentPort?.on('message', (message: ToEngine) => receive(message));
