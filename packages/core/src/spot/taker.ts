import type { ListedMarket } from '../catalog/listings.ts';
import type { OrderBook } from './order-book.ts';
import type { OrderSlot, SideIndex } from './order-pool.ts';
import type { PlaceOrder } from './spot-commands.ts';
import type { CloseReason } from './spot-events.ts';
import type { TraderSlot } from './traders.ts';

/**
 * Why matching stopped with lots remaining; `limit` and `empty` are the two where a limit order may
 * rest.
 */
export type Stop =
  'filled' | 'limit' | 'empty' | Exclude<CloseReason, 'filled' | 'cancelled' | 'ioc'>;

/** An order being matched. One object for each order, with everything that matching needs. */
export interface Taker {
  readonly command: PlaceOrder;
  readonly market: ListedMarket;
  readonly book: OrderBook;
  readonly side: SideIndex;
  readonly trader: TraderSlot;
  readonly timeMs: number;
  /**
   * Best maker of the other side at its arrival that it could trade with, and its price; `NONE` and
   * 0 without one.
   */
  readonly best: OrderSlot;
  readonly bestTicks: number;
  /** The worst price that it may trade at, and the band of the market now: ticks. */
  readonly limit: number;
  readonly low: number;
  readonly high: number;
  slot: OrderSlot;
  filledNotional: bigint;
}
