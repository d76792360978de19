/**
 * The exchange recomputed from the commands of the journal: balances, orders, fills and fees. Plain
 * on purpose (big integers, maps, sorted arrays) and independent of the core: it may be slow, it
 * must be readable.
 */
import type { Market as ListedMarket } from '@meridian/core/catalog/catalog';
import type { Command } from '@meridian/core/commands';
import type { CustodyCommand } from '@meridian/core/custody/custody-commands';
import type { Outcome } from '@meridian/core/outcome';
import type { MarginCommand } from '@meridian/core/margin/margin-commands';
import type { SecondsCommand } from '@meridian/core/seconds/seconds-commands';
import { NaiveCustody } from '../naive-custody.ts';
import { NaiveMargin } from '../naive-margin.ts';
import { markAfter } from '../naive-positions.ts';
import type { NaiveFee } from '../naive-rebates.ts';
import { NaiveSeconds } from '../naive-seconds.ts';
import { NaiveTransfers } from '../naive-transfers.ts';
import { Accounts, type Account, type Cause } from './accounts.ts';
import { AreaLedger } from './area-ledger.ts';
import { BookSide, type Order, type Side } from './book.ts';
import { KeptAnswers, type Answer } from './kept-answers.ts';
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
import type { Areas } from './areas.ts';
import { Products } from './products.ts';
import { withAmounts } from './recorded-amounts.ts';
import * as rules from './rules.ts';
import type { RecordedCommand } from './rules.ts';
import { FirstCustody } from './version-1/first-custody.ts';
import { FirstMargin } from './version-1/first-margin.ts';
import { FirstSeconds } from './version-1/first-seconds.ts';

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
const MOST_BALANCE = 2n ** 63n;
const NEWEST_TRADES = 20;
/** A journal begins with the first rules. */
const FIRST_RULES = 1;
const NEWEST_RULES = 5;
/** From this version on a command that changes nothing has no row. */
const COUNTING_CHANGES = 3;
/** From this version on outflows within a day add up. */
const COUNTING_RULES = 3;

/** The journal has a version of the rules that this judge does not know. */
export class UnknownRules extends Error {}

export class RecomputedExchange {
  readonly accounts = new Accounts();
  readonly keys = new KeptAnswers();
  readonly currencies = new Map<number, { code: string; scale: number }>();
  readonly markets = new Map<number, Market>();
  readonly openOrders = new Map<number, Order>();
  readonly #ledger = new AreaLedger(this.accounts);
  readonly #catalog = {
    scaleOf: (currency: number) => this.currencies.get(currency)?.scale,
    hasCurrency: (currency: number) => this.currencies.has(currency),
    mayMoveMargin: (user: number, currency: number) => this.#margin.mayMove(user, currency),
    mayLeaveMargin: (user: number, currency: number, amount: bigint) =>
      this.#areas.margin.mayLeave(user, currency, amount, this.timeMs),
    freeMargin: (user: number, currency: number): bigint =>
      this.#margin.freeToTake(user, currency, this.timeMs),
    cancelOrders: (user: number): void => this.#cancelAll(user),
    couldWin: (currency: number): bigint => this.#areas.seconds.couldWin(currency),
    restraintOf: (user: number, timeMs: number) => this.#custody.restraintOf(user, timeMs),
    isFrozen: (user: number): boolean => this.#custody.frozen().includes(user),
    owes: (user: number): boolean => this.#custody.owes(user),
    countsOutflows: (): boolean => this.rules >= COUNTING_RULES,
    wantsTimeToFill: (): boolean => this.rules >= COUNTING_RULES,
    houseMargin: (currency: number): bigint => this.#margin.houseFree(currency),
    rules: (): number => this.rules,
    collectSavings: (user: number, currency: number, most: bigint): boolean =>
      this.#products.collectSavings(user, currency, most, this.timeMs),
    collectCommitments: (user: number, currency: number, most: bigint): boolean =>
      this.#products.collectCommitments(user, currency, most),
    noteFee: (fee: NaiveFee): void => this.#products.rebates.note(fee, this.timeMs),
    marketOf: (id: number) => {
      const market = this.markets.get(id);
      // The settings in the oracles' shape: their words for a state are the record's.
      return market === undefined
        ? undefined
        : {
            ...(market.settings as unknown as ListedMarket),
            indexTicks: Number(market.index),
            indexTimeMs: market.indexMs,
            indexQuotedAtMs: market.quotedMs,
            indexSources: market.sources,
            markTicks: market.mark,
          };
    },
  };
  readonly #margin: NaiveMargin = new NaiveMargin(this.#ledger, this.#catalog);
  readonly #seconds: NaiveSeconds = new NaiveSeconds(this.#ledger, this.#catalog);
  readonly #custody = new NaiveCustody(this.#ledger, this.#catalog);
  readonly #products: Products = new Products(this.#ledger, {
    ...this.#catalog,
    timeMs: () => this.timeMs,
    listed: () => [...this.markets.keys()],
    bookOf: (id) => this.markets.get(id),
    place: (order) => this.#place(order),
    traded: () => this.traded,
  });
  /** Oracles of the first rules; their state moves to those above with the upgrade. */
  readonly #first = {
    custody: new FirstCustody(this.#ledger, this.#catalog),
    margin: new FirstMargin(this.#ledger, this.#catalog),
    seconds: new FirstSeconds(this.#ledger, this.#catalog),
  };
  readonly #transfers = new NaiveTransfers();
  /** Orders with a client order id, by user and id. */
  readonly #named = new Map<number, Map<string, Named>>();
  #newest: Order | undefined;
  /** Version of the rules that decide the next command. */
  rules = FIRST_RULES;
  seq = 0;
  /**
   * Whether the last command only repeated another one, by its key, its client order id or its
   * transfer id.
   */
  isRepetition = false;
  timeMs = 0;
  orders = 0;
  trades = 0;
  /** Effects of the running command. */
  traded: Trade[] = [];
  ended: Order[] = [];
  indexed: { market: number; price: bigint }[] = [];

  /**
   * Applies the next command, then the payments of house and debtors. By rules that count changes
   * only, a command that changes nothing gets no number.
   */
  apply(command: RecordedCommand, timeMs: number): Answer {
    const countsOnlyChanges = this.rules >= COUNTING_CHANGES;
    this.seq++;
    this.isRepetition = false;
    this.timeMs = timeMs;
    this.accounts.movements = [];
    this.traded = [];
    this.ended = [];
    this.indexed = [];
    if (!countsOnlyChanges) this.keys.forgetOld(timeMs);
    const answer = this.#applyOnce(command, timeMs);
    if (countsOnlyChanges && (!answer.ok || this.isRepetition)) this.seq--;
    else if (countsOnlyChanges) this.keys.forgetOld(timeMs);
    this.#areas.margin.takeLog();
    if (this.#isFirst) return answer;
    this.#margin.payDebts();
    this.#margin.takeLog();
    if (answer.ok) {
      do this.#custody.collect();
      while (this.#seconds.settleClaims());
    }
    return answer;
  }

  get #isFirst(): boolean {
    return this.rules === FIRST_RULES;
  }

  /** The oracles of the present rules. */
  get #areas(): Areas {
    return this.#isFirst
      ? this.#first
      : { custody: this.#custody, margin: this.#margin, seconds: this.#seconds };
  }

  #isShaped(command: RecordedCommand): boolean {
    const { custody, margin, seconds } = this.#areas;
    return isShaped(command, [custody, margin, seconds, ...this.#products.shapes]);
  }

  #applyOnce(command: RecordedCommand, timeMs: number): Answer {
    const { key, user } = command;
    if (key === undefined) return this.#decide(command);
    if (!rules.isKey(key) || typeof user !== 'number' || !Number.isSafeInteger(user))
      return refuse('malformed');
    const before = this.keys.find(user, key, { command, timeMs });
    if (before === 'other content')
      return refuse(this.#isShaped(command) ? 'idempotency_key_reused' : 'malformed');
    this.isRepetition = before !== undefined;
    if (before !== undefined) return before;
    const answer = this.#decide(command);
    const isKept =
      this.rules >= COUNTING_CHANGES
        ? answer.ok && !this.isRepetition
        : answer.ok || answer.rejection !== 'malformed';
    if (isKept)
      this.keys.keep(user, key, {
        command,
        timeMs,
        answer,
        isFirst: this.#isFirst,
        isBounded: this.rules >= COUNTING_CHANGES,
      });
    return answer;
  }

  #decide(command: RecordedCommand): Answer {
    const isStopped = this.#custody.isStoppedByDebt(command as unknown as Command);
    if (isStopped && this.#isShaped(command)) return refuse('debt_unpaid');
    if (this.#custody.isStoppedByFreeze(command as unknown as Command) && this.#isShaped(command))
      return refuse('account_frozen');
    if (command.transfer === undefined || !this.#isShaped(command)) return this.#apply(command);
    const before = this.#transfers.answer(command, (escrow) => this.#custody.isEscrowOpen(escrow));
    this.isRepetition ||= before !== undefined;
    if (before !== undefined) return before as Answer;
    const answer = this.#apply(command);
    this.#transfers.keep(command, answer as Outcome);
    return answer;
  }

  #apply(command: RecordedCommand): Answer {
    switch (command.kind) {
      case 'core.upgrade':
        return this.#upgrade(command);
      case 'core.checkpoint':
        return { ok: true };
      case 'spot.place':
        return rules.isOrderShaped(command) ? this.#place(command) : refuse('malformed');
      case 'spot.cancel':
        return rules.isCancelShaped(command) ? this.#cancel(command) : refuse('malformed');
      case 'spot.cancelByOperator':
        return rules.isOperatorCancelShaped(command)
          ? this.#cancelByOperator(command)
          : refuse('malformed');
      case 'ledger.deposit':
      case 'ledger.credit':
        return rules.isPaymentShaped(command) ? this.#pay(command) : refuse('malformed');
      case 'index.set':
        return this.#setIndex(command);
      case 'currency.list':
        return this.#listCurrency(command);
      case 'market.list':
        return this.#listMarket(command);
      case 'clock.tick':
        this.#areas.seconds.pass(this.timeMs);
        this.#areas.margin.onClock(this.timeMs);
        this.#products.pass(this.timeMs);
        return { ok: true };
      default:
        return this.#decideArea(command);
    }
  }

  /**
   * The areas beside the spot market have oracles of their own, which share no code with the core
   * either.
   */
  #decideArea(command: RecordedCommand): Answer {
    const read = withAmounts(command) as { readonly kind: string };
    switch (read.kind.split('.', 1)[0]) {
      case 'custody':
        return this.#areas.custody.apply(read as CustodyCommand, this.timeMs) as Answer;
      case 'margin':
        return this.#areas.margin.apply(read as MarginCommand, this.timeMs) as Answer;
      case 'seconds':
        return this.#areas.seconds.apply(read as SecondsCommand, this.timeMs) as Answer;
    }
    const answer = this.#products.apply(read, this.timeMs);
    if (answer !== undefined) return answer;
    throw new Error(`command ${this.seq} is of the unknown kind ${JSON.stringify(command.kind)}`);
  }

  #upgrade({ version }: RecordedCommand): Answer {
    if (!rules.isWhole(version, this.rules + 1)) return refuse('malformed');
    if (version > NEWEST_RULES)
      throw new UnknownRules(
        `command ${this.seq} raises the rules to ${version}, and the judge knows ${NEWEST_RULES}`,
      );
    const before = this.rules;
    this.rules = version;
    // Only the first rules have oracles of their own: at a later version the present ones already
    // have the state.
    if (before === FIRST_RULES) {
      const { custody, margin, seconds } = this.#first;
      this.#seconds.takeOver(seconds.handOver());
      this.#margin.takeOver(margin.handOver());
      this.#custody.takeOver(custody.handOver(), this.timeMs);
    }
    if (before < COUNTING_RULES && version >= COUNTING_RULES)
      this.#custody.countOutflows(this.timeMs);
    return { ok: true };
  }

  #listCurrency({ currency }: RecordedCommand): Answer {
    const { id, code, scale } = (currency ?? {}) as {
      id?: unknown;
      code?: unknown;
      scale?: unknown;
    };
    if (!rules.isWhole(id, 1, 1023) || !rules.isWhole(scale, 0, 8)) return refuse('malformed');
    if (typeof code !== 'string' || !/^[A-Z0-9]{2,10}$/.test(code)) return refuse('malformed');
    const listed = this.currencies.get(id);
    if (listed !== undefined && listed.scale !== scale) return refuse('currency_scale_fixed');
    this.currencies.set(id, { code, scale });
    return { ok: true };
  }

  #listMarket(command: RecordedCommand): Answer {
    const settings = rules.marketSettings(command.market);
    if (settings === undefined) return refuse('malformed');
    const base = this.currencies.get(settings.base);
    if (base === undefined || !this.currencies.has(settings.quote))
      return refuse('currency_unknown');
    const oneCoin = 10n ** BigInt(base.scale);
    const worth = settings.tickSize * settings.lotSize;
    const unit = worth / oneCoin;
    if (worth % oneCoin !== 0n || unit > rules.HIGHEST_PRICE || settings.base === settings.quote)
      return refuse('market_grid_invalid');
    const listed = this.markets.get(settings.id);
    if (listed === undefined) {
      const book = { buy: new BookSide('buy'), sell: new BookSide('sell') };
      this.markets.set(settings.id, {
        settings,
        unit,
        index: 0n,
        indexMs: 0,
        quotedMs: 0,
        sources: 0,
        mark: 0,
        book,
        open: new Map(),
        newest: [],
      });
      return { ok: true };
    }
    for (const fixed of ['base', 'quote', 'tickSize', 'lotSize'] as const) {
      if (listed.settings[fixed] !== settings[fixed]) return refuse('market_grid_fixed');
    }
    listed.settings = settings;
    return { ok: true };
  }

  #setIndex({ source, sources, prices }: RecordedCommand): Answer {
    if (
      typeof source !== 'string' ||
      source.length > 200 ||
      !Array.isArray(prices) ||
      prices.length === 0
    )
      return refuse('malformed');
    const pairs = prices as readonly unknown[];
    if (sources !== undefined && !rules.isWhole(sources, 1, 1_000)) return refuse('malformed');
    if (!pairs.every(rules.isPriceShaped)) return refuse('malformed');
    if (!pairs.every(([id]) => this.markets.has(id))) return refuse('market_unknown');
    this.#areas.seconds.pass(this.timeMs);
    this.#areas.seconds.tick(pairs as never, this.timeMs, this.seq, sources);
    for (const [id, ticks, quotedMs = this.timeMs] of pairs) {
      const market = this.markets.get(id) as Market;
      market.mark = this.#isFirst
        ? ticks
        : markAfter({
            markTicks: market.mark,
            indexTicks: ticks,
            sources: sources ?? 1,
            elapsedMs: this.timeMs - market.indexMs,
          });
      market.index = BigInt(ticks);
      market.indexMs = this.timeMs;
      market.quotedMs = Math.min(quotedMs, this.timeMs);
      market.sources = sources ?? 1;
      this.indexed.push({ market: id, price: market.index });
    }
    this.#areas.margin.onPrices(
      pairs.map(([id]) => id),
      this.timeMs,
    );
    this.#areas.margin.takeLog();
    for (const [id] of pairs) this.#products.onPrice(id, this.timeMs);
    return { ok: true };
  }

  #pay(command: RecordedCommand): Answer {
    const { user, wallet, currency, reference } = command as {
      user: number;
      wallet: string;
      currency: number;
      reference: string;
    };
    const amount = rules.amountIn(command.amount) ?? 0n;
    if (!this.currencies.has(currency)) return refuse('currency_unknown');
    const isCredit = command.kind === 'ledger.credit';
    const payer = this.accounts.at(isCredit ? rules.HOUSE : rules.OUTSIDE, 'spot', currency);
    if (isCredit && payer.available < amount) return refuse('house_insufficient');
    if (payer.available - amount <= -MOST_BALANCE) return refuse('amount_too_large');
    const cause = { reason: isCredit ? 'credit' : 'deposit', subject: 0, reference };
    this.accounts.move(payer, -amount, cause);
    this.accounts.move(this.accounts.at(user, wallet, currency), amount, cause);
    return { ok: true };
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

  #cancelAll(user: number): void {
    for (const order of [...this.openOrders.values()]
      .filter((open) => open.user === user)
      .sort((a, b) => a.id - b.id))
      this.#takeOut(order, 'debt');
    this.#margin.dropOrdersOf(user);
  }

  /**
   * Cancels one order, or the first 500 of a user or a market: by market, buys first, in matching
   * order.
   */
  #cancelByOperator({ scope, id }: RecordedCommand): Answer {
    if (scope === 'order' && !this.openOrders.has(id as number)) return refuse('order_not_found');
    if (scope === 'market' && !this.markets.has(id as number)) return refuse('market_unknown');
    const markets = [...this.markets.values()].sort((a, b) => a.settings.id - b.settings.id);
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

  #place(command: RecordedCommand): Answer {
    const { user, clientOrderId: name } = command;
    if (typeof name !== 'string') return this.#placeNew(command);
    const taken = this.#named.get(user as number) ?? new Map<string, Named>();
    for (const [old, { order }] of taken)
      if (order.end !== undefined && order.end.timeMs <= this.timeMs - DAY_MS) taken.delete(old);
    const before = taken.get(name);
    const isSame =
      before !== undefined && PLACEMENT.every((field) => before.command[field] === command[field]);
    this.isRepetition ||= before !== undefined;
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
    const market = this.markets.get(command.market as number);
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
    if (mustBeFresh && this.timeMs - indexMs > settings.indexMaxAgeMs) return 'index_stale';
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
    const { available } = this.accounts.at(
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
      placedSeq: this.seq,
      placedMs: this.timeMs,
      remaining: lots,
      filled: 0n,
      notional: 0n,
      fee: 0n,
      rebate: 0n,
      end: undefined,
    };
    this.#newest = order;
    this.accounts.hold(this.#payingAccount(order), hold);
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
    this.accounts.pay(this.#payingAccount(buyer), quote, cause);
    this.accounts.pay(this.#payingAccount(seller), base, cause);
    const listed = settings as unknown as ListedMarket;
    const feeBps = ({ user }: Order, role: 'maker' | 'taker'): number =>
      this.#products.fees.rateOf(user, role, listed, this.timeMs);
    const [buyerRole, sellerRole] =
      taker === buyer ? (['taker', 'maker'] as const) : (['maker', 'taker'] as const);
    const buyerFee = this.#receive(this.accounts.at(buyer.user, 'spot', settings.base), base, {
      cause,
      bps: feeBps(buyer, buyerRole),
    });
    const sellerFee = this.#receive(this.accounts.at(seller.user, 'spot', settings.quote), quote, {
      cause,
      bps: feeBps(seller, sellerRole),
    });
    const sides = { taker: taker.user, maker: maker.user, isBuying: taker === buyer };
    const { fees, rebates } = this.#products;
    const moved = { id: this.trades, base, quote, ...sides };
    const makerRebate = fees.payRebate(this.#ledger, moved, listed, this.timeMs);
    rebates.noteTrade(listed, moved, makerRebate, this.timeMs);
    const index = { indexTicks: Number(market.index), indexQuotedAtMs: market.quotedMs };
    fees.note({ settings: listed, unit, ...index }, moved, makerRebate, this.timeMs);
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
      seq: this.seq,
      timeMs: this.timeMs,
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
    this.accounts.move(account, amount, cause);
    const { fee, toFees, toRounding } = rules.feeOn(amount, bps);
    if (fee === 0n) return 0n;
    const feeCause = { ...cause, reason: 'fee' };
    this.accounts.move(account, -fee, feeCause);
    this.accounts.move(this.accounts.at(rules.FEES, 'spot', account.currency), toFees, feeCause);
    this.accounts.move(
      this.accounts.at(rules.ROUNDING, 'spot', account.currency),
      toRounding,
      feeCause,
    );
    return fee;
  }

  #giveBack(order: Order, amount: bigint): void {
    order.hold -= amount;
    this.accounts.hold(this.#payingAccount(order), -amount);
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
    order.end = { reason, seq: this.seq, timeMs: this.timeMs };
    this.ended.push(order);
  }

  #payingAccount(order: Order): Account {
    const { base, quote } = this.#marketOf(order).settings;
    return this.accounts.at(order.user, 'spot', order.side === 'buy' ? quote : base);
  }

  #marketOf(order: Order): Market {
    return this.markets.get(order.market) as Market;
  }
}

function refuse(rejection: string): Answer {
  return { ok: false, rejection };
}

function isShaped(
  command: RecordedCommand,
  areas: readonly { isMalformed(command: Command): boolean }[],
): boolean {
  if (!/^(?:spot|ledger)\./.test(String(command.kind)))
    return areas.every((area) => !area.isMalformed(withAmounts(command) as unknown as Command));
  if (command.kind === 'spot.place') return rules.isOrderShaped(command);
  return command.kind === 'spot.cancel'
    ? rules.isCancelShaped(command)
    : rules.isPaymentShaped(command);
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
