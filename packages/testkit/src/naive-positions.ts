/** A position of the naive margin; its cost, profit and hold at an index. */
import type { MarginTerms, OpenPosition } from '@meridian/core/margin/margin-commands';
import type { Cover, SnapshotPosition } from '@meridian/core/margin/margin-snapshot';

/** The part of a market that margin uses. */
export interface NaiveIndex {
  readonly id: number;
  readonly base: number;
  readonly quote: number;
  readonly tickSize: bigint;
  readonly indexMaxAgeMs: number;
  readonly indexTicks: number;
  readonly indexTimeMs: number;
  readonly indexQuotedAtMs: number;
  readonly indexSources: number;
  readonly markTicks: number;
}

/** The mark price after an index price. */
export function markAfter({
  markTicks,
  indexTicks,
  sources,
  elapsedMs,
}: {
  markTicks: number;
  indexTicks: number;
  sources: number;
  elapsedMs: number;
}): number {
  if (markTicks === 0) return indexTicks;
  const elapsed = BigInt(Math.min(elapsedMs, 5_000));
  const [mark, index] = [BigInt(markTicks), BigInt(indexTicks)];
  const away = index < mark ? mark - index : index - mark;
  let step = roundUp(away * elapsed, 5_000n);
  if (sources < 3) {
    const thin = roundUp(mark * 20n * elapsed, 10_000n * 1_000n);
    if (thin < step) step = thin;
  } else if (away - step > (index * 30n) / 10_000n) step = away - (index * 30n) / 10_000n;
  return Number(index < mark ? mark - step : mark + step);
}

export interface NaivePosition {
  readonly id: number;
  readonly user: number;
  readonly market: number;
  readonly currency: number;
  readonly isLong: boolean;
  readonly leverage: bigint;
  lots: number;
  readonly priceTicks: number;
  readonly unit: bigint;
  readonly terms: MarginTerms;
  readonly placedAtMs: number;
  readonly worst: number;
  /** The highest index that the order's hold covers. */
  readonly held: number;
  status: 'waiting' | 'open' | 'over';
  openedAtMs: number;
  indexTicks: number;
  entryTicks: number;
  margin: bigint;
  fee: bigint;
  takeProfit: number;
  stopLoss: number;
  next: { takeProfit: number; stopLoss: number; setAtMs: number } | undefined;
  closingAtMs: number;
  cover: Cover;
  closingFor: 'closed' | 'limit' | 'reversed' | 'takeProfit' | 'stopLoss';
  takenBackAtMs: number;
  closingLots: number;
  limit: { readonly priceTicks: number; lots: number; readonly setAtMs: number } | undefined;
  /** The worst index that the other side may open at; 0 where none is to. */
  reverseTicks: number;
  readonly isIsolated: boolean;
  /** Of an isolated position: margin that was added to the first one. */
  added: bigint;
  removal: { readonly amount: bigint; readonly askedAtMs: number } | undefined;
  nights: number;
  nightDay: number;
}

export const BPS = 10_000n;
const LARGEST_TICKS = 9_007_199_254_740_991n;

export interface Cost {
  readonly entryTicks: number;
  readonly value: bigint;
  readonly margin: bigint;
  readonly fee: bigint;
}

export function costAt(position: NaivePosition, indexTicks: number): Cost | undefined {
  const { isLong, terms, leverage } = position;
  const index = BigInt(indexTicks);
  const entry = isLong
    ? roundUp(index * (BPS + BigInt(terms.spreadBps)), BPS)
    : (index * (BPS - BigInt(terms.spreadBps))) / BPS;
  if (entry === 0n || entry > LARGEST_TICKS) return undefined;
  const value = valueAt(position, Number(entry));
  if (value >= 1n << 62n) return undefined;
  return {
    entryTicks: Number(entry),
    value,
    margin: roundUp(value, leverage),
    fee: roundUp(value * BigInt(terms.feeBps), BPS),
  };
}

/** The index at which an order is filled: a short at none above the one that its hold covers. */
export function fillOf({ isLong, held }: NaivePosition, indexTicks: number): number {
  return isLong || indexTicks < held ? indexTicks : held;
}

export function heldFor(command: OpenPosition, market: NaiveIndex, terms: MarginTerms): number {
  if (command.side === 'long')
    return command.type === 'limit' ? command.priceTicks : worstOf(command, market, terms);
  const higher = command.priceTicks > market.indexTicks ? command.priceTicks : market.indexTicks;
  return highest(higher, terms);
}

export function profitAt({ isLong, lots, unit, entryTicks }: NaivePosition, ticks: number): bigint {
  const moved = BigInt(ticks) - BigInt(entryTicks);
  return (isLong ? moved : -moved) * BigInt(lots) * unit;
}

/** The highest index that a market order holds margin for. */
export function highest(indexTicks: number, { slippageBps = 50 }: MarginTerms): number {
  const ticks = (BigInt(indexTicks) * (BPS + BigInt(slippageBps))) / BPS;
  return Number(ticks < LARGEST_TICKS ? ticks : LARGEST_TICKS);
}

/** The worst index that a market order may fill at; 0 for a limit. */
export function worstOf(
  { type, side, worstTicks }: OpenPosition,
  { indexTicks }: NaiveIndex,
  terms: MarginTerms,
): number {
  if (type === 'limit') return 0;
  const bound =
    side === 'long'
      ? highest(indexTicks, terms)
      : Number(roundUp(BigInt(indexTicks) * (BPS - BigInt(terms.slippageBps ?? 50)), BPS));
  if (worstTicks === undefined) return bound;
  return side === 'long' ? Math.min(bound, worstTicks) : Math.max(bound, worstTicks);
}

export function valueAt({ lots, unit }: NaivePosition, ticks: number): bigint {
  return BigInt(ticks) * BigInt(lots) * unit;
}

export function overnightOf(position: NaivePosition): bigint {
  return roundUp(
    valueAt(position, position.entryTicks) *
      BigInt(position.nights) *
      BigInt(position.terms.overnightBps),
    BPS,
  );
}

/** So many lots of a position, as a position of their own that has paid no margin. */
export function someOf(position: NaivePosition, lots: number): NaivePosition {
  return { ...position, lots };
}

/** All that pays for an isolated position; the account pays nothing else. */
export function ownOf({ margin, added }: NaivePosition): bigint {
  return margin + added;
}

/** The added margin of the rest, when so many lots take their share of it along. */
export function addedRest({ added, lots }: NaivePosition, closed: number): bigint {
  return added - (added * BigInt(closed)) / BigInt(lots);
}

/** Whether an isolated position is below its maintenance at a mark. */
export function isBelowOwn(position: NaivePosition, markTicks: number): boolean {
  const worth = ownOf(position) + profitAt(position, markTicks) - overnightOf(position);
  return worth * 100n < position.margin * BigInt(position.terms.maintenancePercent);
}

/** Margin of a position at its entry price. */
export function marginOf(position: NaivePosition): bigint {
  return roundUp(valueAt(position, position.entryTicks), position.leverage);
}

export function roundUp(value: bigint, by: bigint): bigint {
  return value % by === 0n ? value / by : value / by + 1n;
}

/** Lowest first, the oldest of equals. */
export function sorted(
  positions: readonly NaivePosition[],
  by: (position: NaivePosition) => bigint,
): NaivePosition[] {
  return positions
    .map((position) => ({ position, rank: by(position) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : a.position.id - b.position.id))
    .map(({ position }) => position);
}

export function dayOf(timeMs: number): number {
  return Math.floor((timeMs + 28_800_000) / 86_400_000);
}

/** A position, in the shape of the core's snapshot. */
export function rowOf(position: NaivePosition): SnapshotPosition {
  const {
    id,
    user,
    market,
    isLong,
    status,
    leverage,
    lots,
    priceTicks,
    unit,
    terms,
    placedAtMs,
    openedAtMs,
    indexTicks,
    entryTicks,
  } = position;
  const {
    margin,
    fee,
    takeProfit,
    stopLoss,
    next,
    closingAtMs,
    cover,
    closingFor,
    takenBackAtMs,
    closingLots,
    limit,
    reverseTicks,
    isIsolated,
    added,
    removal,
    worst: worstTicks,
    held: heldTicks,
    nights,
    nightDay,
  } = position;
  const { spreadBps, feeBps, overnightBps, maintenancePercent } = terms;
  return {
    ...{
      id,
      user,
      market,
      side: isLong ? 'long' : 'short',
      status: status as 'open',
      leverage: Number(leverage),
      lots,
      priceTicks,
      unit: unit.toString(),
    },
    ...{
      spreadBps,
      feeBps,
      overnightBps,
      maintenancePercent,
      liquidationFeeBps: terms.liquidationFeeBps ?? 0,
      worstTicks,
      heldTicks,
      placedAtMs,
      openedAtMs,
      indexTicks,
      entryTicks,
    },
    ...{
      margin: margin.toString(),
      fee: fee.toString(),
      takeProfitTicks: takeProfit,
      stopLossTicks: stopLoss,
      closingAtMs,
      cover,
      closingFor,
      takenBackAtMs,
      nights,
      nightDay,
      closingLots,
      limitClose: limit === undefined ? null : { ...limit },
      reverseTicks,
      isIsolated,
      added: added.toString(),
      removal: removal === undefined ? null : { ...removal, amount: removal.amount.toString() },
    },
    nextStops:
      next === undefined
        ? null
        : {
            takeProfitTicks: next.takeProfit,
            stopLossTicks: next.stopLoss,
            setAtMs: next.setAtMs,
          },
  };
}

/** An order at the terms of now, which nobody keeps yet. */
export function draftOf(
  command: OpenPosition,
  {
    id,
    unit,
    terms,
    market,
    timeMs,
  }: { id: number; unit: bigint; terms: MarginTerms; market: NaiveIndex; timeMs: number },
): NaivePosition {
  const isLong = command.side === 'long';
  return {
    ...{
      id,
      user: command.user,
      market: market.id,
      currency: market.quote,
      isLong,
      leverage: BigInt(command.leverage),
    },
    ...{
      lots: command.lots,
      priceTicks: command.priceTicks === 0 ? 0 : command.priceTicks,
      unit,
      terms,
      placedAtMs: timeMs,
      worst: worstOf(command, market, terms),
      held: heldFor(command, market, terms),
      status: 'waiting',
      openedAtMs: 0,
      indexTicks: 0,
      entryTicks: 0,
    },
    ...{
      margin: 0n,
      fee: 0n,
      takeProfit: command.takeProfitTicks === undefined ? 0 : Math.abs(command.takeProfitTicks),
      stopLoss: command.stopLossTicks === undefined ? 0 : Math.abs(command.stopLossTicks),
      next: undefined,
      closingAtMs: 0,
      cover: 'margin',
      closingFor: 'closed',
      takenBackAtMs: 0,
      closingLots: 0,
      limit: undefined,
      reverseTicks: 0,
      isIsolated: command.isIsolated === true,
      added: 0n,
      removal: undefined,
      nights: 0,
      nightDay: 0,
    },
  };
}

/** The stop that the mark has reached. */
export function stopOf(
  { isLong, takeProfit, stopLoss }: NaivePosition,
  markTicks: number,
): 'takeProfit' | 'stopLoss' | undefined {
  if (takeProfit !== 0 && (isLong ? markTicks >= takeProfit : markTicks <= takeProfit))
    return 'takeProfit';
  return stopLoss !== 0 && (isLong ? markTicks <= stopLoss : markTicks >= stopLoss)
    ? 'stopLoss'
    : undefined;
}
