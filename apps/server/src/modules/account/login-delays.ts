import { sql } from 'kysely';
import type { Queries } from '../../database/database.ts';
import { networkOf } from '../../gateway/client-addresses.ts';
import type { Secrets } from '../../secrets.ts';
import { DEVICE_TOKEN_MS } from './device-tokens.ts';

/** The identity of an attempt, as far as it is known. */
export interface Attempt {
  /** The target of the guess: an account, an operator's code. */
  readonly name: string;
  /** The source: a network address, or the session. */
  readonly address: string;
  /** A device id, if the browser has proven that it opened this account before. */
  readonly device?: string | undefined;
}

interface Count {
  readonly key: Buffer;
  /** Number of failures without a delay. */
  readonly free: number;
  /** Lifetime of its failures. */
  readonly forMs: number;
}

const FORGOTTEN_AFTER_MS = 15 * 60_000;
const FIRST_DELAY_S = 5;
const LONGEST_DELAY_S = 5 * 60;
const MOST_DOUBLINGS = 10;
const PRUNE_MS = 60_000;
/**
 * Of an account at one network or device; of an account from all networks; of a network at all
 * accounts, which many people can share.
 */
const FREE_FAILURES = { account: 5, everywhere: 20, network: 20 } as const;
/** Failures since its last success after which a device is a stranger. */
const MOST_OF_DEVICE = 10;

/**
 * Slows guessing. Strangers wait after five failures of an account from their network, after twenty
 * of it from all networks, and after twenty of their network at any accounts; each further one
 * doubles the wait. A device that the account was opened on before has counts of its own:
 * strangers' failures do not delay it, until ten failures of its own make it a stranger. Known and
 * unknown accounts are treated alike.
 *
 * Owns the counts, in a table that all processes share and restarts keep, under keyed hashes. An
 * attempt counts before it is judged, so that attempts in parallel do not escape; a success removes
 * its counts. A waiting attempt writes nothing.
 */
export class LoginDelays {
  readonly #queries: Queries;
  readonly #secrets: Secrets;
  readonly #scope: string;
  readonly #nowMs: () => number;
  #prunedMs = 0;

  /**
   * @param scope the guarded login: the same name in two scopes has separate counts
   */
  constructor(
    queries: Queries,
    secrets: Secrets,
    scope: 'customer' | 'proof' | 'operator',
    nowMs: () => number = Date.now,
  ) {
    this.#queries = queries;
    this.#secrets = secrets;
    this.#scope = scope;
    this.#nowMs = nowMs;
  }

  /** Counts an attempt. Returns 0 if it may go on, else the whole seconds to wait. */
  async attempt(who: Attempt): Promise<number> {
    const counts = await this.#countsOf(who);
    const waitSeconds = await this.#waitSeconds(counts);
    if (waitSeconds > 0) return waitSeconds;
    await this.#prune();
    if (await this.#count(counts)) return 0;
    // Parallel attempts were faster: their counts now delay this one.
    return Math.max(1, await this.#waitSeconds(counts));
  }

  /** Clears the counts of a right attempt. */
  async succeeded({ name, address, device }: Attempt): Promise<void> {
    // A device proves only itself: strangers still wait.
    const counts =
      device === undefined
        ? [this.#key('here', name, networkOf(address)), this.#key('everywhere', name)]
        : [this.#key('device', name, device)];
    await this.#queries.deleteFrom('login_failures').where('key', 'in', counts).execute();
    if (device !== undefined) return;
    await this.#queries
      .updateTable('login_failures')
      .set(({ eb }) => ({ failures: eb('failures', '-', 1) }))
      .where('key', '=', this.#key('network', networkOf(address)))
      .where('failures', '>', 0)
      .execute();
  }

  async #countsOf({ name, address, device }: Attempt): Promise<Count[]> {
    if (device !== undefined) {
      const key = this.#key('device', name, device);
      const row = await this.#queries
        .selectFrom('login_failures')
        .select('failures')
        .where('key', '=', key)
        .executeTakeFirst();
      if (row === undefined || row.failures < MOST_OF_DEVICE)
        return [{ key, free: FREE_FAILURES.account, forMs: DEVICE_TOKEN_MS }];
    }
    const network = networkOf(address);
    const counts = [
      {
        key: this.#key('here', name, network),
        free: FREE_FAILURES.account,
        forMs: FORGOTTEN_AFTER_MS,
      },
      {
        key: this.#key('everywhere', name),
        free: FREE_FAILURES.everywhere,
        forMs: FORGOTTEN_AFTER_MS,
      },
      {
        key: this.#key('network', network),
        free: FREE_FAILURES.network,
        forMs: FORGOTTEN_AFTER_MS,
      },
    ];
    // In one order, so that two attempts do not wait for each other.
    return counts.sort((one, other) => one.key.compare(other.key));
  }

  async #waitSeconds(counts: readonly Count[]): Promise<number> {
    const nowMs = this.#nowMs();
    const rows = await this.#queries
      .selectFrom('login_failures')
      .select(['free', 'failures', 'failed_at'])
      .where(
        'key',
        'in',
        counts.map(({ key }) => key),
      )
      .where('forgotten_at', '>', new Date(nowMs))
      .execute();
    const waits = rows.map(({ free, failures, failed_at }) =>
      failures < free ? 0 : failed_at.getTime() + delayMs(failures - free) - nowMs,
    );
    return Math.ceil(Math.max(0, ...waits) / 1000);
  }

  /**
   * Counts an attempt that needs no wait, in one statement. False if one of the counts now requires
   * a wait.
   */
  async #count(counts: readonly Count[]): Promise<boolean> {
    const now = new Date(this.#nowMs());
    const isForgotten = sql<boolean>`login_failures.forgotten_at <= ${now}::timestamptz`;
    const counted = await this.#queries
      .insertInto('login_failures')
      .values(
        counts.map(({ key, free, forMs }) => ({
          key,
          free,
          failures: 1,
          failed_at: now,
          forgotten_at: new Date(now.getTime() + forMs),
        })),
      )
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet(({ ref }) => ({
            failures: sql<number>`case when ${isForgotten} then 1 else login_failures.failures + 1 end`,
            failed_at: now,
            forgotten_at: ref('excluded.forgotten_at'),
          }))
          .where(
            sql<boolean>`${isForgotten} or login_failures.failures < login_failures.free or login_failures.failed_at + make_interval(secs =>
              least(${LONGEST_DELAY_S}::float8, ${FIRST_DELAY_S}::float8 * power(2, least(login_failures.failures - login_failures.free, ${MOST_DOUBLINGS}::int)))) <= ${now}::timestamptz`,
          ),
      )
      .returning('key')
      .execute();
    return counted.length === counts.length;
  }

  async #prune(): Promise<void> {
    const nowMs = this.#nowMs();
    if (nowMs - this.#prunedMs < PRUNE_MS) return;
    this.#prunedMs = nowMs;
    await this.#queries
      .deleteFrom('login_failures')
      .where('forgotten_at', '<=', new Date(nowMs))
      .execute();
  }

  #key(...parts: readonly string[]): Buffer {
    return this.#secrets.mac('login failures', JSON.stringify([this.#scope, ...parts]));
  }
}

function delayMs(beyondFree: number): number {
  return (
    Math.min(LONGEST_DELAY_S, FIRST_DELAY_S * 2 ** Math.min(beyondFree, MOST_DOUBLINGS)) * 1000
  );
}
