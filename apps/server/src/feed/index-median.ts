import { divide } from '@meridian/money/rounding';

/** A venue's price of a market. */
export interface VenueQuote {
  readonly venue: string;
  readonly priceTicks: number;
  /** The venue's own time of the quote, milliseconds UTC. */
  readonly timeMs: number;
}

export interface IndexMedian {
  readonly priceTicks: number;
  /** The venues of the median, in the order of the quotes. */
  readonly venues: readonly string[];
  /** Time of the oldest of these quotes, milliseconds UTC. */
  readonly quotedAtMs: number;
}

/** Milliseconds after which a quote does not count. */
export const STALE_MS = 3_000;
/** Distance from the median beyond which a quote does not count: 1 %. */
export const DEVIATION = { numerator: 1n, denominator: 100n };
/**
 * Fewer venues make no index: with two, one wrong print moves the middle by half of its error, and
 * nothing shows which one is right.
 */
export const FEWEST_VENUES = 3;

/**
 * The index price: the median of the fresh quotes that lie within one per cent of the median of all
 * fresh ones. Undefined if fewer than three venues remain: then there is no new price, and the old
 * one becomes stale.
 */
export function indexMedian(quotes: readonly VenueQuote[], nowMs: number): IndexMedian | undefined {
  const fresh = quotes.filter(({ timeMs }) => nowMs - timeMs <= STALE_MS);
  if (fresh.length < FEWEST_VENUES) return undefined;
  const middle = medianOf(fresh);
  const near = fresh.filter(({ priceTicks }) => {
    const difference = BigInt(Math.abs(priceTicks - middle));
    return difference * DEVIATION.denominator <= BigInt(middle) * DEVIATION.numerator;
  });
  if (near.length < FEWEST_VENUES) return undefined;
  return {
    priceTicks: medianOf(near),
    venues: near.map(({ venue }) => venue),
    quotedAtMs: Math.min(...near.map(({ timeMs }) => timeMs)),
  };
}

/** For an even number of prices, the middle of the two in the middle, rounded half up. */
function medianOf(quotes: readonly VenueQuote[]): number {
  const sorted = quotes.map(({ priceTicks }) => priceTicks).sort((a, b) => a - b);
  const [low = 0, high = 0] = [
    sorted[Math.ceil(sorted.length / 2) - 1],
    sorted[Math.floor(sorted.length / 2)],
  ];
  return Number(divide(BigInt(low) + BigInt(high), 2n, 'halfUp'));
}
