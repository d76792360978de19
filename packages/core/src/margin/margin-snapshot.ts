import type { MarketId, UserId } from '../ids.ts';
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
}

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
  readonly placedAtMs: number;
  /** Of an open position, else 0. */
  readonly openedAtMs: number;
  readonly indexTicks: number;
  readonly entryTicks: number;
  readonly margin: string;
  readonly fee: string;
  readonly takeProfitTicks: number;
  readonly stopLossTicks: number;
  /** Midnights that it was open at, and the day (Asia/Shanghai, from the epoch) of the last one, or of its opening. */
  readonly nights: number;
  readonly nightDay: number;
}

/** Terms by market, positions by number. */
export interface SnapshotMargin {
  readonly nextPosition: PositionId;
  readonly terms: readonly SnapshotMarginTerms[];
  readonly positions: readonly SnapshotPosition[];
}
