import { sql } from 'kysely';
import { setTimeout as delay } from 'node:timers/promises';
import type { Queries } from '../database/database.ts';
import { Fault } from '../fault.ts';

const POLL_MS = 5;
const MAX_WAIT_MS = 2_000;

/**
 * Lets readers of the projections wait for the state that the live view already shows: a user who
 * was told that an order has ended finds it in the history. Owns the known position. Bounded: when
 * the projector is far behind, a reader gets an error rather than tables that contradict the live
 * view.
 */
export class ProjectionGate {
  readonly #queries: Queries;
  #seq = 0;
  #reading: Promise<void> | undefined;

  constructor(queries: Queries) {
    this.#queries = queries;
  }

  /**
   * Settles when the tables reflect command `seq`. Throws `Fault` history_behind when they do not
   * within two seconds.
   */
  async reached(seq: number): Promise<void> {
    if (!(await this.#isReached(seq)))
      throw new Fault(
        'history_behind',
        `the read models are at ${this.#seq} and were asked for ${seq}`,
      );
  }

  /**
   * Settles when the tables reflect command `seq`, or after two seconds: for data that may be a
   * little older, as bars of a chart may.
   */
  async reachedOrOlder(seq: number): Promise<void> {
    await this.#isReached(seq);
  }

  async #isReached(seq: number): Promise<boolean> {
    const deadlineMs = performance.now() + MAX_WAIT_MS;
    while (this.#seq < seq) {
      await (this.#reading ??= this.#read());
      if (this.#seq >= seq) break;
      if (performance.now() > deadlineMs) return false;
      await delay(POLL_MS);
    }
    return true;
  }

  /** One reading for all waiting readers. */
  async #read(): Promise<void> {
    try {
      const { rows } = await sql<{ seq: bigint }>`select seq from projection_position`.execute(
        this.#queries,
      );
      this.#seq = Number(rows[0]?.seq ?? 0);
    } finally {
      this.#reading = undefined;
    }
  }
}
