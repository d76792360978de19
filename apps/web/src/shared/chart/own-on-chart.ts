import type { OwnFill } from './chart-own.ts';

/** The origin of a marked price. */
export type OwnMarkKind =
  'order' | 'entry' | 'liquidation' | 'takeProfit' | 'stop' | 'ticket' | 'alert';

/**
 * A price of one's own on a chart: an open order, a price of a position, the open price of a
 * seconds contract, or a price alert.
 */
export interface OwnMark {
  readonly id: string;
  readonly kind: OwnMarkKind;
  /** Of the order or the position: a long is a buy, and so are a ticket and an alert of a rise. */
  readonly side: 'buy' | 'sell';
  /** Plain decimal on the market's grid. */
  readonly price: string;
  /**
   * The rest of the order, the size of the position or the stake, for people; '' where it says
   * nothing.
   */
  readonly quantity: string;
  /** End of a ticket by the server's clock, in milliseconds UTC: the time left stands beside it. */
  readonly endMs?: number;
}

/** The visitor's own prices and fills for the chart, and the moves of orders and stops on it. */
export interface OwnOnChart {
  readonly marks: readonly OwnMark[];
  readonly fills: readonly OwnFill[];
  /**
   * Called with an order that was moved on the chart, and its new price on the market's grid. The
   * page decides which calls that makes. Without it orders cannot be moved.
   */
  readonly onMoveOrder?: (id: string, price: string) => void;
  /**
   * Called with a take-profit or stop-loss that was moved on the chart, and its new price on the
   * market's grid. The page asks before it sends it. Without it they cannot be moved.
   */
  readonly onMoveStop?: (id: string, price: string) => void;
  /** Orders that are on their way to another price. */
  readonly moving?: ReadonlySet<string>;
}
