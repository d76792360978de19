import type { SecondFactorName } from '@meridian/contract/security/second-factors';

/** Methods of a step-up: a user proves their identity anew. */
export type StepUpMethod = 'password' | 'fundPassword' | SecondFactorName;

/** Protections of an account. Times are on the clock of the exchange, '' where there is none. */
export interface SecurityState {
  /** '' without one. */
  readonly email: string;
  /** '' without one. */
  readonly phone: string;
  readonly hasTotp: boolean;
  readonly passkeys: readonly Passkey[];
  readonly recoveryCodesLeft: number;
  readonly hasFundPassword: boolean;
  /** After five wrong ones; setting it anew unlocks. */
  readonly isFundPasswordLocked: boolean;
  /** Stands in each of our mails; '' without one. */
  readonly antiPhishingCode: string;
  /** End of the hold after a security change. */
  readonly withdrawalsHeldUntil: string;
  /** Those that the account may use. */
  readonly stepUpMethods: readonly StepUpMethod[];
}

export interface Passkey {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly lastUsedAt: string;
}
