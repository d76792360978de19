import type { Amount } from '@meridian/money/amount';
import type { Side } from '@meridian/core/catalog/side';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import type { Outcome } from '@meridian/core/outcome';
import type { Rejection } from '@meridian/core/rejections';
import type {
  CancelByOperator,
  CancelOrder,
  PlaceOrder,
  SpotCommand,
} from '@meridian/core/spot/spot-commands';
import type { CloseReason } from '@meridian/core/spot/spot-events';
import type { NaiveFees } from './naive-fees.ts';
import { accountName, type NaiveLedger } from './naive-ledger.ts';
import {
  isBeyond,
  least,
  type NaiveClose,
  type NaiveFill,
  type NaiveMarket,
  type NaiveOrder,
  other,
  pickOrder,
  refused,
  statusOf,
} from './naive-orders.ts';
import type { NaiveRebates } from './naive-rebates.ts';
import * as rules from './naive-rules.ts';

/** The reason why the walk of an arriving order along the other side ends. */
type Stop = 'limit' | 'slippage' | 'hold' | 'selfTrade' | 'decrement' | 'filled' | 'nobody';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The rest of the exchange, as the spot market sees it. */
export interface SpotSurroundings {
  readonly markets: ReadonlyMap<number, NaiveMarket>;
  readonly fees: Pick<NaiveFees, 'rateOf' | 'payRebate' | 'note'>;
  readonly rebates: Pick<NaiveRebates, 'noteTrade'>;
  /** Engine time of the present command. */
  readonly timeMs: () => number;
  /** The present command repeats one, by its client order id. */
  readonly noteRepetition: () => void;
}

/**
 * An oracle for the spot market: orders, trades and their holds, by the written rules, with plain
 * arrays. Money is in the ledger that it shares with the other areas.
 */
export class NaiveSpot {
  readonly #ledger: NaiveLedger;
  readonly #around: SpotSurroundings;
  /** All orders ever placed with a client order id. */
  readonly #named: {
    readonly order: NaiveOrder;
    readonly command: PlaceOrder;
    readonly outcome: Outcome;
  }[] = [];
  #nextOrder = 1;
  #nextTrade = 1;
  fills: NaiveFill[] = [];
  closes: NaiveClose[] = [];

  constructor(ledger: NaiveLedger, around: SpotSurroundings) {
    this.#ledger = ledger;
    this.#around = around;
  }

  get tradeCount(): number {
    return this.#nextTrade - 1;
  }

  /** A command begins: fills and ends of orders are its own. */
  begin(): void {
    this.fills = [];
    this.closes = [];
  }

  apply(command: SpotCommand): Outcome {
    switch (command.kind) {
      case 'spot.place':
        return this.place(command);
      case 'spot.cancel':
        return this.#cancel(command);
      case 'spot.cancelByOperator':
        return this.#cancelByOperator(command);
    }
  }

  /** All resting orders: by market, buys first, in matching order. */
  openOrders(): NaiveOrder[] {
    const markets = [...this.#around.markets].sort(([a], [b]) => a - b);
    return markets.flatMap(([, { book }]) => [...book.orders('buy'), ...book.orders('sell')]);
  }

  /** The hold of each open order, with the account that it is in. */
  holds(): [account: string, amount: bigint][] {
    return this.openOrders().map((order) => [this.#heldAccount(order), order.hold]);
  }

  /** Places an order, or answers as before under a client order id that is kept. */
  place(command: PlaceOrder): Outcome {
    const { user, clientOrderId: name } = command;
    if (name === undefined) return this.#placeNew(command);
    const kept = this.#named
      .filter(
        (one) =>
          one.order.endedAtMs === undefined || this.#around.timeMs() - one.order.endedAtMs < DAY_MS,
      )
      .filter((one) => one.order.user === user);
    const same = kept.find((one) => one.command.clientOrderId === name);
    if (same === undefined) return this.#placeNew(command, kept.length >= 10_000);
    const fields = [
      'market',
      'side',
      'type',
      'priceTicks',
      'quantityLots',
      'timeInForce',
      'postOnly',
      'selfTrade',
    ] as const;
    if (!fields.every((field) => same.command[field] === command[field]))
      return refused('client_order_id_used');
    this.#around.noteRepetition();
    return same.outcome;
  }

  /** @param hasNoNameLeft whether the user has used up the client order ids that are kept */
  #placeNew(command: PlaceOrder, hasNoNameLeft = false): Outcome {
    const market = this.#around.markets.get(command.market);
    if (market === undefined) return refused('market_unknown');
    const refusal =
      rules.refusalOfFields(command, market.settings) ??
      this.#refusalOfPrices(command, market, hasNoNameLeft);
    if (refusal !== undefined) return refused(refusal);
    const hold = this.#holdFor(command, market);
    if (hold === undefined) return refused('balance_insufficient');
    const order: NaiveOrder = {
      ...pickOrder(command),
      id: this.#nextOrder,
      placedAtMs: this.#around.timeMs(),
      remainingLots: command.quantityLots,
      filledLots: 0,
      filledNotional: 0n,
      hold,
      endedAtMs: undefined,
    };
    const limit = this.#limitOf(command, market);
    const best = this.#bestFor(command.side, market);
    if (command.postOnly && best !== undefined && !isBeyond(command.side, best.priceTicks, limit))
      return refused('post_only_would_take');
    if (command.timeInForce === 'fok' && !this.#isFillable(order, market, limit))
      return refused('fill_or_kill_unfilled');
    this.#nextOrder++;
    this.#ledger.post(this.#heldAccount(order), -hold, hold);
    const stop = this.#match(order, market, limit);
    const outcome = this.#settleArrival(order, command, stop);
    if (command.clientOrderId !== undefined) this.#named.push({ order, command, outcome });
    return outcome;
  }

  #settleArrival(order: NaiveOrder, command: PlaceOrder, stop: Stop): Outcome {
    const isResting =
      command.type === 'limit' &&
      command.timeInForce === 'gtc' &&
      (stop === 'limit' || stop === 'nobody');
    if (isResting) this.#marketOf(order.market).book.rest(order);
    else if (stop !== 'filled' && stop !== 'decrement')
      this.#close(order, stop === 'limit' || stop === 'nobody' ? 'ioc' : stop);
    const status = statusOf(
      order,
      isResting ? 'resting' : stop === 'filled' ? 'filled' : 'expired',
    );
    const { id, filledLots, filledNotional } = order;
    return { ok: true, order: id, status, filledLots, filledNotional: filledNotional as Amount };
  }

  #refusalOfPrices(
    order: PlaceOrder,
    market: NaiveMarket,
    hasNoNameLeft: boolean,
  ): Rejection | undefined {
    const { settings, indexTicks, indexTimeMs, book, unit } = market;
    if (settings.bandBps > 0) {
      if (indexTicks === 0) return 'index_unavailable';
      const isNeverResting = order.type === 'market' || order.timeInForce !== 'gtc';
      if (isNeverResting && this.#around.timeMs() - indexTimeMs > settings.indexMaxAgeMs)
        return 'index_stale';
      if (
        order.type === 'limit' &&
        !rules.isInside(order.priceTicks, rules.bandAround(indexTicks, settings.bandBps))
      )
        return 'price_out_of_band';
    }
    const price =
      order.type === 'limit' ? order.priceTicks : this.#bestFor(order.side, market)?.priceTicks;
    if (price !== undefined) {
      const notional = BigInt(price) * BigInt(order.quantityLots) * unit;
      if (notional < settings.minNotional) return 'notional_too_small';
      if (notional >= rules.LARGEST_NOTIONAL) return 'notional_too_large';
    }
    const open = [...book.orders('buy'), ...book.orders('sell')].filter(
      ({ user }) => user === order.user,
    ).length;
    if (order.type === 'limit' && order.timeInForce === 'gtc' && open >= settings.maxOpenOrders)
      return 'too_many_open_orders';
    if (hasNoNameLeft) return 'client_order_ids_exhausted';
    return price === undefined ? 'no_liquidity' : undefined;
  }

  /**
   * The order that an order of this side would trade with first: those outside the band do not
   * trade.
   */
  #bestFor(side: Side, { book, indexTicks, settings }: NaiveMarket): NaiveOrder | undefined {
    const band = rules.bandAround(indexTicks, settings.bandBps);
    return book.orders(other(side)).find(({ priceTicks }) => rules.isInside(priceTicks, band));
  }

  /** The worst price that the order accepts; undefined without a limit. */
  #limitOf(order: PlaceOrder, market: NaiveMarket): bigint | undefined {
    if (order.type === 'limit') return BigInt(order.priceTicks);
    const { settings, indexTicks } = market;
    const best = this.#bestFor(order.side, market);
    const bounds =
      best === undefined
        ? []
        : [rules.slippageLimit(order.side, best.priceTicks, settings.slippageBps)];
    const band = rules.bandAround(indexTicks, settings.bandBps);
    if (band !== undefined)
      bounds.push(
        rules.slippageLimit(order.side, indexTicks, settings.slippageBps),
        order.side === 'buy' ? band.high : band.low,
      );
    const given = bounds.filter((bound) => bound !== undefined).sort((a, b) => (a < b ? -1 : 1));
    return order.side === 'buy' ? given[0] : given.at(-1);
  }

  /** The amount to be held; undefined if the balance does not cover it. */
  #holdFor(order: PlaceOrder, market: NaiveMarket): bigint | undefined {
    const { settings, unit } = market;
    const { available } = this.#ledger.balance(
      accountName(order.user, 'spot', order.side === 'buy' ? settings.quote : settings.base),
    );
    const lots = BigInt(order.quantityLots);
    const limit = this.#limitOf(order, market);
    if (order.side === 'sell' || order.type === 'limit') {
      const needed =
        order.side === 'sell' ? lots * settings.lotSize : BigInt(order.priceTicks) * lots * unit;
      return available < needed ? undefined : needed;
    }
    const best = BigInt(this.#bestFor('buy', market)?.priceTicks ?? 0);
    const wanted = limit === undefined ? rules.LARGEST_NOTIONAL : limit * lots * unit;
    if (available >= wanted) return wanted;
    return available < best * lots * unit ? undefined : available;
  }

  /** Walks the other side as matching would, without trading (fill or kill). */
  #isFillable(order: NaiveOrder, market: NaiveMarket, limit: bigint | undefined): boolean {
    const band = rules.bandAround(market.indexTicks, market.settings.bandBps);
    let wanted = BigInt(order.remainingLots);
    let money = order.hold;
    for (const maker of market.book.orders(other(order.side))) {
      if (!rules.isInside(maker.priceTicks, band)) continue;
      if (isBeyond(order.side, maker.priceTicks, limit)) return false;
      if (maker.user === order.user) {
        if (order.selfTrade === 'expireMaker') continue;
        return false;
      }
      const cost = BigInt(maker.priceTicks) * market.unit;
      const lots = least(
        wanted,
        BigInt(maker.remainingLots),
        order.side === 'buy' && order.type === 'market' ? money / cost : wanted,
      );
      wanted -= lots;
      money -= lots * cost;
      if (wanted === 0n) return true;
      if (lots < BigInt(maker.remainingLots)) return false;
    }
    return false;
  }

  #match(taker: NaiveOrder, market: NaiveMarket, limit: bigint | undefined): Stop {
    const band = rules.bandAround(market.indexTicks, market.settings.bandBps);
    for (;;) {
      const maker = market.book.best(other(taker.side));
      if (maker === undefined) return 'nobody';
      if (isBeyond(taker.side, maker.priceTicks, limit))
        return taker.type === 'market' ? 'slippage' : 'limit';
      if (!rules.isInside(maker.priceTicks, band)) {
        this.#close(maker, 'outOfBand');
        continue;
      }
      if (maker.user === taker.user) {
        if (this.#preventSelfTrade(taker, maker))
          return taker.remainingLots > 0 ? 'selfTrade' : 'decrement';
        continue;
      }
      const cost = BigInt(maker.priceTicks) * market.unit;
      const affordable =
        taker.side === 'buy' && taker.type === 'market'
          ? taker.hold / cost
          : BigInt(taker.remainingLots);
      if (affordable === 0n) return 'hold';
      this.#trade(
        taker,
        maker,
        market,
        Number(least(BigInt(taker.remainingLots), BigInt(maker.remainingLots), affordable)),
      );
      if (maker.remainingLots === 0) this.#close(maker, 'filled');
      if (taker.remainingLots === 0) {
        this.#close(taker, 'filled');
        return 'filled';
      }
    }
  }

  /** Returns whether the taker ends here. */
  #preventSelfTrade(taker: NaiveOrder, maker: NaiveOrder): boolean {
    if (taker.selfTrade === 'expireTaker') return true;
    if (taker.selfTrade === 'expireMaker' || taker.selfTrade === 'expireBoth') {
      this.#close(maker, 'selfTrade');
      return taker.selfTrade === 'expireBoth';
    }
    const lots = Math.min(taker.remainingLots, maker.remainingLots);
    for (const order of [maker, taker]) {
      order.remainingLots -= lots;
      this.#release(order, this.#worth(order, lots));
      if (order.remainingLots === 0) this.#close(order, 'decrement');
    }
    return taker.remainingLots === 0;
  }

  /** The hold for some lots of an order. A market buy holds no fixed amount for a lot. */
  #worth(order: NaiveOrder, lots: number): bigint {
    const { settings, unit } = this.#marketOf(order.market);
    if (order.side === 'sell') return BigInt(lots) * settings.lotSize;
    return order.type === 'limit' ? BigInt(order.priceTicks) * BigInt(lots) * unit : 0n;
  }

  #trade(taker: NaiveOrder, maker: NaiveOrder, market: NaiveMarket, lots: number): void {
    const { settings, unit } = market;
    const base = BigInt(lots) * settings.lotSize;
    const quote = BigInt(maker.priceTicks) * BigInt(lots) * unit;
    const fees = new Map<NaiveOrder, bigint>();
    for (const [order, role] of [
      [maker, 'maker'],
      [taker, 'taker'],
    ] as const) {
      const feeBps = this.#around.fees.rateOf(order.user, role, settings, this.#around.timeMs());
      const isBuyer = order.side === 'buy';
      const [paid, received] = isBuyer ? [quote, base] : [base, quote];
      const currency = isBuyer ? settings.base : settings.quote;
      const fee = rules.ceilDivide(received * BigInt(feeBps), rules.BPS);
      const floor = (received * BigInt(feeBps)) / rules.BPS;
      order.hold -= paid;
      this.#ledger.post(this.#heldAccount(order), 0n, -paid);
      this.#ledger.post(accountName(order.user, 'spot', currency), received - fee);
      this.#ledger.post(accountName(SYSTEM.fees, 'spot', currency), floor);
      this.#ledger.post(accountName(SYSTEM.rounding, 'spot', currency), fee - floor);
      order.remainingLots -= lots;
      order.filledLots += lots;
      order.filledNotional += quote;
      if (isBuyer && order.type === 'limit')
        this.#release(order, BigInt(order.priceTicks) * BigInt(lots) * unit - quote);
      fees.set(order, fee);
    }
    const sides = { taker: taker.user, maker: maker.user, isBuying: taker.side === 'buy' };
    const trade = { id: this.#nextTrade++, base, quote, ...sides };
    const makerRebate = this.#around.fees.payRebate(
      this.#ledger,
      trade,
      settings,
      this.#around.timeMs(),
    );
    this.#around.rebates.noteTrade(settings, trade, makerRebate, this.#around.timeMs());
    this.#around.fees.note(market, trade, makerRebate, this.#around.timeMs());
    market.lastTicks = maker.priceTicks;
    const [makerFee, takerFee] = [fees.get(maker) ?? 0n, fees.get(taker) ?? 0n];
    const ids = { market: settings.id, makerOrder: maker.id, takerOrder: taker.id };
    this.fills.push({
      ...ids,
      priceTicks: maker.priceTicks,
      quantityLots: lots,
      makerFee,
      takerFee,
      makerRebate,
    });
  }

  #cancel({ user, order: id }: CancelOrder): Outcome {
    const order = this.openOrders().find((open) => open.id === id && open.user === user);
    if (order === undefined) return refused('order_not_found');
    this.#close(order, 'cancelled');
    return {
      ok: true,
      order: id,
      status: statusOf(order, 'expired'),
      filledLots: order.filledLots,
    };
  }

  /** Cancels the orders of a user who came into debt, oldest first. */
  cancelAll(user: number): void {
    for (const order of this.openOrders()
      .filter((open) => open.user === user)
      .sort((a, b) => a.id - b.id))
      this.#close(order, 'debt');
  }

  /** At most 500 at once: by market, buys first, in matching order. */
  #cancelByOperator({ scope, id }: CancelByOperator): Outcome {
    const orders = this.openOrders().filter(
      (order) => id === { order: order.id, user: order.user, market: order.market }[scope],
    );
    if (scope === 'order' && orders.length === 0) return refused('order_not_found');
    if (scope === 'market' && !this.#around.markets.has(id)) return refused('market_unknown');
    const cancelled = orders.slice(0, 500);
    for (const order of cancelled) this.#close(order, 'operator');
    return { ok: true, cancelled: cancelled.length };
  }

  #close(order: NaiveOrder, reason: CloseReason): void {
    const { book } = this.#marketOf(order.market);
    if (book.orders(order.side).includes(order)) book.remove(order);
    this.#release(order, order.hold);
    order.endedAtMs = this.#around.timeMs();
    this.closes.push({ order: order.id, reason, cancelledLots: order.remainingLots });
  }

  #release(order: NaiveOrder, amount: bigint): void {
    order.hold -= amount;
    this.#ledger.post(this.#heldAccount(order), amount, -amount);
  }

  #heldAccount(order: NaiveOrder): string {
    const { settings } = this.#marketOf(order.market);
    return accountName(order.user, 'spot', order.side === 'buy' ? settings.quote : settings.base);
  }

  #marketOf(id: number): NaiveMarket {
    const market = this.#around.markets.get(id);
    if (market === undefined) throw new Error(`market ${id} is not listed`);
    return market;
  }
}
