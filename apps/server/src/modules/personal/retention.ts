import { sql, type RawBuilder } from 'kysely';
import { Counter, type Registry } from 'prom-client';
import type { Queries } from '../../database/database.ts';
import type { AuditEntry } from '../../gateway/handler.ts';
import { Rounds } from '../../rounds.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Operator number of automatic log entries. */
const NOBODY = 0;

/** Days for which unneeded data is kept. docs/operating/personal-data.md gives the reasons. */
export const KEPT_DAYS = {
  unusedPictures: 1,
  refusedPictures: 30,
  codes: 7,
  confirmations: 1,
  endedSessions: 400,
  exports: 400,
} as const;

interface RetentionParts {
  readonly queries: Queries;
  readonly auditLog: {
    append(
      operator: number,
      address: string,
      entry: AuditEntry,
      transaction: Queries,
    ): Promise<void>;
  };
  /** Counts erased records, by kind. */
  readonly erased?: Counter<'kind'>;
  readonly warn: (text: string) => void;
  readonly nowMs?: () => number;
}

/** The figure of erased records, by kind. */
export function erasedCounter(metrics: Registry): Counter<'kind'> {
  return new Counter({
    name: 'personal_data_erased_total',
    help: 'what has left because its time was over, by kind',
    labelNames: ['kind'] as const,
    registers: [metrics],
  });
}

/**
 * Excludes users with a legal hold, and frozen accounts that are not closed: their data may be
 * evidence.
 */
const NOT_HELD = sql`not exists (select from legal_holds where legal_holds.user_id = owned.user_id)
  and not exists (select from users where users.id = owned.user_id and users.frozen_at is not null and users.closed_at is null)`;

/** Excludes pictures of a dispute, a chat, a complaint or a claim. */
const NOT_SHOWN = sql`not exists (select from deal_statements where owned.id = any(deal_statements.pictures))
  and not exists (select from p2p_chat_rows where p2p_chat_rows.picture = owned.id)
  and not exists (select from complaint_messages said where said.user_id = owned.user_id and owned.id = any(said.pictures))
  and not exists (select from deposit_claims where deposit_claims.picture = owned.id)`;

/**
 * Erases data after its retention time, once an hour. Promises that data under a hold stays, that
 * facts of money stay (they have numbers of users, no names), and that every round that erased
 * something is in the operators' log. The history of security and the log itself only grow.
 */
export class Retention {
  readonly rounds: Rounds;
  readonly #parts: RetentionParts;
  readonly #nowMs: () => number;

  constructor(parts: RetentionParts) {
    this.#parts = parts;
    this.#nowMs = parts.nowMs ?? Date.now;
    this.rounds = new Rounds(() => this.#round(), {
      everyMs: HOUR_MS,
      onTrouble: (trouble) => parts.warn(`personal data could not be erased: ${trouble}`),
    });
  }

  async #round(): Promise<void> {
    const { queries, auditLog, erased } = this.#parts;
    const left = await queries.transaction().execute(async (transaction) => {
      const counts = await eraseWhatIsDue(transaction, this.#nowMs());
      if (Object.values(counts).some((count) => count > 0))
        await auditLog.append(
          NOBODY,
          '',
          { action: 'retention.erase', subject: 'personal data', after: counts },
          transaction,
        );
      return counts;
    });
    for (const [kind, count] of Object.entries(left)) erased?.inc({ kind }, count);
  }
}

/**
 * @returns number of erased records of each kind
 */
async function eraseWhatIsDue(queries: Queries, nowMs: number): Promise<Record<string, number>> {
  const before = (days: number): Date => new Date(nowMs - days * DAY_MS);
  const gone = async (statement: RawBuilder<unknown>): Promise<number> =>
    Number((await statement.execute(queries)).numAffectedRows ?? 0n);
  return {
    unused_pictures:
      await gone(sql`delete from pictures owned where created_at < ${before(KEPT_DAYS.unusedPictures)} and ${NOT_HELD} and ${NOT_SHOWN}
      and not exists (select from identity_applications where owned.id = any(identity_applications.pictures))`),
    unused_evidence:
      await gone(sql`delete from p2p_evidence owned where created_at < ${before(KEPT_DAYS.unusedPictures)} and ${NOT_HELD}
      and not exists (select from p2p_statements where owned.id = any(p2p_statements.files))`),
    refused_pictures: await gone(sql`delete from pictures owned where ${NOT_HELD} and ${NOT_SHOWN}
      and exists (select from identity_applications mine where owned.id = any(mine.pictures) and mine.status = 'rejected' and mine.reviewed_at < ${before(KEPT_DAYS.refusedPictures)})
      and not exists (select from identity_applications mine where owned.id = any(mine.pictures) and (mine.status <> 'rejected' or mine.reviewed_at >= ${before(KEPT_DAYS.refusedPictures)}))`),
    codes: await gone(
      sql`delete from verification_codes where expires_at < ${before(KEPT_DAYS.codes)}`,
    ),
    confirmations: await gone(
      sql`delete from withdrawal_confirmations where expires_at < ${before(KEPT_DAYS.confirmations)}`,
    ),
    sessions: await gone(
      sql`delete from sessions owned where coalesce(ended_at, last_used_at) < ${before(KEPT_DAYS.endedSessions)} and ${NOT_HELD}`,
    ),
    exports: await gone(
      sql`delete from data_exports where created_at < ${before(KEPT_DAYS.exports)}`,
    ),
    closed_accounts: await eraseClosed(queries, new Date(nowMs)),
  };
}

/** Erases the owners' identities of closed accounts after their time. */
async function eraseClosed(queries: Queries, now: Date): Promise<number> {
  const { rows } = await sql<{
    user_id: bigint;
  }>`update closed_accounts owned set contact = '', erased_at = ${now} where erased_at is null and erase_at <= ${now} and ${NOT_HELD} returning user_id`.execute(
    queries,
  );
  for (const { user_id } of rows) {
    await sql`update identity_applications set name = '', card_id = null, card_hash = null, reason = '', pictures = '{}' where user_id = ${user_id}`.execute(
      queries,
    );
    await sql`update deal_statements set text = '', pictures = '{}' where user_id = ${user_id}`.execute(
      queries,
    );
    await sql`update p2p_chat_rows set text = '', picture = null where user_id = ${user_id}`.execute(
      queries,
    );
    await sql`update acceptor_deals set mobile = '', deal_account = '', deal_holder = '', deal_bank = '' where user_id = ${user_id}`.execute(
      queries,
    );
    await sql`update p2p_statements set text = '', files = '{}' where user_id = ${user_id}`.execute(
      queries,
    );
    await sql`update complaint_messages set text = '', pictures = '{}' where user_id = ${user_id}`.execute(
      queries,
    );
    await sql`update complaints set order_number = '' where user_id = ${user_id}`.execute(queries);
    await sql`update p2p_accounts set real_name = '', bank_name = '', account = '' where user_id = ${user_id}`.execute(
      queries,
    );
    await sql`update p2p_texts set remark = '', auto_reply = '', content_hash = 'erased ' || id where user_id = ${user_id}`.execute(
      queries,
    );
    await sql`update payment_intents set account = '' where user_id = ${user_id}`.execute(queries);
    await sql`update deposit_claims set picture = null, from_address = '' where user_id = ${user_id}`.execute(
      queries,
    );
    for (const table of [
      'pictures',
      'p2p_evidence',
      'sessions',
      'data_exports',
      'notifications',
      'price_alerts',
    ] as const)
      await queries.deleteFrom(table).where('user_id', '=', user_id).execute();
    await queries
      .updateTable('users')
      .set({ country_id: null, country_code: '' })
      .where('id', '=', user_id)
      .execute();
  }
  return rows.length;
}
