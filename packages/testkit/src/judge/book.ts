/**
 * One side of a market's book, plainly: sorted price levels, each with its orders in the order of
 * their arrival.
 */

export type Side = 'buy' | 'sell';

export interface Order {
  readonly id: number;
  readonly user: number;
  readonly market: number;
  readonly side: Side;
  readonly type: string;
  readonly price: bigint;
  readonly lots: bigint;
  readonly timeInForce: string;
  readonly postOnly: boolean;
  readonly selfTrade: string;
  readonly placedSeq: number;
  readonly placedMs: number;
  remaining: bigint;
  filled: bigint;
  notional: bigint;
  fee: bigint;
  /** Rebates that the order got as a maker, out of takers' fees. */
  rebate: bigint;
  /** The remaining hold: quote units of a buy, base units of a sell. */
  hold: bigint;
  end: { readonly reason: string; readonly seq: number; readonly timeMs: number } | undefined;
}

interface Level {
  readonly price: bigint;
  readonly orders: Set<Order>;
}

export class BookSide {
  /** The best price is last. */
  readonly #levels: Level[] = [];
  readonly #sign: bigint;

  constructor(side: Side) {
    this.#sign = side === 'buy' ? 1n : -1n;
  }

  /** The order that trades next. */
  get first(): Order | undefined {
    return this.#levels.at(-1)?.orders.values().next().value;
  }

  add(order: Order): void {
    const place = this.#placeOf(order.price);
    const level = this.#levels[place];
    if (level?.price === order.price) level.orders.add(order);
    else this.#levels.splice(place, 0, { price: order.price, orders: new Set([order]) });
  }

  remove(order: Order): void {
    const place = this.#placeOf(order.price);
    const level = this.#levels[place];
    if (level?.orders.delete(order) !== true)
      throw new Error(`order ${order.id} is not in the book`);
    if (level.orders.size === 0) this.#levels.splice(place, 1);
  }

  /** All orders in matching order. */
  *inTurn(): Generator<Order> {
    for (const level of this.#levels.toReversed()) yield* level.orders;
  }

  /** The best levels with the sum of the remaining lots at each. */
  depth(levels: number): { price: bigint; lots: bigint }[] {
    return this.#levels
      .slice(-levels)
      .toReversed()
      .map(({ price, orders }) => {
        let lots = 0n;
        for (const order of orders) lots += order.remaining;
        return { price, lots };
      });
  }

  /** Index of the level of this price, existing or to be inserted. */
  #placeOf(price: bigint): number {
    let low = 0;
    let high = this.#levels.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const level = this.#levels[middle];
      if (level !== undefined && level.price * this.#sign < price * this.#sign) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
