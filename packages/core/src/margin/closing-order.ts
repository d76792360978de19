/**
 * The order in which positions are closed. Each choice is total: the same state always closes the
 * same position.
 */
import type { ListedMarket } from '../catalog/listings.ts';
import type { PositionSide } from './margin-commands.ts';
import type { MarginAccount } from './margin-account.ts';
import { overnightOf, profitAt, type Position } from './position.ts';

/**
 * The open position with the least profit at the mark, the oldest of equals; undefined if none is
 * in a market with prices: a position with a stale index is not liquidated until prices come again.
 */
export function worstOf(account: MarginAccount): Position | undefined {
  let worst: Position | undefined;
  let least = 0n;
  for (const position of account.open.values()) {
    if (account.isDead(position)) continue;
    const profit = profitAt(position, position.market.markTicks);
    if (worst !== undefined && (profit > least || (profit === least && position.id > worst.id)))
      continue;
    worst = position;
    least = profit;
  }
  return worst;
}

/**
 * The other open position whose close at the index frees the most, the oldest of equals; undefined
 * if none frees anything.
 */
export function bestBeside(account: MarginAccount, except: Position): Position | undefined {
  let best: Position | undefined;
  let most = 0n;
  for (const position of account.open.values()) {
    if (position === except || account.isDead(position)) continue;
    const freed =
      position.margin + profitAt(position, position.market.indexTicks) - overnightOf(position);
    if (freed < most || (freed === most && (best === undefined || position.id > best.id))) continue;
    best = position;
    most = freed;
  }
  return best;
}

/**
 * The lots that a reduce-only order closes, oldest position first. They are of positions of the
 * other side for which no close of the same kind waits and none was taken back.
 */
export function partsToReduce(
  account: MarginAccount,
  {
    market,
    side,
    lots,
    priceTicks,
  }: { market: ListedMarket; side: PositionSide; lots: number; priceTicks: number },
): { position: Position; lots: number }[] {
  const parts: { position: Position; lots: number }[] = [];
  let left = lots;
  for (const position of account.positions()) {
    if (left === 0) break;
    const { closingAtMs, limitClose, takenBackAtMs } = position;
    const isAsked = priceTicks > 0 ? limitClose !== undefined : closingAtMs > 0;
    if (position.market !== market || position.side === side || isAsked || takenBackAtMs > 0)
      continue;
    const some = Math.min(left, position.lots);
    parts.push({ position, lots: some });
    left -= some;
  }
  return parts;
}

export function byId(a: Position, b: Position): number {
  return a.id - b.id;
}

/** Sorts by profit at the index, the largest first. */
export function byProfitDown(a: Position, b: Position): number {
  const difference = profitAt(b, b.market.indexTicks) - profitAt(a, a.market.indexTicks);
  return difference === 0n ? a.id - b.id : difference > 0n ? 1 : -1;
}
