/**
 * For tests: a real server on a DATA_DIR of its own with traders who record its answers, for one
 * fault at a time.
 */
import { execFileSync } from 'node:child_process';
import { realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../src/database/embedded-postgres.ts';
import { preparedDataDir, removeDataDir } from '../../src/database/temporary-database.ts';
import { auditJournal, type Audit } from './journal-audit.ts';
import { logInDemoUsers, type Trader } from './log-in.ts';
import { OrderLoad } from './order-load.ts';
import { ServerProcess, type ServerProcessOptions } from '../server-process.ts';

const SEED = 7;

export class Scene {
  readonly dataDir: string;
  readonly load: OrderLoad;
  readonly traders: readonly Trader[];
  server: ServerProcess;
  address: string;
  readonly #copies: string[] = [];

  private constructor(running: {
    server: ServerProcess;
    address: string;
    load: OrderLoad;
    traders: readonly Trader[];
  }) {
    this.dataDir = running.server.dataDir;
    this.server = running.server;
    this.address = running.address;
    this.load = running.load;
    this.traders = running.traders;
  }

  /** A serving server, and two traders. */
  static async open({
    dataDir = preparedDataDir(),
    ...options
  }: ServerProcessOptions & { dataDir?: string } = {}): Promise<Scene> {
    const server = new ServerProcess(dataDir, options);
    const address = await server.ready();
    const traders = await logInDemoUsers(address);
    const load = await OrderLoad.at(address, {
      tokens: traders.map(({ token }) => token),
      seed: SEED,
    });
    return new Scene({ server, address, load, traders });
  }

  /** Restarts the stopped server, and repeats the unanswered requests. */
  async startAgain(options?: ServerProcessOptions): Promise<void> {
    this.server = new ServerProcess(this.dataDir, options);
    this.address = await this.server.ready();
    await this.load.askAgain(this.address);
  }

  /** The message of a start that does not serve. */
  async refusedStart(options?: ServerProcessOptions & { dataDir?: string }): Promise<string> {
    const server = new ServerProcess(options?.dataDir ?? this.dataDir, options);
    const serves = await server.ready().then(
      () => true,
      () => false,
    );
    if (serves) {
      await server.stop();
      throw new Error('the server started in spite of it');
    }
    if ((await server.ended) !== 1)
      throw new Error(`the server ended with ${await server.ended}: ${server.errors}`);
    return server.errors;
  }

  /** Stops the server cleanly and compares its journal with the traders' records. */
  async stopAndAudit(): Promise<Audit> {
    const code = await this.server.stop();
    if (code !== 0) throw new Error(`a clean stop ended with ${code}: ${this.server.errors}`);
    return await auditJournal(
      this.dataDir,
      this.traders.map(({ user }) => user),
      this.load.acknowledged,
    );
  }

  /** Runs SQL on the database of a stopped server, and returns the rows of the last statement. */
  async sql(text: string): Promise<Record<string, unknown>[]> {
    const database = await startEmbeddedPostgres(this.dataDir);
    const client = new pg.Client({ connectionString: database.url });
    try {
      await client.connect();
      const results = (await client.query(text)) as unknown as
        { rows: Record<string, unknown>[] } | { rows: Record<string, unknown>[] }[];
      return (Array.isArray(results) ? results.at(-1) : results)?.rows ?? [];
    } finally {
      await client.end();
      await database.stop();
    }
  }

  /** The folder of the database's files. */
  get cluster(): string {
    return realpathSync(join(this.dataDir, 'postgres'));
  }

  /**
   * Copies the database's files as a backup does. The server must be stopped. Returns a function
   * that restores the copy.
   */
  backUp(): () => void {
    const { cluster } = this;
    const copy = `${cluster}.backup${this.#copies.length}`;
    this.#copies.push(copy);
    execFileSync('cp', ['-a', cluster, copy]);
    return () => {
      rmSync(cluster, { recursive: true });
      execFileSync('cp', ['-a', copy, cluster]);
    };
  }

  async remove(): Promise<void> {
    await this.server.kill();
    for (const copy of this.#copies) rmSync(copy, { recursive: true, force: true });
    removeDataDir(this.dataDir);
  }
}
