/**
 * Entry of the engine's thread: the engine on a real journal, a real clock and the ports of two
 * other threads.
 */
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { WitnessedJournal } from '../journal/journal-witness.ts';
import { postgresPlatform, PostgresJournal } from '../journal/postgres-journal.ts';
import { PostgresFaultStore } from '../quarantine/fault-store.ts';
import type { ToProjector, ToProjectorThread } from '../projector/projector-messages.ts';
import { BatchPacker } from './batch-codec.ts';
import { startEngine } from './engine-host.ts';
import type {
  EngineThreadData,
  FromEngine,
  FromEngineThread,
  ToEngine,
} from './thread-messages.ts';

const { databaseUrl, databaseTimeoutMs, dataDir, projectorPort, clockStart, startMode } =
  workerData as EngineThreadData;
const packer = new BatchPacker();

function send(message: FromEngine): void {
  parentPort?.postMessage(pack(message));
}

function pack(message: FromEngine): FromEngineThread {
  if (message.type !== 'durable' && message.type !== 'unchanged') return message;
  const { applied, ...rest } = message;
  return { ...rest, packed: packer.pack(applied) };
}

function sendToProjector(message: ToProjector): void {
  projectorPort.postMessage(
    (message.type === 'batch'
      ? { type: 'batch', packed: packer.pack(message.applied) }
      : message) satisfies ToProjectorThread,
  );
}

const receive = startEngine({
  async openJournal(onLost) {
    const journal = await PostgresJournal.open(
      postgresPlatform(databaseUrl, databaseTimeoutMs),
      onLost,
    );
    return await WitnessedJournal.open(journal, join(dataDir, 'journal-heads'), (message) =>
      send({ type: 'warning', message }),
    );
  },
  projectorPort: {
    postMessage: sendToProjector,
    on: (event, listener) => projectorPort.on(event, listener),
    close: () => projectorPort.close(),
  },
  clock: { nowMs: Date.now, monotonicMs: () => performance.now() },
  clockStart,
  startMode,
  faults: new PostgresFaultStore(databaseUrl, dataDir, (message) =>
    send({ type: 'warning', message }),
  ),
  send,
  ended: () => parentPort?.close(),
});
parentPort?.on('message', (message: ToEngine) => receive(message));
