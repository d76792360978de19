import type { CurrencyId, MarketId, UserId } from '../ids.ts';
import type { OwnLimit } from './own-limit.ts';
import type { Direction } from './seconds-commands.ts';

/** Decimal digits of smallest units. */
type AmountText = string;

export interface SnapshotDuration {
  readonly seconds: number;
  readonly payoutBps: number;
  readonly minStake: AmountText;
  readonly maxStake: AmountText;
}

/** See seconds-commands.ts. */
export interface SnapshotSecondsTerms {
  readonly market: MarketId;
  readonly currency: CurrencyId;
  readonly feeBps: number;
  readonly amounts: readonly AmountText[];
  readonly durations: readonly SnapshotDuration[];
  readonly exposureCap: AmountText;
  readonly isOpen: boolean;
  readonly openDelayMs?: number;
  readonly minSources?: number;
}

export interface SnapshotInsuranceOffer {
  readonly id: number;
  readonly currency: CurrencyId;
  readonly premiumBps: number;
  readonly coverBps: number;
  readonly minInsured: AmountText;
  readonly maxInsured: AmountText;
  readonly days: number;
  readonly isOpen: boolean;
}

/** An open ticket. With `openTick` 0 it waits for its open price. */
export interface SnapshotTicket {
  readonly id: number;
  readonly user: UserId;
  readonly market: MarketId;
  readonly currency: CurrencyId;
  readonly direction: Direction;
  readonly seconds: number;
  readonly stake: AmountText;
  readonly feeBps: number;
  readonly fee: AmountText;
  readonly payoutBps: number;
  readonly profit: AmountText;
  readonly openedMs: number;
  readonly dueMs: number;
  readonly maxTickAgeMs: number;
  readonly policy: number;
  /** Null: opened under the first rules. */
  readonly openDelayMs: number | null;
  /** From the terms at its opening; absent if they had none. */
  readonly minSources?: number;
  readonly openTick: number;
  readonly openTicks: number;
  readonly openTickMs: number;
  readonly openQuotedAtMs: number;
}

/** A running policy. */
export interface SnapshotPolicy {
  readonly id: number;
  readonly user: UserId;
  readonly offer: number;
  readonly currency: CurrencyId;
  readonly insured: AmountText;
  readonly coverBps: number;
  readonly endsMs: number;
  /** Profit less loss of its tickets since the last claim. */
  readonly net: AmountText;
  /** The day (Asia/Shanghai) of the last claim, and the number of claims on it. */
  readonly day: number;
  readonly claims: number;
}

/**
 * Reserves of running policies, by policy, and unpaid claims, oldest first. Empty under the first
 * rules.
 */
export interface SnapshotClaimReserve {
  readonly kept: readonly {
    readonly policy: number;
    readonly currency: CurrencyId;
    readonly wanted: AmountText;
    readonly amount: AmountText;
  }[];
  readonly owed: readonly {
    readonly policy: number;
    readonly user: UserId;
    readonly currency: CurrencyId;
    readonly amount: AmountText;
  }[];
}

/** The limits that a user has set, and their break. */
export interface SnapshotOwnLimits {
  readonly user: UserId;
  readonly losses: readonly {
    readonly currency: CurrencyId;
    readonly limit: {
      readonly value: AmountText | null;
      readonly next: AmountText | null;
      readonly nextAtMs: number;
    };
    /** The last UTC day on which a ticket was settled, and the loss of its tickets together. */
    readonly day: number;
    readonly lost: AmountText;
  }[];
  readonly minutes: OwnLimit<number>;
  /** First ticket of the last day with a time limit; 0 for none. */
  readonly startedMs: number;
  readonly breakDays: number;
  /** 0: there was none. */
  readonly breakEndsMs: number;
}

/** Sequence number, price, engine time, and the time of its oldest quote. */
export interface SnapshotTick {
  readonly market: MarketId;
  readonly seq: number;
  readonly priceTicks: number;
  readonly timeMs: number;
  readonly quotedAtMs: number;
}

/**
 * Terms by market and currency, ticks by market, offers, tickets and policies by number, own limits
 * by user.
 */
export interface SnapshotSeconds {
  readonly nextTicket: number;
  readonly nextPolicy: number;
  readonly terms: readonly SnapshotSecondsTerms[];
  /** The last tick of each market. */
  readonly ticks: readonly SnapshotTick[];
  readonly tickets: readonly SnapshotTicket[];
  readonly offers: readonly SnapshotInsuranceOffer[];
  readonly policies: readonly SnapshotPolicy[];
  readonly claimReserve: SnapshotClaimReserve;
  /** Absent while nobody has set any. */
  readonly ownLimits?: readonly SnapshotOwnLimits[];
}
