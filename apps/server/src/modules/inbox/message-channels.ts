import type { MessageKind } from '@meridian/contract/inbox/calls';
import type { Selectable } from 'kysely';
import type { Queries } from '../../database/database.ts';
import type { InboxTables } from './inbox-tables.ts';

/** Kinds whose channels and times are kept: a customer who misses one loses money. */
const KEPT_CHANNELS: ReadonlySet<MessageKind> = new Set<MessageKind>(['loan_warned']);

/** Notes when messages that must not be missed were sent. The first time counts. */
export async function keepChannel(
  queries: Queries,
  rows: readonly Pick<Selectable<InboxTables['notifications']>, 'user_id' | 'cause' | 'kind'>[],
  channel: InboxTables['message_channels']['channel'],
  told_at: Date,
): Promise<void> {
  const kept = rows.filter(({ kind }) => KEPT_CHANNELS.has(kind));
  if (kept.length === 0) return;
  await queries
    .insertInto('message_channels')
    .values(kept.map(({ user_id, cause }) => ({ user_id, cause, channel, told_at })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
