import type { MarketId, UserId } from '@meridian/core/ids';
import type { PositionId, PositionSide } from '@meridian/core/margin/margin-commands';
import type { SnapshotPosition } from '@meridian/core/margin/margin-snapshot';

/** An order that waits or an open position. Amounts in quote units. */
export interface LivePosition {
  readonly id: PositionId;
  readonly user: UserId;
  readonly market: MarketId;
  readonly side: PositionSide;
  readonly leverage: number;
  readonly lots: number;
  /** Of an order that waits or waited; 0 for one at the market. */
  readonly priceTicks: number;
  readonly placedAtMs: number;
  status: 'waiting' | 'open';
  openedAtMs: number;
  indexTicks: number;
  entryTicks: number;
  /** Quote units of one tick times one lot. */
  readonly unit: bigint;
  margin: bigint;
  fee: bigint;
  maintenancePercent: number;
  takeProfitTicks: number;
  stopLossTicks: number;
  overnight: bigint;
  /** Its owner has asked to close it; it waits for a younger index. */
  isClosing: boolean;
}

export function positionOf(row: SnapshotPosition): LivePosition {
  const {
    id,
    user,
    market,
    side,
    leverage,
    lots,
    priceTicks,
    placedAtMs,
    status,
    openedAtMs,
    indexTicks,
    entryTicks,
    maintenancePercent,
  } = row;
  // Their owner has set them, whether they hold already or from the next price on.
  const { takeProfitTicks, stopLossTicks } = row.nextStops ?? row;
  const unit = BigInt(row.unit);
  const nightly = BigInt(entryTicks) * BigInt(lots) * unit * BigInt(row.nights * row.overnightBps);
  const amounts = {
    unit,
    margin: BigInt(row.margin),
    fee: BigInt(row.fee),
    overnight: (nightly + 9_999n) / 10_000n,
  };
  return {
    id,
    user,
    market,
    side,
    leverage,
    lots,
    priceTicks,
    placedAtMs,
    status,
    openedAtMs,
    indexTicks,
    entryTicks,
    maintenancePercent,
    takeProfitTicks,
    stopLossTicks,
    isClosing: row.closingAtMs > 0,
    ...amounts,
  };
}
