import { FULL_BPS } from '../integers.ts';
import type { HoldSlot } from '../ledger/ledger.ts';
import { feeOf } from '../ledger/fees.ts';
import type { ListedMarket } from '../catalog/listings.ts';
import type { UserId } from '../ids.ts';
import type { PositionId, PositionSide } from './margin-commands.ts';
import type { Cover, SnapshotPosition } from './margin-snapshot.ts';
import { newTrigger, type Trigger } from './trigger-heap.ts';

/**
 * Contract values are below this, so that the sum of a value and a balance stays within 64 bits.
 * Quote units.
 */
export const VALUE_LIMIT: bigint = 1n << 62n;

/**
 * Terms agreed on when the order was placed. They never change, except that lots of an open
 * position can be closed.
 */
export interface Agreement {
  readonly id: PositionId;
  readonly user: UserId;
  readonly market: ListedMarket;
  readonly side: PositionSide;
  readonly leverage: number;
  readonly lots: number;
  /** Price of the order; 0 for a market order. */
  readonly priceTicks: number;
  /** Quote units of one tick times one lot. */
  readonly unit: bigint;
  readonly spreadBps: number;
  readonly feeBps: number;
  readonly overnightBps: number;
  readonly maintenancePercent: number;
  readonly liquidationFeeBps: number;
  /** The worst index that a market order may fill at; 0 for limits, and under the first rules. */
  readonly worstTicks: number;
  /**
   * The dearest index that the order holds margin and fee for. Under the first rules its own price.
   */
  readonly heldTicks: number;
  readonly placedAtMs: number;
  /** Whether it has a margin of its own, and the account pays nothing else for it. */
  readonly isIsolated: boolean;
}

/** A waiting order, and later the position that it became. */
export interface Position extends Agreement {
  status: 'waiting' | 'open' | 'ended';
  /** Lots that are not closed yet. */
  lots: number;
  openedAtMs: number;
  indexTicks: number;
  entryTicks: number;
  margin: bigint;
  fee: bigint;
  takeProfitTicks: number;
  stopLossTicks: number;
  /** Stops that replace these at the first index younger than their setting. */
  nextStops: NextStops | undefined;
  /** Times of the request to close, and to cancel the order or the close; 0 without. */
  closingAtMs: number;
  /**
   * The cover that was ready for its loss when that close was requested, and the reason of the
   * close: `closed` for the owner's own request.
   */
  cover: Cover;
  closingFor: 'closed' | 'limit' | 'reversed' | 'takeProfit' | 'stopLoss';
  takenBackAtMs: number;
  /** Lots of the requested close; 0 without one. */
  closingLots: number;
  limitClose: LimitClose | undefined;
  /** Worst index that the other side of a reversal may open at; 0 without a reversal. */
  reverseTicks: number;
  /** Margin of an isolated position beyond the initial one. */
  added: bigint;
  removal: Removal | undefined;
  /** Number of midnights while open. */
  nights: number;
  /** Day of the last midnight, or of its opening (M6). */
  nightDay: number;
  hold: HoldSlot;
  /** Trigger at the order's price while it waits, at the take-profit later. */
  readonly first: Trigger<Position>;
  /** Trigger at the stop-loss. */
  readonly second: Trigger<Position>;
  /** Trigger at the price of the limit close. */
  readonly third: Trigger<Position>;
  /** Trigger at the mark that liquidates an isolated position. */
  readonly fourth: Trigger<Position>;
}

/** Added margin that its owner wants back, from the first younger index on. */
export interface Removal {
  readonly amount: bigint;
  readonly askedAtMs: number;
}

/** A close of some lots that waits until the index is at a price, or better for the owner. */
export interface LimitClose {
  readonly priceTicks: number;
  readonly lots: number;
  readonly setAtMs: number;
}

/** Prices at which a position is closed; 0 for none. */
export interface StopLevels {
  readonly takeProfitTicks: number;
  readonly stopLossTicks: number;
}

export interface NextStops extends StopLevels {
  readonly setAtMs: number;
}

/** Cost of an entry. */
export interface Entry {
  readonly entryTicks: number;
  readonly value: bigint;
  readonly margin: bigint;
  readonly fee: bigint;
}

export function newPosition(agreement: Agreement): Position {
  const entry = {
    indexTicks: 0,
    entryTicks: 0,
    margin: 0n,
    fee: 0n,
    takeProfitTicks: 0,
    stopLossTicks: 0,
    nextStops: undefined,
    closingAtMs: 0,
    cover: 'margin',
    closingFor: 'closed',
    takenBackAtMs: 0,
    closingLots: 0,
    limitClose: undefined,
    reverseTicks: 0,
    added: 0n,
    removal: undefined,
    nights: 0,
    nightDay: 0,
  } as const;
  const triggers: Partial<Pick<Position, 'first' | 'second' | 'third' | 'fourth'>> = {};
  const position = {
    ...agreement,
    ...entry,
    status: 'waiting',
    openedAtMs: 0,
    hold: -1,
    ...triggers,
  } as Position;
  return Object.assign(position, {
    first: newTrigger(position),
    second: newTrigger(position),
    third: newTrigger(position),
    fourth: newTrigger(position),
  });
}

/**
 * Cost of a position at an index price. The spread is added for a long and subtracted for a short,
 * rounded to a whole tick against the user; margin and fee are rounded up by less than a unit.
 * Undefined where no price or value is possible.
 */
export function entryAt(agreement: Agreement, indexTicks: number): Entry | undefined {
  const { side, spreadBps, leverage, feeBps } = agreement;
  const index = BigInt(indexTicks);
  const entry =
    side === 'long'
      ? (index * (FULL_BPS + BigInt(spreadBps)) + FULL_BPS - 1n) / FULL_BPS
      : (index * (FULL_BPS - BigInt(spreadBps))) / FULL_BPS;
  if (entry < 1n || entry > BigInt(Number.MAX_SAFE_INTEGER)) return undefined;
  const entryTicks = Number(entry);
  const value = valueOf(agreement, entryTicks);
  if (value >= VALUE_LIMIT) return undefined;
  const times = BigInt(leverage);
  return { entryTicks, value, margin: (value + times - 1n) / times, fee: feeOf(value, feeBps) };
}

/**
 * Margin of the lots that are left after some were closed: its value by its leverage, rounded up by
 * less than a unit like the whole. The closed part frees the difference, so the parts together free
 * exactly the margin of the whole.
 */
export function marginLeft(position: Position, closedLots: number): bigint {
  const left = { lots: position.lots - closedLots, unit: position.unit };
  const times = BigInt(position.leverage);
  return (valueOf(left, position.entryTicks) + times - 1n) / times;
}

/**
 * Added margin that stays with the lots that are left; the closed lots free their share, rounded
 * down.
 */
export function addedLeft({ added, lots }: Position, closedLots: number): bigint {
  return added - (added * BigInt(closedLots)) / BigInt(lots);
}

/** All margin of a position: nothing else of the account pays for an isolated one. */
export function ownMargin({ margin, added }: Position): bigint {
  return margin + added;
}

/**
 * A hundred times the loss that takes an isolated position below its maintenance, at a mark; below
 * zero it must be liquidated.
 */
export function ownSlack(position: Position, markTicks: number): bigint {
  const worth = ownMargin(position) + profitAt(position, markTicks) - overnightOf(position);
  return 100n * worth - position.margin * BigInt(position.maintenancePercent);
}

/**
 * The first mark that liquidates an isolated position; undefined where no price does. Its own slack
 * is linear in the mark, so this is exact.
 */
export function liquidationMark(position: Position): number | undefined {
  const each = 100n * sizeOf(position);
  const slack = ownSlack(position, position.entryTicks);
  const room = (slack < 0n ? (slack + 1n) / each - 1n : slack / each) + 1n;
  const entry = BigInt(position.entryTicks);
  const isLong = position.side === 'long';
  const mark = isLong ? entry - room : entry + room;
  const most = BigInt(Number.MAX_SAFE_INTEGER);
  if (isLong ? mark < 1n : mark > most) return undefined;
  return Number(mark < 1n ? 1n : mark > most ? most : mark);
}

/**
 * Whether an isolated position could give up some of its margin: by the worse of mark and index it
 * keeps the initial margin of its value there.
 */
export function maySpare(position: Position, amount: bigint): boolean {
  if (amount > position.added) return false;
  const { market, leverage } = position;
  const times = BigInt(leverage);
  const left = ownMargin(position) - amount - overnightOf(position);
  return [market.markTicks, market.indexTicks].every((ticks) => {
    const initial = (valueOf(position, ticks) + times - 1n) / times;
    return left + profitAt(position, ticks) >= initial;
  });
}

/** Contract value in quote units: price x lots x lot size. */
export function valueOf({ lots, unit }: Pick<Agreement, 'lots' | 'unit'>, ticks: number): bigint {
  return BigInt(ticks) * BigInt(lots) * unit;
}

/** Quote units that one tick of price is worth. */
export function sizeOf({ lots, unit }: Agreement): bigint {
  return BigInt(lots) * unit;
}

/** Quote units that each tick is worth to the position: below zero for a short. */
export function perTick(agreement: Agreement): bigint {
  const size = sizeOf(agreement);
  return agreement.side === 'long' ? size : -size;
}

/** Long: (price - entry) x lots x lot size; short the reverse. Exact. */
export function profitAt(position: Position, ticks: number): bigint {
  return perTick(position) * BigInt(ticks - position.entryTicks);
}

/** The part of a position that its nights are charged for. */
type Nights = Pick<Position, 'lots' | 'unit' | 'entryTicks' | 'nights' | 'overnightBps'>;

/** Sum of the value of each night, in quote units: the fee is a part of it. */
export function nightsValueOf(position: Nights): bigint {
  return valueOf(position, position.entryTicks) * BigInt(position.nights);
}

/** Fee of its nights: one for each, the sum rounded up by less than a unit. */
export function overnightOf(position: Nights): bigint {
  return feeOf(nightsValueOf(position), position.overnightBps);
}

/**
 * The part of a loss at an index that the margin of the lots to close does not pay; not above zero
 * where that pays all. A part pays its nights too, or closing part by part would save them. Quote
 * units.
 */
export function lossBeyond(position: Position, indexTicks: number, lots: number): bigint {
  if (lots === position.lots) return -profitAt(position, indexTicks) - ownMargin(position);
  const part = { ...position, lots };
  const left = marginLeft(position, lots) + addedLeft(position, lots);
  const freed = ownMargin(position) - left;
  return overnightOf(part) - profitAt(part, indexTicks) - freed;
}

/**
 * Whether stop levels are on the right sides of a price (M7): a long's profit above it, its loss
 * below; 0 is none.
 */
export function areStopsBeside(
  { side }: Position,
  ticks: number,
  { takeProfitTicks, stopLossTicks }: StopLevels,
): boolean {
  const [above, below] =
    side === 'long' ? [takeProfitTicks, stopLossTicks] : [stopLossTicks, takeProfitTicks];
  return (above === 0 || above > ticks) && below < ticks;
}

/** Whether a price exists between the levels, as the mark did when they were set (M7). */
export function areStopsApart({
  side,
  takeProfitTicks,
  stopLossTicks,
}: StopLevels & Pick<Position, 'side'>): boolean {
  const [above, below] =
    side === 'long' ? [takeProfitTicks, stopLossTicks] : [stopLossTicks, takeProfitTicks];
  return above === 0 || below === 0 || below < above - 1;
}

/** Whether a mark has reached the take-profit. */
export function isProfitTaken(
  { side, takeProfitTicks }: StopLevels & Pick<Position, 'side'>,
  markTicks: number,
): boolean {
  if (takeProfitTicks === 0) return false;
  return side === 'long' ? markTicks >= takeProfitTicks : markTicks <= takeProfitTicks;
}

/** The position in the form of a snapshot. Its hash depends on the order of the fields. */
export function encodePosition(position: Position): SnapshotPosition {
  return {
    id: position.id,
    user: position.user,
    market: position.market.settings.id,
    side: position.side,
    status: position.status as 'waiting' | 'open',
    leverage: position.leverage,
    lots: position.lots,
    priceTicks: position.priceTicks,
    unit: position.unit.toString(),
    spreadBps: position.spreadBps,
    feeBps: position.feeBps,
    overnightBps: position.overnightBps,
    maintenancePercent: position.maintenancePercent,
    liquidationFeeBps: position.liquidationFeeBps,
    worstTicks: position.worstTicks,
    heldTicks: position.heldTicks,
    placedAtMs: position.placedAtMs,
    openedAtMs: position.openedAtMs,
    indexTicks: position.indexTicks,
    entryTicks: position.entryTicks,
    margin: position.margin.toString(),
    fee: position.fee.toString(),
    takeProfitTicks: position.takeProfitTicks,
    stopLossTicks: position.stopLossTicks,
    nextStops: position.nextStops ?? null,
    closingAtMs: position.closingAtMs,
    cover: position.cover,
    closingFor: position.closingFor,
    takenBackAtMs: position.takenBackAtMs,
    nights: position.nights,
    nightDay: position.nightDay,
    closingLots: position.closingLots,
    limitClose: position.limitClose ?? null,
    reverseTicks: position.reverseTicks,
    isIsolated: position.isIsolated,
    added: position.added.toString(),
    removal:
      position.removal === undefined
        ? null
        : { ...position.removal, amount: position.removal.amount.toString() },
  };
}
