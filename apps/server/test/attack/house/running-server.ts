/** For tests: a server as a process of its own. Ends no process but its own. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { removeDataDir, temporaryDataDir } from '../../../src/database/temporary-database.ts';

export type Settings = Readonly<Record<string, string>>;

export const ROOT = join(import.meta.dirname, '../../../../..');
/** The launcher of `npm start`, and the server alone. */
export const SCRIPTS = {
  start: join(ROOT, 'scripts/start.mjs'),
  main: join(ROOT, 'apps/server/src/main.ts'),
  operator: join(ROOT, 'apps/server/src/operator.ts'),
} as const;
/** Settings of servers that would ask other machines for prices. */
export const LOOPBACK_ONLY: Settings = {
  NODE_OPTIONS: `--import=${join(import.meta.dirname, 'loopback-only.mjs')}`,
};
const READY_WITHIN_MS = 120_000;
const STOPS_WITHIN_MS = 30_000;
const POLL_MS = 50;

export interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** The environment of a child process, without the settings of the tests' own environment. */
function environmentOf(settings: Settings): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env;
  return {
    PATH,
    ...(HOME === undefined ? {} : { HOME }),
    ...(TMPDIR === undefined ? {} : { TMPDIR }),
    NODE_ENV: 'production',
    ...settings,
  };
}

/** Runs a program to its end, with a time limit. */
export async function runToEnd(
  script: string,
  settings: Settings,
  { input = '', withinMs = 60_000, programArguments = [] as readonly string[] } = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [script, ...programArguments], {
    env: environmentOf(settings),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const tooLate = setTimeout(() => child.kill('SIGKILL'), withinMs);
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(tooLate);
  return { code, output };
}

export class RunningServer {
  readonly dataDir: string;
  readonly port: number;
  readonly #script: string;
  #settings: Settings;
  #child: ChildProcess | undefined;
  #client: pg.Client | undefined;
  output = '';

  constructor({
    script,
    port,
    settings,
    dataDir = temporaryDataDir(),
  }: {
    script: string;
    port: number;
    settings: Settings;
    dataDir?: string;
  }) {
    this.dataDir = dataDir;
    this.port = port;
    this.#script = script;
    this.#settings = { PORT: String(port), DATA_DIR: this.dataDir, ...settings };
  }

  /** Its own address, without a proxy. */
  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Its present settings. */
  get settings(): Settings {
    return this.#settings;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  get hasEnded(): boolean {
    return (
      this.#child === undefined || this.#child.exitCode !== null || this.#child.signalCode !== null
    );
  }

  /**
   * Starts the server, also again, and waits until it serves.
   * @param change settings that change from now on
   */
  async start(change: Settings = {}): Promise<void> {
    this.#settings = { ...this.#settings, ...change };
    const child = spawn(process.execPath, [this.#script], {
      env: environmentOf(this.#settings),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    this.output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    const deadline = Date.now() + READY_WITHIN_MS;
    // Production has no prices here, so it is never ready: its message that it serves counts.
    while (!this.output.includes('Meridian serves')) {
      if (this.hasEnded || Date.now() > deadline)
        throw new Error(`the server does not serve:\n${this.output}`);
      await delay(POLL_MS);
    }
  }

  /** Stops the server as an operating system does. */
  async stop(): Promise<void> {
    await this.#client?.end().catch(() => undefined);
    this.#client = undefined;
    const child = this.#child;
    if (child === undefined || this.hasEnded) return;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    const forced = setTimeout(() => child.kill('SIGKILL'), STOPS_WITHIN_MS);
    await exited;
    clearTimeout(forced);
  }

  async remove(): Promise<void> {
    await this.stop();
    removeDataDir(this.dataDir);
  }

  /** Connection string of the owner of its embedded database. */
  get ownerUrl(): string {
    const password = readFileSync(join(this.dataDir, 'postgres-password'), 'utf8').trim();
    const port = readFileSync(join(this.dataDir, 'postgres', 'postmaster.pid'), 'utf8').split(
      '\n',
    )[3];
    return `postgres://meridian:${password}@127.0.0.1:${port}/postgres`;
  }

  /**
   * Runs a statement as the owner of the database: to age rows, or to read stored values. Attackers
   * have no such access, except where a row says so.
   */
  async sql<R extends object = Record<string, unknown>>(
    text: string,
    values: readonly unknown[] = [],
  ): Promise<R[]> {
    if (this.#client === undefined) {
      this.#client = new pg.Client({ connectionString: this.ownerUrl });
      this.#client.on('error', () => undefined);
      await this.#client.connect();
    }
    const { rows } = await this.#client.query(text, [...values]);
    return rows as R[];
  }

  /** All its descendants, by the kernel's own list (Linux). */
  children(): number[] {
    const found: number[] = [];
    const visit = (pid: number): void => {
      const path = `/proc/${pid}/task/${pid}/children`;
      const own = existsSync(path)
        ? readFileSync(path, 'utf8').trim().split(' ').filter(Boolean).map(Number)
        : [];
      for (const child of own) {
        found.push(child);
        visit(child);
      }
    };
    visit(this.pid);
    return found;
  }
}
