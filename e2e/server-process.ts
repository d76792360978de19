/** The real server, started as `npm start` starts it, with a port and a DATA_DIR of its own. */
import { CLOCK_SHIFT } from '../apps/server/test/golden/shifted-clock.ts';
import { freePort } from '../apps/server/src/free-port.ts';
import {
  preparedDataDir,
  removeDataDir,
  temporaryDataDir,
} from '../apps/server/src/database/temporary-database.ts';
import { NPM_START, ServerProcess as Started } from '../apps/server/test/server-process.ts';

const SHIFTED_CLOCK = new URL('../apps/server/test/golden/shifted-clock.ts', import.meta.url).href;
const STOPS_WITHIN_MS = 30_000;

export class ServerProcess {
  readonly dataDir: string;
  readonly #port: number;
  readonly #settings: Readonly<Record<string, string>>;
  #started: Started | undefined;

  private constructor(port: number, settings: Readonly<Record<string, string>>) {
    this.#port = port;
    this.#settings = settings;
    // The prices of another feed go on from no past of the demo's own.
    this.dataDir = 'FEED' in settings ? temporaryDataDir() : preparedDataDir();
  }

  /**
   * Starts a server and waits until it serves.
   * @param settings those besides PORT and DATA_DIR
   */
  static async start(settings: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
    const server = new ServerProcess(await freePort(), settings);
    await server.start();
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Connection string of its embedded database. */
  get databaseUrl(): string {
    return this.#running().databaseUrl();
  }

  /**
   * Starts it again, on the same port and data, and waits until it is ready.
   * @param aheadMs how far its clock is ahead of the machine's
   */
  async start(aheadMs = 0): Promise<void> {
    const clock = {
      [CLOCK_SHIFT]: String(aheadMs),
      NODE_OPTIONS: `--import=${SHIFTED_CLOCK}`,
    };
    this.#started = new Started(this.dataDir, {
      program: [NPM_START],
      settings: {
        PORT: String(this.#port),
        RATE_LIMITS: 'on',
        ...this.#settings,
        ...(aheadMs !== 0 && clock),
      },
    });
    await this.#started.ready();
  }

  /** `kill -9`: no shutdown, no notice. */
  async kill(): Promise<void> {
    await this.#running().kill();
    this.#started = undefined;
  }

  /** Stops it cleanly if it runs, and removes its data. */
  async remove(): Promise<void> {
    const started = this.#started;
    if (started !== undefined) {
      const forced = setTimeout(() => void started.kill(), STOPS_WITHIN_MS);
      await started.stop();
      clearTimeout(forced);
    }
    removeDataDir(this.dataDir);
  }

  #running(): Started {
    if (this.#started === undefined) throw new Error('the server does not run');
    return this.#started;
  }
}
