/** For tests: the real server as a process of its own, started and ended as an operating system does it. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const MAIN = join(import.meta.dirname, '../main.ts');
const READY_TIMEOUT_MS = 120_000;
const POLL_MS = 25;

export class ServerProcess {
  readonly #child: ChildProcess;
  readonly #exited: Promise<number | null>;
  readonly #address: Promise<string>;
  /** What it wrote to stderr. */
  errors = '';
  readonly dataDir: string;

  constructor(dataDir: string) {
    this.dataDir = dataDir;
    this.#child = spawn(process.execPath, [MAIN], {
      // Every setting: the test runner has a MODE of its own.
      env: { PATH: process.env['PATH'], DATA_DIR: dataDir, MODE: 'demo', PORT: '0', RATE_LIMITS: 'off' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child.stderr?.on('data', (chunk: Buffer) => (this.errors += chunk.toString()));
    this.#exited = once(this.#child, 'exit').then(([code]) => code as number | null);
    this.#address = this.#readAddress();
    this.#address.catch(() => undefined);
  }

  /** Waits until it serves. Gives its address; rejects when it ends instead. */
  async ready(): Promise<string> {
    const address = await this.#address;
    for (let waitedMs = 0; waitedMs < READY_TIMEOUT_MS; waitedMs += POLL_MS) {
      const isReady = await fetch(`${address}/readyz`).then((answer) => answer.ok, () => false);
      if (isReady) return address;
      await delay(POLL_MS);
    }
    throw new Error(`the server is not ready: ${this.errors}`);
  }

  /** Like a power switch, for this process alone. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#exited;
  }

  /** Kills its database and gives the exit code that the server ends with. */
  async killDatabase(): Promise<number | null> {
    const lockFile = readFileSync(join(this.dataDir, 'postgres', 'postmaster.pid'), 'utf8');
    process.kill(Number(lockFile.split('\n', 1)[0]), 'SIGKILL');
    return await this.#exited;
  }

  /** Stops it cleanly and gives the exit code. */
  async stop(): Promise<number | null> {
    this.#child.kill('SIGTERM');
    return await this.#exited;
  }

  async #readAddress(): Promise<string> {
    let output = '';
    const { stdout } = this.#child;
    const ended = this.#exited.then(() => {
      throw new Error(`the server ended: ${this.errors}`);
    });
    while (!output.includes('\n')) {
      const chunk = await Promise.race([stdout === null ? ended : once(stdout, 'data'), ended]);
      output += String((chunk as unknown[])[0]);
    }
    const address = /http:\/\/\S+/.exec(output)?.[0];
    if (address === undefined) throw new Error(`the server says: ${output}`);
    return address;
  }
}
