import type { Market as ListedMarket } from '@meridian/core/catalog/catalog';
import type { Account, Accounts, Cause } from './accounts.ts';
import type { AreaLedger } from './area-ledger.ts';
import type { Order, Side } from './book.ts';
import { refuse, type Answer } from './kept-answers.ts';
import {
  type Arrival,
  bestInBand,
  isInBand,
  type Market,
  type Match,
  other,
  reaches,
  type Trade,
} from './market.ts';
import type { Products } from './products.ts';
import * as rules from './rules.ts';
import type { RecordedCommand } from './rules.ts';

/** A placement with a client order id. */
interface Named {
  readonly command: RecordedCommand;
  readonly answer: Answer;
  readonly order: Order;
}

const PLACEMENT = [
  'market',
  'side',
  'type',
  'priceTicks',
  'quantityLots',
  'timeInForce',
  'postOnly',
  'selfTrade',
] as const;
const DAY_MS = 86_400_000;
const MOST_WORTH = 2n ** 62n;
const NEWEST_TRADES = 20;

/** The rest of the exchange, as the spot market sees it. */
export interface SpotSurroundings {
  readonly accounts: Accounts;
  readonly markets: ReadonlyMap<number, Market>;
  /** Version of the rules, number and time of the running command. */
  readonly rules: number;
  readonly seq: number;
  readonly timeMs: number;
  /** Set where the command only repeats another one, by its client order id. */
  isRepetition: boolean;
}

/**
 * The spot market recomputed from its commands: orders, fills and fees, each by the rules of its
 * time.
 */
export class RecomputedSpot {
  readonly openOrders = new Map<number, Order>();
  orders = 0;
  trades = 0;
  /** Effects of the running command. */
  traded: Trade[] = [];
  ended: Order[] = [];
  readonly #exchange: SpotSurroundings;
  readonly #ledger: AreaLedger;
  readonly #products: Pick<Products, 'fees' | 'rebates'>;
  /** Orders with a client order id, by user and id. */
  readonly #named = new Map<number, Map<string, Named>>();
  #newest: Order | undefined;

  constructor(
    exchange: SpotSurroundings,
    ledger: AreaLedger,
    products: Pick<Products, 'fees' | 'rebates'>,
  ) {
    this.#exchange = exchange;
    this.#ledger = ledger;
    this.#products = products;
  }

  /** A command begins: trades and ends of orders are its own. */
  begin(): void {
    this.traded = [];
    this.ended = [];
  }

  apply(command: RecordedCommand): Answer {
    switch (command.kind) {
      case 'spot.place':
        return rules.isOrderShaped(command) ? this.place(command) : refuse('malformed');
      case 'spot.cancel':
        return rules.isCancelShaped(command) ? this.#cancel(command) : refuse('malformed');
      default:
        return rules.isOperatorCancelShaped(command)
          ? this.#cancelByOperator(command)
          : refuse('malformed');
    }
  }

  get #isFirst(): boolean {
    return this.#exchange.rules === rules.FIRST_RULES;
  }

  #cancel(command: RecordedCommand): Answer {
    const order = this.openOrders.get(command.order as number);
    if (order === undefined || order.user !== command.user) return refuse('order_not_found');
    if (this.#isFirst && this.#marketOf(order).settings.status === 'closed')
      return refuse('market_closed');
    this.#takeOut(order, 'cancelled');
    return {
      ok: true,
      order: order.id,
      status: order.filled > 0n ? 'partlyFilled' : 'cancelled',
      filledLots: Number(order.filled),
    };
  }

  /** Cancels the orders of a user who came into debt, oldest first. */
  cancelAll(user: number): void {
    for (const order of [...this.openOrders.values()]
      .filter((open) => open.user === user)
      .sort((a, b) => a.id - b.id))
      this.#takeOut(order, 'debt');
  }

  /**
   * Cancels one order, or the first 500 of a user or a market: by market, buys first, in matching
   * order.
   */
  #cancelByOperator({ scope, id }: RecordedCommand): Answer {
    if (scope === 'order' && !this.openOrders.has(id as number)) return refuse('order_not_found');
    if (scope === 'market' && !this.#exchange.markets.has(id as number))
      return refuse('market_unknown');
    const markets = [...this.#exchange.markets.values()].sort(
      (a, b) => a.settings.id - b.settings.id,
    );
    const inTurn = markets.flatMap(({ book }) => [...book.buy.inTurn(), ...book.sell.inTurn()]);
    const meant = inTurn
      .filter(
        (order) =>
          id === (scope === 'order' ? order.id : scope === 'user' ? order.user : order.market),
      )
      .slice(0, 500);
    for (const order of meant) this.#takeOut(order, 'operator');
    return { ok: true, cancelled: meant.length };
  }

  /** A well-formed order: placed, or answered as before under a client order id that is kept. */
  place(command: RecordedCommand): Answer {
    const { user, clientOrderId: name } = command;
    if (typeof name !== 'string') return this.#placeNew(command);
    const taken = this.#named.get(user as number) ?? new Map<string, Named>();
    for (const [old, { order }] of taken)
      if (order.end !== undefined && order.end.timeMs <= this.#exchange.timeMs - DAY_MS)
        taken.delete(old);
    const before = taken.get(name);
    const isSame =
      before !== undefined && PLACEMENT.every((field) => before.command[field] === command[field]);
    this.#exchange.isRepetition ||= before !== undefined;
    if (before !== undefined) return isSame ? before.answer : refuse('client_order_id_used');
    const answer = this.#placeNew(command, taken.size >= 10_000);
    const order = this.#newest;
    if (answer.ok && order !== undefined)
      this.#named.set(user as number, taken.set(name, { command, answer, order }));
    return answer;
  }

  /**
   * @param hasNoNameLeft whether the user has used up the client order ids that are kept
   */
  #placeNew(command: RecordedCommand, hasNoNameLeft = false): Answer {
    const market = this.#exchange.markets.get(command.market as number);
    if (market === undefined) return refuse('market_unknown');
    const wrong = this.#againstRules(command, market);
    if (wrong !== undefined) return refuse(wrong);
    const side = command.side as Side;
    const isMarketOrder = command.type === 'market';
    const best = this.#isFirst
      ? market.book[other(side)].first?.price
      : bestInBand(market, other(side));
    const arrival: Arrival = {
      command,
      market,
      side,
      isMarketOrder,
      best,
      user: command.user as number,
      price: BigInt(command.priceTicks as number),
      lots: BigInt(command.quantityLots as number),
      limit: isMarketOrder
        ? rules.capOf(side, {
            ...market.settings,
            ...(this.#isFirst ? { bandBps: 0 } : {}),
            best: best ?? 0n,
            index: market.index,
          })
        : BigInt(command.priceTicks as number),
    };
    const held = this.#mayEnter(arrival, hasNoNameLeft);
    if (typeof held === 'string') return refuse(held);
    return this.#enter(arrival, held);
  }

  #againstRules(
    command: RecordedCommand,
    { settings, index, indexMs }: Market,
  ): string | undefined {
    const isMarketOrder = command.type === 'market';
    if (settings.status !== 'open') return 'market_closed';
    if (!rules.isWhole(command.quantityLots, 1, settings.maxQuantityLots))
      return 'quantity_invalid';
    if (isMarketOrder ? command.priceTicks !== 0 : !rules.isWhole(command.priceTicks, 1))
      return 'price_invalid';
    if (isMarketOrder && command.timeInForce === 'gtc') return 'market_order_not_gtc';
    if (command.postOnly === true && (isMarketOrder || command.timeInForce !== 'gtc'))
      return 'post_only_not_limit_gtc';
    if (settings.bandBps === 0) return undefined;
    if (index === 0n) return 'index_unavailable';
    const mustBeFresh = isMarketOrder || (!this.#isFirst && command.timeInForce !== 'gtc');
    if (mustBeFresh && this.#exchange.timeMs - indexMs > settings.indexMaxAgeMs)
      return 'index_stale';
    if (isMarketOrder) return undefined;
    return isInBand(BigInt(command.priceTicks as number), { settings, index })
      ? undefined
      : 'price_out_of_band';
  }

  /** The amount that the order has to hold, or the rejection. */
  #mayEnter(arrival: Arrival, hasNoNameLeft: boolean): bigint | string {
    const { command, market, side, user, lots, isMarketOrder, best, limit } = arrival;
    const { settings } = market;
    const price = isMarketOrder ? best : arrival.price;
    if (price !== undefined && price * lots * market.unit < settings.minNotional)
      return 'notional_too_small';
    if (price !== undefined && price * lots * market.unit >= MOST_WORTH)
      return 'notional_too_large';
    const mayRest = !isMarketOrder && command.timeInForce === 'gtc';
    if (mayRest && (market.open.get(user) ?? 0) >= settings.maxOpenOrders)
      return 'too_many_open_orders';
    if (hasNoNameLeft) return 'client_order_ids_exhausted';
    if (isMarketOrder && best === undefined) return 'no_liquidity';
    const { available } = this.#exchange.accounts.at(
      user,
      'spot',
      side === 'buy' ? settings.quote : settings.base,
    );
    let held = side === 'buy' ? limit * lots * market.unit : lots * settings.lotSize;
    if (held > available) {
      // A market buy may spend the whole balance if that suffices at the best price.
      if (!isMarketOrder || side === 'sell' || (best ?? 0n) * lots * market.unit > available)
        return 'balance_insufficient';
      held = available;
    }
    if (command.postOnly === true && best !== undefined && reaches(side, best, limit))
      return 'post_only_would_take';
    if (command.timeInForce === 'fok' && !this.#fillsWhole(arrival, held))
      return 'fill_or_kill_unfilled';
    return held;
  }

  #fillsWhole({ command, market, side, user, lots, limit }: Arrival, held: bigint): boolean {
    let wanted = lots;
    let money = held;
    for (const maker of market.book[other(side)].inTurn()) {
      if (!reaches(side, maker.price, limit)) return false;
      if (!isInBand(maker.price, market)) {
        if (this.#isFirst) return false;
        continue;
      }
      if (maker.user === user && command.selfTrade === 'expireMaker') continue;
      if (maker.user === user) return false;
      const taken = least(wanted, maker.remaining);
      money -= side === 'buy' ? maker.price * taken * market.unit : 0n;
      if (money < 0n) return false;
      wanted -= taken;
      if (wanted === 0n) return true;
    }
    return false;
  }

  #enter(arrival: Arrival, hold: bigint): Answer {
    const { command, market, side, user, price, lots, isMarketOrder } = arrival;
    const order: Order = {
      id: ++this.orders,
      user,
      market: market.settings.id,
      side,
      price,
      lots,
      hold,
      type: command.type as string,
      timeInForce: command.timeInForce as string,
      postOnly: command.postOnly as boolean,
      selfTrade: command.selfTrade as string,
      placedSeq: this.#exchange.seq,
      placedMs: this.#exchange.timeMs,
      remaining: lots,
      filled: 0n,
      notional: 0n,
      fee: 0n,
      rebate: 0n,
      end: undefined,
    };
    this.#newest = order;
    this.#exchange.accounts.hold(this.#payingAccount(order), hold);
    const stop = this.#match(order, arrival);
    let status: string;
    if ((stop === 'empty' || stop === 'limit') && !isMarketOrder && command.timeInForce === 'gtc') {
      market.book[side].add(order);
      this.openOrders.set(order.id, order);
      market.open.set(user, (market.open.get(user) ?? 0) + 1);
      status = 'open';
    } else {
      this.#end(order, stop === 'empty' || stop === 'limit' ? 'ioc' : stop);
      status = stop === 'filled' ? 'filled' : order.filled > 0n ? 'partlyFilled' : 'cancelled';
    }
    return {
      ok: true,
      order: order.id,
      status,
      filledLots: Number(order.filled),
      filledNotional: order.notional.toString(),
    };
  }

  /** Trades until nothing remains or a rule stops it; returns the reason. */
  #match(taker: Order, { market, side, limit, isMarketOrder }: Arrival): string {
    while (taker.remaining > 0n) {
      const maker = market.book[other(side)].first;
      if (maker === undefined) return 'empty';
      if (!reaches(side, maker.price, limit)) return isMarketOrder ? 'slippage' : 'limit';
      if (!isInBand(maker.price, market)) {
        if (this.#isFirst) return 'band';
        this.#takeOut(maker, 'outOfBand');
        continue;
      }
      if (maker.user === taker.user) {
        if (taker.selfTrade === 'expireTaker') return 'selfTrade';
        if (taker.selfTrade === 'decrement') this.#decrement(taker, maker, market);
        else this.#takeOut(maker, 'selfTrade');
        if (taker.selfTrade === 'expireBoth') return 'selfTrade';
        if (taker.remaining === 0n) return 'decrement';
        continue;
      }
      let lots = least(taker.remaining, maker.remaining);
      if (isMarketOrder && side === 'buy')
        lots = least(lots, taker.hold / (maker.price * market.unit));
      if (lots === 0n) return 'hold';
      this.#trade({ taker, maker, market, lots });
    }
    return 'filled';
  }

  #decrement(taker: Order, maker: Order, market: Market): void {
    const lots = least(taker.remaining, maker.remaining);
    for (const order of [taker, maker]) {
      order.remaining -= lots;
      if (order.side === 'sell') this.#giveBack(order, lots * market.settings.lotSize);
      else if (order.type === 'limit') this.#giveBack(order, order.price * lots * market.unit);
    }
    if (maker.remaining === 0n) this.#takeOut(maker, 'decrement');
  }

  #trade({ taker, maker, market, lots }: Match): void {
    const { settings, unit } = market;
    const [buyer, seller] = taker.side === 'buy' ? [taker, maker] : [maker, taker];
    const base = lots * settings.lotSize;
    const quote = maker.price * lots * unit;
    const cause = { reason: 'trade', subject: ++this.trades, reference: '' };
    for (const order of [taker, maker]) {
      order.remaining -= lots;
      order.filled += lots;
      order.notional += quote;
      order.hold -= order.side === 'buy' ? quote : base;
    }
    this.#exchange.accounts.pay(this.#payingAccount(buyer), quote, cause);
    this.#exchange.accounts.pay(this.#payingAccount(seller), base, cause);
    const listed = settings as unknown as ListedMarket;
    const feeBps = ({ user }: Order, role: 'maker' | 'taker'): number =>
      this.#products.fees.rateOf(user, role, listed, this.#exchange.timeMs);
    const [buyerRole, sellerRole] =
      taker === buyer ? (['taker', 'maker'] as const) : (['maker', 'taker'] as const);
    const buyerFee = this.#receive(
      this.#exchange.accounts.at(buyer.user, 'spot', settings.base),
      base,
      {
        cause,
        bps: feeBps(buyer, buyerRole),
      },
    );
    const sellerFee = this.#receive(
      this.#exchange.accounts.at(seller.user, 'spot', settings.quote),
      quote,
      {
        cause,
        bps: feeBps(seller, sellerRole),
      },
    );
    const sides = { taker: taker.user, maker: maker.user, isBuying: taker === buyer };
    const { fees, rebates } = this.#products;
    const moved = { id: this.trades, base, quote, ...sides };
    const makerRebate = fees.payRebate(this.#ledger, moved, listed, this.#exchange.timeMs);
    rebates.noteTrade(listed, moved, makerRebate, this.#exchange.timeMs);
    const index = { indexTicks: Number(market.index), indexQuotedAtMs: market.quotedMs };
    fees.note({ settings: listed, unit, ...index }, moved, makerRebate, this.#exchange.timeMs);
    maker.rebate += makerRebate;
    buyer.fee += buyerFee;
    seller.fee += sellerFee;
    if (taker.side === 'buy' && taker.type === 'limit')
      this.#giveBack(taker, (taker.price - maker.price) * lots * unit);
    const [takerFee, makerFee] = taker === buyer ? [buyerFee, sellerFee] : [sellerFee, buyerFee];
    const trade = {
      id: this.trades,
      market: settings.id,
      price: maker.price,
      lots,
      notional: quote,
      taker,
      maker,
      takerFee,
      makerFee,
      makerRebate,
      seq: this.#exchange.seq,
      timeMs: this.#exchange.timeMs,
    };
    this.traded.push(trade);
    market.newest = [...market.newest.slice(1 - NEWEST_TRADES), trade];
    if (maker.remaining === 0n) this.#takeOut(maker, 'filled');
  }

  /** Credits the amount that a side receives, less its fee. Returns the fee. */
  #receive(
    account: Account,
    amount: bigint,
    { cause, bps }: { cause: Cause; bps: number },
  ): bigint {
    this.#exchange.accounts.move(account, amount, cause);
    const { fee, toFees, toRounding } = rules.feeOn(amount, bps);
    if (fee === 0n) return 0n;
    const feeCause = { ...cause, reason: 'fee' };
    this.#exchange.accounts.move(account, -fee, feeCause);
    this.#exchange.accounts.move(
      this.#exchange.accounts.at(rules.FEES, 'spot', account.currency),
      toFees,
      feeCause,
    );
    this.#exchange.accounts.move(
      this.#exchange.accounts.at(rules.ROUNDING, 'spot', account.currency),
      toRounding,
      feeCause,
    );
    return fee;
  }

  #giveBack(order: Order, amount: bigint): void {
    order.hold -= amount;
    this.#exchange.accounts.hold(this.#payingAccount(order), -amount);
  }

  #takeOut(order: Order, reason: string): void {
    const market = this.#marketOf(order);
    market.book[order.side].remove(order);
    market.open.set(order.user, (market.open.get(order.user) ?? 0) - 1);
    this.openOrders.delete(order.id);
    this.#end(order, reason);
  }

  #end(order: Order, reason: string): void {
    this.#giveBack(order, order.hold);
    order.end = { reason, seq: this.#exchange.seq, timeMs: this.#exchange.timeMs };
    this.ended.push(order);
  }

  #payingAccount(order: Order): Account {
    const { base, quote } = this.#marketOf(order).settings;
    return this.#exchange.accounts.at(order.user, 'spot', order.side === 'buy' ? quote : base);
  }

  #marketOf(order: Order): Market {
    return this.#exchange.markets.get(order.market) as Market;
  }
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
