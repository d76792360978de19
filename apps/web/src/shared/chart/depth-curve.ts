/** A level of a book: its price in ticks, and the lots from the best price to it. */
export interface DepthLevel {
  readonly ticks: number;
  readonly sum: number;
}

/** Both sides of a book as curves, within a distance of the middle. Best prices first. */
export interface DepthCurve {
  readonly bids: readonly DepthLevel[];
  readonly asks: readonly DepthLevel[];
  /** Between the best prices, or the best price of the only side. In ticks, maybe a half. */
  readonly middle: number;
  /** Ends of the scale, in ticks. */
  readonly from: number;
  readonly to: number;
  /** Of the middle price, to each side. */
  readonly share: number;
  /** The most lots of either side in sight. */
  readonly most: number;
}

/** Shares of the price on each side of the middle that can be looked at, narrowest first. */
export const DEPTH_SHARES = [0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1] as const;

/**
 * The curves of a book.
 *
 * @param share of the middle price, to each side
 * @returns undefined for an empty book
 */
export function depthCurve(
  bids: readonly DepthLevel[],
  asks: readonly DepthLevel[],
  share: number,
): DepthCurve | undefined {
  const [bid, ask] = [bids[0]?.ticks, asks[0]?.ticks];
  if (bid === undefined && ask === undefined) return undefined;
  const middle = ((bid ?? ask ?? 0) + (ask ?? bid ?? 0)) / 2;
  const [from, to] = [middle * (1 - share), middle * (1 + share)];
  const inSight = {
    bids: bids.filter(({ ticks }) => ticks >= from),
    asks: asks.filter(({ ticks }) => ticks <= to),
  };
  const most = Math.max(inSight.bids.at(-1)?.sum ?? 0, inSight.asks.at(-1)?.sum ?? 0);
  return { ...inSight, middle, from, to, share, most };
}

/** A first view is not wider than this, nor than the lots near the touch ask for. */
const WIDEST_FIRST = 0.02;
/** Share of the lots of each side that a first view holds. */
const HELD = 0.9;

/**
 * The narrowest of the shares that holds nearly all lots of both sides, at most 2 %. A wider one,
 * for orders far away, would press those near the touch together at the middle.
 */
export function fittingShare(bids: readonly DepthLevel[], asks: readonly DepthLevel[]): number {
  const fitting = DEPTH_SHARES.find((share) => {
    const curve = depthCurve(bids, asks, share);
    return curve !== undefined && holds(curve.bids, bids) && holds(curve.asks, asks);
  });
  return Math.min(fitting ?? WIDEST_FIRST, WIDEST_FIRST);
}

function holds(inSight: readonly DepthLevel[], all: readonly DepthLevel[]): boolean {
  return (inSight.at(-1)?.sum ?? 0) >= HELD * (all.at(-1)?.sum ?? 0);
}

/**
 * The reading of a curve at a price: the side, the lots up to the price, and the distance from the
 * middle.
 */
export interface DepthReading {
  readonly side: 'bids' | 'asks';
  readonly ticks: number;
  /** Lots from the best price to this one. */
  readonly sum: number;
  /** Percent of the middle price; negative below it. */
  readonly distance: number;
}

/** The reading at a price; undefined between the best prices. */
export function depthAt(curve: DepthCurve, ticks: number): DepthReading | undefined {
  const side = ticks < curve.middle ? 'bids' : 'asks';
  const reached = curve[side].filter((level) =>
    side === 'bids' ? level.ticks >= ticks : level.ticks <= ticks,
  );
  const last = reached.at(-1);
  if (last === undefined) return undefined;
  const price = Math.round(ticks);
  return { side, ticks: price, sum: last.sum, distance: (price / curve.middle - 1) * 100 };
}
