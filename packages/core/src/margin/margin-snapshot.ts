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
 * What pays the loss of a close: its own margin alone, the rest of the wallet too, or other
 * positions of the account.
 */
export type Cover = 'margin' | 'wallet' | 'others';

/** An order that waits, or an open position. Amounts are decimal strings of quote units. */
export interface SnapshotPosition {
  readonly id: PositionId;
  readonly user: UserId;
  readonly market: MarketId;
  readonly side: PositionSide;
  readonly status: 'waiting' | 'open';
  readonly leverage: number;
  readonly lots: number;
  /** Of the order; 0 for one at the market. */
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
  /** Of an open position, else 0. */
  readonly openedAtMs: number;
  readonly indexTicks: number;
  readonly entryTicks: number;
  readonly margin: string;
  readonly fee: string;
  readonly takeProfitTicks: number;
  readonly stopLossTicks: number;
  /** Stops that wait for an index younger than they are. */
  readonly nextStops: {
    readonly takeProfitTicks: number;
    readonly stopLossTicks: number;
    readonly setAtMs: number;
  } | null;
  /**
   * When its owner asked to close it, and when the order or the close was taken back; 0 where
   * nobody did.
   */
  readonly closingAtMs: number;
  /**
   * What had to be ready to pay its loss when the close was asked for, and what it is closed for.
   */
  readonly cover: Cover;
  readonly closingFor: 'closed' | 'takeProfit' | 'stopLoss';
  readonly takenBackAtMs: number;
  /**
   * Midnights that it was open at, and the day (Asia/Shanghai, from the epoch) of the last one, or
   * of its opening.
   */
  readonly nights: number;
  readonly nightDay: number;
}

/** Terms by market, positions by number, debts of the house oldest first. */
export interface SnapshotMargin {
  readonly nextPosition: PositionId;
  readonly terms: readonly SnapshotMarginTerms[];
  readonly positions: readonly SnapshotPosition[];
  /** Markets whose index was too old at the last look. */
  readonly dead: readonly MarketId[];
  readonly debts: readonly SnapshotHouseDebt[];
  /** What accounts owe the insurance, by user and currency. */
  readonly owing: readonly SnapshotOwing[];
}

/** What insurance paid for an account that still has positions, in quote units. */
export interface SnapshotOwing {
  readonly user: UserId;
  readonly currency: CurrencyId;
  readonly owing: string;
}

/** What the house owes for a position that ended, in quote units. */
export interface SnapshotHouseDebt {
  readonly position: PositionId;
  readonly user: UserId;
  readonly currency: CurrencyId;
  readonly owed: string;
}
