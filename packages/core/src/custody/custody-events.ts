import type { Amount } from '@meridian/money/amount';
import type { CurrencyId, UserId } from '../ids.ts';
import {
  WITHDRAWAL_RISKS,
  type DepositName,
  type EscrowId,
  type Network,
  type NetworkId,
  type OperatorId,
  type WithdrawalId,
} from './custody-commands.ts';

/**
 * Why custody moved money. `transfer` is between wallets of one user, `inSite` between users.
 * `reversal` takes a deposit back; `shortage` is what others paid of it, `repayment` what the user
 * paid them back.
 */
export type CustodyReason =
  'transfer' | 'inSite' | 'withdrawal' | 'reversal' | 'shortage' | 'repayment' | 'chainCost';

export interface NetworkListed {
  readonly type: 'networkListed';
  readonly network: Network;
}

/** A deposit was credited: once for ever, unless its reversal stands between two credits. */
export interface DepositCredited extends DepositName {
  readonly type: 'depositCredited';
  readonly user: UserId;
  readonly currency: CurrencyId;
  readonly amount: Amount;
}

/**
 * A credited deposit was taken back. What the user no longer had was paid by insurance and house;
 * what they lacked stays unbacked.
 */
export interface DepositReversed extends DepositName {
  readonly type: 'depositReversed';
  readonly user: UserId;
  readonly currency: CurrencyId;
  readonly amount: Amount;
  /** Parts of the amount: from the user, from insurance and house, from nobody. */
  readonly recovered: Amount;
  readonly covered: Amount;
  readonly unbacked: Amount;
}

export interface WithdrawalRequested {
  readonly type: 'withdrawalRequested';
  readonly withdrawal: WithdrawalId;
  readonly user: UserId;
  readonly network: NetworkId;
  readonly currency: CurrencyId;
  readonly amount: Amount;
  /** Part of the amount, 0 between users. */
  readonly fee: Amount;
  readonly address: string;
  readonly recipient: UserId;
  /** What the amount was worth. */
  readonly worth: Amount;
  /** What the user might let leave on that day, this one included. */
  readonly dayLimit: Amount;
  readonly approvalsNeeded: number;
  /** What is odd about it; absent where nothing is, and under rules that did not look. */
  readonly flags?: readonly WithdrawalFlag[];
  /**
   * It is odd: until operators have decided, nothing else of its user leaves. Absent: it is not.
   */
  readonly isReviewed?: true;
  /** It leaves no earlier, unless an operator approves it. Absent: it waits for no time. */
  readonly waitsUntilMs?: number;
}

/**
 * `first` withdrawal ever; nothing arrived at a `new_address` a day ago; many within a day are a
 * `velocity`; `added_up` with others of 24 hours it needs more approvals than by itself.
 */
export const WITHDRAWAL_FLAGS = [
  'first',
  'new_address',
  ...WITHDRAWAL_RISKS,
  'velocity',
  'added_up',
] as const;
export type WithdrawalFlag = (typeof WITHDRAWAL_FLAGS)[number];

export interface WithdrawalApproved {
  readonly type: 'withdrawalApproved';
  readonly withdrawal: WithdrawalId;
  readonly operator: OperatorId;
  readonly approvals: number;
}

/**
 * The worth of the moment needs more approvals than that of the request did, or security was
 * changed after it.
 */
export interface ApprovalsRaised {
  readonly type: 'approvalsRaised';
  readonly withdrawal: WithdrawalId;
  readonly worth: Amount;
  readonly approvalsNeeded: number;
  /** It is odd now, as where it was asked for. */
  readonly isReviewed?: true;
}

/**
 * `requested` waits for operators, `approved` for the signer, `signed` for the chain; the others
 * are final.
 */
export type WithdrawalStatus =
  'requested' | 'approved' | 'signed' | 'settled' | 'failed' | 'rejected' | 'cancelled' | 'inSite';

export interface WithdrawalMoved {
  readonly type: 'withdrawalMoved';
  readonly withdrawal: WithdrawalId;
  readonly user: UserId;
  readonly status: WithdrawalStatus;
  /** Of the chain, once settled, else ''. */
  readonly transaction: string;
}

/** Money of a user waits for something outside. */
export interface EscrowHeld {
  readonly type: 'escrowHeld';
  readonly escrow: EscrowId;
  readonly user: UserId;
  readonly currency: CurrencyId;
  /** What it counts for the day's limit; both 0 where it does not count. */
  readonly worth: Amount;
  readonly dayLimit: Amount;
}

export interface EscrowEnded {
  readonly type: 'escrowEnded';
  readonly escrow: EscrowId;
  /** Who has it now; 0 where it was given back. */
  readonly recipient: UserId;
  /** Who ruled so, where an operator has. */
  readonly operator?: OperatorId;
}

export interface WithdrawalsPaused {
  readonly type: 'withdrawalsPaused';
  /** 0 for all. */
  readonly currency: CurrencyId;
  readonly isPaused: boolean;
}

export interface AccountFrozen {
  readonly type: 'accountFrozen';
  readonly user: UserId;
  readonly isFrozen: boolean;
}

export interface OutflowsHeldBack {
  readonly type: 'outflowsHeldBack';
  readonly user: UserId;
  readonly untilMs: number;
}

export type CustodyEvent =
  | NetworkListed
  | DepositCredited
  | DepositReversed
  | WithdrawalRequested
  | WithdrawalApproved
  | ApprovalsRaised
  | WithdrawalMoved
  | EscrowHeld
  | EscrowEnded
  | AccountFrozen
  | OutflowsHeldBack
  | WithdrawalsPaused;
