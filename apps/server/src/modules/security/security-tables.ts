import type { Generated } from 'kysely';

export type CeremonyPurpose = 'add' | 'login' | 'step_up' | 'withdraw';

/** Tables of migrations/013-second-factors.sql. */
export interface SecurityTables {
  totp_secrets: {
    user_id: bigint;
    secret: Buffer | null;
    pending: Buffer | null;
    last_step: Generated<bigint>;
  };
  recovery_codes: {
    user_id: bigint;
    code_hash: Buffer;
    keyed: Generated<boolean>;
    used_at: Date | null;
  };
  passkeys: {
    id: string;
    user_id: bigint;
    credential_id: string;
    public_key: Buffer;
    counter: bigint;
    name: string;
    created_at: Date;
    last_used_at: Date | null;
  };
  ceremonies: {
    ticket_hash: Buffer;
    purpose: CeremonyPurpose;
    user_id: bigint | null;
    challenge: string;
    expires_at: Date;
  };
  fund_passwords: { user_id: bigint; password_hash: string; failures: Generated<number> };
}
