import type { CurrencyId, MarketId, UserId } from '../ids.ts';
import type { PositionId, PositionSide } from './margin-commands.ts';

export interface SnapshotMarginTerms {
  readonly market: MarketId;
  readonly leverages: readonly number[];
  readonly lotSize: string;
  readonly minLots: number;
  readonly maxLots: number;
  readonly spreadBps: number;
  readonly feeBps: number;
  readonly overnightBps: number;
  readonly maintenancePercent: number;
  readonly exposureCap: string;
  readonly isOpen: boolean;
  readonly fillDelayMs?: number;
  readonly fillTimeoutMs?: number;
  readonly slippageBps?: number;
  readonly liquidationFeeBps?: number;
  readonly houseMoveBps?: number;
  readonly minSources?: number;
}

/**
 * Cover of a close's loss: its own margin alone, the rest of the wallet too, or other positions of
 * the account.
 */
export type Cover = 'margin' | 'wallet' | 'others';

/** A waiting order, or an open position. Amounts are decimal strings of quote units. */
export interface SnapshotPosition {
  readonly id: PositionId;
  readonly user: UserId;
  readonly market: MarketId;
  readonly side: PositionSide;
  readonly status: 'waiting' | 'open';
  readonly leverage: number;
  readonly lots: number;
  /** Price of the order; 0 for a market order. */
  readonly priceTicks: number;
  readonly unit: string;
  readonly spreadBps: number;
  readonly feeBps: number;
  readonly overnightBps: number;
  readonly maintenancePercent: number;
  readonly liquidationFeeBps: number;
  /** The worst index that a market order may fill at; 0 for limits. */
  readonly worstTicks: number;
  /** The dearest index that the order holds margin and fee for. */
  readonly heldTicks: number;
  readonly placedAtMs: number;
  /** 0 until the position is open. */
  readonly openedAtMs: number;
  readonly indexTicks: number;
  readonly entryTicks: number;
  readonly margin: string;
  readonly fee: string;
  readonly takeProfitTicks: number;
  readonly stopLossTicks: number;
  /** Stops that wait for an index younger than their setting. */
  readonly nextStops: {
    readonly takeProfitTicks: number;
    readonly stopLossTicks: number;
    readonly setAtMs: number;
  } | null;
  /** Times of the request to close, and to cancel the order or the close; 0 without. */
  readonly closingAtMs: number;
  /**
   * The cover that was ready for its loss when the close was requested, and the reason of the
   * close.
   */
  readonly cover: Cover;
  readonly closingFor: 'closed' | 'limit' | 'reversed' | 'takeProfit' | 'stopLoss';
  readonly takenBackAtMs: number;
  /**
   * Number of midnights while open, and the day (Asia/Shanghai, from the epoch) of the last one, or
   * of its opening.
   */
  readonly nights: number;
  readonly nightDay: number;
  /** Lots of the requested close; 0 without one. */
  readonly closingLots: number;
  /** Close that waits until the index is at its price. */
  readonly limitClose: {
    readonly priceTicks: number;
    readonly lots: number;
    readonly setAtMs: number;
  } | null;
  /** Worst index that the other side of a reversal may open at; 0 without a reversal. */
  readonly reverseTicks: number;
  /** Whether it has a margin of its own; `added` is its part beyond the initial margin. */
  readonly isIsolated: boolean;
  readonly added: string;
  /** Added margin that its owner wants back. */
  readonly removal: { readonly amount: string; readonly askedAtMs: number } | null;
}

/** Terms by market, positions by number, debts of the house oldest first. */
export interface SnapshotMargin {
  readonly nextPosition: PositionId;
  readonly terms: readonly SnapshotMarginTerms[];
  readonly positions: readonly SnapshotPosition[];
  /** Markets whose index was too old at the last check. */
  readonly dead: readonly MarketId[];
  readonly debts: readonly SnapshotHouseDebt[];
  /** Debts of accounts to the insurance, by user and currency. */
  readonly owing: readonly SnapshotOwing[];
}

/** Amount that insurance paid for an account that still has positions, in quote units. */
export interface SnapshotOwing {
  readonly user: UserId;
  readonly currency: CurrencyId;
  readonly owing: string;
}

/** The house's debt for a position that ended, in quote units. */
export interface SnapshotHouseDebt {
  readonly position: PositionId;
  readonly user: UserId;
  readonly currency: CurrencyId;
  readonly owed: string;
}
