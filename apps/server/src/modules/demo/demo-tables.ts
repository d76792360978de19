import type { Generated } from 'kysely';

/** Tables of the demo in migrations/010-accounts.sql. */
export interface DemoTables {
  outbox: {
    id: Generated<bigint>;
    receiver: string;
    kind: 'mail' | 'sms';
    subject: string;
    body: string;
    code: string;
    created_at: Date;
    message_key: string | null;
  };
  faucet_uses: { user_id: bigint; key: string; created_at: Date };
}
