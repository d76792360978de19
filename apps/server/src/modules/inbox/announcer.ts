import { hash } from 'node:crypto';
import { TOPIC_OF, type MessageKind } from '@meridian/contract/inbox/calls';
import { resolveLanguage, type Language } from '@meridian/contract/languages';
import type { MessagesEvent } from '@meridian/contract/inbox/events';
import type { Selectable } from 'kysely';
import type { Queries } from '../../database/database.ts';
import { textOf } from '../../texts.ts';
import type { LiveView } from '../live-view.ts';
import { Rounds } from '../../rounds.ts';
import { messageTo, type Messenger } from '../account/messenger.ts';
import { freezeOffer } from '../account/security-notices.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import { isGathered } from './frequent-messages.ts';
import type { InboxTables } from './inbox-tables.ts';
import { keepChannel } from './message-channels.ts';
import { queuePushes } from './push-queue.ts';
import { choices, unreadOf, withReasons } from './queries.ts';
import { isChange, offersFreeze, withoutNote, wordsOf } from './words.ts';

const LOOK_MS = 500;
/** Rows of one round. */
const AT_ONCE = 500;
const KEY_LETTERS = 32;
const MINUTE_MS = 60_000;
/** A message older than this when it is first read is no longer news and goes out by no mail. */
const TOO_OLD_MS = 24 * 60 * MINUTE_MS;
/** After a provider has failed. */
const RETRY_MS = MINUTE_MS;
/** Mails of these kinds are gathered. */
const GATHERED_MS = 10 * MINUTE_MS;
/**
 * Kinds that the owner of an open page has seen, without a badge or a mail. Liquidations and
 * decisions of operators stay unread until they are read, and so do withdrawals: the open page may
 * be a thief's.
 */
const SEEN_WHEN_HERE: ReadonlySet<MessageKind> = new Set<MessageKind>([
  'order_filled',
  'position_opened',
  'ticket_won',
  'ticket_lost',
  'ticket_drawn',
]);

type Row = Selectable<InboxTables['notifications']>;

export interface AnnouncerParts {
  readonly queries: Queries;
  readonly live: LiveView;
  readonly messenger: Messenger;
  /** Links by which the owner freezes the account: "this was not me". */
  readonly freezeLinks: { issue(user: number): Promise<string> };
  readonly sockets: {
    /** Whether a socket with the user's session is connected, or was half a minute ago. */
    isWatched(user: number): boolean;
    /** To the sockets with a session of the user, and no others. */
    notify(user: number, event: string, payload: object): void;
  };
  readonly warn: (text: string) => void;
  readonly nowMs?: () => number;
}

/**
 * Carries notifications from the table to open pages and into mails, and queues them for devices
 * (`PushDeliveries` sends).
 *
 * Owns their `state`. Promises that each is announced to open pages once it is committed; that each
 * due mail goes out at least once, under a name that makes a second one the same mail (a crash
 * between sending and noting it); and that no customer gets mails of topics that they turned off.
 * The inbox does not depend on it.
 */
export class Announcer {
  readonly rounds: Rounds;
  readonly #parts: AnnouncerParts;
  readonly #nowMs: () => number;

  constructor(parts: AnnouncerParts) {
    this.#parts = parts;
    this.#nowMs = parts.nowMs ?? Date.now;
    this.rounds = new Rounds(() => this.#round(), {
      everyMs: LOOK_MS,
      onTrouble: (trouble) => parts.warn(`messages could not be announced: ${trouble}`),
    });
  }

  async #round(): Promise<void> {
    while ((await this.#announce()) === AT_ONCE);
    await this.#sendMails();
  }

  /**
   * @returns number of announced notifications
   */
  async #announce(): Promise<number> {
    const { queries, sockets, live } = this.#parts;
    const rows = await queries
      .selectFrom('notifications')
      .selectAll()
      .where('state', '=', 'new')
      .orderBy('id')
      .limit(AT_ONCE)
      .execute();
    if (rows.length === 0) return 0;
    const { isMailed: isMailWanted, isPushed } = await choices(
      queries,
      rows.map(({ user_id }) => user_id),
    );
    const nowMs = this.#nowMs();
    const here = (row: Row): boolean => sockets.isWatched(Number(row.user_id));
    const seen = rows.filter((row) => here(row) && SEEN_WHEN_HERE.has(row.kind));
    const mailed = rows.filter(
      (row) =>
        !seen.includes(row) &&
        isMailed(row.kind) &&
        isMailWanted(row.user_id, TOPIC_OF[row.kind]) &&
        row.created_at.getTime() > nowMs - TOO_OLD_MS,
    );
    const mailedIds = new Set(mailed.map(({ id }) => id));
    await queries.transaction().execute(async (transaction) => {
      const set = async (
        chosen: readonly Row[],
        values: Partial<Pick<Row, 'state' | 'read_at' | 'mail_due_at'>>,
      ): Promise<void> => {
        if (chosen.length > 0)
          await transaction
            .updateTable('notifications')
            .set(values)
            .where(
              'id',
              'in',
              chosen.map(({ id }) => id),
            )
            .execute();
      };
      await set(seen, { read_at: new Date(nowMs) });
      await set(mailed, { state: 'mail' });
      await set(
        rows.filter(({ id }) => !mailedIds.has(id)),
        { state: 'done' },
      );
      for (const [afterMs, own] of Map.groupBy(mailed, ({ kind }) => mailDelayMs(kind)))
        await set(own, { mail_due_at: new Date(nowMs + afterMs) });
      const isWatched = (user: number): boolean => sockets.isWatched(user);
      await queuePushes(transaction, rows, { isWanted: isPushed, isWatched, nowMs });
    });
    for (const [user, own] of Map.groupBy(rows, ({ user_id }) => Number(user_id))) {
      if (!sockets.isWatched(user)) continue;
      const messages = own.map(({ id, kind }) => ({ id: Number(id), kind, topic: TOPIC_OF[kind] }));
      const event: MessagesEvent = {
        unread: await unreadOf(queries, user),
        messages,
        seq: live.seq,
        ts: live.timeMs,
      };
      sockets.notify(user, 'messages', event);
      await keepChannel(queries, own, 'socket', new Date(nowMs));
    }
    return rows.length;
  }

  /**
   * Due messages of one user go out in one mail, which takes all that wait along.
   */
  async #sendMails(): Promise<void> {
    const { queries } = this.#parts;
    const due = await queries
      .selectFrom('notifications')
      .select('user_id')
      .distinct()
      .where('state', '=', 'mail')
      .where('mail_due_at', '<=', new Date(this.#nowMs()))
      .limit(AT_ONCE)
      .execute();
    for (const { user_id } of due) await this.#mail(user_id);
  }

  async #mail(user: bigint): Promise<void> {
    const { queries, messenger, live, freezeLinks, warn } = this.#parts;
    const owed = await queries
      .selectFrom('notifications')
      .selectAll()
      .where('user_id', '=', user)
      .where('state', '=', 'mail')
      .orderBy('id')
      .limit(AT_ONCE)
      .execute();
    const receiver = await queries
      .selectFrom('users')
      .selectAll()
      .where('id', '=', user)
      .executeTakeFirst();
    const ids = owed.map(({ id }) => id);
    if (receiver !== undefined) {
      const language = resolveLanguage(receiver.language);
      const rows = await withReasons(queries, owed);
      const freezeLink = owed.some(({ kind }) => offersFreeze(kind))
        ? await freezeLinks.issue(Number(user))
        : undefined;
      try {
        await messenger.send(
          messageTo(receiver, {
            ...mailText({
              live,
              rows,
              language,
              freezeLink,
              isFrozen: receiver.frozen_at !== null,
            }),
            code: '',
            key: keyOf(ids),
          }),
        );
        await keepChannel(queries, owed, 'mail', new Date(this.#nowMs()));
      } catch (error) {
        warn(`messages ${ids.join(', ')} are mailed later: ${String(error)}`);
        const isOver = owed.every(
          ({ created_at }) => created_at.getTime() < this.#nowMs() - TOO_OLD_MS,
        );
        await queries
          .updateTable('notifications')
          .set(isOver ? { state: 'done' } : { mail_due_at: new Date(this.#nowMs() + RETRY_MS) })
          .where('id', 'in', ids)
          .execute();
        return;
      }
    }
    await queries
      .updateTable('notifications')
      .set({ state: 'done' })
      .where('id', 'in', ids)
      .execute();
  }
}

/** The name of a mail: the same for the same messages. */
function keyOf(ids: readonly bigint[]): string {
  return `message-${hash('sha256', ids.join(' ')).slice(0, KEY_LETTERS)}`;
}

/**
 * Changes of security, and new accounts of payments, have a mail of their own, sent as they are
 * made (`SecurityLog`).
 */
function isMailed(kind: MessageKind): boolean {
  return !isChange(kind) && kind !== 'payment_account_saved';
}

function mailDelayMs(kind: MessageKind): number {
  return isGathered(kind) ? GATHERED_MS : 0;
}

interface Mail {
  readonly live: LiveView;
  readonly rows: readonly Row[];
  readonly language: Language;
  readonly freezeLink: string | undefined;
  /** A frozen account has no login, so its mail links to no page of the account. */
  readonly isFrozen: boolean;
}

function mailText({ live, rows, language, freezeLink, isFrozen }: Mail): {
  subject: string;
  body: string;
} {
  const words = rows.map((row) => ({
    ...wordsOf(live, withoutNote(row), language),
    time: `${shanghaiTime(row.created_at.getTime())} (UTC+8)`,
  }));
  const [first] = words;
  const title =
    words.length === 1 && first !== undefined
      ? first.title
      : textOf(language, 'message.several', { count: words.length });
  const paragraphs = words.map(({ title: heading, text, time }) =>
    [...(words.length === 1 ? [] : [heading]), ...(text === '' ? [] : [text]), time].join('\n'),
  );
  return {
    subject: `Meridian: ${title}`,
    body: [
      ...paragraphs,
      ...(freezeLink === undefined ? [] : [freezeOffer(language, freezeLink)]),
      ...(isFrozen ? [] : [textOf(language, 'message.foot')]),
    ].join('\n\n'),
  };
}
