import type { DEAL_TYPES, PaymentWay, Ruling } from '@meridian/contract/acceptor/calls';
import type { Rejection } from '@meridian/core/rejections';
import type { Generated } from 'kysely';

export type DealStatus =
  | 'opening'
  | 'waiting'
  | 'marked'
  | 'disputed'
  | 'paying'
  | 'returning'
  | 'confirmed'
  | 'rejected'
  | 'failed';

/**
 * Tables of migrations/060-acceptors.sql, 061-acceptor-rulings.sql and 116-deals-end.sql, which
 * describe each column.
 */
export interface AcceptorTables {
  acceptors: {
    id: Generated<bigint>;
    user_id: bigint;
    name: string;
    recharge_amount: bigint;
    recharge_rate: bigint;
    cash_amount: bigint;
    cash_rate: bigint;
    wechat_nickname: Generated<string>;
    wechat_account: Generated<string>;
    ali_nickname: Generated<string>;
    ali_account: Generated<string>;
    bank_name: Generated<string>;
    bank_account: Generated<string>;
    bank_address: Generated<string>;
    is_open: Generated<boolean>;
    created_at: Generated<Date>;
  };
  acceptor_deals: {
    id: Generated<bigint>;
    acceptor: bigint;
    user_id: bigint;
    seller_id: bigint;
    buyer_id: bigint;
    type: (typeof DEAL_TYPES)[number];
    way: PaymentWay;
    mobile: string;
    deal_account: string;
    /** Of migrations/147-deal-holders.sql, like the next one. */
    deal_holder: Generated<string>;
    deal_bank: Generated<string>;
    hes_account: string;
    money: bigint;
    amount: bigint;
    escrow: bigint | null;
    status: DealStatus;
    request_key: string | null;
    created_at: Date;
    updated_at: Date;
    marked_at: Date | null;
    day_limit: bigint | null;
    refusal: Rejection | null;
    disputed_at: Generated<Date | null>;
    ruling: Generated<Ruling | null>;
    ruling_reason: Generated<string>;
    ruled_by: Generated<bigint | null>;
    ruled_at: Generated<Date | null>;
    ended_by_time: Generated<boolean>;
  };
  /** Of migrations/118-deal-statements.sql. */
  deal_statements: {
    id: Generated<bigint>;
    deal: bigint;
    user_id: bigint;
    text: string;
    pictures: string[];
    created_at: Date;
  };
  regional_agents: { user_id: bigint; city_name: string; district_name: string };
}
