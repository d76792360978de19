import { createRequire } from 'node:module';
import type { Command } from '@meridian/core/commands';
import { Exchange } from '@meridian/core/exchange';
import { InvariantChecks } from '@meridian/core/invariants';
import { FIRST_CUSTOMER } from '@meridian/core/ledger/accounts';
import { OrderBook } from '@meridian/core/spot/order-book';
import { NONE, OrderPool, type SideIndex } from '@meridian/core/spot/order-pool';
import type { Amount, PriceTicks, QuantityLots } from '@meridian/money/amount';
import { ADD, BUY, CANCEL, FillHash, MAX_TICK, USERS, type Workload } from './workload.ts';

/**
 * An implementation that can run the workload. `run` executes records `from` (included) to `to`
 * (excluded).
 */
export interface Contestant {
  run(from: number, to: number): void;
  /** Result of the workload so far; undefined if the contestant cannot report it. */
  result(): {
    readonly trades: number;
    readonly volume: number;
    readonly liveOrders: number;
    readonly fillHash?: number;
  };
}

/**
 * The core's order book with a bare matching loop around it: no users, no money, no events. Asserts
 * B1 on each command.
 */
export class BareBook implements Contestant {
  readonly #workload: Workload;
  readonly #pool = new OrderPool();
  readonly #book = new OrderBook(this.#pool, new InvariantChecks());
  readonly #hash = new FillHash();
  #trades = 0;
  #volume = 0;

  constructor(workload: Workload) {
    this.#workload = workload;
  }

  run(from: number, to: number): void {
    const { op, side, id, price, quantity } = this.#workload;
    const book = this.#book;
    const pool = this.#pool;
    for (let index = from; index < to; index++) {
      if (op[index] === CANCEL) {
        const slot = pool.find(id[index] as number);
        book.remove(slot);
        pool.give(slot);
      } else {
        const isAdd = op[index] === ADD;
        const limit = isAdd ? (price[index] as number) : side[index] === BUY ? MAX_TICK : 0;
        const left = this.#match(
          id[index] as number,
          side[index] as SideIndex,
          limit,
          quantity[index] as number,
        );
        if (isAdd && left > 0) {
          const slot = pool.take(id[index] as number);
          pool.side[slot] = side[index] as number;
          pool.priceTicks[slot] = limit;
          pool.remainingLots[slot] = left;
          book.rest(slot);
        }
      }
      book.checkUncrossed();
    }
  }

  #match(taker: number, side: SideIndex, limit: number, quantity: number): number {
    const book = this.#book;
    const pool = this.#pool;
    const makers = (1 - side) as SideIndex;
    let left = quantity;
    while (left > 0) {
      const maker = book.best(makers);
      if (maker === NONE) break;
      const price = pool.priceTicks[maker] as number;
      if (side === BUY ? price > limit : price < limit) break;
      const lots = Math.min(left, pool.remainingLots[maker] as number);
      this.#hash.add(pool.id[maker] as number, taker, price, lots);
      book.reduce(maker, lots);
      left -= lots;
      this.#trades++;
      this.#volume += lots;
      if (pool.remainingLots[maker] === 0) {
        book.remove(maker);
        pool.give(maker);
      }
    }
    return left;
  }

  result() {
    return {
      trades: this.#trades,
      volume: this.#volume,
      liveOrders: this.#pool.size,
      fillHash: this.#hash.value,
    };
  }
}

const BASE = 1;
const QUOTE = 3;
const START_MS = 1_700_000_000_000;

/**
 * The whole core through its one entry, `Exchange.apply`: ledger, holds, fees, band, slippage cap,
 * events and every assertion on. The events of each command are walked, as a projector would.
 * Commands are built inside the timed loop.
 */
export class WholeExchange implements Contestant {
  readonly #workload: Workload;
  readonly #exchange = new Exchange();
  readonly #hash = new FillHash();
  #trades = 0;
  #volume = 0;

  constructor(workload: Workload) {
    this.#workload = workload;
    for (const command of openingCommands()) this.#exchange.apply(command, START_MS);
  }

  run(from: number, to: number): void {
    for (let index = from; index < to; index++) {
      const { outcome, events } = this.#exchange.apply(
        commandAt(this.#workload, index),
        START_MS + (index >>> 4),
      );
      if (!outcome.ok) throw new Error(`record ${index} was refused: ${outcome.rejection}`);
      for (const event of events) {
        if (event.type !== 'traded') continue;
        this.#trades++;
        this.#volume += event.quantityLots;
        this.#hash.add(event.makerOrder, event.takerOrder, event.priceTicks, event.quantityLots);
      }
    }
  }

  result() {
    this.#exchange.verify();
    const liveOrders = this.#exchange.snapshot().orders.length;
    return { trades: this.#trades, volume: this.#volume, liveOrders, fillHash: this.#hash.value };
  }
}

/**
 * A listed market that the workload fits, with its index in the middle, and a thousand users with
 * funds.
 */
export function* openingCommands(): Generator<Command> {
  yield { kind: 'currency.list', currency: { id: BASE, code: 'BTC', scale: 8 } };
  yield { kind: 'currency.list', currency: { id: QUOTE, code: 'USDT', scale: 8 } };
  yield {
    kind: 'market.list',
    market: {
      id: 1,
      base: BASE,
      quote: QUOTE,
      tickSize: 1_000_000n,
      lotSize: 1_000n,
      minNotional: 1n,
      maxQuantityLots: 1_000_000_000,
      makerFeeBps: 8,
      takerFeeBps: 10,
      maxOpenOrders: 1_000,
      bandBps: 5_000,
      slippageBps: 1_000,
      indexMaxAgeMs: 86_400_000,
      status: 'open',
      isDisplayed: true,
    },
  };
  yield { kind: 'index.set', source: 'workload', prices: [[1, (MAX_TICK >> 1) as PriceTicks]] };
  for (let user = 0; user < USERS; user++) {
    for (const currency of [BASE, QUOTE]) {
      const amount = 4_000_000_000_000_000n as Amount;
      yield {
        kind: 'ledger.deposit',
        user: FIRST_CUSTOMER + user,
        wallet: 'spot',
        currency,
        amount,
        reference: 'funding',
      };
    }
  }
}

/**
 * Record `index` as a command. Ids need no translation: the core numbers accepted orders from 1, as
 * the workload does.
 */
export function commandAt(workload: Workload, index: number): Command {
  const user = FIRST_CUSTOMER + (workload.traderWithoutSelf[index] as number);
  if (workload.op[index] === CANCEL)
    return { kind: 'spot.cancel', user, order: workload.id[index] as number };
  const isAdd = workload.op[index] === ADD;
  return {
    kind: 'spot.place',
    user,
    market: 1,
    side: workload.side[index] === BUY ? 'buy' : 'sell',
    type: isAdd ? 'limit' : 'market',
    priceTicks: workload.price[index] as PriceTicks,
    quantityLots: workload.quantity[index] as QuantityLots,
    timeInForce: isAdd ? 'gtc' : 'ioc',
    postOnly: false,
    selfTrade: 'expireTaker',
  };
}

interface PeerBook {
  limit(options: { id: string; side: 'buy' | 'sell'; size: number; price: number }): PeerAnswer;
  market(options: { side: 'buy' | 'sell'; size: number }): PeerAnswer;
  cancel(id: string): unknown;
  snapshot(): { bids: PeerLevel[]; asks: PeerLevel[] };
}
interface PeerAnswer {
  readonly done: readonly unknown[];
  readonly err: unknown;
}
interface PeerLevel {
  readonly orders: readonly unknown[];
}

/**
 * npm `nodejs-order-book`, unmodified: matching alone. It identifies orders by strings, made before
 * the clock starts.
 */
export class PeerOrderBook implements Contestant {
  readonly #workload: Workload;
  readonly #book: PeerBook;
  readonly #names: string[];

  constructor(workload: Workload) {
    this.#workload = workload;
    const { OrderBook: Peer } = createRequire(import.meta.url)('nodejs-order-book') as {
      OrderBook: new () => PeerBook;
    };
    this.#book = new Peer();
    this.#names = Array.from(workload.id, String);
  }

  run(from: number, to: number): void {
    const { op, side, price, quantity } = this.#workload;
    const book = this.#book;
    for (let index = from; index < to; index++) {
      const id = this.#names[index] as string;
      if (op[index] === CANCEL) {
        book.cancel(id);
        continue;
      }
      const direction = side[index] === BUY ? 'buy' : 'sell';
      const size = quantity[index] as number;
      const { err } =
        op[index] === ADD
          ? book.limit({ id, side: direction, size, price: price[index] as number })
          : book.market({ side: direction, size });
      if (err !== null) throw new Error(`the peer refused record ${index}`, { cause: err });
    }
  }

  /**
   * Its answers do not name both sides of a fill, so only the number of remaining orders is
   * compared.
   */
  result() {
    const { bids, asks } = this.#book.snapshot();
    const liveOrders = [...bids, ...asks].reduce((sum, { orders }) => sum + orders.length, 0);
    return { trades: 0, volume: 0, liveOrders };
  }
}
