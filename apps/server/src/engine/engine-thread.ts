/** Entry of the engine's thread: journal, recovery, sequencer. It knows nothing of HTTP, sockets or tables. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Exchange } from '@meridian/core/exchange';
import { Fault } from '../fault.ts';
import type { Journal } from '../journal/journal.ts';
import { PostgresJournal } from '../journal/postgres-journal.ts';
import { ProjectorFeed } from './projector-feed.ts';
import { recover } from './recovery.ts';
import { Sequencer } from './sequencer.ts';
import { SnapshotSchedule } from './snapshot-schedule.ts';
import { hashState } from './state-hash.ts';
import type { EngineThreadData, FromEngine, ToEngine } from './thread-messages.ts';

const { databaseUrl, projectorPort } = workerData as EngineThreadData;

function send(message: FromEngine): void {
  parentPort?.postMessage(message);
}

function sendHalted(reason: Error): void {
  const code = reason instanceof Fault ? { code: reason.code } : {};
  send({ type: 'halted', ...code, message: reason.message, ...(reason.stack === undefined ? {} : { stack: reason.stack }) });
}

const warn = (message: string): void => send({ type: 'warning', message });

async function run(): Promise<void> {
  let onLost = sendHalted as (fault: Fault) => void;
  const journal = await PostgresJournal.open(databaseUrl, (fault) => onLost(fault));
  const feed = new ProjectorFeed(projectorPort);
  const projectedSeq = await feed.start();
  const exchange = await recover({
    journal,
    projectedSeq,
    async project(batch) {
      feed.send(batch);
      // One page on the way while the next one replays.
      await feed.reached((batch[0]?.seq ?? 1) - 1);
    },
    warn,
  });
  await feed.reached(exchange.seq);
  const [newestSnapshot = 0] = await journal.snapshots();
  const parts = assemble({ journal, exchange, feed }, newestSnapshot);
  onLost = (fault) => parts.sequencer.halt(fault);
  parentPort?.on('message', (message: ToEngine) => answer(message, { journal, exchange, feed, ...parts }));
  send({ type: 'recovered', snapshot: exchange.snapshot() });
}

interface Core {
  readonly journal: Journal;
  readonly exchange: Exchange;
  readonly feed: ProjectorFeed;
}

interface Engine extends Core {
  readonly sequencer: Sequencer;
  readonly snapshots: SnapshotSchedule;
}

function assemble({ journal, exchange, feed }: Core, newestSnapshot: number): Pick<Engine, 'sequencer' | 'snapshots'> {
  const sequencer = new Sequencer({
    exchange,
    journal,
    clock: { nowMs: Date.now },
    publisher: {
      durable(applied, tickets, commitMs) {
        send({ type: 'durable', applied, tickets, commitMs });
        feed.send(applied);
        snapshots.onDurable(applied.at(-1)?.seq ?? 0);
      },
      refused: (tickets, { code, message }) => send({ type: 'refused', tickets, code, message }),
      hasRoom: () => feed.hasRoom,
      halted: sendHalted,
    },
  });
  const snapshots = new SnapshotSchedule({ exchange, journal, sequencer, warn }, newestSnapshot);
  feed.onPosition = () => sequencer.resume();
  return { sequencer, snapshots };
}

function answer(message: ToEngine, engine: Engine): void {
  const { sequencer, exchange, feed } = engine;
  switch (message.type) {
    case 'submit':
      sequencer.submit(message.commands);
      break;
    case 'stateHash':
      sequencer
        .atRest(() => ({ seq: exchange.seq, hash: hashState(exchange.snapshot()).toString('hex') }))
        .then((state) => send({ type: 'stateHash', question: message.question, ...state }), sendHalted);
      break;
    case 'report': {
      const { queueLength, clockClamps } = sequencer;
      const report = { queueLength, clockClamps, projectorLag: feed.lag, invariantChecks: exchange.invariantChecks() };
      send({ type: 'report', question: message.question, report });
      break;
    }
    case 'stop':
      stop(engine).catch(sendHalted);
      break;
  }
}

/** Finishes what was submitted, leaves a snapshot, ends the thread. */
async function stop({ sequencer, snapshots, feed, journal }: Engine): Promise<void> {
  await sequencer.drain();
  await snapshots.finish();
  feed.close();
  await journal.close();
  parentPort?.close();
}

run().catch((error: unknown) => {
  sendHalted(error instanceof Error ? error : new Error(String(error)));
  projectorPort.close();
  parentPort?.close();
});
