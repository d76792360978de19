import type { Generated } from 'kysely';

/** Tables of migrations/172-push.sql, which describes each column. */
export interface PushTables {
  push_subscriptions: {
    id: string;
    user_id: bigint;
    session: string;
    endpoint: string;
    p256dh: string;
    auth: string;
    service: string;
    device: string;
    created_at: Date;
    told_at: Date | null;
    failures: Generated<number>;
  };
  push_deliveries: {
    id: Generated<bigint>;
    notification: bigint;
    subscription: string;
    user_id: bigint;
    message_count: number;
    attempts: Generated<number>;
    due_at: Date;
    created_at: Date;
    sent_at: Generated<Date | null>;
  };
}
