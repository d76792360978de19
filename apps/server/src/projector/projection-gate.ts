import { sql } from 'kysely';
import { setTimeout as delay } from 'node:timers/promises';
import type { Queries } from '../database/database.ts';

const POLL_MS = 5;
const MAX_WAIT_MS = 2_000;

/**
 * Lets readers of the projections wait for what the live view already shows: whoever was told that an order has ended finds
 * it in the history. Owns what it knows of the position. Bounded: when the projector is far behind, a reader gets the tables
 * as they are rather than no answer.
 */
export class ProjectionGate {
  readonly #queries: Queries;
  #seq = 0;
  #reading: Promise<void> | undefined;

  constructor(queries: Queries) {
    this.#queries = queries;
  }

  /** Settles when the tables reflect command `seq`, at the latest after two seconds. */
  async reached(seq: number): Promise<void> {
    const deadlineMs = performance.now() + MAX_WAIT_MS;
    while (this.#seq < seq) {
      await (this.#reading ??= this.#read());
      if (this.#seq >= seq || performance.now() > deadlineMs) return;
      await delay(POLL_MS);
    }
  }

  /** One reading for all who wait. */
  async #read(): Promise<void> {
    try {
      const { rows } = await sql<{ seq: bigint }>`select seq from projection_position`.execute(this.#queries);
      this.#seq = Number(rows[0]?.seq ?? 0);
    } finally {
      this.#reading = undefined;
    }
  }
}
