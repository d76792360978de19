import { freePort } from '../apps/server/src/free-port.ts';
import {
  NPM_START as LAUNCHER,
  SERVER as MAIN,
  ServerProcess as Started,
} from '../apps/server/test/server-process.ts';

export interface ServerProcess {
  readonly port: number;
  readonly pid: number;
  /** From the start of the process until `/readyz` answered 200. */
  readonly startSeconds: number;
  /** Sends SIGTERM and waits for the end. Throws if it does not end cleanly. */
  stop(): Promise<void>;
}

export const NPM_START: readonly string[] = [LAUNCHER];
/** The server alone, with the options of the launcher. */
export const SERVER: readonly string[] = ['--max-semi-space-size=64', MAIN];

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
  const startedAt = performance.now();
  const started = new Started(dataDir, {
    program,
    settings: { PORT: String(port), HOST: '127.0.0.1', FEED: 'simulated', ...settings },
  });
  await started.ready();
  return {
    port,
    pid: started.pid,
    startSeconds: (performance.now() - startedAt) / 1000,
    async stop() {
      const code = await started.stop();
      if (code !== 0) throw new Error(`the server ended with ${code}: ${started.errors}`);
    },
  };
}
