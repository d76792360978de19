import type { Amount } from '@meridian/money/amount';
import type { CurrencyId, MarketId, UserId } from '../ids.ts';
import type { Wallet } from '../ledger/accounts.ts';
import type { COST_TRANSFERS, HOLD_TRANSFERS, TransferId } from '../ledger/transfer-id.ts';

export type NetworkId = number;
export type WithdrawalId = number;
export type EscrowId = number;
/** An operator's number in the back office. */
export type OperatorId = number;

/** Outflows of one user within a day above which the next one needs an operator. */
export const USUAL_PER_DAY = 5;
/** How long a first payment to an address waits where the network does not say. */
export const NEW_ADDRESS_WAIT_MS = 86_400_000;

/**
 * A way of a currency in and out: USDT has three. Amounts are in smallest units of the currency,
 * worths in smallest units of the currency that the network's `worthMarket` is quoted in.
 */
export interface Network {
  /** 1 to 1,023. */
  readonly id: NetworkId;
  readonly currency: CurrencyId;
  /** Lower case letters and digits, 2 to 12: `eth`, `erc20`, `trc20`, `omni`, `btc`. */
  readonly name: string;
  /** Less is not credited. */
  readonly minDeposit: Amount;
  /** Bounds of one withdrawal, fee included. */
  readonly minWithdrawal: Amount;
  readonly maxWithdrawal: Amount;
  /** Taken from a withdrawal to an address outside. Below `minWithdrawal`. */
  readonly fee: Amount;
  /**
   * The most that all users together may withdraw on this network within any hour and within any 24
   * hours (W5).
   */
  readonly maxPerHour: Amount;
  readonly maxPerDay: Amount;
  /**
   * The market whose index price gives the worth of an amount; 0 where the currency itself measures
   * worth.
   */
  readonly worthMarket: MarketId;
  /** From this worth on one operator must approve, from the second on two. */
  readonly oneApprovalFrom: Amount;
  readonly twoApprovalsFrom: Amount;
  readonly isOpen: boolean;
  /**
   * How long a first payment to an address waits that no operator has approved, 0 to 7 days.
   * Absent: 24 hours.
   */
  readonly newAddressWaitMs?: number;
}

/** Opens a network, or replaces the settings of an open one. Its currency never changes. */
export interface ListNetwork {
  readonly kind: 'custody.network';
  readonly network: Network;
}

/** Moves available money between two wallets of one user. */
export interface TransferFunds {
  readonly kind: 'custody.transfer';
  readonly user: UserId;
  readonly from: Wallet;
  readonly to: Wallet;
  readonly currency: CurrencyId;
  readonly amount: Amount;
  readonly key?: string;
}

/** The permanent name of a deposit (W1): the network's transaction and the place in it. */
export interface DepositName {
  readonly network: NetworkId;
  /** As the chain writes it, 1 to 128 printable ASCII characters without spaces. */
  readonly transaction: string;
  /** Output or log index, from 0. */
  readonly output: number;
}

/** Credits a deposit that has all its confirmations (W2) to a user's spot wallet. */
export interface CreditDeposit extends DepositName {
  readonly kind: 'custody.deposit';
  readonly user: UserId;
  readonly amount: Amount;
}

/** Takes back a credited deposit whose transaction is no longer on the chain. */
export interface ReverseDeposit extends DepositName {
  readonly kind: 'custody.reverse';
}

/**
 * Oddities that only the server can see: a device that is new to the account, a change of security
 * within the last days.
 */
export const WITHDRAWAL_RISKS = ['new_device', 'security_change'] as const;
export type WithdrawalRisk = (typeof WITHDRAWAL_RISKS)[number];

/** Asks for money to leave the spot wallet, to an address outside or to another user. */
export interface RequestWithdrawal {
  readonly kind: 'custody.withdraw';
  readonly user: UserId;
  readonly network: NetworkId;
  /** The amount that the user's account is charged, fee included. */
  readonly amount: Amount;
  /** Normalised by the server, 1 to 128 printable ASCII characters without spaces. */
  readonly address: string;
  /** The user who owns the address; 0 for an address outside. */
  readonly recipient: UserId;
  /**
   * The worth that the user may withdraw in a day (Asia/Shanghai). The server sets it, because it
   * knows the user's level of verification.
   */
  readonly dayLimit: Amount;
  /**
   * Approvals that the server asks for, 0 to 2; the network's tiers and the core's own rules may
   * ask for more.
   */
  readonly approvals: number;
  /** Risks that the server found, each once. Absent: none. */
  readonly risks?: readonly WithdrawalRisk[];
  /** The fee that the user has confirmed: a higher one is refused. Absent: any. */
  readonly mostFee?: Amount;
  readonly key?: string;
}

/** Takes the own withdrawal back. Possible until it is handed to the signer. */
export interface CancelWithdrawal {
  readonly kind: 'custody.cancel';
  readonly user: UserId;
  readonly withdrawal: WithdrawalId;
  readonly key?: string;
}

/**
 * The last approval releases it, and the first one ends the wait for a new address. One to another
 * user is paid at once where nothing holds it back, so that its worth is looked at again here.
 */
export interface ApproveWithdrawal {
  readonly kind: 'custody.approve';
  readonly withdrawal: WithdrawalId;
  readonly operator: OperatorId;
}

export interface RejectWithdrawal {
  readonly kind: 'custody.reject';
  readonly withdrawal: WithdrawalId;
  readonly operator: OperatorId;
}

/**
 * Hands an approved withdrawal to the signer, or pays one that waited to another user: from here on
 * it cannot be taken back. Where its worth of the moment needs more approvals than it has, it is
 * accepted too, and the withdrawal waits for operators again: only the event `withdrawalMoved` to
 * `signed` says that it may be sent.
 */
export interface SignWithdrawal {
  readonly kind: 'custody.sign';
  readonly withdrawal: WithdrawalId;
}

/** The transaction has its confirmations: the money is gone. */
export interface SettleWithdrawal {
  readonly kind: 'custody.settle';
  readonly withdrawal: WithdrawalId;
  /** Of the chain, 1 to 128 printable ASCII characters without spaces. */
  readonly transaction: string;
}

/** It is certain that the money never left: the user has it again. */
export interface FailWithdrawal {
  readonly kind: 'custody.fail';
  readonly withdrawal: WithdrawalId;
}

/**
 * Books the cost of a transaction of the exchange on its chain. Collected fees pay it, then the
 * house.
 */
export interface PayChainCost {
  readonly kind: 'custody.cost';
  /** Always the house. */
  readonly user: UserId;
  readonly currency: CurrencyId;
  readonly amount: Amount;
  /** The transaction. */
  readonly reference: string;
  /**
   * Where present the cost is booked once for ever: a second time it is refused
   * (`transfer_exists`).
   */
  readonly transfer?: TransferId<(typeof COST_TRANSFERS)[number]>;
  readonly key?: string;
}

/** Holds available money of the spot wallet until it is paid or given back. */
export interface HoldFunds {
  readonly kind: 'custody.hold';
  readonly user: UserId;
  readonly currency: CurrencyId;
  readonly amount: Amount;
  /**
   * The worth that the user may withdraw in a day, as for a withdrawal. Present where the money
   * leaves the exchange, as a bank transfer does. The hold then counts toward the limit until it is
   * given back. Only for the currency that measures worth.
   */
  readonly dayLimit?: Amount;
  /**
   * Where present the coins are held once for ever. The same hold again answers with its escrow
   * while that waits; after its end, and where user, currency or amount are others, it is refused
   * (`transfer_exists`).
   */
  readonly transfer?: TransferId<(typeof HOLD_TRANSFERS)[number]>;
  readonly key?: string;
}

/** Ends a hold: the whole of it goes to another user's spot wallet, or back to its owner. */
export interface PayHold {
  readonly kind: 'custody.payHold';
  readonly escrow: EscrowId;
  /** 0 for its owner. */
  readonly recipient: UserId;
  /**
   * The operator who ruled on the hold, where one has. Then no restraint of the owner stops the
   * payment: an owner may be frozen for good reasons and owe the coins nevertheless. A debt and a
   * pause stop it all the same.
   */
  readonly operator?: OperatorId;
}

/**
 * Stops a user from beginning anything and from withdrawing, and cancels open orders that are no
 * position yet; or ends that.
 */
export interface FreezeAccount {
  readonly kind: 'custody.freeze';
  readonly user: UserId;
  readonly isFrozen: boolean;
}

/** Lets nothing of a user leave before a time, unless an earlier command did so for longer. */
export interface HoldBack {
  readonly kind: 'custody.holdBack';
  readonly user: UserId;
  /** Milliseconds UTC. */
  readonly untilMs: number;
}

/** Stops or resumes withdrawals of a currency, 0 for all. */
export interface PauseWithdrawals {
  readonly kind: 'custody.pause';
  readonly currency: CurrencyId;
  readonly isPaused: boolean;
}

export type CustodyCommand =
  | ListNetwork
  | TransferFunds
  | CreditDeposit
  | ReverseDeposit
  | RequestWithdrawal
  | CancelWithdrawal
  | ApproveWithdrawal
  | RejectWithdrawal
  | SignWithdrawal
  | SettleWithdrawal
  | FailWithdrawal
  | PayChainCost
  | HoldFunds
  | PayHold
  | FreezeAccount
  | HoldBack
  | PauseWithdrawals;
