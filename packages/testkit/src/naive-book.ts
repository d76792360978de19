import type { Side } from '@meridian/core/catalog/side';

/** The fields of an order that a book uses. */
export interface BookOrder {
  readonly id: number;
  readonly side: Side;
  readonly priceTicks: number;
  remainingLots: number;
}

/**
 * The slow and obvious book: one plain array for each side, in matching order (best price first,
 * then arrival). It exists to be compared with the fast book, so it shares no code with it and does
 * nothing clever.
 */
export class NaiveBook<Order extends BookOrder> {
  readonly #orders: Record<Side, Order[]> = { buy: [], sell: [] };

  /** All orders of a side in matching order. */
  orders(side: Side): readonly Order[] {
    return this.#orders[side];
  }

  best(side: Side): Order | undefined {
    return this.#orders[side][0];
  }

  /** The next order in matching order, undefined at the end. */
  after(order: Order): Order | undefined {
    const side = this.#orders[order.side];
    return side[side.indexOf(order) + 1];
  }

  /** Puts an order behind all others of its price or a better one. */
  rest(order: Order): void {
    const side = this.#orders[order.side];
    const isWorse = (other: Order): boolean =>
      order.side === 'buy'
        ? other.priceTicks < order.priceTicks
        : other.priceTicks > order.priceTicks;
    const place = side.findIndex(isWorse);
    if (place < 0) side.push(order);
    else side.splice(place, 0, order);
  }

  remove(order: Order): void {
    const side = this.#orders[order.side];
    const place = side.indexOf(order);
    if (place < 0) throw new Error(`order ${order.id} is not in the book`);
    side.splice(place, 1);
  }

  find(id: number): Order | undefined {
    return (
      this.#orders.buy.find((order) => order.id === id) ??
      this.#orders.sell.find((order) => order.id === id)
    );
  }

  /** Price levels of a side, best first. */
  levels(side: Side): { priceTicks: number; lots: number; orders: number }[] {
    const levels: { priceTicks: number; lots: number; orders: number }[] = [];
    for (const { priceTicks, remainingLots } of this.#orders[side]) {
      const last = levels.at(-1);
      if (last?.priceTicks === priceTicks) {
        last.lots += remainingLots;
        last.orders += 1;
      } else {
        levels.push({ priceTicks, lots: remainingLots, orders: 1 });
      }
    }
    return levels;
  }
}
