import { Worker, type MessagePort } from 'node:worker_threads';
import type { ProjectorThreadData } from './projector-thread.ts';

/** The projector's thread as the main thread knows it. */
export interface ProjectorWorker {
  /**
   * Settles when it has written all that it got and has ended; rejects with the error that stopped
   * it.
   */
  readonly ended: Promise<void>;
}

/**
 * Starts the projector; `port` leads to the engine's thread, which ends it by closing the other
 * side.
 */
export function startProjector(databaseUrl: string, port: MessagePort): ProjectorWorker {
  const worker = new Worker(new URL('./projector-thread.ts', import.meta.url), {
    name: 'projector',
    workerData: { databaseUrl, port } satisfies ProjectorThreadData,
    transferList: [port],
  });
  const ended = new Promise<void>((resolve, reject) => {
    worker.once('error', reject);
    worker.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`the projector ended with code ${code}`)),
    );
  });
  // Nobody may wait for it yet when it fails: the failure must not count as unhandled.
  ended.catch(() => undefined);
  return { ended };
}
