import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../apps/server/src/free-port.ts';

const START_LIMIT_MS = 120_000;
const POLL_MS = 25;

export interface ServerProcess {
  readonly port: number;
  readonly pid: number;
  /** From the start of the process until `/readyz` answered 200. */
  readonly startSeconds: number;
  /** Sends SIGTERM and waits for the end. Throws if it does not end cleanly. */
  stop(): Promise<void>;
}

/** The launcher of `npm start`: set-up, web build if outdated, then the server. */
export const NPM_START: readonly string[] = [
  fileURLToPath(new URL('../scripts/start.mjs', import.meta.url)),
];
/** The server alone, with the same options. */
export const SERVER: readonly string[] = [
  '--max-semi-space-size=64',
  fileURLToPath(new URL('../apps/server/src/main.ts', import.meta.url)),
];

/**
 * Starts the real server on a free port and without rate limits.
 * @param settings additional environment
 */
export async function startServer(
  program: readonly string[],
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const port = await freePort();
  const environment = {
    ...process.env,
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    RATE_LIMITS: 'off',
    MODE: 'demo',
    FEED: 'simulated',
    CHAIN_LOCAL: 'off',
    CONTEST: 'off',
    ...settings,
  };
  const startedAt = performance.now();
  const child = spawn(process.execPath, program, {
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  await untilReady(port, child, startedAt);
  const startSeconds = (performance.now() - startedAt) / 1000;
  return {
    port,
    pid: child.pid ?? 0,
    startSeconds,
    async stop() {
      child.kill('SIGTERM');
      const code = await ended;
      if (code !== 0) throw new Error(`the server ended with ${code}`);
    },
  };
}

async function untilReady(port: number, child: ChildProcess, startedAt: number): Promise<void> {
  while (performance.now() - startedAt < START_LIMIT_MS) {
    if (child.exitCode !== null)
      throw new Error(`the server ended with ${child.exitCode} while it started`);
    try {
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`);
      if (answer.status === 200) return;
    } catch {
      // Not listening yet.
    }
    await delay(POLL_MS);
  }
  child.kill('SIGKILL');
  throw new Error('the server was not ready in time');
}
