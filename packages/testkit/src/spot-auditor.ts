import type { Market } from '@meridian/core/catalog/catalog';
import type { Side } from '@meridian/core/catalog/side';
import type { InvariantId } from '@meridian/core/invariants';
import type { Posted } from '@meridian/core/ledger/posting';
import type {
  OrderClosed,
  OrderPlaced,
  OrderReduced,
  OrderRested,
  Traded,
} from '@meridian/core/spot/spot-events';
import type { FeeAuditor } from './fee-auditor.ts';
import type { NaiveBook } from './naive-book.ts';
import { accountName } from './naive-ledger.ts';
import { bandAround, isInside } from './naive-rules.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export interface AuditedOrder {
  readonly id: number;
  readonly user: number;
  readonly side: Side;
  readonly placed: OrderPlaced;
  readonly priceTicks: number;
  remainingLots: number;
  filledLots: number;
  reducedLots: number;
  hold: bigint;
  isResting: boolean;
  isClosed: boolean;
}

/** A market as its events leave it; other auditors read its prices. */
export interface AuditedMarket {
  settings: Market;
  readonly unit: bigint;
  readonly book: NaiveBook<AuditedOrder>;
  indexTicks: number;
  indexTimeMs: number;
  markTicks: number;
  quotedAtMs: number;
}

interface SpotSurroundings {
  readonly prove: (id: InvariantId, holds: boolean, detail: string) => void;
  readonly markets: ReadonlyMap<number, AuditedMarket>;
  readonly noteTrade: FeeAuditor['trade'];
}

/**
 * Owns orders and books rebuilt from events alone. Promises B1 to B6 and B8 to B11, and L5 and L6
 * of orders, after each command.
 */
export class SpotAuditor {
  readonly #around: SpotSurroundings;
  readonly #orders = new Map<number, AuditedOrder>();
  /** The newest order of each client order id, and when orders ended. */
  readonly #named = new Map<string, number>();
  readonly #endings = new Map<number, number>();
  #touchedOrders = new Set<AuditedOrder>();

  constructor(around: SpotSurroundings) {
    this.#around = around;
  }

  /** A command begins. */
  begin(): void {
    this.#touchedOrders = new Set();
  }

  follow(
    event: OrderPlaced | Traded | OrderRested | OrderReduced | OrderClosed,
    timeMs: number,
  ): void {
    switch (event.type) {
      case 'orderPlaced':
        this.#place(event, timeMs);
        break;
      case 'traded':
        this.#trade(event, timeMs);
        break;
      case 'orderRested':
        this.#rest(event);
        break;
      case 'orderReduced':
        this.#reduce(event);
        break;
      case 'orderClosed':
        this.#close(event);
        this.#endings.set(event.order, timeMs);
    }
  }

  /** Counts a held amount for the order that owns it. */
  hold(
    { user, held, reason, subject, wallet, currency }: Posted,
    trades: ReadonlyMap<number, Traded>,
  ): void {
    const trade = trades.get(subject);
    const owner =
      reason === 'trade'
        ? user === trade?.makerUser
          ? trade.makerOrder
          : trade?.takerOrder
        : subject;
    const order = this.#orders.get(owner ?? 0);
    this.#around.prove(
      'L5',
      order !== undefined && order.user === user,
      `a hold of ${accountName(user, wallet, currency)} has no owner`,
    );
    if (order !== undefined) {
      this.#touchedOrders.add(order);
      order.hold += held;
    }
  }

  /**
   * After the postings of a command: its orders hold what they cost, and no book is crossed. Those
   * that ended are forgotten.
   */
  settle(): void {
    const markets = new Set<AuditedMarket>();
    for (const order of this.#touchedOrders) {
      const market = this.#market(order.placed.market);
      markets.add(market);
      this.#around.prove(
        'B4',
        order.isResting !== order.isClosed,
        `order ${order.id} neither rests nor ended`,
      );
      if (order.isClosed) {
        this.#around.prove(
          'L6',
          order.hold === 0n,
          `order ${order.id} ended and holds ${order.hold}`,
        );
        continue;
      }
      const lots = BigInt(order.remainingLots);
      const cost =
        order.side === 'buy'
          ? BigInt(order.priceTicks) * lots * market.unit
          : lots * market.settings.lotSize;
      this.#around.prove(
        'B10',
        order.hold === cost,
        `order ${order.id} holds ${order.hold} for ${cost}`,
      );
    }
    for (const { book, settings } of markets) {
      const [bid, ask] = [book.best('buy'), book.best('sell')];
      this.#around.prove(
        'B1',
        bid === undefined || ask === undefined || bid.priceTicks < ask.priceTicks,
        `market ${settings.id} is crossed`,
      );
    }
    for (const [id, order] of this.#orders) if (order.isClosed) this.#orders.delete(id);
  }

  openOrders(): Iterable<AuditedOrder> {
    return this.#orders.values();
  }

  /** B3: compares the open orders with those of a snapshot. */
  compare(rows: readonly { readonly id: number }[]): void {
    const open = [...this.#around.markets.values()].flatMap(({ book }) => [
      ...book.orders('buy'),
      ...book.orders('sell'),
    ]);
    const shown = rows.map(({ id }) => id);
    this.#around.prove(
      'B3',
      open.length === this.#orders.size && open.length === new Set(open).size,
      'orders and books are no bijection',
    );
    const isSame =
      open.length === shown.length &&
      new Set(shown).size === shown.length &&
      open.every(({ id }) => shown.includes(id));
    this.#around.prove('B3', isSame, 'the snapshot has other orders');
  }

  /** B11: no other order gets an order's client order id while that is open and for a day after. */
  #name({ user, clientOrderId, order }: OrderPlaced, timeMs: number): void {
    if (clientOrderId === undefined) return;
    const named = this.#named.get(`${user} ${clientOrderId}`);
    this.#around.prove(
      'B11',
      named === undefined || timeMs - (this.#endings.get(named) ?? timeMs) >= DAY_MS,
      `order ${order} has the name of order ${named}`,
    );
    this.#named.set(`${user} ${clientOrderId}`, order);
  }

  #place(event: OrderPlaced, timeMs: number): void {
    const { settings, unit, book, indexTicks } = this.#market(event.market);
    const { quantityLots, priceTicks, orderType, order: id, user, side } = event;
    const band = bandAround(indexTicks, settings.bandBps);
    this.#around.prove(
      'B9',
      settings.status === 'open',
      `order ${id} in a market that is ${settings.status}`,
    );
    if (orderType === 'limit')
      this.#around.prove('B9', isInside(priceTicks, band), `order ${id} is out of band`);
    const best = book
      .orders(side === 'buy' ? 'sell' : 'buy')
      .find((order) => isInside(order.priceTicks, band));
    const price = orderType === 'limit' ? priceTicks : (best?.priceTicks ?? 0);
    const isSized = quantityLots >= 1 && quantityLots <= settings.maxQuantityLots;
    this.#around.prove(
      'B5',
      isSized && BigInt(price) * BigInt(quantityLots) * unit >= settings.minNotional,
      `order ${id} has a wrong size`,
    );
    const order = {
      id,
      user,
      side,
      placed: event,
      priceTicks,
      remainingLots: quantityLots,
      filledLots: 0,
      reducedLots: 0,
    };
    this.#name(event, timeMs);
    this.#orders.set(id, { ...order, hold: 0n, isResting: false, isClosed: false });
    this.#touch(id);
  }

  #trade(trade: Traded, timeMs: number): void {
    const { settings, unit, book, indexTicks, quotedAtMs } = this.#market(trade.market);
    const maker = this.#touch(trade.makerOrder);
    const taker = this.#touch(trade.takerOrder);
    const price = trade.priceTicks;
    this.#around.prove(
      'B2',
      book.best(maker.side) === maker,
      `trade ${trade.trade} passes over an older or better order`,
    );
    const isWithin = taker.side === 'buy' ? price <= taker.priceTicks : price >= taker.priceTicks;
    this.#around.prove(
      'B6',
      price === maker.priceTicks && (taker.placed.orderType === 'market' || isWithin),
      `trade ${trade.trade} at ${price}`,
    );
    this.#around.prove(
      'B6',
      trade.notional === BigInt(price) * BigInt(trade.quantityLots) * unit,
      `trade ${trade.trade} has a wrong notional`,
    );
    this.#around.prove(
      'B8',
      maker.user !== taker.user && maker.user === trade.makerUser && taker.user === trade.takerUser,
      `trade ${trade.trade}`,
    );
    this.#around.prove(
      'B9',
      isInside(price, bandAround(indexTicks, settings.bandBps)),
      `trade ${trade.trade} is out of band`,
    );
    for (const order of [maker, taker]) {
      order.remainingLots -= trade.quantityLots;
      order.filledLots += trade.quantityLots;
      this.#around.prove(
        'B4',
        trade.quantityLots > 0 && order.remainingLots >= 0,
        `order ${order.id} is overfilled`,
      );
    }
    this.#around.prove(
      'B4',
      maker.remainingLots === trade.makerRemainingLots,
      `remainder of order ${maker.id}`,
    );
    const market = { settings, unit, indexTicks, indexQuotedAtMs: quotedAtMs };
    this.#around.noteTrade(trade, market, timeMs);
  }

  #rest({ order: id, remainingLots, priceTicks, market }: OrderRested): void {
    const order = this.#touch(id);
    const { settings, book } = this.#market(market);
    order.reducedLots += order.remainingLots - remainingLots;
    order.remainingLots = remainingLots;
    this.#around.prove(
      'B4',
      remainingLots > 0 && order.reducedLots >= 0 && priceTicks === order.priceTicks,
      `order ${id} rests wrongly`,
    );
    book.rest(order);
    order.isResting = true;
    const open = [...book.orders('buy'), ...book.orders('sell')].filter(
      ({ user }) => user === order.user,
    ).length;
    this.#around.prove(
      'B5',
      open <= settings.maxOpenOrders,
      `user ${order.user} has ${open} open orders`,
    );
  }

  #reduce({ order: id, reducedLots, remainingLots }: OrderReduced): void {
    const order = this.#touch(id);
    order.remainingLots -= reducedLots;
    order.reducedLots += reducedLots;
    this.#around.prove(
      'B4',
      reducedLots > 0 && order.remainingLots === remainingLots && remainingLots > 0,
      `order ${id} is reduced wrongly`,
    );
  }

  #close({ order: id, reason, cancelledLots, wasResting, market }: OrderClosed): void {
    const order = this.#touch(id);
    const reduced = order.remainingLots - cancelledLots;
    order.reducedLots += reduced;
    const { quantityLots } = order.placed;
    this.#around.prove(
      'B4',
      reduced >= 0 && order.filledLots + order.reducedLots + cancelledLots === quantityLots,
      `order ${id} ends with wrong lots`,
    );
    this.#around.prove(
      'B4',
      wasResting === order.isResting && !order.isClosed,
      `order ${id} ends twice or elsewhere`,
    );
    if (reason === 'filled' || reason === 'decrement')
      this.#around.prove('B4', cancelledLots === 0, `order ${id} ends ${reason} with lots left`);
    const { book, indexTicks, settings } = this.#market(market);
    if (reason === 'outOfBand') {
      this.#around.prove(
        'B9',
        wasResting && !isInside(order.priceTicks, bandAround(indexTicks, settings.bandBps)),
        `order ${id} expires inside the band`,
      );
    }
    if (order.isResting) book.remove(order);
    order.remainingLots = 0;
    order.isResting = false;
    order.isClosed = true;
  }

  #market(id: number): AuditedMarket {
    const market = this.#around.markets.get(id);
    if (market === undefined)
      throw new Error(`an event names market ${id}, which was never listed`);
    return market;
  }

  #touch(id: number): AuditedOrder {
    const order = this.#orders.get(id);
    if (order === undefined)
      throw new Error(`an event names order ${id}, which was never placed or has ended`);
    this.#touchedOrders.add(order);
    return order;
  }
}
