import { randomInt, timingSafeEqual } from 'node:crypto';
import { CODE_RULES } from '@meridian/contract/account/calls';
import { sql, type Selectable } from 'kysely';
import type { Queries } from '../../database/database.ts';
import type { Origin } from '../../gateway/access.ts';
import { Refusal } from '../../gateway/refusal.ts';
import type { Secrets } from '../../secrets.ts';
import type { AccountTables, CodePurpose } from './account-tables.ts';

/** Most wrong codes of one receiver and purpose in a day, over all its codes. */
const MOST_FAILURES = 10;
const DAY_MS = 86_400_000;

export interface Addressee {
  readonly receiver: string;
  readonly purpose: CodePurpose;
  /**
   * The session that asks, or the confirmation of a withdrawal, if the purpose has one: a code is
   * valid only for the one that it was made for.
   */
  readonly session?: string | undefined;
}

/** A try, with its origin for the notice of wrong ones. */
export interface Try extends Addressee {
  readonly by?: Origin;
}

/** A message with a code. */
export interface Issue extends Addressee {
  /** Calling code of the receiving phone; '' for a mail, or without a message. */
  readonly areaCode?: string;
  /** Called in the transaction that makes the code; if it refuses, no code is made. */
  readonly count?: (transaction: Queries) => Promise<void>;
}

type Outcome = 'right' | 'code_wrong' | 'code_locked' | 'last_failure';

/**
 * Codes that prove access to a mailbox or a phone. Owns their table and that of wrong ones.
 * Promises that a code is six random digits, bound to receiver, purpose and session, valid for ten
 * minutes, five tries and one use; only the newest counts; 60 seconds lie between two. Ten wrong
 * ones within a day, over all codes of a receiver and purpose, lock both for a day. A try without
 * an existing code does not count as wrong.
 */
export class VerificationCodes {
  readonly #queries: Queries;
  readonly #secrets: Pick<Secrets, 'mac'>;
  readonly #nowMs: () => number;
  readonly #onLocked: (failed: Try) => void;

  /**
   * @param more.onLocked called with the try that locked its receiver and purpose
   */
  constructor(
    queries: Queries,
    secrets: Pick<Secrets, 'mac'>,
    {
      nowMs = Date.now,
      onLocked = () => undefined,
    }: { readonly nowMs?: () => number; readonly onLocked?: (failed: Try) => void } = {},
  ) {
    this.#queries = queries;
    this.#secrets = secrets;
    this.#nowMs = nowMs;
    this.#onLocked = onLocked;
  }

  /**
   * Makes a new code. Refuses with `code_resend_wait` if the last one is too young, with
   * `code_locked` after too many wrong ones, and with the refusals of `count`.
   */
  async issue({ receiver, purpose, session, areaCode = '', count }: Issue): Promise<string> {
    const now = this.#nowMs();
    const code = String(randomInt(10 ** CODE_RULES.digits)).padStart(CODE_RULES.digits, '0');
    const waitMs = await this.#alone({ receiver, purpose }, async (queries) => {
      if (await this.#isLocked(queries, { receiver, purpose })) return undefined;
      const last = await newestCode(queries, { receiver, purpose });
      const youngerMs =
        last === undefined ? 0 : last.created_at.getTime() + CODE_RULES.resendSeconds * 1000 - now;
      if (youngerMs > 0) return youngerMs;
      await count?.(queries);
      const row = {
        receiver,
        purpose,
        code_hash: this.#hashOf(receiver, purpose, code),
        created_at: new Date(now),
        expires_at: new Date(now + CODE_RULES.minutes * 60_000),
        used_at: null,
        session_id: session ?? null,
        area_code: areaCode,
      };
      await queries.insertInto('verification_codes').values(row).execute();
      return 0;
    });
    if (waitMs === undefined) throw new Refusal('code_locked');
    if (waitMs > 0) throw new Refusal('code_resend_wait', { seconds: Math.ceil(waitMs / 1000) });
    return code;
  }

  /**
   * Refuses with `code_wrong` unless the code is right, with `code_locked` after too many wrong
   * ones. Each call is a try.
   *
   * @param use whether it uses the code up
   * @param transaction of the request that the code confirms. It must be committed after
   *   `code_wrong` too: that counts the try
   */
  async verify(attempt: Try, code: string, use: boolean, transaction?: Queries): Promise<void> {
    const judge = (queries: Queries): Promise<Outcome> => this.#judge(queries, attempt, code, use);
    const outcome = await (transaction === undefined
      ? this.#alone(attempt, judge)
      : alone(transaction, attempt, judge));
    if (outcome === 'right') return;
    if (outcome === 'last_failure') this.#onLocked(attempt);
    throw new Refusal(outcome === 'code_locked' ? 'code_locked' : 'code_wrong', { field: 'code' });
  }

  async #judge(
    queries: Queries,
    { receiver, purpose, session }: Try,
    code: string,
    use: boolean,
  ): Promise<Outcome> {
    const now = new Date(this.#nowMs());
    if (await this.#isLocked(queries, { receiver, purpose })) return 'code_locked';
    const newest = await newestCode(queries, { receiver, purpose });
    if (
      newest === undefined ||
      newest.used_at !== null ||
      newest.expires_at <= now ||
      newest.tries >= CODE_RULES.tries
    )
      return 'code_wrong';
    const isRight =
      newest.session_id === (session ?? null) &&
      timingSafeEqual(newest.code_hash, this.#hashOf(receiver, purpose, code));
    await queries
      .updateTable('verification_codes')
      .set({ tries: newest.tries + 1, ...(isRight && use ? { used_at: now } : {}) })
      .where('id', '=', newest.id)
      .execute();
    if (isRight) return 'right';
    await queries
      .insertInto('code_failures')
      .values({ receiver, purpose, failed_at: now })
      .execute();
    return (await this.#isLocked(queries, { receiver, purpose })) ? 'last_failure' : 'code_wrong';
  }

  /** For a day after the tenth wrong code within a day. */
  async #isLocked(queries: Queries, { receiver, purpose }: Addressee): Promise<boolean> {
    const failures = await queries
      .selectFrom('code_failures')
      .select('failed_at')
      .where('receiver', '=', receiver)
      .where('purpose', '=', purpose)
      .orderBy('failed_at', 'desc')
      .limit(MOST_FAILURES)
      .execute();
    const [newest, oldest] = [failures[0], failures[MOST_FAILURES - 1]];
    if (newest === undefined || oldest === undefined) return false;
    return (
      newest.failed_at.getTime() > this.#nowMs() - DAY_MS &&
      newest.failed_at.getTime() - oldest.failed_at.getTime() < DAY_MS
    );
  }

  /**
   * There are only a million codes: with an unkeyed hash a reader of the table could try them all.
   */
  #hashOf(receiver: string, purpose: CodePurpose, code: string): Buffer {
    return this.#secrets.mac('verification code', JSON.stringify([receiver, purpose, code]));
  }

  /**
   * Calls for one receiver and purpose run one after the other: two at once make one code, and no
   * try escapes the count.
   */
  #alone<T>(addressee: Addressee, work: (queries: Queries) => Promise<T>): Promise<T> {
    return this.#queries
      .transaction()
      .execute((transaction) => alone(transaction, addressee, work));
  }
}

async function alone<T>(
  transaction: Queries,
  { receiver, purpose }: Addressee,
  work: (queries: Queries) => Promise<T>,
): Promise<T> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`code ${purpose} ${receiver}`}, 0))`.execute(
    transaction,
  );
  return work(transaction);
}

function newestCode(
  queries: Queries,
  { receiver, purpose }: Addressee,
): Promise<Selectable<AccountTables['verification_codes']> | undefined> {
  return queries
    .selectFrom('verification_codes')
    .selectAll()
    .where('receiver', '=', receiver)
    .where('purpose', '=', purpose)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}
