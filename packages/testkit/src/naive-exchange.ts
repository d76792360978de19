import type { Amount } from '@meridian/money/amount';
import type { Market } from '@meridian/core/catalog/catalog';
import type { CancelByOperator, CancelOrder, PlaceOrder } from '@meridian/core/spot/spot-commands';
import type { Command } from '@meridian/core/commands';
import type { Credit, Deposit } from '@meridian/core/ledger/ledger-commands';
import type { SetIndexPrices } from '@meridian/core/catalog/catalog-commands';
import type { Side } from '@meridian/core/catalog/side';
import type { CloseReason } from '@meridian/core/spot/spot-events';
import type { Outcome } from '@meridian/core/outcome';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import type { Rejection } from '@meridian/core/rejections';
import type { KnownConversions } from './convert-stream.ts';
import type { KnownEarnings } from './earn-stream.ts';
import type { KnownPosition } from './margin-stream.ts';
import { NaiveBook } from './naive-book.ts';
import { NaiveConvert } from './naive-convert.ts';
import { NaiveCustody } from './naive-custody.ts';
import { NaiveEarn } from './naive-earn.ts';
import { NaiveFees } from './naive-fees.ts';
import { accountName, NaiveLedger } from './naive-ledger.ts';
import { NaiveKeys } from './naive-keys.ts';
import { NaiveLoan } from './naive-loan.ts';
import { NaiveMargin } from './naive-margin.ts';
import {
  broughtBy,
  isBeyond,
  isOf,
  least,
  type NaiveApplied,
  type NaiveClose,
  type NaiveFill,
  type NaiveMarket,
  type NaiveOrder,
  other,
  pickOrder,
  refused,
  statusOf,
} from './naive-orders.ts';
import { NaiveP2p } from './naive-p2p.ts';
import { markAfter } from './naive-positions.ts';
import * as rules from './naive-rules.ts';
import { NaiveRebates } from './naive-rebates.ts';
import { NaiveSales } from './naive-sales.ts';
import { NaiveSeconds } from './naive-seconds.ts';
import { NaiveTransfers } from './naive-transfers.ts';
import { NaiveVotes } from './naive-votes.ts';

/** The reason why the walk of an arriving order along the other side ends. */
type Stop = 'limit' | 'slippage' | 'hold' | 'selfTrade' | 'decrement' | 'filled' | 'nobody';

const DAY_MS = 24 * 60 * 60 * 1000;
const NEWEST_RULES = 5;
/** From these rules on a command that changes nothing has no number. */
const COUNTING_CHANGES = 3;

/**
 * An oracle for the whole core: the written rules, implemented a second time in the slowest and
 * most obvious way, with plain arrays and bigint. It shares no code with the core, only the shapes
 * of commands, outcomes and rejections. For tests only.
 */
export class NaiveExchange {
  readonly ledger = new NaiveLedger();
  readonly #scales = new Map<number, number>();
  readonly #markets = new Map<number, NaiveMarket>();
  readonly margin = new NaiveMargin(this.ledger, {
    scaleOf: (currency) => this.#scales.get(currency),
    wantsTimeToFill: () => true,
    marketOf: (id) => this.#priced(id),
    noteFee: (fee) => this.rebates.note(fee, this.#timeMs),
  });
  readonly #custody = new NaiveCustody(this.ledger, {
    scaleOf: (currency) => this.#scales.get(currency),
    mayMoveMargin: (user, currency) => this.margin.mayMove(user, currency),
    mayLeaveMargin: (user, currency, amount) =>
      this.margin.mayLeave(user, currency, amount, this.#timeMs),
    freeMargin: (user, currency) => this.margin.freeToTake(user, currency, this.#timeMs),
    cancelOrders: (user) => this.#cancelAll(user),
    couldWin: (currency) => this.#seconds.couldWin(currency),
    countsOutflows: () => true,
    houseMargin: (currency) => this.margin.houseFree(currency),
    collectSavings: (user, currency, most) => this.earn.collect(user, currency, most, this.#timeMs),
    collectCommitments: (user, currency, most) => this.sales.collect(user, currency, most),
    marketOf: (id) => this.#priced(id),
  });
  readonly #seconds = new NaiveSeconds(this.ledger, {
    hasCurrency: (currency) => this.#scales.has(currency),
    marketOf: (id) => this.#markets.get(id)?.settings,
    noteFee: (fee) => this.rebates.note(fee, this.#timeMs),
  });
  readonly p2p = new NaiveP2p(this.ledger, {
    scaleOf: (currency) => this.#scales.get(currency),
    marketOf: (id) => this.#priced(id),
    restraintOf: (user, timeMs) => this.#custody.restraintOf(user, timeMs),
    isFrozen: (user) => this.#custody.frozen().includes(user),
    owes: (user) => this.#custody.owes(user),
  });
  readonly earn = new NaiveEarn(this.ledger, {
    hasCurrency: (id) => this.#scales.has(id),
    mayBegin: (user) => this.#mayBegin(user),
  });
  readonly convert: NaiveConvert = new NaiveConvert(this.ledger, {
    hasCurrency: (id) => this.#scales.has(id),
    mayBegin: (user) => this.#mayBegin(user),
    marketOf: (id) => this.#withMakers(id),
    collateralOf: (user, loan) => this.loan.collateralOf(user, loan),
  });
  readonly loan = new NaiveLoan(this.ledger, {
    marketOf: (id) => this.#withMakers(id),
    earn: this.earn,
    convert: this.convert,
    place: (order) => this.#place(order),
    broughtBy: (order) => broughtBy(this.#fills, order, (id) => this.#marketOf(id).unit),
  });
  readonly fees = new NaiveFees();
  readonly votes = new NaiveVotes();
  readonly rebates: NaiveRebates = new NaiveRebates(this.ledger, {
    hasCurrency: (id) => this.#scales.has(id),
    markets: () => [...this.#markets.values()],
    rateOf: (user, role, market) => this.fees.rateOf(user, role, market, this.#timeMs),
  });
  readonly sales = new NaiveSales(this.ledger, (id) => this.#scales.has(id));
  readonly #areas = {
    p2p: this.p2p,
    margin: this.margin,
    seconds: this.#seconds,
    earn: this.earn,
    convert: this.convert,
    loan: this.loan,
    vote: this.votes,
    rebate: this.rebates,
    sale: this.sales,
    custody: this.#custody,
  };
  readonly transfers = new NaiveTransfers();
  readonly #keys = new NaiveKeys();
  /** All orders ever placed with a client order id. */
  readonly #named: {
    readonly order: NaiveOrder;
    readonly command: PlaceOrder;
    readonly outcome: Outcome;
  }[] = [];
  #nextOrder = 1;
  #nextTrade = 1;
  #fills: NaiveFill[] = [];
  #closes: NaiveClose[] = [];
  #timeMs = 0;
  #seq = 0;
  /** Whether the present command repeats one: by its key, its client order id, its transfer id. */
  #isRepetition = false;
  #version: number;

  /** @param version of the rules at its first command; it always decides by the newest ones */
  constructor(version: number = NEWEST_RULES) {
    this.#version = version;
  }

  apply(command: Command, timeMs: number): NaiveApplied {
    this.#timeMs = timeMs;
    const [seq, countsOnlyChanges] = [this.#seq, this.#version >= COUNTING_CHANGES];
    this.#seq++;
    this.#isRepetition = false;
    this.#seconds.ended = [];
    this.#fills = [];
    this.#closes = [];
    this.ledger.touched.clear();
    this.#keys.forgetOld(timeMs);
    const outcome = this.#applyOnce(command);
    if (countsOnlyChanges && (!outcome.ok || this.#isRepetition)) this.#seq = seq;
    this.margin.payDebts();
    if (outcome.ok) {
      do this.#custody.collect();
      while (this.#seconds.settleClaims());
    }
    return {
      outcome,
      fills: this.#fills,
      closes: this.#closes,
      tickets: this.#seconds.ended,
      positions: this.margin.takeLog(),
      touched: new Set(this.ledger.touched),
    };
  }

  /** Number of the last command that changed something. */
  get seq(): number {
    return this.#seq;
  }

  get timeMs(): number {
    return this.#timeMs;
  }

  get tradeCount(): number {
    return this.#nextTrade - 1;
  }

  market(id: number): { settings: Market; unit: bigint; book: NaiveBook<NaiveOrder> } | undefined {
    return this.#markets.get(id);
  }

  pricesOf(id: number): {
    lastTicks: number;
    indexTicks: number;
    indexTimeMs: number;
    indexQuotedAtMs: number;
    indexSources: number;
    markTicks: number;
  } {
    const { lastTicks, indexTicks, indexTimeMs, indexQuotedAtMs, indexSources, markTicks } =
      this.#marketOf(id);
    return { lastTicks, indexTicks, indexTimeMs, indexQuotedAtMs, indexSources, markTicks };
  }

  /** All resting orders: by market, buys first, in matching order. */
  openOrders(): NaiveOrder[] {
    const markets = [...this.#markets].sort(([a], [b]) => a - b);
    return markets.flatMap(([, { book }]) => [...book.orders('buy'), ...book.orders('sell')]);
  }

  openWithdrawals(): number[] {
    return this.#custody.open();
  }

  openEscrows(): number[] {
    return this.#custody.openEscrows();
  }

  /** Users with frozen accounts. */
  frozen(): number[] {
    return this.#custody.frozen();
  }

  openPositions(): KnownPosition[] {
    return this.margin
      .positions()
      .map((position) => ({ ...position, side: position.isLong ? 'long' : 'short' }));
  }

  openEarnings(): KnownEarnings {
    return this.earn.open();
  }

  openConversions(): KnownConversions {
    return { ...this.convert.open(), loans: this.loan.open() };
  }

  openTickets(): number {
    return this.#seconds.openTickets();
  }

  openPolicies(): { id: number; user: number }[] {
    return this.#seconds.openPolicies();
  }

  /** The state has to be sound in itself too: a naive side that is wrong proves nothing. */
  verify(): void {
    this.ledger.recount();
    const holds = new Map<string, bigint>();
    for (const order of this.openOrders()) {
      const account = this.#heldAccount(order);
      holds.set(account, (holds.get(account) ?? 0n) + order.hold);
    }
    const { margin, p2p, earn, convert, loan, sales } = this;
    for (const area of [this.#custody, this.#seconds, margin, p2p, earn, convert, loan, sales])
      for (const [account, amount] of area.holds())
        holds.set(account, (holds.get(account) ?? 0n) + amount);
    for (const [account, { held }] of this.ledger.balances()) {
      if (held !== (holds.get(account) ?? 0n))
        throw new Error(`held of ${account} is not the sum of its holds`);
    }
  }

  /** It always decides by the newest rules: no customer may have acted before the upgrade. */
  #upgrade(version: number): Outcome {
    if (!Number.isSafeInteger(version) || version <= this.#version || version > NEWEST_RULES)
      return refused('malformed');
    this.#version = version;
    return { ok: true };
  }

  #applyOnce(command: Command): Outcome {
    if (!rules.isWellFormed(command)) return refused('malformed');
    if (!('key' in command) || command.key === undefined) return this.#dispatch(command);
    const { user, key } = command;
    const content = rules.contentOf(command);
    const known = this.#keys.answer(user, key);
    if (known !== undefined && known.content === content) {
      this.#isRepetition = true;
      return known.outcome;
    }
    if (known !== undefined)
      return refused(this.#isMalformed(command) ? 'malformed' : 'idempotency_key_reused');
    const outcome = this.#dispatch(command);
    if (!outcome.ok || this.#isRepetition) return outcome;
    this.#keys.keep(user, key, { content, timeMs: this.#timeMs, outcome });
    return outcome;
  }

  #dispatch(command: Command): Outcome {
    const isMalformed = this.#isMalformed(command);
    if (!isMalformed && this.#custody.isStoppedByDebt(command)) return refused('debt_unpaid');
    if (!isMalformed && this.#custody.isStoppedByFreeze(command)) return refused('account_frozen');
    if (isMalformed) return this.#decide(command);
    const before = this.transfers.answer(command, (escrow) => this.#custody.isEscrowOpen(escrow));
    if (before !== undefined) {
      this.#isRepetition = true;
      return before;
    }
    const outcome = this.#decide(command);
    this.transfers.keep(command, outcome);
    return outcome;
  }

  /** Each area knows its own commands. */
  #isMalformed(command: Command): boolean {
    return [...Object.values(this.#areas), this.fees].some((area) => area.isMalformed(command));
  }

  #withMakers(id: number) {
    const market = this.#markets.get(id);
    const makersFor = (side: Side) => market?.book.orders(other(side)) ?? [];
    return market && { ...market, makersFor };
  }

  #mayBegin(user: number): boolean {
    return !this.#custody.owes(user) && !this.#custody.frozen().includes(user);
  }

  #decide(command: Command): Outcome {
    if (isOf('fee', command)) return this.fees.apply(command, (id) => this.#scales.has(id));
    const areas: Readonly<Record<string, { apply(own: never, timeMs: number): Outcome }>> =
      this.#areas;
    const area = areas[command.kind.split('.', 1)[0] ?? ''];
    if (area !== undefined) return area.apply(command as never, this.#timeMs);
    switch (command.kind) {
      case 'core.upgrade':
        return this.#upgrade(command.version);
      case 'core.checkpoint':
        return command.at < this.#seq ? { ok: true } : refused('malformed');
      case 'currency.list':
        return this.#listCurrency(command.currency.id, command.currency.scale);
      case 'market.list':
        return this.#listMarket(command.market);
      case 'index.set':
        return this.#setIndex(command);
      case 'ledger.deposit':
      case 'ledger.credit':
        return this.#bringMoney(command);
      case 'spot.place':
        return this.#place(command);
      case 'spot.cancel':
        return this.#cancel(command);
      case 'spot.cancelByOperator':
        return this.#cancelByOperator(command);
      case 'clock.tick':
        this.#seconds.pass(this.#timeMs);
        this.margin.onClock(this.#timeMs);
        this.p2p.pass(this.#timeMs);
        this.p2p.forget(this.#timeMs);
        for (const area of [this.earn, this.convert, this.loan, this.votes, this.rebates])
          area.pass(this.#timeMs);
        this.sales.pass(this.#timeMs);
        return { ok: true };
      default:
        // A kind that no area has.
        return this.#custody.apply(command as never, this.#timeMs);
    }
  }

  #listCurrency(id: number, scale: number): Outcome {
    if ((this.#scales.get(id) ?? scale) !== scale) return refused('currency_scale_fixed');
    this.#scales.set(id, scale);
    return { ok: true };
  }

  #listMarket(settings: Market): Outcome {
    const baseScale = this.#scales.get(settings.base);
    if (baseScale === undefined || !this.#scales.has(settings.quote))
      return refused('currency_unknown');
    const worth = settings.tickSize * settings.lotSize;
    const coin = 10n ** BigInt(baseScale);
    if (worth % coin !== 0n || settings.base === settings.quote)
      return refused('market_grid_invalid');
    const listed = this.#markets.get(settings.id);
    if (listed === undefined) {
      const prices = {
        indexTicks: 0,
        indexTimeMs: 0,
        indexQuotedAtMs: 0,
        indexSources: 0,
        markTicks: 0,
        lastTicks: 0,
      };
      this.#markets.set(settings.id, {
        settings: { ...settings },
        unit: worth / coin,
        book: new NaiveBook(),
        ...prices,
      });
      return { ok: true };
    }
    for (const field of ['base', 'quote', 'tickSize', 'lotSize'] as const) {
      if (listed.settings[field] !== settings[field]) return refused('market_grid_fixed');
    }
    listed.settings = { ...settings };
    return { ok: true };
  }

  #setIndex({ prices, sources }: SetIndexPrices): Outcome {
    if (prices.some(([id]) => !this.#markets.has(id))) return refused('market_unknown');
    this.#seconds.pass(this.#timeMs);
    this.#seconds.tick(prices, this.#timeMs, this.#seq, sources);
    for (const [id, ticks, quotedAtMs] of prices) {
      const market = this.#marketOf(id);
      market.markTicks = markAfter({
        markTicks: market.markTicks,
        indexTicks: ticks,
        sources: sources ?? 1,
        elapsedMs: this.#timeMs - market.indexTimeMs,
      });
      market.indexTicks = ticks;
      market.indexTimeMs = this.#timeMs;
      market.indexQuotedAtMs =
        quotedAtMs === undefined || quotedAtMs > this.#timeMs ? this.#timeMs : quotedAtMs;
      market.indexSources = sources ?? 1;
    }
    this.margin.onPrices(
      prices.map(([id]) => id),
      this.#timeMs,
    );
    for (const [id] of prices) this.loan.onPrice(id, this.#timeMs);
    return { ok: true };
  }

  #bringMoney({ kind, user, wallet, currency, amount }: Deposit | Credit): Outcome {
    if (!this.#scales.has(currency)) return refused('currency_unknown');
    const source = accountName(
      kind === 'ledger.credit' ? SYSTEM.house : SYSTEM.outside,
      'spot',
      currency,
    );
    const left = this.ledger.balance(source).available - amount;
    if (kind === 'ledger.credit' && left < 0n) return refused('house_insufficient');
    if (left <= -rules.LARGEST_BALANCE) return refused('amount_too_large');
    this.ledger.post(source, -amount);
    this.ledger.post(accountName(user, wallet, currency), amount);
    return { ok: true };
  }

  #place(command: PlaceOrder): Outcome {
    const { user, clientOrderId: name } = command;
    if (name === undefined) return this.#placeNew(command);
    const kept = this.#named
      .filter(
        (one) => one.order.endedAtMs === undefined || this.#timeMs - one.order.endedAtMs < DAY_MS,
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
    this.#isRepetition = true;
    return same.outcome;
  }

  /** @param hasNoNameLeft whether the user has used up the client order ids that are kept */
  #placeNew(command: PlaceOrder, hasNoNameLeft = false): Outcome {
    const market = this.#markets.get(command.market);
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
      placedAtMs: this.#timeMs,
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
    this.ledger.post(this.#heldAccount(order), -hold, hold);
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
      if (isNeverResting && this.#timeMs - indexTimeMs > settings.indexMaxAgeMs)
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
    const { available } = this.ledger.balance(
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
      const feeBps = this.fees.rateOf(order.user, role, settings, this.#timeMs);
      const isBuyer = order.side === 'buy';
      const [paid, received] = isBuyer ? [quote, base] : [base, quote];
      const currency = isBuyer ? settings.base : settings.quote;
      const fee = rules.ceilDivide(received * BigInt(feeBps), rules.BPS);
      const floor = (received * BigInt(feeBps)) / rules.BPS;
      order.hold -= paid;
      this.ledger.post(this.#heldAccount(order), 0n, -paid);
      this.ledger.post(accountName(order.user, 'spot', currency), received - fee);
      this.ledger.post(accountName(SYSTEM.fees, 'spot', currency), floor);
      this.ledger.post(accountName(SYSTEM.rounding, 'spot', currency), fee - floor);
      order.remainingLots -= lots;
      order.filledLots += lots;
      order.filledNotional += quote;
      if (isBuyer && order.type === 'limit')
        this.#release(order, BigInt(order.priceTicks) * BigInt(lots) * unit - quote);
      fees.set(order, fee);
    }
    const sides = { taker: taker.user, maker: maker.user, isBuying: taker.side === 'buy' };
    const trade = { id: this.#nextTrade++, base, quote, ...sides };
    const makerRebate = this.fees.payRebate(this.ledger, trade, settings, this.#timeMs);
    this.rebates.noteTrade(settings, trade, makerRebate, this.#timeMs);
    this.fees.note(market, trade, makerRebate, this.#timeMs);
    market.lastTicks = maker.priceTicks;
    const [makerFee, takerFee] = [fees.get(maker) ?? 0n, fees.get(taker) ?? 0n];
    const ids = { market: settings.id, makerOrder: maker.id, takerOrder: taker.id };
    this.#fills.push({
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

  #cancelAll(user: number): void {
    for (const order of this.openOrders()
      .filter((open) => open.user === user)
      .sort((a, b) => a.id - b.id))
      this.#close(order, 'debt');
    this.margin.dropOrdersOf(user);
  }

  /** At most 500 at once: by market, buys first, in matching order. */
  #cancelByOperator({ scope, id }: CancelByOperator): Outcome {
    const orders = this.openOrders().filter(
      (order) => id === { order: order.id, user: order.user, market: order.market }[scope],
    );
    if (scope === 'order' && orders.length === 0) return refused('order_not_found');
    if (scope === 'market' && !this.#markets.has(id)) return refused('market_unknown');
    const cancelled = orders.slice(0, 500);
    for (const order of cancelled) this.#close(order, 'operator');
    return { ok: true, cancelled: cancelled.length };
  }

  #close(order: NaiveOrder, reason: CloseReason): void {
    const { book } = this.#marketOf(order.market);
    if (book.orders(order.side).includes(order)) book.remove(order);
    this.#release(order, order.hold);
    order.endedAtMs = this.#timeMs;
    this.#closes.push({ order: order.id, reason, cancelledLots: order.remainingLots });
  }

  #release(order: NaiveOrder, amount: bigint): void {
    order.hold -= amount;
    this.ledger.post(this.#heldAccount(order), amount, -amount);
  }

  #heldAccount(order: NaiveOrder): string {
    const { settings } = this.#marketOf(order.market);
    return accountName(order.user, 'spot', order.side === 'buy' ? settings.quote : settings.base);
  }

  #priced(id: number): (NaiveMarket & Market) | undefined {
    const market = this.#markets.get(id);
    return market === undefined ? undefined : { ...market, ...market.settings };
  }

  #marketOf(id: number): NaiveMarket {
    const market = this.#markets.get(id);
    if (market === undefined) throw new Error(`market ${id} is not listed`);
    return market;
  }
}
