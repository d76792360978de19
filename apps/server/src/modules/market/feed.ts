import {
  CANDLE_PERIODS,
  CANDLE_SOURCES,
  STORED_PERIODS,
  type CandleSource,
} from '@meridian/contract/market/candle-period';
import { TRADES_PER_EVENT, type MarketDepthEvent } from '@meridian/contract/market/events';
import type { Subscription } from '@meridian/contract/socket-events';
import type { MarketId } from '@meridian/core/ids';
import type { Audience, Notes, SocketFeed } from '../../gateway/sockets/frames.ts';
import { rooms } from '../../gateway/sockets/rooms.ts';
import type { LiveView } from '../live-view.ts';
import { isPlayMarket } from './play-money.ts';
import {
  dayMarketEvent,
  depthChangeEvent,
  depthSnapshotEvent,
  klineEvent,
  marketDetailEvent,
  marketRulesEvent,
  transactionEvent,
  type MarketRule,
  pairOf,
  pairOfMarket,
  type Pair,
} from './translate.ts';

/** Changes of one market since a frame. */
class MarketChanges {
  trades = 0;
  readonly prices = new Set<CandleSource>();
}

/** Levels of each side in the snapshots for sockets that never subscribed. */
const EVERYTHING_LEVELS = 50;

/** Books, prices, trades, bars and rules of markets, for everybody. */
export class MarketFeed implements SocketFeed {
  readonly #live: LiveView;
  readonly #audience: Audience;
  readonly #changes = new Map<MarketId, MarketChanges>();
  /** The same since the last slow frame, for sockets that never subscribed. */
  readonly #slowChanges = new Map<MarketId, MarketChanges>();
  readonly #slowDepth = new Set<MarketId>();
  /** Rules that operators changed since the last frame, and since the last slow one. */
  readonly #rules = new Map<MarketId, Set<MarketRule>>();
  readonly #slowRules = new Map<MarketId, Set<MarketRule>>();
  readonly #depthSnapshots = new Map<MarketId, MarketDepthEvent>();
  readonly notes: Notes = {
    traded: ({ market }) => {
      const changes = changesOf(this.#changes, market);
      changes.trades++;
      changes.prices.add('trade');
    },
    indexPriceSet: ({ market }) => {
      if (!isPlayMarket(market)) changesOf(this.#changes, market).prices.add('index');
    },
    marketListed: ({ market }) => this.#noteRule(market.id, 'market'),
    marginTermsSet: ({ terms }) => this.#noteRule(terms.market, 'lever'),
    secondsTermsListed: ({ terms }) => this.#noteRule(terms.market, 'micro'),
  };

  constructor(live: LiveView, audience: Audience) {
    this.#live = live;
    this.#audience = audience;
  }

  flush(): void {
    this.#flushDepth();
    for (const [market, changes] of this.#changes) {
      this.#flushMarket(pairOfMarket(this.#live, market), changes);
      const slow = changesOf(this.#slowChanges, market);
      slow.trades += changes.trades;
      for (const source of changes.prices) slow.prices.add(source);
    }
    this.#changes.clear();
    this.#flushRules(this.#rules, rooms.daymarket);
  }

  flushSlow(): void {
    if (this.#audience.has(rooms.everything)) {
      const send = (event: string, payload: object | undefined): void => {
        if (payload !== undefined) this.#audience.publish(rooms.everything, event, payload);
      };
      for (const market of this.#slowDepth) {
        send(
          'market_depth',
          depthSnapshotEvent(this.#live, pairOfMarket(this.#live, market), EVERYTHING_LEVELS),
        );
      }
      for (const [market, { trades, prices }] of this.#slowChanges) {
        const pair = pairOfMarket(this.#live, market);
        send('market_detail', marketDetailEvent(this.#live, pair));
        if (!prices.has('trade')) continue;
        send('daymarket', dayMarketEvent(this.#live, pair));
        send('transaction', this.#newTrades(pair, trades));
        for (const period of STORED_PERIODS)
          send('kline', klineEvent(this.#live, pair, { period, source: 'trade' }));
      }
    }
    this.#flushRules(this.#slowRules, rooms.everything);
    this.#slowDepth.clear();
    this.#slowChanges.clear();
  }

  sendPresent(
    subscription: Subscription,
    pair: Pair | undefined,
    send: (event: string, payload: object | undefined) => void,
  ): void {
    if (subscription.channel === 'daymarket' || pair === undefined) {
      for (const each of this.#live.markets())
        send('daymarket', dayMarketEvent(this.#live, pairOf(this.#live, each)));
      return;
    }
    switch (subscription.channel) {
      case 'market_depth':
        return send('market_depth', this.#depthSnapshot(pair));
      case 'market_detail':
        return send('market_detail', marketDetailEvent(this.#live, pair));
      case 'transaction':
        return send(
          'transaction',
          transactionEvent(this.#live, pair, this.#live.recentTrades(pair.market.id, 20)),
        );
      case 'kline':
        return send(
          'kline',
          klineEvent(this.#live, pair, {
            period: subscription.period,
            source: subscription.source ?? 'trade',
          }),
        );
    }
  }

  /** Made once for each state of a book, however many ask for it. */
  #depthSnapshot(pair: Pair): MarketDepthEvent {
    const { id } = pair.market;
    let snapshot = this.#depthSnapshots.get(id);
    if (snapshot?.seq !== this.#live.depthSeq(id)) {
      snapshot = depthSnapshotEvent(this.#live, pair);
      this.#depthSnapshots.set(id, snapshot);
    }
    return snapshot;
  }

  /** Tells open pages the fees of the next order, and whether the market takes one. */
  #flushRules(rules: Map<MarketId, Set<MarketRule>>, room: string): void {
    for (const [market, changed] of rules)
      this.#publish(room, 'market_rules', () =>
        marketRulesEvent(this.#live, pairOfMarket(this.#live, market), [...changed]),
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

  #noteRule(market: MarketId, rule: MarketRule): void {
    if (isPlayMarket(market)) return;
    for (const rules of [this.#rules, this.#slowRules])
      rules.set(market, (rules.get(market) ?? new Set()).add(rule));
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
