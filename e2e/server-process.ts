/** The real server, started as `npm start` starts it, with a port and a DATA_DIR of its own. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { CLOCK_SHIFT } from '../apps/server/test/golden/shifted-clock.ts';
import { freePort } from '../apps/server/src/free-port.ts';
import { removeDataDir, temporaryDataDir } from '../apps/server/src/database/temporary-database.ts';

const SHIFTED_CLOCK = new URL('../apps/server/test/golden/shifted-clock.ts', import.meta.url).href;
const START = path.resolve(
  path.dirname(fileURLToPath(import.meta.url)),
  '..',
  'scripts',
  'start.mjs',
);
const READY_WITHIN_MS = 60_000;
const STOPS_WITHIN_MS = 30_000;

export class ServerProcess {
  readonly dataDir = temporaryDataDir();
  readonly #port: number;
  readonly #environment: Readonly<Record<string, string>>;
  #child: ChildProcess | undefined;
  #output = '';

  private constructor(port: number, environment: Readonly<Record<string, string>>) {
    this.#port = port;
    this.#environment = environment;
  }

  /**
   * Starts a server and waits until it serves.
   * @param environment settings besides PORT and DATA_DIR
   */
  static async start(environment: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
    const server = new ServerProcess(await freePort(), environment);
    await server.start();
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Connection string of its embedded database. */
  get databaseUrl(): string {
    const password = readFileSync(path.join(this.dataDir, 'postgres-password'), 'utf8').trim();
    const port = readFileSync(path.join(this.dataDir, 'postgres', 'postmaster.pid'), 'utf8').split(
      '\n',
    )[3];
    return `postgres://meridian:${password}@127.0.0.1:${port}/postgres`;
  }

  /**
   * Starts it again, on the same port and data, and waits until it is ready.
   * @param aheadMs how far its clock is ahead of the machine's
   */
  async start(aheadMs = 0): Promise<void> {
    // Not through npm: the signal must kill the server itself. Without Vitest's own NODE_ENV and
    // MODE.
    const {
      npm_lifecycle_event: _event,
      NODE_ENV: _nodeEnv,
      MODE: _mode,
      ...inherited
    } = process.env;
    const child = spawn(process.execPath, [START], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...inherited,
        PORT: String(this.#port),
        DATA_DIR: this.dataDir,
        CHAIN_LOCAL: 'off',
        CONTEST: 'off',
        ...this.#environment,
        ...(aheadMs !== 0 && {
          [CLOCK_SHIFT]: String(aheadMs),
          NODE_OPTIONS: `--import=${SHIFTED_CLOCK}`,
        }),
      },
    });
    this.#child = child;
    this.#output = '';
    child.stdout.on('data', (chunk: Buffer) => (this.#output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (this.#output += chunk.toString()));
    await this.#untilReady(child);
  }

  /** `kill -9`: no shutdown, no notice. */
  async kill(): Promise<void> {
    const child = this.#running();
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
    this.#child = undefined;
  }

  /** Stops it cleanly if it runs, and removes its data. */
  async remove(): Promise<void> {
    const child = this.#child;
    if (child !== undefined && child.exitCode === null && child.signalCode === null) {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      const forced = setTimeout(() => child.kill('SIGKILL'), STOPS_WITHIN_MS);
      await exited;
      clearTimeout(forced);
    }
    removeDataDir(this.dataDir);
  }

  async #untilReady(child: ChildProcess): Promise<void> {
    const deadline = Date.now() + READY_WITHIN_MS;
    while (Date.now() < deadline) {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(
          `the server ended with ${child.exitCode ?? child.signalCode}:\n${this.#output}`,
        );
      const isReady = await fetch(`${this.url}/readyz`).then(
        (answer) => answer.ok,
        () => false,
      );
      if (isReady) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    child.kill('SIGKILL');
    throw new Error(
      `the server was not ready within ${READY_WITHIN_MS / 1000} s:\n${this.#output}`,
    );
  }

  #running(): ChildProcess {
    if (this.#child === undefined) throw new Error('the server does not run');
    return this.#child;
  }
}
