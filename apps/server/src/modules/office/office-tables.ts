import type { Role } from '@meridian/contract/office/permissions';
import type { Generated, Selectable } from 'kysely';

/**
 * Tables of migrations/015-office.sql, 117-proposals.sql, 120-operators.sql and
 * 121-operator-links.sql.
 */
export interface OfficeTables {
  operators: {
    id: Generated<bigint>;
    account: string;
    name: string;
    role: Role;
    /** Null until the operator joins. */
    password_hash: string | null;
    totp_secret: Buffer | null;
    totp_pending: Buffer | null;
    totp_step: Generated<bigint>;
    disabled_at: Date | null;
    invited_by: bigint | null;
    /** Null until the operator joins. */
    active_since: Date | null;
    /** In the form of `isAllowedAddress`. */
    addresses: Generated<string>;
    created_at: Generated<Date>;
  };
  operator_sessions: {
    id: string;
    token_hash: Buffer;
    operator_id: bigint;
    address: string;
    device: string;
    created_at: Date;
    last_used_at: Date;
    ended_at: Date | null;
  };
  operator_invitations: {
    token_hash: Buffer;
    operator_id: bigint;
    invited_by: bigint;
    created_at: Date;
    expires_at: Date;
    used_at: Date | null;
  };
  /** Migration 138. */
  operator_devices: { credential: string; operator_id: bigint; name: string; created_at: Date };
  audit_log: {
    id: bigint;
    operator_id: bigint;
    action: string;
    subject: string;
    before: string;
    after: string;
    address: string;
    created_at: Date;
    keyed: boolean;
    hash: Buffer;
  };
  operator_links: {
    operator_id: bigint;
    kind: 'user' | 'email' | 'mobile';
    value: string;
    declared_by: bigint;
    created_at: Date;
  };
  proposals: {
    id: Generated<bigint>;
    call: string;
    input: string;
    action: string;
    subject: string;
    before: string;
    after: string;
    reason: string;
    state: Generated<'waiting' | 'approved' | 'rejected' | 'failed' | 'taken_back'>;
    proposed_by: bigint;
    proposed_at: Date;
    decided_by: bigint | null;
    decided_at: Date | null;
    decision_reason: Generated<string>;
  };
  adjustments: {
    id: Generated<bigint>;
    user_id: bigint;
    wallet: string;
    currency: number;
    amount: bigint;
    reason: string;
    state: Generated<'proposed' | 'approved' | 'rejected'>;
    proposed_by: bigint;
    proposed_at: Date;
    decided_by: bigint | null;
    decided_at: Date | null;
  };
}

export type Operator = Selectable<OfficeTables['operators']>;
