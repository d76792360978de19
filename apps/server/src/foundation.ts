import { setTimeout as delay } from 'node:timers/promises';
import { MessageChannel } from 'node:worker_threads';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Config } from './config.ts';
import { lockDataDir, makeDataDir } from './database/data-dir-lock.ts';
import { openDatabase, type Database } from './database/database.ts';
import { databaseFault } from './database/database-fault.ts';
import { EngineClient } from './engine/engine-client.ts';
import { commitMetrics, engineMetrics } from './engine/engine-metrics.ts';
import { Fault } from './fault.ts';
import { createLogger } from './log.ts';
import { openLiveView, type LiveView } from './modules/live-view.ts';
import { refuseOtherMode } from './modules/demo/demo-mark.ts';
import { startProjector } from './projector/projector-worker.ts';
import type { Runner } from './rounds.ts';

/** How long the end of a database may take to be noticed when its sessions have broken. */
const DEATH_NOTICE_MS = 1000;

/** Ends the parts that were started, the last one first. */
export class Shutdown {
  readonly #steps: (() => Promise<void> | void)[] = [];

  add(step: () => Promise<void> | void): void {
    this.#steps.push(step);
  }

  /** Starts work that ends with everything else. */
  start(runner: Runner): void {
    runner.start();
    this.add(() => runner.stop());
  }

  async run(): Promise<void> {
    for (let step = this.#steps.pop(); step !== undefined; step = this.#steps.pop()) await step();
  }
}

/** Shared by all parts of the server. */
export interface Foundation {
  readonly config: Config;
  readonly logger: ReturnType<typeof createLogger>;
  readonly metrics: Registry;
  readonly database: Database;
  readonly engine: EngineClient;
  readonly live: LiveView;
  readonly shutdown: Shutdown;
  readonly warn: (text: string) => void;
}

/** Database, projector and engine, recovered; the live view as of then and kept up. */
export async function startFoundation(
  config: Config,
  shutdown: Shutdown,
  fail: (reason: Error) => void,
): Promise<Foundation> {
  const logger = createLogger();
  const metrics = new Registry();
  collectDefaultMetrics({ register: metrics });
  const warn = (text: string): void => logger.warn(text);
  makeDataDir(config.dataDir);
  shutdown.add(await lockDataDir(config.dataDir));
  const database = await openDatabase({
    ...config,
    asServer: config.databaseUrl === undefined || config.mode === 'production',
  });
  shutdown.add(() => database.close());
  database.died.then(fail, fail);

  const { port1: engineEnd, port2: projectorEnd } = new MessageChannel();
  const projector = startProjector(database.url, projectorEnd);
  projector.ended.catch((error: unknown) =>
    fail(databaseFault('the read models could not be written', error)),
  );
  const onCommit = commitMetrics(metrics);
  const { dataDir, databaseTimeoutMs, clockStart, startMode } = config;
  const engine = new EngineClient({
    databaseUrl: database.url,
    databaseTimeoutMs,
    dataDir,
    clockStart,
    startMode,
    projectorPort: engineEnd,
    warn,
    onCommit,
  });
  engineMetrics(metrics, engine);
  shutdown.add(async () => {
    await engine.stop();
    await projector.ended.catch(() => undefined);
  });
  engine.ended.then((reason) => reason === undefined || fail(reason), fail);

  const live = openLiveView();
  live.load(await engine.recovered());
  engine.onDurable((batch) => live.apply(batch));
  await refuseOtherMode(config.mode, { queries: database.queries, live });
  return { config, logger, metrics, database, engine, live, shutdown, warn };
}

/**
 * Sessions break before the end of their database is noticed: its own reason is the one to tell.
 */
export async function explain(reason: Error, database: Database): Promise<Error> {
  if (!(reason instanceof Fault) || reason.code !== 'database_unavailable') return reason;
  const died = await Promise.race([database.died, delay(DEATH_NOTICE_MS)]);
  const message =
    died === undefined || died === reason ? reason.message : `${died.message}; ${reason.message}`;
  return new Fault(reason.code, `${message}${database.lastWords()}`);
}
