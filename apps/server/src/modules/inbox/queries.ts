import { MESSAGES_PER_PAGE } from '@meridian/contract/inbox/bounds';
import { MESSAGE_KINDS, TOPIC_OF, type OwnMessage } from '@meridian/contract/inbox/calls';
import {
  FIXED_TOPICS,
  MESSAGE_TOPICS,
  QUIET_PUSH_TOPICS,
  QUIET_TOPICS,
  type MessageTopic,
} from '@meridian/contract/inbox/message-topics';
import type { Language } from '@meridian/contract/languages';
import { sql, type Selectable } from 'kysely';
import type { Queries } from '../../database/database.ts';
import type { LiveView } from '../live-view.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import { symbolOf } from '../market/translate.ts';
import type { InboxTables } from './inbox-tables.ts';
import { pairOfFacts, wordsOf } from './words.ts';

type Row = Selectable<InboxTables['notifications']>;

/** Counting stops here: a badge says "99+". */
const MOST_UNREAD = 100;

interface Wanted {
  readonly user: number;
  readonly page: number;
  readonly topic: MessageTopic | undefined;
  readonly isUnread: boolean;
}

/** A page of a user's notifications, newest first, in the words of a language. */
export async function messagesOf(
  { queries, live }: { readonly queries: Queries; readonly live: LiveView },
  { user, page, topic, isUnread }: Wanted,
  language: Language,
): Promise<OwnMessage[]> {
  let query = queries.selectFrom('notifications').selectAll().where('user_id', '=', BigInt(user));
  if (topic !== undefined) query = query.where('kind', 'in', MESSAGE_KINDS[topic]);
  if (isUnread) query = query.where('read_at', 'is', null);
  const rows = await query
    .orderBy('id', 'desc')
    .limit(MESSAGES_PER_PAGE)
    .offset((page - 1) * MESSAGES_PER_PAGE)
    .execute();
  return (await withReasons(queries, rows)).map((row) => {
    const { id, kind, facts, read_at, created_at } = row;
    const pair = pairOfFacts(live, facts);
    return {
      id: Number(id),
      kind,
      topic: TOPIC_OF[kind],
      ...wordsOf(live, row, language),
      subject: facts.subject ?? 0,
      market: pair === undefined ? '' : symbolOf(pair),
      transaction: facts.transaction ?? '',
      sale: facts.sale ?? '',
      is_read: read_at !== null,
      created_time: shanghaiTime(created_at.getTime()),
    };
  });
}

/**
 * @returns 100 for a hundred and more
 */
export async function unreadOf(queries: Queries, user: number): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) from (select 1 from notifications where user_id = ${user} and read_at is null limit ${MOST_UNREAD}) as unread`.execute(
    queries,
  );
  return Number(rows[0]?.count ?? 0);
}

/** Marks one message as read, or all up to one. */
export async function markRead(
  queries: Queries,
  user: number,
  { id, upTo }: { readonly id: number | undefined; readonly upTo: number | undefined },
): Promise<void> {
  let found = queries
    .updateTable('notifications')
    .set({ read_at: new Date() })
    .where('user_id', '=', BigInt(user))
    .where('read_at', 'is', null);
  if (id !== undefined) found = found.where('id', '=', BigInt(id));
  if (upTo !== undefined) found = found.where('id', '<=', BigInt(upTo));
  await found.execute();
}

/** Adds operators' reasons of rejected withdrawals, which are in no event. */
export async function withReasons(queries: Queries, rows: readonly Row[]): Promise<Row[]> {
  const withdrawals = rows.flatMap(({ kind, facts }) =>
    kind === 'withdrawal_rejected' && facts.subject !== undefined ? BigInt(facts.subject) : [],
  );
  if (withdrawals.length === 0) return [...rows];
  const rejected = await queries
    .selectFrom('withdrawal_rejections')
    .select(['withdrawal', 'reason'])
    .where('withdrawal', 'in', withdrawals)
    .execute();
  const reasons = new Map(rejected.map(({ withdrawal, reason }) => [Number(withdrawal), reason]));
  return rows.map((row) =>
    row.kind === 'withdrawal_rejected'
      ? { ...row, facts: { ...row.facts, reason: reasons.get(row.facts.subject ?? 0) ?? '' } }
      : row,
  );
}

type IsChosen = (user: bigint, topic: MessageTopic) => boolean;

/** The channels beside the inbox that users chose for a topic. */
export async function choices(
  queries: Queries,
  users: readonly bigint[],
): Promise<{ readonly isMailed: IsChosen; readonly isPushed: IsChosen }> {
  const rows = await queries
    .selectFrom('message_settings')
    .selectAll()
    .where('user_id', 'in', [...new Set(users)])
    .execute();
  const chosen = new Map(rows.map((row) => [`${row.user_id} ${row.topic}`, row]));
  return {
    isMailed: (user, topic) =>
      FIXED_TOPICS.includes(topic) ||
      (chosen.get(`${user} ${topic}`)?.mail ?? !QUIET_TOPICS.includes(topic)),
    isPushed: (user, topic) =>
      chosen.get(`${user} ${topic}`)?.push ?? !QUIET_PUSH_TOPICS.includes(topic),
  };
}

/** Every topic with whether it goes out by mail and to devices. */
export async function settingsOf(queries: Queries, user: number) {
  const { isMailed, isPushed } = await choices(queries, [BigInt(user)]);
  return MESSAGE_TOPICS.map((topic) => ({
    topic,
    mail: isMailed(BigInt(user), topic),
    is_fixed: FIXED_TOPICS.includes(topic),
    push: isPushed(BigInt(user), topic),
  }));
}

/** Saves a choice. A channel that is undefined stays as it is. */
export async function saveSetting(
  queries: Queries,
  user: number,
  {
    topic,
    ...chosen
  }: {
    readonly topic: MessageTopic;
    readonly mail: boolean | undefined;
    readonly push: boolean | undefined;
  },
): Promise<void> {
  await queries
    .insertInto('message_settings')
    .values({
      user_id: BigInt(user),
      topic,
      mail: chosen.mail ?? null,
      push: chosen.push ?? null,
    })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'topic']).doUpdateSet({
        mail: sql`coalesce(excluded.mail, message_settings.mail)`,
        push: sql`coalesce(excluded.push, message_settings.push)`,
      }),
    )
    .execute();
}
