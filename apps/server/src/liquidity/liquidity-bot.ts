import type { Market } from '@meridian/core/catalog/catalog';
import type { Command } from '@meridian/core/commands';
import type { MarketId, OrderId } from '@meridian/core/ids';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import { notionalUnit } from '@meridian/money/market-scale';
import type { PriceTicks, QuantityLots } from '@meridian/money/amount';
import type { Engine } from '../engine/engine.ts';
import { Fault } from '../fault.ts';
import { randomStream, type RandomStream } from '../feed/seeded-random.ts';
import type { LiveView } from '../modules/live-view.ts';
import { foreignLevels, type Level } from './foreign-orders.ts';
import { profileOf } from './profiles.ts';
import { decideQuotes, type Quote, type QuotingState } from './quoting.ts';
import { decideSweep, decideTrade, trafficPause } from './taking.ts';

/**
 * Milliseconds in which each market gets one round; the markets take turns, so that commands are
 * spread evenly.
 */
const ROUND_MS = 1_000;
const BUSY_PAUSE_MS = 1_000;
/** Deep enough to see beyond all of the bot's own levels. */
const DEPTH_LEVELS = 100;

interface MarketState {
  /** Commands of the last round are under way. */
  isWaiting: boolean;
  /** Sequence number that the live view must reach before it shows the last round's outcome. */
  seenSeq: number;
  nextTradeMs: number;
  previousIndexTicks: number;
}

/** Counts of the bot since it was made. */
export interface LiquidityCounts {
  rounds: number;
  commands: number;
  /** The core's rejections of orders and cancellations, by code. Few: a quote may lose a race. */
  refused: Record<string, number>;
}

/**
 * Keeps every displayed book alive in demo mode: post-only quotes around the index from one house
 * account, and occasional trades from another. Both send commands like customers and pay fees;
 * their owner's id marks their orders.
 *
 * It owns no truth: its orders are those that the live view shows for its account, so after a
 * restart it continues with its resting orders. A market has one round under way at most, and the
 * next one begins only after the live view shows its outcome. It pauses while the index is stale or
 * the engine is busy, and never brings in money.
 */
export class LiquidityBot {
  readonly counts: LiquidityCounts = { rounds: 0, commands: 0, refused: {} };
  readonly #engine: Pick<Engine, 'submit'>;
  readonly #view: LiveView;
  readonly #random: RandomStream;
  readonly #now: () => number;
  readonly #states = new Map<MarketId, MarketState>();
  readonly #flights = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #turn = 0;
  #pausedUntilMs = 0;
  #isStopped = false;

  constructor(
    engine: Pick<Engine, 'submit'>,
    view: LiveView,
    options: { seed?: number; now?: () => number } = {},
  ) {
    this.#engine = engine;
    this.#view = view;
    this.#random = randomStream(options.seed ?? 1);
    this.#now = options.now ?? Date.now;
  }

  start(): void {
    const markets = Math.max(1, this.#view.markets().length);
    this.#timer = setInterval(() => {
      const listed = this.#view.markets();
      const market = listed[this.#turn++ % Math.max(1, listed.length)];
      if (market !== undefined) this.#follow(this.round(market));
    }, ROUND_MS / markets);
  }

  /** Settles after the commands under way. The quotes stay in the book for the next start. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    await Promise.all(this.#flights);
  }

  /**
   * Updates one market's quotes and trades when it is time. Does nothing while its last round is
   * not visible yet.
   */
  async round(market: Market): Promise<void> {
    const state = this.#stateOf(market.id);
    if (
      this.#isStopped ||
      state.isWaiting ||
      this.#view.seq < state.seenSeq ||
      this.#now() < this.#pausedUntilMs
    )
      return;
    const commands = this.#decide(market, state);
    this.counts.rounds++;
    if (commands.length === 0) return;
    state.isWaiting = true;
    try {
      await this.#submit(commands, state);
    } finally {
      state.isWaiting = false;
    }
  }

  #decide(market: Market, state: MarketState): Command[] {
    // Hidden markets need no quotes.
    if (!market.isDisplayed)
      return this.#view
        .openOrders(SYSTEM.demoMaker, { market: market.id })
        .map(({ id }) => cancellation(id));
    const index = this.#view.index(market.id);
    if (index.isStale || market.status !== 'open') return [];
    const seen = this.#look(market, index.priceTicks);
    if (seen === undefined) return [];
    const { quoting, foreign, best } = seen;
    const { cancel, place } = decideQuotes(quoting, this.#random);
    const commands: Command[] = [
      ...cancel.map(cancellation),
      ...decideSweep(quoting, foreign).map((quote) => takerOrder(market.id, quote)),
      ...place.map((quote) => makerOrder(market.id, quote)),
    ];
    if (this.#now() >= state.nextTradeMs) {
      const trade = decideTrade(
        { ...quoting, ...best, previousIndexTicks: state.previousIndexTicks || index.priceTicks },
        this.#random,
      );
      if (trade !== undefined) commands.push(takerOrder(market.id, trade));
      state.nextTradeMs = this.#now() + trafficPause(this.#random);
      state.previousIndexTicks = index.priceTicks;
    }
    return commands;
  }

  #look(market: Market, indexTicks: number) {
    const [base, quote] = [this.#view.currency(market.base), this.#view.currency(market.quote)];
    const unit = notionalUnit(this.#view.scale(market.id));
    const profile = profileOf(base?.code ?? '', quote?.code ?? '');
    if (profile === undefined || quote === undefined || unit === undefined) return undefined;
    const orders = this.#view.openOrders(SYSTEM.demoMaker, { market: market.id });
    const depth = this.#view.depth(market.id, DEPTH_LEVELS);
    const foreign: { bids: Level[]; asks: Level[] } = {
      bids: foreignLevels(
        depth.bids,
        orders.filter(({ side }) => side === 'buy'),
      ),
      asks: foreignLevels(
        depth.asks,
        orders.filter(({ side }) => side === 'sell'),
      ),
    };
    const quoting: QuotingState = {
      profile,
      indexTicks,
      orders,
      foreignBid: foreign.bids[0]?.ticks,
      foreignAsk: foreign.asks[0]?.ticks,
      notionalUnit: Number(unit),
      quoteCoin: 10 ** quote.scale,
      maxLots: market.maxQuantityLots,
      minNotional: Number(market.minNotional),
    };
    return { quoting, foreign, best: { bestBid: depth.bids[0]?.[0], bestAsk: depth.asks[0]?.[0] } };
  }

  async #submit(commands: readonly Command[], state: MarketState): Promise<void> {
    this.counts.commands += commands.length;
    const answers = await Promise.allSettled(
      commands.map((command) => this.#engine.submit(command)),
    );
    for (const answer of answers) {
      if (answer.status === 'rejected') {
        this.#endure(answer.reason);
        continue;
      }
      const { seq, outcome } = answer.value;
      state.seenSeq = Math.max(state.seenSeq, seq);
      if (!outcome.ok)
        this.counts.refused[outcome.rejection] = (this.counts.refused[outcome.rejection] ?? 0) + 1;
    }
  }

  /**
   * Pauses for a busy engine, stops for a stopped one, skips a quarantined command. Any other error
   * is a bug.
   */
  #endure(reason: unknown): void {
    if (!(reason instanceof Fault)) throw reason;
    if (reason.code === 'engine_busy') this.#pausedUntilMs = this.#now() + BUSY_PAUSE_MS;
    else if (reason.code !== 'quarantined') this.#isStopped = true;
  }

  #follow(round: Promise<void>): void {
    this.#flights.add(round);
    void round.finally(() => this.#flights.delete(round));
  }

  #stateOf(market: MarketId): MarketState {
    let state = this.#states.get(market);
    if (state === undefined) {
      state = {
        isWaiting: false,
        seenSeq: 0,
        nextTradeMs: this.#now() + trafficPause(this.#random),
        previousIndexTicks: 0,
      };
      this.#states.set(market, state);
    }
    return state;
  }
}

function cancellation(order: OrderId): Command {
  return { kind: 'spot.cancel', user: SYSTEM.demoMaker, order };
}

function makerOrder(market: MarketId, quote: Quote): Command {
  return {
    ...limitOrder(market, quote),
    user: SYSTEM.demoMaker,
    timeInForce: 'gtc',
    postOnly: true,
  };
}

function takerOrder(market: MarketId, quote: Quote): Command {
  return {
    ...limitOrder(market, quote),
    user: SYSTEM.demoTaker,
    timeInForce: 'ioc',
    postOnly: false,
  };
}

function limitOrder(market: MarketId, { side, priceTicks, quantityLots }: Quote) {
  return {
    kind: 'spot.place',
    market,
    side,
    type: 'limit',
    priceTicks: priceTicks as PriceTicks,
    quantityLots: quantityLots as QuantityLots,
    selfTrade: 'expireTaker',
  } as const;
}
