import type { Amount } from '@meridian/money/amount';
import type { CurrencyId, UserId } from '../ids.ts';

/**
 * Levels of invitation that share in a fee: the inviter of the payer, the inviter of that user, and
 * one more.
 */
export const REBATE_LEVELS = 3;
/** The most that the three levels share together, hundredths of a percent of a fee. */
export const MOST_REBATE_BPS = 5_000;

/** Operators set the shares of fees that inviters get, from the next day (UTC) on. */
export interface SetRebateRates {
  readonly kind: 'rebate.rates';
  /** The currency that rebates are paid in. */
  readonly currency: CurrencyId;
  /**
   * Shares of the three levels in hundredths of a percent, together at most `MOST_REBATE_BPS`
   * (until version 5 of the rules the whole fee). All 0: no fee is shared.
   */
  readonly ratesBps: readonly number[];
}

/**
 * The server reports that the identity of a user is verified, with the inviter of the user; or that
 * it no longer is. Only members are invitees and inviters.
 */
export interface SetRebateMember {
  readonly kind: 'rebate.member';
  readonly user: UserId;
  /** 32 hexadecimal digits that stand for the document of the identity; '' for no member. */
  readonly person: string;
  /** The user who invited this one; 0 for nobody. */
  readonly inviter: UserId;
}

/** Moves money between the house's spot wallet and the account that pays rebates. */
export interface FundRebates {
  readonly kind: 'rebate.fund';
  readonly currency: CurrencyId;
  readonly direction: 'in' | 'out';
  readonly amount: Amount;
}

export type RebateCommand = SetRebateRates | SetRebateMember | FundRebates;
