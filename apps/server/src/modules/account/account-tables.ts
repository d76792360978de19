import type { Generated } from 'kysely';

export type CodePurpose = 'register' | 'forget';

/** Tables of migrations/010-accounts.sql. */
export interface AccountTables {
  users: {
    id: Generated<bigint>;
    account: string;
    kind: 'email' | 'mobile';
    country_code: string;
    password_hash: string;
    extension_code: string;
    referrer_id: bigint | null;
    account_number: string;
    review_status: Generated<number>;
    created_at: Generated<Date>;
  };
  sessions: { id: string; token_hash: Buffer; user_id: bigint; address: string; created_at: Date; last_used_at: Date; ended_at: Date | null };
  verification_codes: {
    id: Generated<bigint>;
    receiver: string;
    purpose: CodePurpose;
    code_hash: Buffer;
    tries: Generated<number>;
    created_at: Date;
    expires_at: Date;
    used_at: Date | null;
  };
}
