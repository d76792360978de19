/**
 * For tests: a server that is killed under load and restarted, over and over, and traders outside
 * who record its acknowledgements. After each start the newest acknowledgements must still be true,
 * and each unanswered request gets its one answer.
 */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { randomStream, type RandomStream } from '../../src/feed/seeded-random.ts';
import { auditJournal, type Audit } from './journal-audit.ts';
import { logInDemoUsers } from './log-in.ts';
import { OrderLoad } from './order-load.ts';
import { ServerProcess } from '../server-process.ts';

/**
 * Every so many kills, another one hits the next start; every so many, a clean stop comes before,
 * so that recovery begins at a snapshot.
 */
const KILL_WHILE_STARTING_EACH = 5;
const CLEAN_STOP_EACH = 4;
const LONGEST_ROUND_MS = 1500;
const LONGEST_STOP_MS = 15_000;
/** The newest acknowledgements are the ones that a crash could have lost. */
const ASKED_AGAIN = 10;

export interface CrashRunSettings {
  readonly dataDir: string;
  readonly seed: number;
  /** A file outside DATA_DIR that gets a line for each acknowledgement. */
  readonly logFile?: string;
}

export class CrashRun {
  readonly #dataDir: string;
  readonly #random: RandomStream;
  readonly #load: OrderLoad;
  readonly #users: readonly number[];
  #server: ServerProcess;
  #address: string;
  /** Kills of the server and of its database, those during a start included. */
  kills = 0;

  private constructor(
    settings: CrashRunSettings,
    running: { server: ServerProcess; address: string; load: OrderLoad; users: readonly number[] },
  ) {
    this.#dataDir = settings.dataDir;
    this.#random = randomStream(settings.seed + 1);
    this.#server = running.server;
    this.#address = running.address;
    this.#load = running.load;
    this.#users = running.users;
  }

  static async start(settings: CrashRunSettings): Promise<CrashRun> {
    const server = new ServerProcess(settings.dataDir);
    try {
      const address = await server.ready();
      const traders = await logInDemoUsers(address);
      const load = await OrderLoad.at(address, {
        tokens: traders.map(({ token }) => token),
        ...settings,
      });
      return new CrashRun(settings, {
        server,
        address,
        load,
        users: traders.map(({ user }) => user),
      });
    } catch (error) {
      await server.kill();
      throw error;
    }
  }

  get acknowledged(): number {
    return this.#load.acknowledged.length;
  }

  /**
   * One round of trading that ends in `kill -9` of the server; sometimes with a clean stop before,
   * or a second kill of the next start.
   */
  async killServer(round: number): Promise<void> {
    if (round % CLEAN_STOP_EACH === 0) await this.#tradeUntil(() => this.#stopCleanly());
    await this.#tradeUntil(async () => {
      await delay(100 + this.#random() * LONGEST_ROUND_MS);
      await this.#server.kill();
      this.kills++;
      if (round % KILL_WHILE_STARTING_EACH !== 0) return;
      this.#server = new ServerProcess(this.#dataDir);
      await delay(this.#random() * LONGEST_ROUND_MS);
      await this.#server.kill();
      this.kills++;
    });
  }

  /**
   * One round of trading that ends in `kill -9` of the database: the server must end by itself,
   * with a message.
   */
  async killDatabase(): Promise<void> {
    await this.#tradeUntil(async () => {
      await delay(200 + this.#random() * LONGEST_ROUND_MS);
      assert.equal(await this.#server.killDatabase(), 1, 'the exit code without a database');
      assert.match(this.#server.errors, /Meridian has stopped: .*PostgreSQL ended unexpectedly/);
      this.kills++;
    });
  }

  /** Stops the server cleanly and compares the journal with the acknowledgements. */
  async stopAndAudit(): Promise<Audit> {
    await this.#stopCleanly();
    return await auditJournal(this.#dataDir, this.#users, this.#load.acknowledged);
  }

  /** For the end of a failed run. */
  async abandon(): Promise<void> {
    await this.#server.kill();
  }

  async #tradeUntil(end: () => Promise<void>): Promise<void> {
    const trading = this.#load.run(this.#address);
    await end();
    await trading;
    this.#server = new ServerProcess(this.#dataDir);
    this.#address = await this.#server.ready();
    await this.#load.askAgain(this.#address);
    for (const known of this.#load.accepted().slice(-ASKED_AGAIN))
      assert.deepEqual(await this.#load.repeat(this.#address, known), known);
  }

  /** Open connections of the traders must not delay the stop. */
  async #stopCleanly(): Promise<void> {
    await delay(100);
    const startedMs = performance.now();
    assert.equal(
      await this.#server.stop(),
      0,
      `the exit code of a clean stop: ${this.#server.errors}`,
    );
    assert.ok(performance.now() - startedMs < LONGEST_STOP_MS, 'the stop took too long');
  }
}
