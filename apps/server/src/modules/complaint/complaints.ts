import {
  COMPLAINT_RULES,
  type ComplaintSubject,
  type ReportReason,
} from '@meridian/contract/complaint/bounds';
import { REPORT_SUBJECT } from '@meridian/contract/complaint/calls';
import type { UserId } from '@meridian/core/ids';
import type { Selectable } from 'kysely';
import type { Queries } from '../../database/database.ts';
import type { AuditEntry } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import type { SealedFields } from '../../sealed/sealed-fields.ts';
import { notify } from '../inbox/notify.ts';
import type { ComplaintTables } from './complaint-tables.ts';

const DAY_MS = 86_400_000;

export type Complaint = Selectable<ComplaintTables['complaints']>;

/**
 * The trader, reason, ad and deal of a report. Ad or deal is undefined where the reporter named
 * none.
 */
export interface Report {
  readonly trader: UserId;
  readonly reason: ReportReason;
  readonly ad: number | undefined;
  readonly deal: number | undefined;
}

/** A message as a customer sends it: a text without blanks around it, and ids of own pictures. */
export interface Said {
  readonly text: string;
  readonly pictures: readonly string[];
  /** The same key again is the same message. */
  readonly key: string | undefined;
}

export interface ComplaintMessage {
  readonly id: number;
  /** Account of the operator, '' of the customer. */
  readonly operator: string;
  readonly text: string;
  /** Ids of pictures. */
  readonly pictures: readonly string[];
  readonly at: Date;
}

interface ComplaintParts {
  readonly queries: Queries;
  readonly fields: SealedFields;
  /** Wall clock, milliseconds UTC. */
  readonly now: () => number;
}

interface Answer {
  readonly id: number;
  /** The last message that the operator has read. */
  readonly seen: number;
  readonly operator: number;
  /** Writes an entry of the operators' log in the transaction. */
  readonly audit: (entry: AuditEntry, transaction: Queries) => Promise<void>;
}

/**
 * Owns complaints and their messages. Promises that a complaint and a message are written once
 * under the key of their request; that a closed complaint never changes; that an operator answers
 * or closes only a complaint that they have read to its end, so that no addition of a customer is
 * passed over; and that the customer is told of each answer in the same transaction. It does not
 * decide which operators may read.
 */
export class Complaints {
  readonly #parts: ComplaintParts;

  constructor(parts: ComplaintParts) {
    this.#parts = parts;
  }

  /**
   * Files a complaint. Refuses more than a customer may have, and another content under the same
   * key.
   * @returns its number
   */
  async file(
    user: UserId,
    about:
      | { readonly subject: ComplaintSubject; readonly orderNumber: string }
      | { readonly report: Report },
    said: Said,
  ): Promise<number> {
    const { queries, fields } = this.#parts;
    const at = this.#now();
    const columns = columnsOf(about);
    return queries.transaction().execute(async (transaction) => {
      // One complaint of a user at a time.
      await transaction
        .selectFrom('users')
        .select('id')
        .where('id', '=', BigInt(user))
        .forUpdate()
        .execute();
      const known = await this.#filed(transaction, user, said.key);
      if (known !== undefined) {
        const isSame =
          JSON.stringify(comparable(known)) === JSON.stringify(comparable({ ...columns, ...said }));
        if (!isSame) throw new Refusal('idempotency_key_reused');
        return Number(known.id);
      }
      await this.#requireRoom(transaction, user);
      const { id } = await transaction
        .insertInto('complaints')
        .values({
          user_id: BigInt(user),
          ...fields.seal('complaints', user, columns),
          state: 'open',
          opened_at: at,
          created_at: at,
          changed_at: at,
          request_key: said.key ?? null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await this.#add(transaction, { complaint: id, user: BigInt(user), operator: null }, said);
      return Number(id);
    });
  }

  /**
   * Adds a message of the customer. Refuses others' complaints like unknown ones, closed ones, and
   * more messages than one complaint takes.
   */
  async write(user: UserId, id: number, said: Said): Promise<void> {
    await this.#parts.queries.transaction().execute(async (transaction) => {
      const complaint = await this.#ownLocked(transaction, user, id);
      const own = await transaction
        .selectFrom('complaint_messages')
        .selectAll()
        .where('complaint', '=', complaint.id)
        .where('operator', 'is', null)
        .execute();
      const known = own.find(({ request_key: key }) => key !== null && key === said.key);
      if (known !== undefined) {
        const { text, pictures } = this.#opened(known);
        const isSame = text === said.text && pictures.join() === said.pictures.join();
        if (!isSame) throw new Refusal('idempotency_key_reused');
        return;
      }
      if (complaint.state === 'closed') throw new Refusal('complaint_closed', { field: 'id' });
      if (own.length >= COMPLAINT_RULES.perComplaint)
        throw new Refusal('complaint_full', { field: 'id' });
      const at = this.#now();
      await this.#add(
        transaction,
        { complaint: complaint.id, user: complaint.user_id, operator: null },
        said,
        said.key,
      );
      await transaction
        .updateTable('complaints')
        .set({
          changed_at: at,
          ...(complaint.state === 'answered' ? { state: 'open', opened_at: at } : {}),
        })
        .where('id', '=', complaint.id)
        .execute();
    });
  }

  /** Closes an own complaint. One that is closed stays so. */
  async close(user: UserId, id: number): Promise<void> {
    await this.#parts.queries.transaction().execute(async (transaction) => {
      const { id: complaint, state } = await this.#ownLocked(transaction, user, id);
      if (state !== 'closed') await this.#setState(transaction, complaint, 'closed');
    });
  }

  /** A complaint of a user. Refuses others' complaints like unknown ones. */
  async own(user: UserId, id: number): Promise<Complaint> {
    const complaint = await this.find(id);
    if (complaint?.user_id !== BigInt(user))
      throw new Refusal('complaint_not_found', { field: 'id' });
    return complaint;
  }

  /** A complaint of any user. */
  async find(id: number): Promise<Complaint | undefined> {
    const row = await this.#parts.queries
      .selectFrom('complaints')
      .selectAll()
      .where('id', '=', BigInt(id))
      .executeTakeFirst();
    return row && this.open(row);
  }

  /** The row as it was written. */
  open(row: Complaint): Complaint {
    return this.#parts.fields.open('complaints', row.user_id, row);
  }

  /** Messages of a complaint, oldest first. The caller must have checked the access. */
  async messagesOf(complaint: bigint): Promise<ComplaintMessage[]> {
    const rows = await this.#parts.queries
      .selectFrom('complaint_messages')
      .leftJoin('operators', 'operators.id', 'complaint_messages.operator')
      .selectAll('complaint_messages')
      .select('operators.account')
      .where('complaint', '=', complaint)
      .orderBy('complaint_messages.id')
      .execute();
    return rows.map((row) => {
      const { id, text, pictures, created_at: at } = this.#opened(row);
      return { id: Number(id), operator: row.account ?? '', text, pictures, at };
    });
  }

  /** An operator's answer: the customer has the next word. */
  async answer({ audit, ...by }: Answer, text: string): Promise<void> {
    await this.#parts.queries.transaction().execute(async (transaction) => {
      const complaint = await this.#readLocked(transaction, by);
      const message = await this.#add(
        transaction,
        { complaint: complaint.id, user: complaint.user_id, operator: BigInt(by.operator) },
        { text, pictures: [] },
      );
      await this.#setState(transaction, complaint.id, 'answered');
      await this.#tell(transaction, complaint, {
        kind: 'complaint_answered',
        cause: `complaint-answer-${message}`,
      });
      await audit({ ...entryOf('complaint.answer', complaint), after: { message } }, transaction);
    });
  }

  /** An operator's end of a complaint. */
  async end({ audit, ...by }: Answer): Promise<void> {
    await this.#parts.queries.transaction().execute(async (transaction) => {
      const complaint = await this.#readLocked(transaction, by);
      await this.#setState(transaction, complaint.id, 'closed');
      await this.#tell(transaction, complaint, {
        kind: 'complaint_closed',
        cause: `complaint-closed-${complaint.id}`,
      });
      await audit(entryOf('complaint.close', complaint), transaction);
    });
  }

  #now(): Date {
    return new Date(this.#parts.now());
  }

  /** The complaint that a user filed under a request key, with its first message. */
  async #filed(transaction: Queries, user: UserId, key: string | undefined) {
    if (key === undefined) return undefined;
    const row = await transaction
      .selectFrom('complaints')
      .selectAll()
      .where('user_id', '=', BigInt(user))
      .where('request_key', '=', key)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const first = await transaction
      .selectFrom('complaint_messages')
      .selectAll()
      .where('complaint', '=', row.id)
      .orderBy('id')
      .limit(1)
      .executeTakeFirstOrThrow();
    const { text, pictures } = this.#opened(first);
    return { ...this.open(row), text, pictures };
  }

  async #requireRoom(transaction: Queries, user: UserId): Promise<void> {
    const since = new Date(this.#parts.now() - DAY_MS);
    const { open, recent } = await transaction
      .selectFrom('complaints')
      .select(({ fn, eb }) => [
        fn.countAll<bigint>().filterWhere('state', '!=', 'closed').as('open'),
        fn
          .countAll<bigint>()
          .filterWhere(eb('created_at', '>', since))
          .as('recent'),
      ])
      .where('user_id', '=', BigInt(user))
      .executeTakeFirstOrThrow();
    if (open >= BigInt(COMPLAINT_RULES.notClosed)) throw new Refusal('complaints_not_closed');
    if (recent >= BigInt(COMPLAINT_RULES.perDay)) throw new Refusal('complaints_too_many');
  }

  /** An own complaint, locked. */
  async #ownLocked(transaction: Queries, user: UserId, id: number): Promise<Complaint> {
    const complaint = await transaction
      .selectFrom('complaints')
      .selectAll()
      .where('id', '=', BigInt(id))
      .where('user_id', '=', BigInt(user))
      .forUpdate()
      .executeTakeFirst();
    if (complaint === undefined) throw new Refusal('complaint_not_found', { field: 'id' });
    return complaint;
  }

  /** A complaint that an operator has read to its end and that is not closed, locked. */
  async #readLocked(
    transaction: Queries,
    { id, seen }: Pick<Answer, 'id' | 'seen'>,
  ): Promise<Complaint> {
    const complaint = await transaction
      .selectFrom('complaints')
      .selectAll()
      .where('id', '=', BigInt(id))
      .forUpdate()
      .executeTakeFirst();
    if (complaint === undefined) throw new Refusal('complaint_not_found', { field: 'id' });
    if (complaint.state === 'closed') throw new Refusal('complaint_closed', { field: 'id' });
    const { last } = await transaction
      .selectFrom('complaint_messages')
      .select(({ fn }) => fn.max('id').as('last'))
      .where('complaint', '=', complaint.id)
      .executeTakeFirstOrThrow();
    if (last !== BigInt(seen)) throw new Refusal('complaint_changed', { field: 'seen' });
    return complaint;
  }

  async #setState(
    transaction: Queries,
    complaint: bigint,
    state: 'answered' | 'closed',
  ): Promise<void> {
    await transaction
      .updateTable('complaints')
      .set({ state, changed_at: this.#now() })
      .where('id', '=', complaint)
      .execute();
  }

  /** @returns the number of the message */
  async #add(
    transaction: Queries,
    by: { readonly complaint: bigint; readonly user: bigint; readonly operator: bigint | null },
    { text, pictures }: Pick<Said, 'text' | 'pictures'>,
    key?: string,
  ): Promise<number> {
    const { complaint, user, operator } = by;
    const { id } = await transaction
      .insertInto('complaint_messages')
      .values({
        complaint,
        user_id: user,
        operator,
        ...this.#parts.fields.seal('complaint_messages', user, { text }),
        pictures: [...pictures],
        request_key: key ?? null,
        created_at: this.#now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return Number(id);
  }

  #opened<R extends { readonly user_id: bigint; readonly text: string }>(row: R): R {
    return this.#parts.fields.open('complaint_messages', row.user_id, row);
  }

  /** Notifies the customer of a complaint, unless the account is closed. */
  async #tell(
    transaction: Queries,
    { id, user_id: user }: Complaint,
    what: { readonly kind: 'complaint_answered' | 'complaint_closed'; readonly cause: string },
  ): Promise<void> {
    const { closed_at } = await transaction
      .selectFrom('users')
      .select('closed_at')
      .where('id', '=', user)
      .executeTakeFirstOrThrow();
    if (closed_at !== null) return;
    await notify(transaction, [{ user, ...what, facts: { subject: Number(id) }, at: this.#now() }]);
  }
}

function columnsOf(about: Parameters<Complaints['file']>[1]) {
  if ('subject' in about)
    return {
      subject: about.subject,
      order_number: about.orderNumber,
      ...{ reported: null, reason: null, ad: null, deal: null },
    };
  const { trader, reason, ad, deal } = about.report;
  return {
    subject: REPORT_SUBJECT,
    order_number: '',
    reported: BigInt(trader),
    reason,
    ad: ad === undefined ? null : BigInt(ad),
    deal: deal === undefined ? null : BigInt(deal),
  } as const;
}

/** The fields that two requests under one key must have in common. */
function comparable(
  filed: Pick<Complaint, 'subject' | 'order_number' | 'reported' | 'reason' | 'ad' | 'deal'> &
    Pick<Said, 'text' | 'pictures'>,
): string[] {
  const { subject, order_number, reported, reason, ad, deal, text, pictures } = filed;
  return [subject, order_number, reported, reason, ad, deal, text, ...pictures].map(String);
}

/** The words stay out of the log, from which no personal data can be erased. */
function entryOf(action: string, { id, user_id, state }: Complaint): AuditEntry {
  return { action, subject: `complaint ${id}`, before: { user: Number(user_id), state } };
}
