import type { SecurityEvent } from '@meridian/contract/security/calls';
import type { Generated } from 'kysely';

/** The purpose of a code that is sent to an address and typed in. */
export type AddressPurpose = 'register' | 'forget' | 'bind';
export type CodePurpose = AddressPurpose | 'withdraw';

/** How far the review of an identity is. */
export type ReviewState = 'none' | 'underReview' | 'approved' | 'rejected';

/**
 * Tables of migrations/010-accounts.sql, 012-security.sql, 016-nationality.sql and 050-custody.sql,
 * 114-freeze-links.sql, 115-code-failures.sql, 130-login-failures.sql and 131-message-counts.sql.
 */
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
    /** Of migrations/151-review-words.sql, as the states of applications. */
    review_status: Generated<ReviewState>;
    created_at: Generated<Date>;
    email: string | null;
    mobile: string | null;
    language: Generated<string>;
    anti_phishing_code: Generated<string>;
    withdrawals_held_until: Date | null;
    frozen_at: Date | null;
    /** Of migrations/133-personal-data.sql: closed by its owner, for ever. */
    closed_at: Date | null;
    /** Nationality, ISO 3166-1 numeric. */
    country_id: number | null;
    /** Withdrawals go only to addresses of the own book. */
    withdraws_to_book_only: Generated<boolean>;
  };
  sessions: {
    id: string;
    token_hash: Buffer;
    user_id: bigint;
    address: string;
    device: string;
    created_at: Date;
    last_used_at: Date;
    ended_at: Date | null;
    stepped_up_at: Date | null;
    device_id: string | null;
    ended_elsewhere: Generated<boolean>;
  };
  security_events: {
    id: Generated<bigint>;
    user_id: bigint;
    kind: SecurityEvent;
    device: string;
    address: string;
    created_at: Generated<Date>;
  };
  verification_codes: {
    id: Generated<bigint>;
    receiver: string;
    purpose: CodePurpose;
    code_hash: Buffer;
    tries: Generated<number>;
    created_at: Date;
    expires_at: Date;
    used_at: Date | null;
    /** The session, or the confirmation of a withdrawal, that the code is valid for. */
    session_id: string | null;
    /** Calling code of the phone for a text message, else ''. */
    area_code: Generated<string>;
  };
  code_failures: { id: Generated<bigint>; receiver: string; purpose: CodePurpose; failed_at: Date };
  login_failures: {
    key: Buffer;
    free: number;
    failures: number;
    failed_at: Date;
    forgotten_at: Date;
  };
  message_counts: { key: Buffer; sent: number; ends_at: Date };
  freeze_links: { token_hash: Buffer; user_id: bigint; expires_at: Date; used_at: Date | null };
}
