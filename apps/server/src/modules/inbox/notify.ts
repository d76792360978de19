import type { MessageKind } from '@meridian/contract/inbox/calls';
import type { Queries } from '../../database/database.ts';
import type { Facts } from './inbox-tables.ts';

export interface Notification {
  readonly user: number | bigint;
  readonly kind: MessageKind;
  /**
   * What it was, once for ever for this user: `deal-7-marked`. Never two numbers with a dash, which
   * the projector writes.
   */
  readonly cause: string;
  readonly facts: Facts;
  readonly at: Date;
}

/**
 * Tells customers of a change that is in no journal. Give the transaction of the change: then it is
 * told if and only if it happened. The same cause a second time is told no more. The inbox has it
 * at once; sockets and mails follow (`Announcer`).
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
