import type { MarketId, UserId } from '@meridian/core/ids';
import type { PositionId, PositionSide } from '@meridian/core/margin/margin-commands';
import type {
  MarginOrderEnd,
  MarginOrderPlaced,
  PositionOpened,
  PositionReduced,
} from '@meridian/core/margin/margin-events';
import type { SnapshotPosition } from '@meridian/core/margin/margin-snapshot';
import { overnightOf } from '@meridian/core/margin/position';

/** An order that waits or an open position. Amounts in quote units. */
export interface LivePosition {
  readonly id: PositionId;
  readonly user: UserId;
  readonly market: MarketId;
  readonly side: PositionSide;
  readonly leverage: number;
  /** Not closed yet. */
  lots: number;
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
  /** Lots that this request names; 0 without one. */
  closingLots: number;
  readonly isIsolated: boolean;
  /** Margin of an isolated position beyond the initial one, and the part of it that is to leave. */
  added: bigint;
  removing: bigint;
  /** A close that waits for its price. */
  limitClose: { readonly lots: number; readonly priceTicks: number } | undefined;
  /** The latest request of each kind; of before a restart only one that waits. */
  readonly asked: Map<MarginRequest, AskedRequest>;
}

/** The requests about a position that wait for a price. */
export type MarginRequest = 'close' | 'limitClose' | 'removal' | 'cancel';

export interface AskedRequest {
  /** Of the calls that asked for it. */
  readonly keys: Set<string>;
  /**
   * How it ended, or why it came to nothing; undefined while it waits. `late`: what it would have
   * cancelled was filled before.
   */
  end: 'done' | 'late' | MarginOrderEnd | undefined;
}

export function askedRequest(key?: string): AskedRequest {
  return { keys: new Set(key === undefined ? [] : [key]), end: undefined };
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
  const amounts = {
    unit,
    margin: BigInt(row.margin),
    fee: BigInt(row.fee),
    overnight: overnightOf({ ...row, unit }),
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
    closingLots: row.closingLots,
    limitClose: row.limitClose ?? undefined,
    isIsolated: row.isIsolated,
    added: BigInt(row.added),
    removing: BigInt(row.removal?.amount ?? 0),
    asked: askedBefore(row),
    ...amounts,
  };
}

/** The requests that wait at a start: their keys are not known. */
function askedBefore({ closingAtMs, limitClose, removal }: SnapshotPosition) {
  const asked = new Map<MarginRequest, AskedRequest>();
  if (closingAtMs > 0) asked.set('close', askedRequest());
  if (limitClose) asked.set('limitClose', askedRequest());
  if (removal) asked.set('removal', askedRequest());
  return asked;
}

/** An order that has begun to wait. */
export function orderOf(
  { type: _type, position: id, ...order }: MarginOrderPlaced,
  timeMs: number,
): LivePosition {
  return {
    id,
    ...order,
    placedAtMs: timeMs,
    status: 'waiting',
    openedAtMs: 0,
    indexTicks: 0,
    maintenancePercent: 0,
    ...untouched(),
    takeProfitTicks: order.takeProfitTicks,
    stopLossTicks: order.stopLossTicks,
  };
}

/** A position that was opened at once: its order never waited. */
export function openedOf(event: PositionOpened, timeMs: number): LivePosition {
  const { position: id, user, market, side, leverage, lots, unit, isIsolated } = event;
  return {
    ...{ id, user, market, side, leverage, lots, unit, isIsolated },
    priceTicks: 0,
    placedAtMs: timeMs,
    ...entryOf(event, timeMs),
    ...untouched(),
  };
}

/** The fields that an opening sets. */
export function entryOf(
  { indexTicks, entryTicks, margin, fee, maintenancePercent }: PositionOpened,
  timeMs: number,
) {
  const status: LivePosition['status'] = 'open';
  return { status, openedAtMs: timeMs, indexTicks, entryTicks, margin, fee, maintenancePercent };
}

/** Of a position that neither its owner nor a night has changed. */
function untouched() {
  return {
    takeProfitTicks: 0,
    stopLossTicks: 0,
    overnight: 0n,
    isClosing: false,
    closingLots: 0,
    limitClose: undefined,
    added: 0n,
    removing: 0n,
    asked: new Map<MarginRequest, AskedRequest>(),
  };
}

/** A part of a position was closed. Closes that wait name no more lots than are left. */
export function reduce(
  position: LivePosition,
  {
    lotsLeft: lots,
    marginLeft: margin,
    overnightLeft: overnight,
    closingLots,
    addedLeft: added,
  }: PositionReduced,
): void {
  Object.assign(position, { lots, margin, added, overnight });
  Object.assign(position, { isClosing: closingLots > 0, closingLots });
  const { limitClose } = position;
  if (limitClose !== undefined && limitClose.lots > lots)
    position.limitClose = { ...limitClose, lots };
}
