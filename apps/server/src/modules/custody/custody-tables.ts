import type { ErrorCode } from '@meridian/contract/errors';
import type {
  CLAIM_STATES,
  ConfirmationMethod,
  DEPOSIT_STATES,
} from '@meridian/contract/custody/calls';
import type { WithdrawalStatus } from '@meridian/core/custody/custody-events';
import type { Signed, Unsigned } from '@meridian/chain/adapter';
import type { Chain, KeyBranch } from '@meridian/chain/chains';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';

export type TransferKind = 'withdrawal' | 'sweep' | 'fuel';
export type TransferStatus = 'waiting' | 'built' | 'signed' | 'broadcast' | 'done' | 'failed';
/** PostgreSQL returns `numeric` as text; integers are written as `bigint`. */
type Units = ColumnType<string, bigint, bigint>;

/** Tables of migrations/050-custody.sql, which documents each column. */
export interface CustodyTables {
  withdrawals: {
    id: bigint;
    user_id: bigint;
    network: number;
    currency: number;
    amount: bigint;
    fee: bigint;
    address: string;
    recipient: bigint;
    worth: bigint;
    approvals_needed: number;
    approvers: bigint[];
    status: WithdrawalStatus;
    transaction: string;
    requested_ms: bigint;
    ended_ms: bigint | null;
    is_reviewed: boolean;
    waits_until_ms: bigint;
  };
  withdrawal_risks: { withdrawal: bigint; flags: string[] };
  network_terms: {
    network: number;
    confirmations: number;
    hot_ceiling: bigint;
    is_deposit_open: boolean;
  };
  deposit_addresses: {
    branch: KeyBranch;
    index: bigint;
    user_id: bigint;
    address: string;
    created_at: Date;
  };
  chain_blocks: { chain: Chain; height: bigint; hash: string; parent: string; time_ms: bigint };
  seen_deposits: {
    id: Generated<bigint>;
    network: number;
    chain: Chain;
    transaction: string;
    output: bigint;
    user_id: bigint;
    address: string;
    amount: bigint;
    chain_amount: Units;
    height: bigint;
    status: (typeof DEPOSIT_STATES)[number];
    note: string;
    seen_at: Date;
  };
  owned_outputs: {
    name: string;
    transaction: string;
    output: bigint;
    address: string;
    owner: bigint;
    amount: Units;
    block: string;
    height: bigint;
    spent_height: bigint | null;
  };
  chain_transfers: {
    id: Generated<bigint>;
    kind: TransferKind;
    withdrawal: bigint | null;
    chain: Chain;
    asset: string;
    address: string;
    amount: Units;
    source: string;
    nonce: bigint | null;
    unsigned: JSONColumnType<Unsigned> | null;
    signed: JSONColumnType<Signed> | null;
    earlier: JSONColumnType<Signed[], string | undefined, string>;
    status: TransferStatus;
    note: Generated<string>;
    created_at: Date;
    updated_at: Date;
  };
  /** Migration 112. */
  withdrawal_losses: {
    withdrawal: bigint;
    hash: string;
    reason: string;
    asked_by: bigint;
    asked_at: Date;
    confirmed_by: bigint | null;
    confirmed_at: Date | null;
  };
  /** Migration 138. */
  withdrawal_agreements: {
    withdrawal: bigint;
    operator_id: bigint;
    attempt: number;
    assertion: string;
    expires_ms: bigint;
    created_at: Date;
  };
  /** Migration 143. */
  withdrawal_confirmations: {
    id: string;
    ticket_hash: Buffer;
    user_id: bigint;
    session_id: string;
    currency: number;
    network: number;
    amount: bigint;
    address: string;
    receiver: string | null;
    tries: Generated<number>;
    created_at: Date;
    expires_at: Date;
    proven_at: Date | null;
    idempotency_key: string | null;
    /** Migration 144. */
    withdrawal: bigint | null;
    refusal: ErrorCode | null;
    /** Migration 145. */
    fee: bigint | null;
    /** Migration 149. */
    method: Generated<ConfirmationMethod | null>;
  };
  /** Migrations 148 and 149. */
  confirmed_fees: {
    withdrawal: bigint;
    fee: bigint;
    method: Generated<ConfirmationMethod | null>;
    proven_at: Generated<Date | null>;
  };
  withdrawal_addresses: {
    id: Generated<bigint>;
    user_id: bigint;
    network: number;
    address: string;
    notes: string;
    created_at: Date;
    removed_at: Date | null;
  };
  deposit_claims: {
    id: Generated<bigint>;
    user_id: bigint;
    currency: number;
    amount: bigint;
    from_address: string;
    hash: string;
    network: string;
    picture: string | null;
    status: Generated<(typeof CLAIM_STATES)[number]>;
    reason: Generated<string>;
    created_at: Date;
    decided_by: bigint | null;
    decided_at: Date | null;
  };
  cold_addresses: { network: number; address: string; added_by: bigint; created_at: Date };
  cold_moves: {
    id: Generated<bigint>;
    currency: number;
    network: number | null;
    height: bigint | null;
    amount: bigint;
    hash: string;
    operator: bigint;
    created_at: Date;
    seen_at: Date | null;
    note: Generated<string>;
  };
}
