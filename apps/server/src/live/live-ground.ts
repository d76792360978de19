import {
  depthChecksum,
  CHECKSUM_LEVELS,
  type DepthLevel,
} from '@meridian/contract/market/depth-checksum';
import type { CandlePeriod, CandleSource } from '@meridian/contract/market/candle-period';
import type { Currency, Market } from '@meridian/core/catalog/catalog';
import type { CurrencyId, MarketId, OrderId, UserId } from '@meridian/core/ids';
import type { Applied, Event } from '@meridian/core/events';
import type { OrderClosed } from '@meridian/core/spot/spot-events';
import type { Wallet } from '@meridian/core/ledger/accounts';
import type { ExchangeSnapshot } from '@meridian/core/snapshot';
import { formatPrice, formatQuantity, type MarketScale } from '@meridian/money/market-scale';
import type { Candle } from '../modules/market/candles.ts';
import { HeldForDeals } from './held-for-deals.ts';
import { LiveAccounts, type AccountBalance, type Balance } from './live-accounts.ts';
import type { StoredCandle } from './live-candles.ts';
import type { SecondBar } from './second-bars.ts';
import { LiveCatalog } from './live-catalog.ts';
import type { DepthChanges, TickLevel } from './live-depth.ts';
import { LiveMarket, type At } from './live-market.ts';
import { LiveOrders, type LiveOrder, type OrderFilter, type OrderListener } from './live-orders.ts';
import type { TickerFigures } from './live-ticker.ts';
import { RECENT_TRADES, type LiveTrade } from './live-trades.ts';
import { PoolInterest } from './pool-interest.ts';

/** The best levels of a book, best first, as of `seq`: the last command that changed it. */
export interface DepthSnapshot {
  readonly seq: number;
  readonly timeMs: number;
  readonly bids: readonly TickLevel[];
  readonly asks: readonly TickLevel[];
  /**
   * See depth-checksum.ts of the contract. Covers the best 25 levels, also where fewer were asked
   * for.
   */
  readonly checksum: number;
}

/** Live state of one area, folded from the durable events. */
export interface LiveFold {
  /** Starts from a recovered snapshot. */
  load(snapshot: ExchangeSnapshot): void;
  /** @param timeMs engine time of the command that caused the event */
  fold(event: Event, timeMs: number): void;
}

/** An area's live state as a value: its event types, and its constructor. */
export interface LiveArea<State extends LiveFold> {
  /** The types of all events that the state folds. */
  readonly takes: Readonly<Record<Parameters<State['fold']>[0]['type'], true>>;
  readonly open: (ground: LiveGround) => State;
}

/** Areas by name. */
type LiveAreas = Readonly<
  Record<string, { readonly takes: object; readonly open: (ground: LiveGround) => LiveFold }>
>;

/** The live states of areas, by the same names. */
export type LiveStates<Areas extends LiveAreas> = {
  readonly [Name in keyof Areas]: ReturnType<Areas[Name]['open']>;
};

type GroundEvent = Extract<
  Event,
  {
    type:
      | 'posted'
      | 'orderPlaced'
      | 'orderRested'
      | 'traded'
      | 'orderReduced'
      | 'orderClosed'
      | 'indexPriceSet'
      | 'currencyListed'
      | 'marketListed';
  }
>;
type TakenBy<Areas extends LiveAreas> =
  GroundEvent['type'] | { [Name in keyof Areas]: keyof Areas[Name]['takes'] }[keyof Areas];
/** Refuses to compile where an event is folded by nobody, and names it. */
type Total<Areas extends LiveAreas> =
  Exclude<Event['type'], TakenBy<Areas>> extends never
    ? unknown
    : { readonly foldedByNobody: Exclude<Event['type'], TakenBy<Areas>> };

export interface LiveIndex {
  /** 0 before the first index price. */
  readonly priceTicks: number;
  readonly timeMs: number;
  /** Older than the market's `indexMaxAgeMs`, or none yet. */
  readonly isStale: boolean;
}

/**
 * The live state of the exchange itself, for reads on the main thread: catalog, balances, open
 * orders, depth, tickers, current bars, newest trades. The live states of areas join it, see
 * modules/live-view.ts.
 *
 * It owns nothing that is true by itself: it is a fold of durable commands, so nothing read from it
 * can be lost, and each answer is as of `seq`. It shares no code with the core's book and ledger,
 * and throws when the events contradict themselves. It holds no history: that is in the
 * projections.
 *
 * Start: `load` the recovered snapshot, then `loadCandles` and `loadTrades` from the projections at
 * the same `seq`, then `apply` every durable batch.
 */
export class LiveGround {
  #seq = 0;
  #timeMs = 0;
  readonly #catalog = new LiveCatalog();
  readonly #accounts = new LiveAccounts();
  readonly #heldForDeals = new HeldForDeals();
  readonly #poolInterest = new PoolInterest();
  readonly #orders = new LiveOrders();
  readonly #markets = new Map<MarketId, LiveMarket>();
  readonly #states: LiveFold[] = [];
  /** The areas' states, by the type of event: some follow events of other areas too. */
  readonly #folds = new Map<string, LiveFold[]>();
  #cnyPerUsdt = '7.1';
  readonly #now: () => number;

  /** @param now wall clock in milliseconds UTC, only to tell how old the index is */
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Sequence number of the last durable command that is included. */
  get seq(): number {
    return this.#seq;
  }

  /** Engine time of that command. */
  get timeMs(): number {
    return this.#timeMs;
  }

  /**
   * The rate by which prices in CNY are shown: that of payments, once an operator has set it. It is
   * only displayed; nothing is sold at it.
   */
  get cnyPerUsdt(): string {
    return this.#cnyPerUsdt;
  }

  /** @param rate CNY for one USDT, four decimals at most */
  showCny(rate: string): void {
    this.#cnyPerUsdt = rate;
  }

  /** Opens the live states of the areas, which get their events from now on. */
  join<Areas extends LiveAreas>(areas: Areas & Total<Areas>): LiveStates<Areas> {
    const states = Object.entries<LiveAreas[string]>(areas).map(([name, { takes, open }]) => {
      const state = open(this);
      this.#states.push(state);
      for (const type of Object.keys(takes))
        this.#folds.set(type, [...(this.#folds.get(type) ?? []), state]);
      return [name, state] as const;
    });
    return Object.fromEntries(states) as unknown as LiveStates<Areas>;
  }

  load(snapshot: ExchangeSnapshot): void {
    this.#seq = snapshot.seq;
    this.#timeMs = snapshot.timeMs;
    this.#catalog.load(snapshot);
    this.#accounts.load(snapshot.accounts);
    this.#heldForDeals.load(snapshot);
    this.#poolInterest.load(snapshot);
    this.#orders.load(snapshot.orders, snapshot.clientOrders);
    for (const state of this.#states) state.load(snapshot);
    this.#markets.clear();
    const orders = Map.groupBy(snapshot.orders, (order) => order.market);
    for (const market of snapshot.markets) {
      this.#markets.set(market.id, new LiveMarket(orders.get(market.id) ?? [], snapshot, market));
    }
  }

  /**
   * Figures of the last day and current bars, from the `candles` table: the newest bar of each
   * market, source and period, and every minute bar of trades of the last 24 hours, oldest first.
   * The table must be at `seq`.
   */
  loadCandles(stored: readonly StoredCandle[]): void {
    for (const { market, source, period, candle } of stored)
      this.#market(market).candles[source].load(period, candle);
    const minutes = stored.filter(({ source, period }) => source === 'trade' && period === '1min');
    for (const [id, ofMarket] of Map.groupBy(minutes, ({ market }) => market)) {
      const market = this.#market(id);
      market.ticker.load(
        ofMarket.map(({ candle }) => candle),
        this.#timeMs,
      );
      if (market.lastTicks === 0) market.lastTicks = ofMarket.at(-1)?.candle.close ?? 0;
    }
  }

  /** The newest trades, from the `fills` table, oldest first. The table must be at `seq`. */
  loadTrades(trades: readonly LiveTrade[]): void {
    for (const trade of trades) this.#market(trade.market).trades.add(trade);
  }

  /** Adds a durable batch. Throws on a gap: the state would be wrong from there on. */
  apply(batch: readonly Applied[]): void {
    for (const applied of batch) {
      if (applied.seq !== this.#seq + 1)
        throw new RangeError(`expected command ${this.#seq + 1}, got ${applied.seq}`);
      this.#seq = applied.seq;
      this.#timeMs = applied.timeMs;
      for (const event of applied.events) {
        this.#fold(event, applied);
        const states = this.#folds.get(event.type);
        if (states !== undefined) for (const state of states) state.fold(event, applied.timeMs);
      }
    }
  }

  /** Like all lists, and searches by code or pair: without play money. See LiveCatalog. */
  currencies(): Currency[] {
    return this.#catalog.currencies();
  }

  currency(id: CurrencyId): Currency | undefined {
    return this.#catalog.currency(id);
  }

  currencyByCode(code: string): Currency | undefined {
    return this.#catalog.currencyByCode(code);
  }

  markets(): Market[] {
    return this.#catalog.markets();
  }

  playMarkets(): Market[] {
    return this.#catalog.playMarkets();
  }

  market(id: MarketId): Market | undefined {
    return this.#catalog.market(id);
  }

  marketByPair(base: CurrencyId, quote: CurrencyId): Market | undefined {
    return this.#catalog.marketByPair(base, quote);
  }

  /** Throws on a market that is not listed, as do all reads of one market below. */
  scale(market: MarketId): MarketScale {
    return this.#catalog.scale(market);
  }

  /** Zero where the account never moved. */
  balance(user: UserId, wallet: Wallet, currency: CurrencyId): Balance {
    return this.#accounts.balance(user, wallet, currency);
  }

  balances(user: UserId): AccountBalance[] {
    return this.#accounts.balances(user);
  }

  /** The balance of each account of each user, those of the exchange too. */
  holdings(): Iterable<{
    readonly user: UserId;
    readonly currency: CurrencyId;
    readonly units: bigint;
  }> {
    return this.#accounts.holdings();
  }

  /** Coins that the ledger holds for deals of the marketplace, counted from its postings. */
  heldForDeals(currency: CurrencyId): bigint {
    return this.#heldForDeals.of(currency);
  }

  /** Interest in the pool of a savings product that is not paid out, counted from postings. */
  poolInterest(product: number): bigint {
    return this.#poolInterest.of(product);
  }

  /** Newest first. */
  openOrders(user: UserId, filter: OrderFilter = {}): LiveOrder[] {
    return this.#orders.openOrders(user, filter);
  }

  /** Open orders of everybody, oldest first. */
  allOrders(): Iterable<LiveOrder> {
    return this.#orders.all();
  }

  /**
   * An open order; undefined when it is closed or never was. The caller checks whose order it is.
   */
  order(id: OrderId): LiveOrder | undefined {
    return this.#orders.order(id);
  }

  onOrderChange(listener: OrderListener): void {
    this.#orders.onChange(listener);
  }

  /** @param levels most levels of each side */
  depth(market: MarketId, levels: number): DepthSnapshot {
    const { depth } = this.#market(market);
    const { seq, timeMs } = depth;
    return {
      seq,
      timeMs,
      bids: depth.bids.top(levels),
      asks: depth.asks.top(levels),
      checksum: this.depthChecksum(market),
    };
  }

  /** Sequence number of the last command that changed the book. */
  depthSeq(market: MarketId): number {
    return this.#market(market).depth.seq;
  }

  depthChecksum(market: MarketId): number {
    const { depth } = this.#market(market);
    const scale = this.scale(market);
    const onWire = ([ticks, lots]: TickLevel): DepthLevel => [
      formatPrice(ticks, scale),
      formatQuantity(lots, scale),
    ];
    return depthChecksum(
      depth.bids.top(CHECKSUM_LEVELS).map(onWire),
      depth.asks.top(CHECKSUM_LEVELS).map(onWire),
    );
  }

  /**
   * Levels that changed since the last call; undefined where none did. Only the sockets take them.
   */
  takeDepthChanges(market: MarketId): DepthChanges | undefined {
    return this.#market(market).depth.takeChanges();
  }

  index(market: MarketId): LiveIndex {
    const { indexTicks: priceTicks, indexTimeMs: timeMs } = this.#market(market);
    const maxAgeMs = this.market(market)?.indexMaxAgeMs ?? 0;
    return { priceTicks, timeMs, isStale: priceTicks === 0 || this.#now() - timeMs > maxAgeMs };
  }

  /**
   * The mark price, in ticks, by which contracts are liquidated, stopped and valued; 0 before the
   * first index.
   */
  mark(market: MarketId): number {
    return this.#market(market).markTicks;
  }

  /**
   * Price of the last trade in ticks; before the first trade the index price, and 0 where there is
   * neither.
   */
  lastPrice(market: MarketId): number {
    const { lastTicks, indexTicks } = this.#market(market);
    return lastTicks === 0 ? indexTicks : lastTicks;
  }

  /** Figures of the last 24 hours, as of `timeMs`. */
  ticker(market: MarketId): TickerFigures {
    return this.#market(market).ticker.figures(this.lastPrice(market), this.#timeMs);
  }

  /** Newest first. @param limit 1 to 50 */
  recentTrades(market: MarketId, limit: number = RECENT_TRADES): LiveTrade[] {
    return this.#market(market).trades.newest(limit);
  }

  /** The newest bar; undefined before the first price. Minutes without a trade have none. */
  candle(market: MarketId, period: CandlePeriod, source: CandleSource): Candle | undefined {
    return this.#market(market).candles[source].current(period);
  }

  /**
   * Bars of a second from the range on, oldest first, after the newest one before it. Only the last
   * hours are known (`SECONDS_KEPT`), and nothing from before the start of the server.
   *
   * @param range both ends in milliseconds UTC, inclusive
   */
  secondBars(
    market: MarketId,
    source: CandleSource,
    range: { readonly fromMs: number; readonly toMs: number },
  ): SecondBar[] {
    return this.#market(market).candles[source].seconds.range(range);
  }

  #fold(event: Event, at: At): void {
    switch (event.type) {
      case 'posted':
        this.#heldForDeals.post(event);
        this.#poolInterest.post(event);
        return this.#accounts.post(event);
      case 'orderPlaced':
        return this.#orders.place(event, at.timeMs);
      case 'orderRested':
        this.#market(event.market).depth.change(
          event.side,
          { ticks: event.priceTicks, lots: event.remainingLots },
          at,
        );
        return this.#orders.rest(event);
      case 'traded':
        this.#market(event.market).trade(event, at);
        return this.#orders.trade(event);
      case 'orderReduced':
        this.#market(event.market).depth.change(
          event.side,
          { ticks: event.priceTicks, lots: -event.reducedLots },
          at,
        );
        return this.#orders.reduce(event);
      case 'orderClosed':
        return this.#close(event, at);
      case 'indexPriceSet':
        return this.#market(event.market).setIndex(event, at);
      case 'currencyListed':
        return this.#catalog.listCurrency(event.currency);
      case 'marketListed':
        this.#catalog.listMarket(event.market);
        if (!this.#markets.has(event.market.id))
          this.#markets.set(event.market.id, new LiveMarket([], at));
        return;
      default:
      // An area's own.
    }
  }

  /**
   * The level loses the lots that the order had left by our count: more than `cancelledLots` where
   * a decrement used it up.
   */
  #close(event: OrderClosed, at: At): void {
    const remainingLots = this.#orders.close(event);
    if (!event.wasResting) return;
    if (event.reason !== 'decrement' && remainingLots !== event.cancelledLots) {
      throw new RangeError(
        `order ${event.order} closed with ${event.cancelledLots} lots, expected ${remainingLots}`,
      );
    }
    if (remainingLots > 0)
      this.#market(event.market).depth.change(
        event.side,
        { ticks: event.priceTicks, lots: -remainingLots },
        at,
      );
  }

  #market(id: MarketId): LiveMarket {
    const market = this.#markets.get(id);
    if (market === undefined) throw new RangeError(`market ${id} is not listed`);
    return market;
  }
}
