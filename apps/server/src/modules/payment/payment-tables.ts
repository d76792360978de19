import type { Generated } from 'kysely';

/** Tables of migrations/070-payments.sql, which describes each column. */
export interface PaymentTables {
  payment_intents: {
    id: Generated<bigint>;
    order_id: string;
    user_id: bigint;
    account: string;
    money: bigint;
    amount: bigint;
    rate: string;
    lang: string;
    status: Generated<PaymentStatus>;
    attempt: Generated<number>;
    note: Generated<string>;
    gateway_id: string | null;
    request_key: string | null;
    created_at: Date;
    expires_at: Date;
    paid_at: Date | null;
    updated_at: Date;
    decided_by: bigint | null;
  };
}

export type PaymentStatus =
  'waiting' | 'crediting' | 'short' | 'late' | 'credited' | 'refunded' | 'expired' | 'refused';
