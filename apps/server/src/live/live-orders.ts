import type { Side } from '@meridian/core/catalog/side';
import type { MarketId, OrderId, UserId } from '@meridian/core/ids';
import type {
  CloseReason,
  OrderClosed,
  OrderPlaced,
  OrderReduced,
  OrderRested,
  Traded,
} from '@meridian/core/spot/spot-events';
import type { SnapshotClientOrder, SnapshotOrder } from '@meridian/core/spot/spot-snapshot';

/** An order that is open. Prices in ticks (0 for a market order), quantities in lots. */
export interface LiveOrder {
  readonly id: OrderId;
  readonly user: UserId;
  readonly market: MarketId;
  readonly side: Side;
  readonly priceTicks: number;
  readonly quantityLots: number;
  readonly filledLots: number;
  /**
   * Lots in the book. Less than quantity minus filled where self-trade prevention decremented it.
   */
  readonly remainingLots: number;
  readonly placedAtMs: number;
  /** The name that its user gave it; undefined without one. */
  readonly clientOrderId: string | undefined;
}

export interface OrderFilter {
  readonly market?: MarketId;
  readonly side?: Side;
  /** Only orders older than this one: for the next page. */
  readonly before?: OrderId;
  /** At most this many. */
  readonly limit?: number;
}

type OpenOrder = { -readonly [Key in keyof LiveOrder]: LiveOrder[Key] };
/**
 * Called after each change of an order, which is to be copied where it is kept; `reason` where that
 * change closed it.
 */
export type OrderListener = (order: LiveOrder, reason: CloseReason | undefined) => void;

/**
 * The open orders, by id and by user. Ids rise with time, so a user's map in order of insertion is
 * oldest first.
 */
export class LiveOrders {
  readonly #orders = new Map<OrderId, OpenOrder>();
  readonly #byUser = new Map<UserId, Map<OrderId, OpenOrder>>();
  readonly #listeners: OrderListener[] = [];

  load(orders: readonly SnapshotOrder[], named: readonly SnapshotClientOrder[]): void {
    const names = new Map(named.map(({ order, clientOrderId }) => [order, clientOrderId]));
    this.#orders.clear();
    this.#byUser.clear();
    for (const order of [...orders].sort((a, b) => a.id - b.id)) {
      const {
        id,
        user,
        market,
        side,
        priceTicks,
        quantityLots,
        filledLots,
        remainingLots,
        placedAtMs,
      } = order;
      this.#add({
        id,
        user,
        market,
        side,
        priceTicks,
        quantityLots,
        filledLots,
        remainingLots,
        placedAtMs,
        clientOrderId: names.get(id),
      });
    }
  }

  onChange(listener: OrderListener): void {
    this.#listeners.push(listener);
  }

  place(event: OrderPlaced, timeMs: number): void {
    const { order: id, user, market, side, priceTicks, quantityLots, clientOrderId } = event;
    this.#add({
      id,
      user,
      market,
      side,
      priceTicks,
      quantityLots,
      filledLots: 0,
      remainingLots: quantityLots,
      placedAtMs: timeMs,
      clientOrderId,
    });
  }

  rest(event: OrderRested): void {
    this.#change(event.order, (order) => (order.remainingLots = event.remainingLots));
  }

  trade(event: Traded): void {
    this.#change(event.makerOrder, (order) => {
      order.filledLots += event.quantityLots;
      order.remainingLots = event.makerRemainingLots;
    });
    this.#change(event.takerOrder, (order) => {
      order.filledLots += event.quantityLots;
      order.remainingLots -= event.quantityLots;
    });
  }

  reduce(event: OrderReduced): void {
    this.#change(event.order, (order) => (order.remainingLots = event.remainingLots));
  }

  /** Returns the lots that it still had in the book, by our count. Its level loses them. */
  close(event: OrderClosed): number {
    const order = this.#require(event.order);
    const remainingLots = order.remainingLots;
    this.#orders.delete(order.id);
    const ofUser = this.#byUser.get(order.user);
    ofUser?.delete(order.id);
    if (ofUser?.size === 0) this.#byUser.delete(order.user);
    order.remainingLots = 0;
    this.#announce(order, event.reason);
    return remainingLots;
  }

  order(id: OrderId): LiveOrder | undefined {
    return this.#orders.get(id);
  }

  /** Of everybody, oldest first. */
  all(): Iterable<LiveOrder> {
    return this.#orders.values();
  }

  /** Newest first. */
  openOrders(user: UserId, filter: OrderFilter): LiveOrder[] {
    const { market, side, before = Infinity, limit = Infinity } = filter;
    const matching: LiveOrder[] = [];
    const newestFirst = [...(this.#byUser.get(user)?.values() ?? [])].reverse();
    for (const order of newestFirst) {
      if (matching.length >= limit) break;
      if (order.id >= before) continue;
      if (market !== undefined && order.market !== market) continue;
      if (side !== undefined && order.side !== side) continue;
      matching.push({ ...order });
    }
    return matching;
  }

  #add(order: OpenOrder): void {
    this.#orders.set(order.id, order);
    let ofUser = this.#byUser.get(order.user);
    if (ofUser === undefined) {
      ofUser = new Map();
      this.#byUser.set(order.user, ofUser);
    }
    ofUser.set(order.id, order);
  }

  #change(id: OrderId, change: (order: OpenOrder) => void): void {
    const order = this.#require(id);
    change(order);
    this.#announce(order, undefined);
  }

  #announce(order: OpenOrder, reason: CloseReason | undefined): void {
    for (const listener of this.#listeners) listener(order, reason);
  }

  #require(id: OrderId): OpenOrder {
    const order = this.#orders.get(id);
    if (order === undefined) throw new RangeError(`order ${id} is not open`);
    return order;
  }
}
