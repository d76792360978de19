import type { ListedMarket } from '../catalog/listings.ts';
import type { AccountBounds, MarginAccount } from './margin-account.ts';
import { termOf } from './margin-commands-check.ts';
import type { MarginTerms, PositionSide } from './margin-commands.ts';
import { liquidationMark, sizeOf, valueOf, type Position } from './position.ts';
import { TriggerHeap } from './trigger-heap.ts';
import { divideUp, FULL_BPS } from '../integers.ts';

/** A market with margin trading, and all orders and positions that wait for its index. */
export interface MarginMarket {
  readonly listed: ListedMarket;
  terms: MarginTerms;
  /** Quote units of one tick times one lot. */
  unit: bigint;
  /** Contract value of the open positions of each side, in quote units, at their entry prices. */
  readonly exposure: Record<PositionSide, bigint>;
  /** Quote units that one tick is worth to the open positions of each side. */
  readonly sizes: Record<PositionSide, bigint>;
  readonly orders: Record<PositionSide, TriggerHeap<Position>>;
  /** Market orders, and open positions with a requested close: they wait for a younger index. */
  readonly pending: Set<Position>;
  readonly closing: Set<Position>;
  /**
   * Orders and positions with a cancelled order or close, or changed stops: the change takes effect
   * at a younger index.
   */
  readonly changing: Set<Position>;
  readonly stops: { readonly up: TriggerHeap<Position>; readonly down: TriggerHeap<Position> };
  /** Closes that wait for the index: of longs until it has risen, of shorts until it has fallen. */
  readonly limitCloses: Record<PositionSide, TriggerHeap<Position>>;
  readonly bounds: AccountBounds;
  /** Isolated positions by the mark that liquidates them. */
  readonly isolated: Record<PositionSide, TriggerHeap<Position>>;
}

export function newMarginMarket(
  listed: ListedMarket,
  terms: MarginTerms,
  unit: bigint,
): MarginMarket {
  const pair = <Owner>() => ({
    up: new TriggerHeap<Owner>('up'),
    down: new TriggerHeap<Owner>('down'),
  });
  const orders = {
    long: new TriggerHeap<Position>('down'),
    short: new TriggerHeap<Position>('up'),
  };
  const limitCloses = {
    long: new TriggerHeap<Position>('up'),
    short: new TriggerHeap<Position>('down'),
  };
  const sums = { exposure: { long: 0n, short: 0n }, sizes: { long: 0n, short: 0n } };
  const bounds = { ...pair<MarginAccount>(), isDead: false };
  return {
    listed,
    terms,
    unit,
    ...sums,
    orders,
    pending: new Set(),
    closing: new Set(),
    changing: new Set(),
    stops: pair<Position>(),
    limitCloses,
    bounds,
    isolated: { long: new TriggerHeap('down'), short: new TriggerHeap('up') },
  };
}

/** Whether the index is too old to decide by. */
export function isStale({ settings, indexTimeMs }: ListedMarket, timeMs: number): boolean {
  return timeMs - indexTimeMs > settings.indexMaxAgeMs;
}

/**
 * Whether all quotes of the index are younger than a command by more than the delay of the market.
 */
export function isYounger({ listed, terms }: MarginMarket, sinceMs: number): boolean {
  return listed.indexQuotedAtMs > sinceMs + termOf(terms, 'fillDelayMs');
}

/**
 * Amount that the house would have to pay for the open positions of a market, in quote units, if
 * its mark moved by `houseMoveBps` in the more expensive direction. Losers of a side pay its
 * winners; the other side pays nothing: its wallets may be empty.
 */
export function couldWin({
  listed,
  terms,
  exposure,
  sizes,
}: Pick<MarginMarket, 'listed' | 'terms' | 'exposure' | 'sizes'>): bigint {
  const mark = BigInt(listed.markTicks);
  const move = BigInt(termOf(terms, 'houseMoveBps'));
  const up = divideUp(sizes.long * mark * (FULL_BPS + move), FULL_BPS) - exposure.long;
  const down = exposure.short - (sizes.short * mark * (FULL_BPS - move)) / FULL_BPS;
  const most = up > down ? up : down;
  return most > 0n ? most : 0n;
}

/** The worst index that a market order may fill at, by the terms and the client's own limit. */
export function worstIndex(
  { listed: { indexTicks }, terms }: MarginMarket,
  side: PositionSide,
  limit: number | undefined,
): number {
  const [index, slippage] = [BigInt(indexTicks), BigInt(termOf(terms, 'slippageBps'))];
  if (side === 'long')
    return Math.min(dearestIndex(indexTicks, terms), limit ?? Number.MAX_SAFE_INTEGER);
  return Math.max(Number(divideUp(index * (FULL_BPS - slippage), FULL_BPS)), limit ?? 1);
}

/**
 * The dearest index that an order holds for. A long takes none above its price or its worst index.
 * A short takes any index that is better for it, so it holds for more than the higher of its price
 * and the index, by the slippage of the terms, and fills at no more.
 */
export function heldIndex(
  { listed: { indexTicks }, terms }: MarginMarket,
  { side, priceTicks, worstTicks }: Pick<Position, 'side' | 'priceTicks' | 'worstTicks'>,
): number {
  if (side === 'short') return dearestIndex(Math.max(indexTicks, priceTicks), terms);
  return priceTicks > 0 ? priceTicks : worstTicks;
}

/** The highest index that a market order may be filled at. */
export function dearestIndex(indexTicks: number, terms: MarginTerms): number {
  const dearest =
    (BigInt(indexTicks) * (FULL_BPS + BigInt(termOf(terms, 'slippageBps')))) / FULL_BPS;
  return dearest > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(dearest);
}

/**
 * The index at which a close may be settled, if it moves against the position by the slippage of
 * the terms.
 */
export function worseIndex(
  { listed: { indexTicks }, terms }: MarginMarket,
  side: PositionSide,
): number {
  const slippage = BigInt(termOf(terms, 'slippageBps'));
  return side === 'short'
    ? dearestIndex(indexTicks, terms)
    : Number((BigInt(indexTicks) * (FULL_BPS - slippage)) / FULL_BPS);
}

/** Whether an order's price is reached: the index is at it, or better for the user. */
export function isReached(
  { side, priceTicks }: Pick<Position, 'side' | 'priceTicks'>,
  indexTicks: number,
): boolean {
  return side === 'long' ? indexTicks <= priceTicks : indexTicks >= priceTicks;
}

/** Whether fewer venues quote the index than the market needs to open positions. */
export function isThin({ listed, terms }: MarginMarket): boolean {
  return listed.indexSources < termOf(terms, 'minSources');
}

/** A limit order waits for its price, a market order for the next index. */
export function watchOrder(market: MarginMarket, position: Position): void {
  if (position.priceTicks === 0) market.pending.add(position);
  else market.orders[position.side].add(position.first, position.priceTicks);
}

/** Adds the stops of a position to the heaps. */
export function addStops(
  { stops }: MarginMarket,
  { side, first, second, takeProfitTicks, stopLossTicks }: Position,
): void {
  if (takeProfitTicks > 0) stops[side === 'long' ? 'up' : 'down'].add(first, takeProfitTicks);
  if (stopLossTicks > 0) stops[side === 'long' ? 'down' : 'up'].add(second, stopLossTicks);
}

export function removeStops({ stops }: MarginMarket, { side, first, second }: Position): void {
  stops[side === 'long' ? 'up' : 'down'].remove(first);
  stops[side === 'long' ? 'down' : 'up'].remove(second);
}

/** Watches for the price of a limit close, if the position has one. */
export function watchLimitClose({ limitCloses }: MarginMarket, position: Position): void {
  const { side, third, limitClose } = position;
  if (limitClose !== undefined) limitCloses[side].add(third, limitClose.priceTicks);
}

/** Forgets a limit close. */
export function dropLimitClose({ limitCloses }: MarginMarket, position: Position): void {
  limitCloses[position.side].remove(position.third);
  position.limitClose = undefined;
}

/** Watches for the mark that liquidates an isolated position, as it is now. */
export function watchIsolated({ isolated }: MarginMarket, position: Position): void {
  const { side, fourth } = position;
  isolated[side].remove(fourth);
  const mark = position.isIsolated ? liquidationMark(position) : undefined;
  if (mark !== undefined) isolated[side].add(fourth, mark);
}

/** Removes a position with no change that waits for a younger index. */
export function forgetSettled({ changing }: MarginMarket, position: Position): void {
  const { nextStops, takenBackAtMs, removal } = position;
  if (nextStops === undefined && takenBackAtMs === 0 && removal === undefined)
    changing.delete(position);
}

/** Adds an open position to the sums of its market, or subtracts it. */
export function count({ exposure, sizes }: MarginMarket, position: Position, sign: 1n | -1n): void {
  exposure[position.side] += sign * valueOf(position, position.entryTicks);
  sizes[position.side] += sign * sizeOf(position);
}
