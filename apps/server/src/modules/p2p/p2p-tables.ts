import type { EvidenceType } from '@meridian/contract/p2p/bounds';
import type { Side } from '@meridian/core/catalog/side';
import type { AppealReason, Party, PaymentWay } from '@meridian/core/p2p/p2p-commands';
import type { Ad, Appeal, DealCause, DealMover, DealState } from '@meridian/core/p2p/p2p-events';
import type { Generated } from 'kysely';

/** Tables of migrations/152-p2p.sql and 153-p2p-chat.sql, which describe each column. */
export interface P2pTables {
  p2p_accounts: {
    id: Generated<bigint>;
    user_id: bigint;
    way: PaymentWay;
    real_name: string;
    bank_name: string;
    account: string;
    content_hash: string;
    created_at: Generated<Date>;
  };
  p2p_texts: {
    id: Generated<bigint>;
    user_id: bigint;
    remark: string;
    auto_reply: string;
    content_hash: string;
    created_at: Generated<Date>;
  };
  /** Of migrations/154-p2p-statements.sql, like the next two. */
  p2p_evidence: {
    id: string;
    user_id: bigint;
    type: EvidenceType;
    bytes: number;
    hash: string;
    content: Buffer;
    data_key: Buffer;
    created_at: Date;
  };
  p2p_statements: {
    id: Generated<bigint>;
    appeal: bigint;
    user_id: bigint;
    text: string;
    files: string[];
    request_key: string | null;
    created_at: Date;
  };
  p2p_rulings: {
    appeal: bigint;
    operator: bigint;
    to_buyer: bigint;
    fault: Party | 'nobody';
    bond_cut: bigint;
    reason: string;
    created_at: Date;
  };
  p2p_ads: {
    id: bigint;
    user_id: bigint;
    side: Side;
    currency: number;
    total: bigint;
    surplus: bigint;
    completed: bigint;
    withdrawn: bigint;
    state: Ad['state'];
    terms: string;
    changed_ms: bigint;
  };
  p2p_deals: {
    id: bigint;
    ad: bigint;
    buyer: bigint;
    seller: bigint;
    taker: Party;
    currency: number;
    quantity: bigint;
    price_ticks: bigint;
    fiat: bigint;
    account: bigint;
    way: PaymentWay;
    state: DealState;
    version: number;
    opened_ms: bigint;
    pay_due_ms: bigint;
    paid_ms: bigint;
    release_due_ms: bigint;
    ended_ms: bigint;
    ended_by: DealMover | null;
    is_cancel_asked: boolean;
    appeal: bigint;
    to_buyer: bigint;
  };
  p2p_steps: {
    deal: bigint;
    version: number;
    cause: DealCause;
    at_ms: bigint;
    pay_due_ms: bigint;
    ended_by: DealMover | null;
    to_buyer: bigint;
    texts: bigint;
  };
  p2p_appeals: {
    id: bigint;
    deal: bigint;
    by: Party;
    reason: AppealReason;
    opened_ms: bigint;
    answer_due_ms: bigint;
    answered_ms: bigint;
    amount: bigint;
    is_after_end: boolean;
    state: Appeal['state'];
    to_buyer: bigint | null;
    fault: Party | 'nobody' | null;
    bond_cut: bigint | null;
    operator: bigint | null;
    confirmed_by: bigint | null;
    changed_ms: bigint;
  };
}
