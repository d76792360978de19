import type {
  DELIVERY_FAILURES,
  DELIVERY_STATES,
  WebhookEvent,
} from '@meridian/contract/p2p/webhook-calls';
import type { Generated } from 'kysely';

/** Tables of migrations/157-p2p-webhooks.sql, which describes each column. */
export interface P2pWebhookTables {
  p2p_webhooks: {
    user_id: bigint;
    url: string;
    secret: string;
    is_enabled: boolean;
    since: Date;
    told_ms: bigint;
    told_chat_row: bigint;
    changed_at: Date;
  };
  p2p_deliveries: {
    id: Generated<bigint>;
    event: string;
    user_id: bigint;
    deal: bigint;
    cause: string;
    kind: WebhookEvent;
    body: string;
    state: (typeof DELIVERY_STATES)[number];
    attempts: Generated<number>;
    due_at: Date;
    sent_at: Date | null;
    status: Generated<number>;
    duration_ms: Generated<number>;
    failure: Generated<(typeof DELIVERY_FAILURES)[number]>;
    created_at: Date;
  };
}
