import type { MessageKind } from '@meridian/contract/inbox/calls';
import type { Queries } from '../../database/database.ts';
import type { Facts } from './inbox-tables.ts';

export interface Notification {
  readonly user: number | bigint;
  readonly kind: MessageKind;
  /**
   * Names the event, unique for this user: `deal-7-marked`. Never two numbers with a dash, which
   * the projector writes.
   */
  readonly cause: string;
  readonly facts: Facts;
  readonly at: Date;
}

/**
 * Notifies customers of a change that is in no journal. Pass the transaction of the change, so that
 * the notification exists if and only if the change does. A repeated cause is ignored. The inbox
 * has it at once; sockets and mails follow (`Announcer`).
 */
export async function notify(
  transaction: Queries,
  notifications: readonly Notification[],
): Promise<void> {
  if (notifications.length === 0) return;
  await transaction
    .insertInto('notifications')
    .values(
      notifications.map(({ user, kind, cause, facts, at }) => ({
        user_id: BigInt(user),
        kind,
        cause,
        facts: JSON.stringify(facts),
        created_at: at,
      })),
    )
    .onConflict((conflict) => conflict.columns(['user_id', 'cause']).doNothing())
    .execute();
}
