import { TOPIC_OF } from '@meridian/contract/inbox/calls';
import type { MessageTopic } from '@meridian/contract/inbox/message-topics';
import { sql, type Insertable, type Selectable } from 'kysely';
import type { Queries } from '../../database/database.ts';
import { isGathered } from './frequent-messages.ts';
import type { InboxTables } from './inbox-tables.ts';
import { HAS_SESSION } from './push-devices.ts';
import { pushExpiry } from './push-payload.ts';
import type { PushTables } from './push-tables.ts';

/**
 * A page that closes counts as open for half a minute. So a message to an open page is looked at
 * again later than that: a device gets it where nobody was there.
 */
const WATCHED_WAIT_MS = 40_000;
/** More messages of frequent kinds at once become one. */
const MOST_AT_ONCE = 3;
/** Messages of frequent kinds to one customer in an hour: the inbox has the others. */
const MOST_AN_HOUR = 60;
const HOUR_MS = 3_600_000;

type Row = Selectable<InboxTables['notifications']>;

interface Circumstances {
  /** Whether a customer wants notifications of a topic. */
  readonly isWanted: (user: bigint, topic: MessageTopic) => boolean;
  readonly isWatched: (user: number) => boolean;
  readonly nowMs: number;
}

/** Queues messages for the devices of their owners, in the transaction that announces them. */
export async function queuePushes(
  transaction: Queries,
  rows: readonly Row[],
  { isWanted, isWatched, nowMs }: Circumstances,
): Promise<void> {
  const wanted = rows.filter(
    ({ user_id, kind, created_at }) =>
      isWanted(user_id, TOPIC_OF[kind]) && pushExpiry(kind, created_at) > nowMs,
  );
  const devices = await devicesOf(transaction, wanted);
  if (devices.size === 0) return;
  const counts = await hourOf(transaction, [...devices.keys()], nowMs);
  const deliveries: Insertable<PushTables['push_deliveries']>[] = [];
  for (const [user, subscriptions] of devices) {
    const own = wanted.filter(({ user_id }) => user_id === user);
    const due_at = new Date(nowMs + (isWatched(Number(user)) ? WATCHED_WAIT_MS : 0));
    for (const { notification, message_count } of bundles(own, counts.get(user) ?? 0))
      for (const subscription of subscriptions)
        deliveries.push({
          ...{ notification, subscription, user_id: user, message_count, due_at },
          created_at: new Date(nowMs),
        });
  }
  if (deliveries.length > 0)
    await transaction.insertInto('push_deliveries').values(deliveries).execute();
}

/** @param sent messages of the last hour */
function bundles(
  rows: readonly Row[],
  sent: number,
): { readonly notification: bigint; readonly message_count: number }[] {
  const alone = rows.filter(({ kind }) => !isGathered(kind));
  const frequent = rows.filter(({ kind }) => isGathered(kind));
  const last = frequent.at(-1);
  const one = ({ id }: Row) => ({ notification: id, message_count: 1 });
  if (last === undefined || sent >= MOST_AN_HOUR) return alone.map(one);
  return [
    ...alone.map(one),
    ...(frequent.length > MOST_AT_ONCE
      ? [{ notification: last.id, message_count: frequent.length }]
      : frequent.map(one)),
  ];
}

/** Subscriptions of the owners of messages, by owner. */
async function devicesOf(
  queries: Queries,
  rows: readonly Row[],
): Promise<ReadonlyMap<bigint, string[]>> {
  const users = [...new Set(rows.map(({ user_id }) => user_id))];
  if (users.length === 0) return new Map();
  const found = await queries
    .selectFrom('push_subscriptions')
    .select(['id', 'user_id'])
    .where('user_id', 'in', users)
    .where(HAS_SESSION)
    .execute();
  return new Map(
    [...Map.groupBy(found, ({ user_id }) => user_id)].map(([user, own]) => [
      user,
      own.map(({ id }) => id),
    ]),
  );
}

/** How many messages went to devices of each within the last hour. */
async function hourOf(
  queries: Queries,
  users: readonly bigint[],
  nowMs: number,
): Promise<ReadonlyMap<bigint, number>> {
  const rows = await queries
    .selectFrom('push_deliveries')
    .select(['user_id', sql<string>`count(distinct notification)`.as('count')])
    .where('user_id', 'in', users)
    .where('created_at', '>', new Date(nowMs - HOUR_MS))
    .groupBy('user_id')
    .execute();
  return new Map(rows.map(({ user_id, count }) => [user_id, Number(count)]));
}
