/** Pixels of a row of the legend over the candles, and of the label of the highest price. */
const ROW = 24;
const LABEL = 16;
/** Most of the height that is kept free for them. */
const MOST_SHARE = 0.4;
const EDGE_SHARE = 0.1;
/** Room for the volume below the candles. */
const FOOT_SHARE = 0.24;

interface Candles {
  /** Of their pane, in pixels. */
  readonly height: number;
  /** Rows of the legend that lies over them. */
  readonly rows: number;
  readonly hasVolume: boolean;
  /** Whether prices rise downwards. */
  readonly isInverse: boolean;
}

/**
 * The room above and below the candles, as shares of the height that they have left themselves:
 * so that the label of the highest price is not under the legend.
 */
export function candleGap({ height, rows, hasVolume, isInverse }: Candles) {
  const foot = hasVolume ? FOOT_SHARE : EDGE_SHARE;
  const room = Math.min(rows * ROW + LABEL, height * MOST_SHARE);
  const head =
    height === 0 ? EDGE_SHARE : Math.max(EDGE_SHARE, (room * (1 + foot)) / (height - room));
  // For the library the top is where prices are highest.
  return isInverse ? { top: foot, bottom: head } : { top: head, bottom: foot };
}
