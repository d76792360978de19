import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { CODE_RULES } from '@meridian/contract/account';
import { sql } from 'kysely';
import type { Queries } from '../../database/database.ts';
import { Refusal } from '../../gateway/refusal.ts';
import type { CodePurpose } from './account-tables.ts';

interface Addressee {
  readonly receiver: string;
  readonly purpose: CodePurpose;
}

/**
 * Codes that prove that somebody reads a mailbox or a phone. Owns the table of them. A code is six random digits, bound to
 * receiver and purpose, good for ten minutes, five tries and one use; only the newest counts; 60 seconds lie between two.
 */
export class VerificationCodes {
  readonly #queries: Queries;
  readonly #nowMs: () => number;

  constructor(queries: Queries, nowMs: () => number = Date.now) {
    this.#queries = queries;
    this.#nowMs = nowMs;
  }

  /** Makes a new code. Refuses with `code_resend_wait` where the last one is too young. */
  async issue({ receiver, purpose }: Addressee): Promise<string> {
    const now = this.#nowMs();
    const code = String(randomInt(10 ** CODE_RULES.digits)).padStart(CODE_RULES.digits, '0');
    const waitMs = await this.#queries.transaction().execute(async (queries) => {
      // Requests for one receiver come one after the other: two at once make one code.
      await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`code ${purpose} ${receiver}`}, 0))`.execute(queries);
      const last = await queries
        .selectFrom('verification_codes')
        .select('created_at')
        .where('receiver', '=', receiver)
        .where('purpose', '=', purpose)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
      const youngerMs = last === undefined ? 0 : last.created_at.getTime() + CODE_RULES.resendSeconds * 1000 - now;
      if (youngerMs > 0) return youngerMs;
      await queries
        .insertInto('verification_codes')
        .values({ receiver, purpose, code_hash: hashOf(receiver, purpose, code), created_at: new Date(now), expires_at: new Date(now + CODE_RULES.minutes * 60_000), used_at: null })
        .execute();
      return 0;
    });
    if (waitMs > 0) throw new Refusal('code_resend_wait', { seconds: Math.ceil(waitMs / 1000) });
    return code;
  }

  /** Refuses with `code_wrong` unless the code is right. Each call is a try. @param use whether the code is used up by it */
  async verify({ receiver, purpose }: Addressee, code: string, use: boolean): Promise<void> {
    const now = new Date(this.#nowMs());
    const newest = await this.#queries
      .updateTable('verification_codes')
      .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
      .where('id', '=', ({ selectFrom }) =>
        selectFrom('verification_codes').select('id').where('receiver', '=', receiver).where('purpose', '=', purpose).orderBy('id', 'desc').limit(1),
      )
      .where('tries', '<', CODE_RULES.tries)
      .where('expires_at', '>', now)
      .where('used_at', 'is', null)
      .returning(['id', 'code_hash'])
      .executeTakeFirst();
    if (newest === undefined || !timingSafeEqual(newest.code_hash, hashOf(receiver, purpose, code))) throw new Refusal('code_wrong', { field: 'code' });
    if (!use) return;
    const used = await this.#queries.updateTable('verification_codes').set({ used_at: now }).where('id', '=', newest.id).where('used_at', 'is', null).executeTakeFirst();
    if (used.numUpdatedRows === 0n) throw new Refusal('code_wrong', { field: 'code' });
  }
}

function hashOf(receiver: string, purpose: CodePurpose, code: string): Buffer {
  return createHash('sha256').update(JSON.stringify([receiver, purpose, code])).digest();
}
