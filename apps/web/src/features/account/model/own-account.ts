import type { SecurityEvent } from '@meridian/contract/security/calls';

/** The own account. */
export interface OwnAccount {
  readonly id: number;
  /** E-mail address or phone number. */
  readonly account: string;
  /** 11 digits. */
  readonly accountNumber: string;
  readonly referralCode: string;
  /** Of the identity: 0 not submitted, 1 under review, 2 approved, 3 rejected. */
  readonly reviewStatus: 0 | 1 | 2 | 3;
  readonly isSeller: boolean;
}

/** A session of the account. Times are on the clock of the exchange. */
export interface OpenSession {
  readonly id: string;
  /** Browser and system. */
  readonly device: string;
  /** Of the network. */
  readonly address: string;
  readonly createdAt: string;
  readonly lastUsedAt: string;
  readonly isCurrent: boolean;
}

/** A user who came by the own referral code, or by the code of such a user. */
export interface Invitee {
  /** Masked. */
  readonly account: string;
  /** 1 for those invited by oneself, to 3. */
  readonly level: number;
  readonly createdAt: string;
}

/** A sign-in or a change of security. */
export interface SecurityEntry {
  readonly kind: SecurityEvent;
  readonly device: string;
  readonly address: string;
  readonly createdAt: string;
}
