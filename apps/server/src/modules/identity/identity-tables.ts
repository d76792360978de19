import type { Generated } from 'kysely';

/** How far the review of an application is. */
export type ApplicationState = 'underReview' | 'approved' | 'rejected';

/**
 * Tables of migrations/014-identity.sql, 132-sealed.sql and 151-review-words.sql. Names and
 * accounts are stored sealed, see sealed/sealed-fields.ts.
 */
export interface IdentityTables {
  pictures: {
    id: string;
    user_id: bigint;
    content: Buffer;
    data_key: Buffer | null;
    created_at: Date;
  };
  identity_applications: {
    id: Generated<bigint>;
    user_id: bigint;
    kind: 'identity' | 'assets';
    status: Generated<ApplicationState>;
    name: Generated<string>;
    card_type: Generated<string>;
    card_id: Buffer | null;
    card_hash: string | null;
    pictures: string[];
    reason: Generated<string>;
    submitted_at: Date;
    reviewed_at: Date | null;
    reviewed_by: bigint | null;
  };
  payment_methods: {
    user_id: bigint;
    real_name: string;
    bank_name: string;
    bank_account: string;
    alipay_account: string;
    wechat_nickname: string;
    wechat_account: string;
    updated_at: Date;
    /** Of migrations/119-payment-accounts.sql, like the next two. */
    bank_since: Date | null;
    alipay_since: Date | null;
    wechat_since: Date | null;
  };
}
