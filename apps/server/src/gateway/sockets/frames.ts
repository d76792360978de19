import {
  CANDLE_PERIODS,
  CANDLE_SOURCES,
  type CandleSource,
} from '@meridian/contract/market/candle-period';
import { balanceEventName } from '@meridian/contract/wallet/events';
import { ordersEventName } from '@meridian/contract/spot/events';
import { TRADES_PER_EVENT } from '@meridian/contract/market/events';
import type { CurrencyId, MarketId, OrderId, UserId } from '@meridian/core/ids';
import type { Applied } from '@meridian/core/events';
import type { CloseReason } from '@meridian/core/spot/spot-events';
import type { TicketClosed } from '@meridian/core/seconds/seconds-events';
import type { LiveOrder } from '../../live/live-orders.ts';
import type { LiveTicket } from '../../live/live-seconds.ts';
import type { LiveView } from '../../live/live-view.ts';
import { isPlay, isPlayMarket } from '../../live/play-money.ts';
import { endedOrder } from '../../modules/seconds/translate.ts';
import { leverTradeEvents } from '../../modules/margin/translate.ts';
import { pairOf, type Pair } from '../../modules/market/translate.ts';
import { rooms } from './rooms.ts';
import {
  dayMarketEvent,
  depthChangeEvent,
  depthSnapshotEvent,
  klineEvent,
  marketDetailEvent,
  marketRulesEvent,
  orderRow,
  stampOf,
  transactionEvent,
  updateBalanceEvent,
  type MarketRule,
  type OrderState,
} from './wire-events.ts';

/** Who listens, and the way to them. */
export interface Audience {
  has(room: string): boolean;
  isWatched(user: UserId): boolean;
  watched(): Iterable<UserId>;
  /** To a public room: not repeated to who was away. */
  publish(room: string, event: string, payload: object): void;
  /** To a user's sockets, also those that are away for a moment. */
  notify(user: UserId, event: string, payload: object): void;
}

/** What happened in one market since a frame. */
class MarketChanges {
  trades = 0;
  readonly prices = new Set<CandleSource>();
}

/** Levels of each side in the snapshots for sockets that never subscribed. */
const EVERYTHING_LEVELS = 50;

/**
 * Conflates what happens into frames: however many commands a frame covers, a room gets each event
 * at most once, made and serialised once, and only while somebody listens. It is fed by durable
 * batches that the live view has seen.
 */
export class Frames {
  readonly #live: LiveView;
  readonly #audience: Audience;
  readonly #changes = new Map<MarketId, MarketChanges>();
  /** The same since the last slow frame, for sockets that never subscribed. */
  readonly #slowChanges = new Map<MarketId, MarketChanges>();
  readonly #slowDepth = new Set<MarketId>();
  /** Rules that operators changed since the last frame, and since the last slow one. */
  readonly #rules = new Map<MarketId, Set<MarketRule>>();
  readonly #slowRules = new Map<MarketId, Set<MarketRule>>();
  readonly #balances = new Map<UserId, Set<CurrencyId>>();
  readonly #orders = new Map<UserId, Map<OrderId, OrderState>>();
  /** Users whose margin accounts look different now. */
  readonly #margins = new Set<UserId>();
  #closedTickets: { readonly ticket: LiveTicket; readonly closed: TicketClosed }[] = [];

  constructor(live: LiveView, audience: Audience) {
    this.#live = live;
    this.#audience = audience;
    live.onOrderChange((order, reason) => this.#noteOrder(order, reason));
    live.margin.onChange((user) => this.#noteMargin(user));
    live.seconds.onClosed((ticket, closed) => {
      if (this.#audience.isWatched(ticket.user)) this.#closedTickets.push({ ticket, closed });
    });
  }

  /** Notes a batch that the live view has just applied. */
  note(batch: readonly Applied[]): void {
    for (const { events } of batch) {
      for (const event of events) {
        if (event.type === 'posted') {
          this.#noteBalance(event.user, event.currency);
          if (event.wallet === 'margin' && this.#live.margin.has(event.user))
            this.#noteMargin(event.user);
        } else if (event.type === 'traded') {
          const changes = changesOf(this.#changes, event.market);
          changes.trades++;
          changes.prices.add('trade');
        } else if (event.type === 'marketListed') this.#noteRule(event.market.id, 'market');
        else if (event.type === 'marginTermsSet') this.#noteRule(event.terms.market, 'lever');
        else if (event.type === 'secondsTermsListed') this.#noteRule(event.terms.market, 'micro');
        else if (event.type === 'indexPriceSet' && !isPlayMarket(event.market))
          changesOf(this.#changes, event.market).prices.add('index');
      }
    }
  }

  /** Sends what changed since the last frame to who subscribed to it. */
  flush(): void {
    this.#flushDepth();
    if ([...this.#changes.values()].some(({ prices }) => prices.has('index'))) {
      for (const user of this.#audience.watched())
        if (this.#live.margin.has(user)) this.#margins.add(user);
    }
    for (const [market, changes] of this.#changes) {
      this.#flushMarket(pairOf(this.#live, this.#marketOf(market)), changes);
      const slow = changesOf(this.#slowChanges, market);
      slow.trades += changes.trades;
      for (const source of changes.prices) slow.prices.add(source);
    }
    this.#changes.clear();
    this.#flushRules(this.#rules, rooms.daymarket);
    this.#flushPersonal();
  }

  /** Sends what changed since the last slow frame to who never subscribed. */
  flushSlow(): void {
    if (this.#audience.has(rooms.everything)) {
      const send = (event: string, payload: object | undefined): void => {
        if (payload !== undefined) this.#audience.publish(rooms.everything, event, payload);
      };
      for (const market of this.#slowDepth) {
        send(
          'market_depth',
          depthSnapshotEvent(
            this.#live,
            pairOf(this.#live, this.#marketOf(market)),
            EVERYTHING_LEVELS,
          ),
        );
      }
      for (const [market, { trades, prices }] of this.#slowChanges) {
        const pair = pairOf(this.#live, this.#marketOf(market));
        send('market_detail', marketDetailEvent(this.#live, pair));
        if (!prices.has('trade')) continue;
        send('daymarket', dayMarketEvent(this.#live, pair));
        send('transaction', this.#newTrades(pair, trades));
        for (const period of CANDLE_PERIODS)
          send('kline', klineEvent(this.#live, pair, { period, source: 'trade' }));
      }
    }
    this.#flushRules(this.#slowRules, rooms.everything);
    this.#slowDepth.clear();
    this.#slowChanges.clear();
  }

  /** Open pages learn here what the next order will cost, and whether there can be one. */
  #flushRules(rules: Map<MarketId, Set<MarketRule>>, room: string): void {
    for (const [market, changed] of rules)
      this.#publish(room, 'market_rules', () =>
        marketRulesEvent(this.#live, pairOf(this.#live, this.#marketOf(market)), [...changed]),
      );
    rules.clear();
  }

  #flushDepth(): void {
    for (const market of this.#live.markets()) {
      const changes = this.#live.takeDepthChanges(market.id);
      if (changes === undefined) continue;
      this.#slowDepth.add(market.id);
      const room = rooms.pair('market_depth', market.id);
      if (this.#audience.has(room))
        this.#audience.publish(
          room,
          'market_depth',
          depthChangeEvent(this.#live, pairOf(this.#live, market), changes),
        );
    }
  }

  #flushMarket(pair: Pair, { trades, prices }: MarketChanges): void {
    const { id } = pair.market;
    this.#publish(rooms.pair('market_detail', id), 'market_detail', () =>
      marketDetailEvent(this.#live, pair),
    );
    for (const source of CANDLE_SOURCES) {
      if (!prices.has(source)) continue;
      for (const period of CANDLE_PERIODS) {
        const of = { period, source };
        this.#publish(rooms.kline(id, of), 'kline', () => klineEvent(this.#live, pair, of));
      }
    }
    if (trades === 0) return;
    this.#publish(rooms.daymarket, 'daymarket', () => dayMarketEvent(this.#live, pair));
    this.#publish(rooms.pair('transaction', id), 'transaction', () =>
      this.#newTrades(pair, trades),
    );
  }

  #flushPersonal(): void {
    for (const [user, currencies] of this.#balances) {
      this.#audience.notify(
        user,
        balanceEventName(user),
        updateBalanceEvent(this.#live, user, currencies),
      );
    }
    this.#balances.clear();
    for (const [user, states] of this.#orders) {
      const orders = [...states.values()].map((state) =>
        orderRow(state, pairOf(this.#live, this.#marketOf(state.order.market))),
      );
      this.#audience.notify(user, ordersEventName(user), { orders, ...stampOf(this.#live) });
    }
    this.#orders.clear();
    this.#flushMargins();
    for (const { ticket, closed } of this.#closedTickets) {
      this.#audience.notify(ticket.user, 'closed_microorder', {
        ...endedOrder(this.#live, ticket, closed),
        ...stampOf(this.#live),
      });
    }
    this.#closedTickets = [];
  }

  /** What is open is worth something else with each index price. */
  #flushMargins(): void {
    for (const user of this.#margins) {
      for (const event of leverTradeEvents(this.#live, user))
        this.#audience.notify(user, 'lever_trade', event);
    }
    this.#margins.clear();
  }

  #publish(room: string, event: string, make: () => object | undefined): void {
    if (!this.#audience.has(room)) return;
    const payload = make();
    if (payload !== undefined) this.#audience.publish(room, event, payload);
  }

  #newTrades(pair: Pair, count: number) {
    return transactionEvent(
      this.#live,
      pair,
      this.#live.recentTrades(pair.market.id, Math.min(count, TRADES_PER_EVENT)),
    );
  }

  #noteBalance(user: UserId, currency: CurrencyId): void {
    if (isPlay(currency) || !this.#audience.isWatched(user)) return;
    let currencies = this.#balances.get(user);
    if (currencies === undefined) {
      currencies = new Set();
      this.#balances.set(user, currencies);
    }
    currencies.add(currency);
  }

  #noteRule(market: MarketId, rule: MarketRule): void {
    if (isPlayMarket(market)) return;
    for (const rules of [this.#rules, this.#slowRules])
      rules.set(market, (rules.get(market) ?? new Set()).add(rule));
  }

  #noteMargin(user: UserId): void {
    if (this.#audience.isWatched(user)) this.#margins.add(user);
  }

  #noteOrder(order: LiveOrder, reason: CloseReason | undefined): void {
    if (!this.#audience.isWatched(order.user)) return;
    let states = this.#orders.get(order.user);
    if (states === undefined) {
      states = new Map();
      this.#orders.set(order.user, states);
    }
    states.set(order.id, { order: { ...order }, reason });
  }

  #marketOf(id: MarketId) {
    const market = this.#live.market(id);
    if (market === undefined) throw new RangeError(`market ${id} is not listed`);
    return market;
  }
}

function changesOf(map: Map<MarketId, MarketChanges>, market: MarketId): MarketChanges {
  let changes = map.get(market);
  if (changes === undefined) {
    changes = new MarketChanges();
    map.set(market, changes);
  }
  return changes;
}
