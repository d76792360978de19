import type { WithdrawalStatus } from './custody-events.ts';
import type { CurrencyId, UserId } from '../ids.ts';
import type { AmountText } from '../amount-text.ts';

/** A network's settings, amounts as text; see custody/custody-commands.ts. */
export interface SnapshotNetwork {
  readonly id: number;
  readonly currency: CurrencyId;
  readonly name: string;
  readonly minDeposit: AmountText;
  readonly minWithdrawal: AmountText;
  readonly maxWithdrawal: AmountText;
  readonly fee: AmountText;
  readonly maxPerHour: AmountText;
  readonly maxPerDay: AmountText;
  readonly worthMarket: number;
  readonly oneApprovalFrom: AmountText;
  readonly twoApprovalsFrom: AmountText;
  readonly isOpen: boolean;
  readonly newAddressWaitMs?: number;
}

/** A user's outflow; `leftMs` is 0 until it has left. See custody/outflow-history.ts. */
export interface SnapshotOutflow {
  readonly user: UserId;
  readonly name: string;
  readonly worth: AmountText;
  readonly approvals: number;
  readonly leftMs: number;
}

/** A destination that a user has paid to, and the time of the first payment there. */
export interface SnapshotPlace {
  readonly user: UserId;
  readonly place: string;
  readonly timeMs: number;
}

export interface SnapshotRestraint {
  readonly user: UserId;
  readonly isFrozen: boolean;
  readonly heldUntilMs: number;
}

/** Amount sent on a network in one minute, counted from the epoch. */
export interface SnapshotSent {
  readonly minute: number;
  readonly amount: AmountText;
}

/**
 * Networks, withdrawals, limits, debts and pauses by number; deposits in the order of their first
 * credit.
 */
export interface SnapshotCustody {
  readonly nextWithdrawal: number;
  /**
   * `sent` is the outflow of the last day, oldest first. The other fields belong to the first
   * rules, and are 0 since: `hour` and `day` are the last ones with an outflow, counted from the
   * epoch.
   */
  readonly networks: readonly {
    readonly settings: SnapshotNetwork;
    readonly hour: number;
    readonly hourOut: AmountText;
    readonly day: number;
    readonly dayOut: AmountText;
    readonly sent: readonly SnapshotSent[];
  }[];
  readonly deposits: readonly {
    readonly network: number;
    readonly transaction: string;
    readonly output: number;
    readonly user: UserId;
    readonly amount: AmountText;
    readonly credits: number;
    readonly reversals: number;
  }[];
  /** Open withdrawals. Each holds its amount. */
  readonly withdrawals: readonly {
    readonly id: number;
    readonly user: UserId;
    readonly network: number;
    readonly amount: AmountText;
    readonly fee: AmountText;
    readonly address: string;
    readonly recipient: UserId;
    readonly worth: AmountText;
    readonly day: number;
    readonly approvalsNeeded: number;
    readonly approvers: readonly number[];
    readonly status: WithdrawalStatus;
    /** Left out where it is 0. */
    readonly waitsUntilMs?: number;
    /** Left out where it is false. */
    readonly isReviewed?: true;
  }[];
  /**
   * By user, in the order of requests; each is omitted where it is empty, as older rules omit it.
   */
  readonly outflows?: readonly SnapshotOutflow[];
  /** By user, in order of arrival. */
  readonly places?: readonly SnapshotPlace[];
  readonly restraints?: readonly SnapshotRestraint[];
  /** The day of `asked`: the worth that each user withdraws on it. */
  readonly day: number;
  readonly asked: readonly { readonly user: UserId; readonly worth: AmountText }[];
  readonly debts: readonly {
    readonly user: UserId;
    readonly currency: CurrencyId;
    readonly amount: AmountText;
  }[];
  /** Unpaid shortfalls of reversals, by currency. */
  readonly unbacked: readonly { readonly currency: CurrencyId; readonly amount: AmountText }[];
  readonly paused: readonly CurrencyId[];
}

/** Open escrows, by number. */
export interface SnapshotEscrows {
  readonly next: number;
  /** `worth` and `day` if it counts for a daily limit; `deal` if it has a transfer id. */
  readonly open: readonly {
    readonly id: number;
    readonly user: UserId;
    readonly currency: CurrencyId;
    readonly amount: AmountText;
    readonly worth?: AmountText;
    readonly day?: number;
    readonly deal?: number;
  }[];
}
