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
 * Reason of a posting of custody. `transfer` is between wallets of one user, `inSite` between
 * users. `reversal` takes a deposit back; `shortage` is the part of it that insurance and house
 * paid, `repayment` the amount that the user paid back to them.
 */
export type CustodyReason =
  'transfer' | 'inSite' | 'withdrawal' | 'reversal' | 'shortage' | 'repayment' | 'chainCost';

export interface NetworkListed {
  readonly type: 'networkListed';
  readonly network: Network;
}

/** A deposit was credited: once for ever, unless a reversal stands between two credits. */
export interface DepositCredited extends DepositName {
  readonly type: 'depositCredited';
  readonly user: UserId;
  readonly currency: CurrencyId;
  readonly amount: Amount;
}

/**
 * A credited deposit was reversed. Insurance and house paid the part that the user no longer had;
 * the part that they could not pay stays unbacked.
 */
export interface DepositReversed extends DepositName {
  readonly type: 'depositReversed';
  readonly user: UserId;
  readonly currency: CurrencyId;
  readonly amount: Amount;
  /** Parts of the amount: paid by the user, by insurance and house, by nobody. */
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
  /** Worth of the amount. */
  readonly worth: Amount;
  /** Worth that the user may withdraw on that day, this withdrawal included. */
  readonly dayLimit: Amount;
  readonly approvalsNeeded: number;
  /** Flags of the withdrawal's risks; absent without any, and under rules that did not check. */
  readonly flags?: readonly WithdrawalFlag[];
  /**
   * Operators must review it: until they have decided, nothing else of its user leaves. Absent
   * otherwise.
   */
  readonly isReviewed?: true;
  /** Time before which it does not leave unless an operator approves it. Absent without a wait. */
  readonly waitsUntilMs?: number;
}

/**
 * `first`: the user's first withdrawal ever. `new_address`: no payment arrived there a day ago or
 * earlier. `velocity`: many within a day. `added_up`: together with others of 24 hours it needs
 * more approvals than by itself.
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
 * The present worth needs more approvals than the worth at the request did, or a security change
 * came after it.
 */
export interface ApprovalsRaised {
  readonly type: 'approvalsRaised';
  readonly withdrawal: WithdrawalId;
  readonly worth: Amount;
  readonly approvalsNeeded: number;
  /** Operators must review it, as at a request. */
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
  /** Id of the chain's transaction once settled, else ''. */
  readonly transaction: string;
}

/** A user's money is held until an event outside the exchange. */
export interface EscrowHeld {
  readonly type: 'escrowHeld';
  readonly escrow: EscrowId;
  readonly user: UserId;
  readonly currency: CurrencyId;
  /** Worth charged to the owner's daily limit, and that limit; both 0 if exempt. */
  readonly worth: Amount;
  readonly dayLimit: Amount;
}

export interface EscrowEnded {
  readonly type: 'escrowEnded';
  readonly escrow: EscrowId;
  /** The user who received it; 0 where it was given back. */
  readonly recipient: UserId;
  /** The operator who ruled on it, where one did. */
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
