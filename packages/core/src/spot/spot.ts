import type { AreaParts } from '../area-parts.ts';
import type { Amount } from '@meridian/money/amount';
import { bigintOf } from '../bigint-of.ts';
import type { Listings, ListedMarket } from '../catalog/listings.ts';
import type { Side } from '../catalog/side.ts';
import { isCancel } from './spot-command-table.ts';
import type { CancelByOperator, CancelOrder, PlaceOrder, SpotCommand } from './spot-commands.ts';
import type { FeeTiers } from '../fee/fee-tiers.ts';
import type { MarketId, UserId } from '../ids.ts';
import { refused, type Outcome, type Accepted } from '../outcome.ts';
import type { CloseReason, SpotEvent, Traded } from './spot-events.ts';
import type { EventSink } from '../event-sink.ts';
import { AT, InvariantError, type InvariantChecks } from '../invariants.ts';
import { feeOf, makerRebateOf } from '../ledger/fees.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Rebates } from '../rebate/rebates.ts';
import type { Rules } from '../rules.ts';
import type { SnapshotClientOrder, SnapshotOrder } from './spot-snapshot.ts';
import { worthOf, type Wanted } from './book-worth.ts';
import { ClientOrderIds } from './client-order-ids.ts';
import { ordersOfUser, snapshotOrders, verifyOrders, type OrderParts } from './open-orders.ts';
import { firstOf, isCancelByOperator, MOST_CANCELLED } from './operator-cancel.ts';
import { opposite, OrderBook } from './order-book.ts';
import { orderPlaced, orderReduced, orderRested } from './order-events.ts';
import {
  BUY,
  NONE,
  OrderPool,
  SELF_TRADE,
  SELL,
  SIDES,
  type OrderSlot,
  type SideIndex,
} from './order-pool.ts';
import { checkRules, checkWorth, isWellFormed, limitOf, notionalOf } from './order-checks.ts';
import { Settlement, type MakerRebate, type TradeSide } from './settlement.ts';
import type { Stop, Taker } from './taker.ts';
import { Traders, type TraderSlot } from './traders.ts';

/**
 * The spot market: owns the orders, their client ids, the books and the counters of orders and
 * trades, and decides the holds, trades and refunds of each order. Promises B4 to B10. Docs of
 * every rule: docs/ERRORS.md (rejections), docs/INVARIANTS.md.
 */
export class Spot {
  readonly #ledger: Ledger;
  readonly #listings: Listings;
  readonly #checks: InvariantChecks;
  readonly #events: EventSink<SpotEvent>;
  readonly #rules: Rules;
  readonly #fees: FeeTiers;
  readonly #settlement: Settlement;
  readonly #pool = new OrderPool();
  readonly #traders = new Traders();
  readonly #books: OrderBook[] = [];
  readonly #clientOrders = new ClientOrderIds();
  /** For what looks at all open orders. */
  readonly #open: OrderParts;
  #timeMs = 0;
  #nextOrder = 1;
  #nextTrade = 1;

  constructor(
    parts: AreaParts<SpotEvent> & { readonly fees: FeeTiers; readonly rebates: Rebates },
  ) {
    this.#ledger = parts.ledger;
    this.#listings = parts.listings;
    this.#checks = parts.checks;
    this.#events = parts.events;
    this.#rules = parts.rules;
    this.#fees = parts.fees;
    this.#settlement = new Settlement(parts);
    this.#open = {
      pool: this.#pool,
      traders: this.#traders,
      ledger: this.#ledger,
      listings: this.#listings,
      checks: this.#checks,
      bookOf: (market) => this.#book(market),
    };
  }

  get counters(): { nextOrder: number; nextTrade: number } {
    return { nextOrder: this.#nextOrder, nextTrade: this.#nextTrade };
  }

  /** Each command, of any kind, begins with its time. */
  begin(timeMs: number): void {
    this.#timeMs = timeMs;
  }

  /** Forgets the client ids of orders that ended a day ago. */
  forgetOld(timeMs: number): void {
    this.#clientOrders.expire(timeMs);
  }

  apply(command: SpotCommand, timeMs: number): Outcome {
    switch (command.kind) {
      case 'spot.place':
        return this.#place(command, timeMs);
      case 'spot.cancel':
        return this.#cancel(command);
      case 'spot.cancelByOperator':
        return this.#cancelByOperator(command);
    }
  }

  #place(command: PlaceOrder, timeMs: number): Outcome {
    if (!isWellFormed(command)) return refused('malformed');
    const known = this.#clientOrders.find(command, timeMs);
    if (known !== undefined) return known === 'used' ? refused('client_order_id_used') : known;
    const market = this.#listings.market(command.market);
    if (market === undefined) return refused('market_unknown');
    const rejection = checkRules(command, market, timeMs, this.#rules);
    if (rejection !== undefined) return refused(rejection);

    const side: SideIndex = command.side === 'buy' ? BUY : SELL;
    const book = this.#book(command.market);
    const best = this.#bestMaker(book, market, side);
    const bestTicks = best === NONE ? 0 : this.#pool.priceTicks[best];
    const isMarketOrder = command.type === 'market';
    const worthTicks = isMarketOrder ? bestTicks : command.priceTicks;
    if (worthTicks !== 0) {
      const worthRejection = checkWorth(command, market, worthTicks);
      if (worthRejection !== undefined) return refused(worthRejection);
    }
    const trader = this.#trader(command.user, market);
    const mayRest = !isMarketOrder && command.timeInForce === 'gtc';
    if (mayRest && this.#traders.openOrders[trader] >= market.settings.maxOpenOrders)
      return refused('too_many_open_orders');
    if (command.clientOrderId !== undefined && this.#clientOrders.isExhausted(command.user, timeMs))
      return refused('client_order_ids_exhausted');
    if (isMarketOrder && bestTicks === 0) return refused('no_liquidity');

    const taker = this.#taker(command, { market, book, side, trader, best, bestTicks, timeMs });
    const hold = this.#holdFor(taker);
    if (hold < 0n) return refused('balance_insufficient');
    if (command.postOnly && bestTicks !== 0 && isWithin(side, bestTicks, taker.limit))
      return refused('post_only_would_take');
    if (command.timeInForce === 'fok' && !this.#canFillWhole(taker, hold))
      return refused('fill_or_kill_unfilled');
    const outcome = this.#execute(taker, hold);
    if (command.clientOrderId !== undefined) this.#clientOrders.keep(command, outcome, timeMs);
    return outcome;
  }

  #cancel(command: CancelOrder): Outcome {
    if (!isCancel(command)) return refused('malformed');
    const slot = this.#pool.find(command.order);
    // Another user's id is answered like an unknown id (no existence oracle).
    if (slot === NONE || this.#pool.user[slot] !== command.user) return refused('order_not_found');
    const marketId = this.#pool.market[slot];
    if (!this.#rules.cancelsInClosedMarkets && this.#marketOf(slot).settings.status === 'closed')
      return refused('market_closed');
    const filledLots = this.#pool.filledLots[slot];
    this.#closeResting(slot, 'cancelled');
    this.#books[marketId].checkUncrossed();
    return {
      ok: true,
      order: command.order,
      status: filledLots > 0 ? 'partlyFilled' : 'cancelled',
      filledLots,
    };
  }

  /** Cancels all open orders of a user who came into debt, oldest first, in closed markets too. */
  cancelAllOf(user: UserId): void {
    const pool = this.#pool;
    for (const slot of ordersOfUser(this.#open, user, Infinity).sort(
      (a, b) => pool.id[a] - pool.id[b],
    )) {
      const book = this.#books[pool.market[slot]];
      this.#closeResting(slot, 'debt');
      book.checkUncrossed();
    }
  }

  /** See `worthOf`, which this asks for the orders of the other side. */
  worthInBook(market: ListedMarket, side: Side, wanted: Wanted): bigint | undefined {
    const orders = this.#book(market.settings.id).orders(opposite(side === 'buy' ? BUY : SELL));
    return worthOf(this.#pool, orders, market, wanted);
  }

  /** The price that a sale would meet first, within the band; 0 where nobody bids. */
  bestBid(market: ListedMarket): number {
    const best = this.#bestMaker(this.#book(market.settings.id), market, SELL);
    return best === NONE ? 0 : this.#pool.priceTicks[best];
  }

  /** Cancels orders in the name of an operator, at most `MOST_CANCELLED`. */
  #cancelByOperator(command: CancelByOperator): Outcome {
    if (!isCancelByOperator(command)) return refused('malformed');
    const { scope, id } = command;
    if (scope === 'order' && this.#pool.find(id) === NONE) return refused('order_not_found');
    if (scope === 'market' && this.#listings.market(id) === undefined)
      return refused('market_unknown');
    const slots =
      scope === 'order'
        ? [this.#pool.find(id)]
        : scope === 'user'
          ? ordersOfUser(this.#open, id, MOST_CANCELLED)
          : firstOf(this.#book(id), MOST_CANCELLED);
    for (const slot of slots) {
      const book = this.#books[this.#pool.market[slot]];
      this.#closeResting(slot, 'operator');
      book.checkUncrossed();
    }
    return { ok: true, cancelled: slots.length };
  }

  /**
   * Full scan: every book, the agreement of pool, books and traders' counts, and client order ids
   * (B2 to B5, B10, B11).
   */
  verify(): void {
    verifyOrders(this.#open, (slot, market) => this.#checkOpenOrder(slot, market));
    this.#clientOrders.verify(this.#checks, (order) => {
      const slot = this.#pool.find(order);
      return slot === NONE ? undefined : this.#pool.user[slot];
    });
  }

  /** Resting orders by market, side, best price first, oldest first. */
  snapshot(): SnapshotOrder[] {
    return snapshotOrders(this.#open);
  }

  /** Client order ids: of open orders by number, then of ended ones by the time of their ends. */
  snapshotClientOrders(): SnapshotClientOrder[] {
    return this.#clientOrders.snapshot();
  }

  restore(
    rows: readonly SnapshotOrder[],
    clientOrders: readonly SnapshotClientOrder[],
    counters: { nextOrder: number; nextTrade: number },
  ): void {
    for (const row of rows) {
      const market = this.#listings.market(row.market);
      if (market === undefined)
        throw new Error(`order ${row.id} of the snapshot is in an unknown market`);
      const side = row.side === 'buy' ? BUY : SELL;
      const trader = this.#trader(row.user, market);
      const account =
        side === BUY ? this.#traders.quoteAccount[trader] : this.#traders.baseAccount[trader];
      const hold = this.#ledger.restoreHold(account, BigInt(row.hold), row.id);
      const slot = this.#takeSlot(row.id, row, side);
      this.#pool.placedAtMs[slot] = row.placedAtMs;
      this.#pool.trader[slot] = trader;
      this.#pool.hold[slot] = hold;
      this.#pool.remainingLots[slot] = row.remainingLots;
      this.#pool.filledLots[slot] = row.filledLots;
      this.#pool.reducedLots[slot] = row.quantityLots - row.filledLots - row.remainingLots;
      this.#rest(slot);
    }
    this.#clientOrders.restore(clientOrders);
    this.#nextOrder = counters.nextOrder;
    this.#nextTrade = counters.nextTrade;
  }

  #taker(
    command: PlaceOrder,
    at: {
      market: ListedMarket;
      book: OrderBook;
      side: SideIndex;
      trader: TraderSlot;
      best: OrderSlot;
      bestTicks: number;
      timeMs: number;
    },
  ): Taker {
    const { market, book, side, trader, best, bestTicks, timeMs } = at;
    const { low, high } = market.band;
    const limit = limitOf(command, market, bestTicks, this.#rules);
    // Each field by its name: a spread costs a twentieth of a command.
    return {
      command,
      market,
      book,
      side,
      trader,
      best,
      bestTicks,
      timeMs,
      limit,
      low,
      high,
      slot: NONE,
      filledNotional: 0n,
    };
  }

  /**
   * The first maker that an order of this side trades with, `NONE` if there is none. Makers left
   * behind by the band are better than any that it may trade with: they expire when it reaches
   * them, so they are not counted.
   */
  #bestMaker(book: OrderBook, market: ListedMarket, side: SideIndex): OrderSlot {
    const pool = this.#pool;
    const best = book.best(opposite(side));
    if (best === NONE) return NONE;
    const { low, high } = market.band;
    // The usual case.
    if (pool.priceTicks[best] >= low && pool.priceTicks[best] <= high) return best;
    if (!this.#rules.bandExpiresMakers) return best;
    const isLeftBehind = side === BUY ? pool.priceTicks[best] < low : pool.priceTicks[best] > high;
    const maker = isLeftBehind ? book.bestFrom(opposite(side), side === BUY ? low : high) : best;
    if (maker === NONE) return NONE;
    const price = pool.priceTicks[maker];
    return price < low || price > high ? NONE : maker;
  }

  /**
   * The hold that the order needs: its worst cost. -1 when the user cannot pay it. A market buy
   * holds no more than is available.
   */
  #holdFor(taker: Taker): bigint {
    const { command, market, trader } = taker;
    if (taker.side === SELL) {
      const needed = bigintOf(command.quantityLots) * market.settings.lotSize;
      return needed <= this.#ledger.available(this.#traders.baseAccount[trader]) ? needed : -1n;
    }
    const available = this.#ledger.available(this.#traders.quoteAccount[trader]);
    const worst = notionalOf(market, taker.limit, command.quantityLots);
    if (worst <= available) return worst;
    const isAffordable =
      command.type === 'market' &&
      notionalOf(market, taker.bestTicks, command.quantityLots) <= available;
    return isAffordable ? available : -1n;
  }

  /**
   * Whether a fill-or-kill order finds its whole quantity: a walk over the makers that changes
   * nothing.
   */
  #canFillWhole(taker: Taker, hold: bigint): boolean {
    const pool = this.#pool;
    const { book, command, market, side } = taker;
    let wanted = command.quantityLots as number;
    let budget = hold;
    for (let maker = taker.best; maker !== NONE; maker = book.after(maker)) {
      const price = pool.priceTicks[maker];
      if (!isWithin(side, price, taker.limit) || price < taker.low || price > taker.high)
        return false;
      if (pool.user[maker] === command.user) {
        if (command.selfTrade === 'expireMaker') continue;
        return false;
      }
      const lots = Math.min(wanted, pool.remainingLots[maker]);
      if (side === BUY) {
        budget -= notionalOf(market, price, lots);
        if (budget < 0n) return false;
      }
      wanted -= lots;
      if (wanted === 0) return true;
    }
    return false;
  }

  #execute(taker: Taker, amount: bigint): Accepted {
    const { command, market, book, side, trader } = taker;
    const order = this.#nextOrder++;
    this.#events.list.push(orderPlaced(order, command));
    const account =
      side === BUY ? this.#traders.quoteAccount[trader] : this.#traders.baseAccount[trader];
    const hold = this.#ledger.hold(account, amount, order);
    const slot = this.#takeSlot(order, command, side);
    this.#pool.placedAtMs[slot] = taker.timeMs;
    this.#pool.trader[slot] = trader;
    this.#pool.hold[slot] = hold;
    taker.slot = slot;

    const stop = this.#match(taker);
    const filledLots = this.#pool.filledLots[slot];
    const mayRest = command.type === 'limit' && command.timeInForce === 'gtc';
    let status: Accepted['status'];
    if ((stop === 'limit' || stop === 'empty') && mayRest) {
      this.#rest(slot);
      this.#events.list.push(orderRested(this.#pool, slot));
      this.#checkOpenOrder(slot, market);
      this.#checks.counts[AT.B5]++;
      if (this.#traders.openOrders[trader] > market.settings.maxOpenOrders)
        throw new InvariantError('B5', 'too many open orders');
      status = 'open';
    } else {
      this.#end(slot, stop === 'limit' || stop === 'empty' ? 'ioc' : stop, false);
      status = stop === 'filled' ? 'filled' : filledLots > 0 ? 'partlyFilled' : 'cancelled';
    }
    book.checkUncrossed();
    return { ok: true, order, status, filledLots, filledNotional: taker.filledNotional as Amount };
  }

  /**
   * Trades with the best makers until nothing remains or a bound stops it. Makers outside the band
   * expire: each was placed by a command of its own and expires once, for less work than a fill, so
   * a sweep of them costs no more than a sweep of fills.
   */
  #match(taker: Taker): Stop {
    const pool = this.#pool;
    const { book, slot, side, command } = taker;
    while (pool.remainingLots[slot] > 0) {
      const maker = book.best(opposite(side));
      if (maker === NONE) return 'empty';
      const price = pool.priceTicks[maker];
      if (!isWithin(side, price, taker.limit))
        return command.type === 'market' ? 'slippage' : 'limit';
      if (price < taker.low || price > taker.high) {
        if (!this.#rules.bandExpiresMakers) return 'band';
        this.#closeResting(maker, 'outOfBand');
        continue;
      }
      if (pool.user[maker] === pool.user[slot]) {
        const stop = this.#preventSelfTrade(taker, maker);
        if (stop !== undefined) return stop;
        continue;
      }
      const lots = Math.min(
        pool.remainingLots[slot],
        pool.remainingLots[maker],
        this.#affordableLots(taker, price),
      );
      if (lots === 0) return 'hold';
      this.#trade(taker, maker, lots);
    }
    return 'filled';
  }

  /**
   * Lots that a market buy can still pay for at this price; no bound for any other order: its hold
   * covers its worst cost.
   */
  #affordableLots(taker: Taker, priceTicks: number): number {
    if (taker.side !== BUY || taker.command.type !== 'market') return Number.MAX_SAFE_INTEGER;
    const left = this.#ledger.holdAmount(this.#pool.hold[taker.slot]);
    const lots = left / notionalOf(taker.market, priceTicks, 1);
    return lots > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(lots);
  }

  /** Handles a maker of the same user. Returns why the taker stops, undefined if it goes on. */
  #preventSelfTrade(taker: Taker, maker: OrderSlot): Stop | undefined {
    const pool = this.#pool;
    const { slot, command } = taker;
    if (command.selfTrade === 'expireTaker') return 'selfTrade';
    if (command.selfTrade !== 'decrement') {
      this.#closeResting(maker, 'selfTrade');
      return command.selfTrade === 'expireBoth' ? 'selfTrade' : undefined;
    }
    const lots = Math.min(pool.remainingLots[slot], pool.remainingLots[maker]);
    pool.remainingLots[slot] -= lots;
    pool.reducedLots[slot] += lots;
    this.#releaseFor(slot, taker.market, lots);
    taker.book.reduce(maker, lots);
    pool.reducedLots[maker] += lots;
    if (pool.remainingLots[maker] === 0) {
      this.#closeResting(maker, 'decrement');
    } else {
      this.#releaseFor(maker, taker.market, lots);
      this.#events.list.push(orderReduced(pool, maker, lots));
      this.#checkOpenOrder(maker, taker.market);
    }
    return pool.remainingLots[slot] === 0 ? 'decrement' : undefined;
  }

  /**
   * Releases the hold of some lots, where the hold is exact (a market buy's is a budget, given back
   * when it ends).
   */
  #releaseFor(slot: OrderSlot, market: ListedMarket, lots: number): void {
    const pool = this.#pool;
    const price = pool.priceTicks[slot];
    if (pool.side[slot] === SELL)
      this.#ledger.release(pool.hold[slot], bigintOf(lots) * market.settings.lotSize);
    else if (price !== 0) this.#ledger.release(pool.hold[slot], notionalOf(market, price, lots));
  }

  #trade(taker: Taker, maker: OrderSlot, lots: number): void {
    const pool = this.#pool;
    const { market, slot, side } = taker;
    const { settings } = market;
    const price = pool.priceTicks[maker];
    this.#checkTrade(taker, maker);
    const trade = this.#nextTrade++;
    const quote = notionalOf(market, price, lots);
    const base = bigintOf(lots) * settings.lotSize;
    taker.filledNotional += quote;
    taker.book.reduce(maker, lots);
    pool.remainingLots[slot] -= lots;
    pool.filledLots[slot] += lots;
    pool.filledLots[maker] += lots;
    market.lastTicks = price;
    const [takerUser, makerUser] = [pool.user[slot], pool.user[maker]];
    const takerFeeBps = this.#fees.takerFeeBps(takerUser, settings, taker.timeMs);
    const makerFeeBps = this.#fees.makerFeeBps(makerUser, settings, taker.timeMs);
    const takerGets = side === BUY ? base : quote;
    const makerGets = side === BUY ? quote : base;
    // A number decides: a trade without a rebate does no arithmetic of amounts for it.
    const rebate =
      makerFeeBps < 0 ? this.#rebate(maker, takerGets, -makerFeeBps, takerFeeBps) : undefined;
    const takerSide = this.#tradeSide(slot, takerGets, takerFeeBps, rebate);
    const makerSide = this.#tradeSide(maker, makerGets, Math.max(makerFeeBps, 0), undefined);
    const traded: Traded = {
      type: 'traded',
      trade,
      market: settings.id,
      priceTicks: price,
      quantityLots: lots,
      notional: quote as Amount,
      takerSide: SIDES[side],
      makerOrder: pool.id[maker],
      takerOrder: pool.id[slot],
      makerUser,
      takerUser,
      makerFee: makerSide.fee as Amount,
      takerFee: takerSide.fee as Amount,
      makerRebate: (rebate === undefined ? 0n : rebate.amount) as Amount,
      makerRemainingLots: pool.remainingLots[maker],
    };
    this.#events.list.push(traded);
    if (side === BUY) this.#settlement.settle(trade, market, takerSide, makerSide, taker.timeMs);
    else this.#settlement.settle(trade, market, makerSide, takerSide, taker.timeMs);
    this.#fees.count(market, traded, taker.timeMs);
    // A limit buy held its own price: the saving of the maker's better price comes back at once.
    if (side === BUY && taker.command.type === 'limit' && price < taker.limit) {
      this.#ledger.release(pool.hold[slot], notionalOf(market, taker.limit - price, lots));
    }
    if (pool.remainingLots[maker] === 0) this.#closeResting(maker, 'filled');
    else this.#checkOpenOrder(maker, market);
  }

  /** The part of a taker's fee that the maker gets; undefined where it is less than a unit. */
  #rebate(
    maker: OrderSlot,
    takerGets: bigint,
    rebateBps: number,
    takerFeeBps: number,
  ): MakerRebate | undefined {
    const amount = makerRebateOf(takerGets, rebateBps, takerFeeBps);
    if (amount === 0n) return undefined;
    const trader = this.#pool.trader[maker];
    // The taker receives the currency that the maker pays with, and pays its fee in it.
    const to =
      this.#pool.side[maker] === BUY
        ? this.#traders.quoteAccount[trader]
        : this.#traders.baseAccount[trader];
    return { to, amount };
  }

  #tradeSide(
    slot: OrderSlot,
    received: bigint,
    feeBps: number,
    rebate: MakerRebate | undefined,
  ): TradeSide {
    const pool = this.#pool;
    const trader = pool.trader[slot];
    const receiver =
      pool.side[slot] === BUY
        ? this.#traders.baseAccount[trader]
        : this.#traders.quoteAccount[trader];
    return {
      user: pool.user[slot],
      hold: pool.hold[slot],
      receiver,
      received,
      feeBps,
      fee: feeOf(received, feeBps),
      rebate,
    };
  }

  /** B6, B8, B9: within the taker's limit, between two users, inside the band of an open market. */
  #checkTrade(taker: Taker, maker: OrderSlot): void {
    const { counts } = this.#checks;
    const { market, side, slot } = taker;
    const price = this.#pool.priceTicks[maker];
    counts[AT.B6]++;
    counts[AT.B8]++;
    counts[AT.B9]++;
    if (!isWithin(side, price, taker.limit))
      throw new InvariantError('B6', `a fill at ${price} is beyond ${taker.limit}`);
    if (this.#pool.user[maker] === this.#pool.user[slot])
      throw new InvariantError('B8', 'a user trades with himself');
    const isInBand = price >= taker.low && price <= taker.high;
    if (!isInBand || market.settings.status !== 'open')
      throw new InvariantError('B9', `a fill at ${price} is out of bounds`);
  }

  /** B4 and B10: lots add up, and the hold of a resting order is its remaining cost. */
  #checkOpenOrder(slot: OrderSlot, market: ListedMarket): void {
    const pool = this.#pool;
    const { counts } = this.#checks;
    const remaining = pool.remainingLots[slot];
    counts[AT.B4]++;
    counts[AT.B10]++;
    if (
      remaining <= 0 ||
      remaining + pool.filledLots[slot] + pool.reducedLots[slot] !== pool.quantityLots[slot]
    ) {
      throw new InvariantError('B4', `the lots of order ${pool.id[slot]} do not add up`);
    }
    const cost =
      pool.side[slot] === BUY
        ? notionalOf(market, pool.priceTicks[slot], remaining)
        : bigintOf(remaining) * market.settings.lotSize;
    if (this.#ledger.holdAmount(pool.hold[slot]) !== cost) {
      throw new InvariantError('B10', `order ${pool.id[slot]} does not hold its remaining cost`);
    }
  }

  #takeSlot(
    id: number,
    order: Pick<SnapshotOrder, 'user' | 'market' | 'priceTicks' | 'quantityLots' | 'selfTrade'>,
    side: SideIndex,
  ): OrderSlot {
    const pool = this.#pool;
    const slot = pool.take(id);
    pool.user[slot] = order.user;
    pool.market[slot] = order.market;
    pool.side[slot] = side;
    pool.priceTicks[slot] = order.priceTicks;
    pool.quantityLots[slot] = order.quantityLots;
    pool.remainingLots[slot] = order.quantityLots;
    pool.filledLots[slot] = 0;
    pool.reducedLots[slot] = 0;
    pool.selfTrade[slot] = SELF_TRADE.indexOf(order.selfTrade);
    return slot;
  }

  #rest(slot: OrderSlot): void {
    this.#book(this.#pool.market[slot]).rest(slot);
    this.#traders.openOrders[this.#pool.trader[slot]]++;
  }

  #closeResting(slot: OrderSlot, reason: CloseReason): void {
    this.#books[this.#pool.market[slot]].remove(slot);
    this.#clientOrders.end(this.#pool.id[slot], this.#timeMs);
    this.#traders.openOrders[this.#pool.trader[slot]]--;
    this.#end(slot, reason, true);
  }

  /** Ends an order: releases its hold and frees its slot. */
  #end(slot: OrderSlot, reason: CloseReason, wasResting: boolean): void {
    const pool = this.#pool;
    const cancelledLots = pool.remainingLots[slot];
    this.#checks.counts[AT.B4]++;
    if (
      cancelledLots + pool.filledLots[slot] + pool.reducedLots[slot] !==
      pool.quantityLots[slot]
    ) {
      throw new InvariantError('B4', `the lots of closing order ${pool.id[slot]} do not add up`);
    }
    this.#ledger.checkOwner(pool.hold[slot], pool.id[slot]);
    this.#ledger.closeHold(pool.hold[slot]);
    this.#events.list.push({
      type: 'orderClosed',
      order: pool.id[slot],
      user: pool.user[slot],
      market: pool.market[slot],
      side: SIDES[pool.side[slot]],
      priceTicks: pool.priceTicks[slot],
      reason,
      cancelledLots,
      wasResting,
    });
    pool.give(slot);
  }

  #trader(user: number, market: ListedMarket): TraderSlot {
    const { id, base, quote } = market.settings;
    const known = this.#traders.find(user, id);
    if (known >= 0) return known;
    return this.#traders.add(user, id, {
      base: this.#ledger.open(user, 'spot', base),
      quote: this.#ledger.open(user, 'spot', quote),
    });
  }

  #book(market: MarketId): OrderBook {
    while (this.#books.length <= market) this.#books.push(new OrderBook(this.#pool, this.#checks));
    return this.#books[market];
  }

  #marketOf(slot: OrderSlot): ListedMarket {
    const market = this.#listings.market(this.#pool.market[slot]);
    if (market === undefined)
      throw new InvariantError('B3', `order ${this.#pool.id[slot]} is in no market`);
    return market;
  }
}

/** Whether a taker of this side may trade at this price under its limit. */
function isWithin(side: SideIndex, priceTicks: number, limitTicks: number): boolean {
  return side === BUY ? priceTicks <= limitTicks : priceTicks >= limitTicks;
}
