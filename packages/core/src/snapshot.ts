import type { SelfTrade, Side } from './commands.ts';
import type { WithdrawalStatus } from './custody/custody-events.ts';
import type { CurrencyId, MarketId, OrderId, UserId } from './ids.ts';
import type { Accepted, Outcome } from './events.ts';
import type { Wallet } from './ledger/accounts.ts';
import type { NumberRange } from './ledger/number-ranges.ts';
import type { TransferKind } from './ledger/transfer-id.ts';
import type { SnapshotMargin } from './margin/margin-snapshot.ts';
import type { SnapshotSeconds } from './seconds/seconds-snapshot.ts';

/** Amounts in a snapshot are decimal strings of smallest units, so that it is plain JSON. */
export type AmountText = string;

export interface SnapshotAccount {
  readonly user: UserId;
  readonly wallet: Wallet;
  readonly currency: CurrencyId;
  readonly available: AmountText;
  readonly held: AmountText;
}

export interface SnapshotMarket {
  readonly id: MarketId;
  readonly base: CurrencyId;
  readonly quote: CurrencyId;
  readonly tickSize: AmountText;
  readonly lotSize: AmountText;
  readonly minNotional: AmountText;
  readonly maxQuantityLots: number;
  readonly makerFeeBps: number;
  readonly takerFeeBps: number;
  readonly maxOpenOrders: number;
  readonly bandBps: number;
  readonly slippageBps: number;
  readonly indexMaxAgeMs: number;
  readonly status: 'open' | 'cancelOnly' | 'closed';
  readonly isDisplayed: boolean;
  readonly hasSeconds?: boolean;
  /** 0 where none was set yet. */
  readonly indexTicks: number;
  readonly indexTimeMs: number;
  readonly indexQuotedAtMs: number;
  readonly indexSources: number;
  readonly markTicks: number;
  /** Price of the last trade, 0 before the first. */
  readonly lastTicks: number;
}

/** A resting order. */
export interface SnapshotOrder {
  readonly id: OrderId;
  readonly user: UserId;
  readonly market: MarketId;
  readonly side: Side;
  readonly priceTicks: number;
  readonly quantityLots: number;
  readonly filledLots: number;
  readonly remainingLots: number;
  readonly selfTrade: SelfTrade;
  readonly placedAtMs: number;
  /** What is held for it: quote units for a buy, base units for a sell. */
  readonly hold: AmountText;
}

/** What is kept of a client order id: the placement, what it answered, and when its order ended. */
export interface SnapshotClientOrder {
  readonly user: UserId;
  readonly clientOrderId: string;
  readonly order: OrderId;
  /** The fields of the placement, to tell another one apart. */
  readonly content: string;
  readonly status: NonNullable<Accepted['status']>;
  readonly filledLots: number;
  readonly filledNotional: AmountText;
  /** 0 while the order is open. */
  readonly endedAtMs: number;
}

export interface SnapshotKey {
  readonly user: UserId;
  readonly key: string;
  readonly fingerprint: string;
  readonly timeMs: number;
  /** Amounts as decimal strings. */
  readonly outcome: Outcome | Record<string, unknown>;
}

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

/**
 * What a user lets leave; `leftMs` is 0 as long as it has not left. See custody/outflow-history.ts.
 */
export interface SnapshotOutflow {
  readonly user: UserId;
  readonly name: string;
  readonly worth: AmountText;
  readonly approvals: number;
  readonly leftMs: number;
}

/** Where something of a user arrived: network and address, and when first. */
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

/** What left on a network in a minute, counted from the epoch. */
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
   * `sent` is what left within a day, oldest first. The others are of the first rules, and 0 since:
   * `hour` and `day` are the last ones in which something left, counted from the epoch.
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
  /** Those that are not over. Each holds its amount. */
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
  /** By user, in order of asking; each left out where it is empty, as older rules leave it. */
  readonly outflows?: readonly SnapshotOutflow[];
  /** By user, in order of arrival. */
  readonly places?: readonly SnapshotPlace[];
  readonly restraints?: readonly SnapshotRestraint[];
  /** The day of `asked`: the worth that each user lets leave in it. */
  readonly day: number;
  readonly asked: readonly { readonly user: UserId; readonly worth: AmountText }[];
  readonly debts: readonly {
    readonly user: UserId;
    readonly currency: CurrencyId;
    readonly amount: AmountText;
  }[];
  /** What reversals lack that nobody has paid yet, by currency. */
  readonly unbacked: readonly { readonly currency: CurrencyId; readonly amount: AmountText }[];
  readonly paused: readonly CurrencyId[];
}

/** Money that waits, by number. */
export interface SnapshotEscrows {
  readonly next: number;
  /** `worth` and `day` where it counts for a day's limit; `deal` where it has a transfer id. */
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

/**
 * Numbers of the transfers that took effect, as ranges in order; kinds without any are left out.
 */
export type SnapshotTransfers = Readonly<Partial<Record<TransferKind, readonly NumberRange[]>>>;

/**
 * The whole state of the exchange after command `seq`, in canonical order: currencies, markets and
 * accounts by id, orders by market, side (buy first), best price first, oldest first; idempotency
 * keys oldest first. Two exchanges with the same history give equal snapshots, whatever their
 * memory looks like.
 */
export interface ExchangeSnapshot {
  readonly format: 4;
  /** The version of the rules that decide, see rules.ts. */
  readonly rules: number;
  readonly seq: number;
  readonly timeMs: number;
  readonly nextOrder: number;
  readonly nextTrade: number;
  readonly currencies: readonly {
    readonly id: CurrencyId;
    readonly code: string;
    readonly scale: number;
  }[];
  readonly markets: readonly SnapshotMarket[];
  readonly accounts: readonly SnapshotAccount[];
  readonly orders: readonly SnapshotOrder[];
  readonly clientOrders: readonly SnapshotClientOrder[];
  readonly custody: SnapshotCustody;
  readonly escrows: SnapshotEscrows;
  readonly transfers: SnapshotTransfers;
  readonly margin: SnapshotMargin;
  readonly seconds: SnapshotSeconds;
  readonly keys: readonly SnapshotKey[];
}
