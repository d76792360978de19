/**
 * For tests: the real server as a process of its own, started and ended as an operating system does
 * it.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { processesOf } from '../src/database/postgres-processes.ts';

/** The server alone. */
export const SERVER = join(import.meta.dirname, '../src/main.ts');
/** The launcher of `npm start`: set-up, web build if outdated, then the server in its place. */
export const NPM_START = join(import.meta.dirname, '../../../scripts/start.mjs');
const READY_TIMEOUT_MS = 120_000;
const POLL_MS = 25;

export interface ServerProcessOptions {
  /** Settings besides those of every test. */
  readonly settings?: Readonly<Record<string, string>>;
  /**
   * A program and its arguments that runs the server, as `strace` does. The server must replace its
   * process.
   */
  readonly under?: readonly string[];
  /** Options of node and the script. */
  readonly program?: readonly string[];
}

/** Variables that every server inherits: not all, because the test runner has a MODE of its own. */
const INHERITED = ['PATH', 'HOME', 'TMPDIR', 'NODE_COMPILE_CACHE'] as const;

export class ServerProcess {
  readonly #child: ChildProcess;
  readonly #address: Promise<string>;
  /** The exit code, once it has ended; null after a signal. */
  readonly ended: Promise<number | null>;
  /** Its stderr so far. */
  errors = '';
  readonly dataDir: string;

  constructor(
    dataDir: string,
    { settings = {}, under = [], program = [SERVER] }: ServerProcessOptions = {},
  ) {
    this.dataDir = dataDir;
    const [command = process.execPath, ...rest] = [...under, process.execPath, ...program];
    this.#child = spawn(command, rest, {
      env: {
        ...Object.fromEntries(INHERITED.map((name) => [name, process.env[name]])),
        DATA_DIR: dataDir,
        MODE: 'demo',
        PORT: '0',
        RATE_LIMITS: 'off',
        CHAIN_LOCAL: 'off',
        CONTEST: 'off',
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child.stderr?.on('data', (chunk: Buffer) => (this.errors += chunk.toString()));
    // 'close' rather than 'exit': by then all its output has arrived.
    this.ended = once(this.#child, 'close').then(([code]) => code as number | null);
    this.#address = this.#readAddress();
    this.#address.catch(() => undefined);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Waits until it serves. Returns its address; rejects if it ends instead. */
  async ready(): Promise<string> {
    const address = await this.#address;
    for (let waitedMs = 0; waitedMs < READY_TIMEOUT_MS; waitedMs += POLL_MS) {
      const isReady = await fetch(`${address}/readyz`).then(
        (answer) => answer.ok,
        () => false,
      );
      if (isReady) return address;
      await delay(POLL_MS);
    }
    throw new Error(`the server is not ready: ${this.errors}`);
  }

  /** Like a power failure, for this process alone. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.ended;
  }

  /** Kills its database and returns the server's exit code. */
  async killDatabase(): Promise<number | null> {
    process.kill(Number(this.#postmasterFile()[0]), 'SIGKILL');
    return await this.ended;
  }

  /** Stops every process of its database, as a hanging disk or host does. */
  freezeDatabase(): void {
    this.#signalDatabase('SIGSTOP');
  }

  /** Resumes a frozen database. */
  thawDatabase(): void {
    this.#signalDatabase('SIGCONT');
  }

  /** Connection string of its embedded database. */
  databaseUrl(): string {
    const password = readFileSync(join(this.dataDir, 'postgres-password'), 'utf8').trim();
    return `postgres://meridian:${password}@127.0.0.1:${this.#postmasterFile()[3]}/postgres`;
  }

  /** Stops it cleanly and returns the exit code. */
  async stop(): Promise<number | null> {
    this.#child.kill('SIGTERM');
    return await this.ended;
  }

  /** Lines of PostgreSQL's lock file: process id, folder, start, port, ... */
  #postmasterFile(): string[] {
    return readFileSync(join(this.dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
  }

  #signalDatabase(name: NodeJS.Signals): void {
    for (const pid of processesOf(realpathSync(join(this.dataDir, 'postgres'))))
      process.kill(pid, name);
  }

  async #readAddress(): Promise<string> {
    let output = '';
    const { stdout } = this.#child;
    const ended = this.ended.then(() => {
      throw new Error(`the server ended: ${this.errors}`);
    });
    for (;;) {
      const address = /(http:\/\/\S+)\s/.exec(output)?.[1];
      if (address !== undefined) return address;
      const chunk = await Promise.race([stdout === null ? ended : once(stdout, 'data'), ended]);
      output += String((chunk as unknown[])[0]);
    }
  }
}
