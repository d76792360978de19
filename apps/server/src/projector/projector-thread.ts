import type { Applied } from '@meridian/core/events';
import { workerData, type MessagePort } from 'node:worker_threads';
import { Client } from 'pg';
import { Projector } from './projector.ts';

/** What the main thread starts this thread with. The other end of `port` belongs to the engine's thread. */
export interface ProjectorThreadData {
  readonly databaseUrl: string;
  readonly port: MessagePort;
}

/** From the engine: durable commands, in order. */
export interface BatchMessage {
  readonly type: 'batch';
  readonly applied: readonly Applied[];
}

/** To the engine: everything up to `seq` is in the tables. Sent at the start and after each transaction. */
export interface PositionMessage {
  readonly type: 'position';
  readonly seq: number;
}

/** Entry of the projector's thread: it ends when the engine closes the port. An error ends it with that error. */
const { databaseUrl, port } = workerData as ProjectorThreadData;
const client = new Client({ connectionString: databaseUrl });
await client.connect();
const projector = new Projector(client, (seq) => port.postMessage({ type: 'position', seq } satisfies PositionMessage));
port.on('message', ({ applied }: BatchMessage) => projector.push(applied));
port.on('close', () => projector.stop());
await projector.run();
await client.end();
