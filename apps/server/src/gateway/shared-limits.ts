import { sql } from 'kysely';
import type { Queries } from '../database/database.ts';
import { Rounds } from '../rounds.ts';
import { RateLimiter, type LimiterOf, type Rate, type Use } from './limits.ts';

const EVERY_MS = 1_000;
/**
 * Keys of each kind in a round. A flood of keys then delays the exchange between processes, and
 * weakens no limit within one of them.
 */
const MOST_KEYS = 2_000;
/** Keys that are read back at a start. */
const MOST_REMEMBERED = 50_000;
/** Rounds from one pruning to the next. */
const PRUNED_EVERY = 10;
const DEBT_MS = sql<number>`(extract(epoch from until_at - clock_timestamp()) * 1000)::double precision`;

interface SharedLimitsOptions {
  readonly queries: Queries;
  /** Is told why a round failed: limits hold on in each process by itself. */
  readonly warn: (text: string) => void;
  readonly everyMs?: number;
}

/**
 * Limits on requests that all processes over a database count together, and that a restart does not
 * forget. Requests are decided in memory; once a second a process adds its counts to a table, in
 * one statement for each limit, and reads how much all have counted of those keys.
 *
 * Two processes can grant a key its burst twice, once, before they have heard of each other; the
 * key then waits for the excess. A process that is killed forgets its last second. Promises that
 * the table has no more rows than keys that still owe something, but for the last ten rounds.
 */
export class SharedLimits {
  readonly rounds: Rounds;
  readonly #queries: Queries;
  readonly #limiters = new Map<string, RateLimiter<string>>();
  #round = 0;

  constructor({ queries, warn, everyMs = EVERY_MS }: SharedLimitsOptions) {
    this.#queries = queries;
    this.rounds = new Rounds(() => this.#exchange(), { everyMs, onTrouble: warn });
  }

  /** A limiter of its own kind. All of a kind must be of one rate, in all processes. */
  readonly limiterOf: LimiterOf = (kind: string, rate: Rate) => {
    if (this.#limiters.has(kind)) throw new Error(`there is a limit ${kind} already`);
    const limiter = new RateLimiter<string>(rate, Date.now, true);
    this.#limiters.set(kind, limiter);
    return limiter;
  };

  /**
   * Takes over the counts from before the start of this process. To be called once all limiters are
   * there.
   */
  async remember(): Promise<void> {
    const rows = await this.#queries
      .selectFrom('request_limits')
      .select(['kind', 'key', DEBT_MS.as('debt')])
      .where('until_at', '>', sql<Date>`clock_timestamp()`)
      .orderBy('until_at', 'desc')
      .limit(MOST_REMEMBERED)
      .execute();
    for (const { kind, key, debt } of rows) this.#limiters.get(kind)?.learn(key, debt);
  }

  /** Stops the rounds, and reports the last counts. */
  async stop(): Promise<void> {
    await this.rounds.stop();
    await this.rounds.runOnce();
  }

  async #exchange(): Promise<void> {
    for (const [kind, limiter] of this.#limiters) {
      const uses = limiter.uses(MOST_KEYS);
      if (uses.length > 0)
        for (const { key, debt } of await this.#add(kind, uses)) limiter.learn(key, debt);
    }
    if (this.#round++ % PRUNED_EVERY === 0)
      await this.#queries
        .deleteFrom('request_limits')
        .where('until_at', '<', sql<Date>`clock_timestamp()`)
        .execute();
  }

  /**
   * Adds requests to the table. Their debt is paid off from the time of the first request, by the
   * database's clock, because the clocks of two machines may differ.
   */
  async #add(
    kind: string,
    uses: readonly Use[],
  ): Promise<readonly { key: string; debt: number }[]> {
    const [keys, added, ages] = [
      uses.map(({ key }) => key),
      uses.map(({ addedMs }) => addedMs),
      uses.map(({ ageMs }) => ageMs),
    ];
    const { rows } = await sql<{ key: string; debt: number }>`
      insert into request_limits as known (kind, key, until_at, added_ms)
      select ${kind}::text, key, clock_timestamp() + (added - age) * interval '1 millisecond', added
      from unnest(${keys}::text[], ${added}::double precision[], ${ages}::double precision[]) as used (key, added, age)
      -- In one order, so that two processes do not wait for each other.
      order by key
      on conflict (kind, key) do update set
        until_at = greatest(known.until_at, excluded.until_at - excluded.added_ms * interval '1 millisecond') + excluded.added_ms * interval '1 millisecond',
        added_ms = excluded.added_ms
      returning key, ${DEBT_MS} as debt`.execute(this.#queries);
    return rows;
  }
}
