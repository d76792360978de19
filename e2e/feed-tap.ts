/**
 * A tap on a page's live feed: passes the server's events, or replaces them by others at a pace of
 * the test's own. The browser's remote control passes them, or a `FeedLine`.
 */
import { depthChecksum } from '@meridian/contract/market/depth-checksum';
import type {
  DayMarketEvent,
  KlineEvent,
  MarketDepthEvent,
  TransactionEvent,
} from '@meridian/contract/market/events';
import type { Page } from 'playwright-core';

/** Socket.IO's prefix of an event, before its JSON. */
const EVENT = '42';
const SIDES = ['bids', 'asks'] as const;
type BookSide = (typeof SIDES)[number];
type Levels = Map<string, string>;

/**
 * Owns the latest event of each kind for the page's market, and a copy of its book. Promises to
 * pass and learn the server's events until `takeOver`; after it the page receives only pushed
 * market events, in valid sequence and with true checksums.
 */
export class FeedTap {
  #toPage: (message: string) => void = () => undefined;
  #isOurs = false;
  /**
   * Sequence number of the book, and the highest of all other events: each kind counts separately.
   */
  #bookSeq = 0;
  #seq = 0;
  #pair = { legal_id: 0, currency_id: 0, symbol: '' };
  #pushed = 0;
  readonly #book: Record<BookSide, Levels> = { bids: new Map(), asks: new Map() };
  /** The best level that was removed and will return. */
  readonly #taken: Record<BookSide, string | undefined> = { bids: undefined, asks: undefined };
  readonly #tickers = new Map<string, DayMarketEvent>();
  #bar: KlineEvent | undefined;

  /** Install before the page loads. */
  static async on(page: Page): Promise<FeedTap> {
    const tap = new FeedTap();
    await page.routeWebSocket(/\/wss\/socket\.io\//, (socket) => {
      const server = socket.connectToServer();
      tap.attach((message) => socket.send(message));
      socket.onMessage((message) => {
        if (tap.passesToServer(message)) server.send(message);
      });
      server.onMessage((message) => {
        if (tap.passesToPage(message)) socket.send(message);
      });
    });
    return tap;
  }

  /** @param toPage sends a message to the page that is tapped from now on */
  attach(toPage: (message: string) => void): void {
    this.#toPage = toPage;
  }

  /** Whether a message of the page goes to the server. */
  passesToServer(message: string | Buffer): boolean {
    return !this.#isOurs || !isEvent(message);
  }

  /** Learns from a message of the server. Whether it goes to the page. */
  passesToPage(message: string | Buffer): boolean {
    if (!isEvent(message)) return true;
    if (!this.#isOurs) this.#learn(message as string);
    return !this.#isOurs;
  }

  /** Whether the tap has seen a book and a ticker of the page's market. */
  get isReady(): boolean {
    return (
      this.#book.bids.size > 5 && this.#book.asks.size > 5 && this.#tickers.has(keyOf(this.#pair))
    );
  }

  /**
   * From now on no market event of the server reaches the page, and no subscription of the page the
   * server.
   */
  takeOver(): void {
    this.#isOurs = true;
  }

  /** Lets the server's events through again. */
  giveBack(): void {
    this.#isOurs = false;
  }

  /**
   * Changes one level near the top of the book; every tenth call adds or removes the best level.
   * @returns its price and quantity
   */
  pushDepth(): { price: string; quantity: string } {
    const count = this.#pushed++;
    const side: BookSide = count % 2 === 0 ? 'bids' : 'asks';
    const levels = sorted(this.#book[side], side);
    const isTop = count % 20 < 2;
    const returning = isTop ? this.#taken[side] : undefined;
    const [price, before] =
      returning === undefined
        ? (levels[isTop ? 0 : 1 + (count % 8)] ?? ['', '0'])
        : [returning, '0'];
    // Never the same text twice in a row, always canonical and on any grid of lots: 3.1, 4.2 ...
    const next = `${1 + (count % 97)}.${1 + (count % 9)}`;
    const quantity = isTop && returning === undefined ? '0' : next === before ? `${next}1` : next;
    if (isTop) this.#taken[side] = returning === undefined ? price : undefined;
    if (quantity === '0') this.#book[side].delete(price);
    else this.#book[side].set(price, quantity);
    const [bids, asks] = [sorted(this.#book.bids, 'bids'), sorted(this.#book.asks, 'asks')];
    const event: MarketDepthEvent = {
      ...this.#pair,
      kind: 'change',
      prev_seq: this.#bookSeq,
      bids: [],
      asks: [],
      checksum: depthChecksum(bids, asks),
      seq: this.#bookSeq + 1,
      ts: Date.now(),
      [side]: [[price, quantity]],
    };
    this.#bookSeq++;
    this.#send('market_depth', event);
    return { price, quantity };
  }

  pushTicker(): void {
    const ticker = this.#tickers.get(keyOf(this.#pair));
    if (ticker === undefined) throw new Error('no ticker was seen yet');
    this.#pushed++;
    const event: DayMarketEvent = {
      ...ticker,
      now_price: this.#nextPrice(),
      seq: ++this.#seq,
      ts: Date.now(),
    };
    this.#send('daymarket', event);
  }

  pushTrade(): void {
    const now = Date.now();
    const trade = {
      id: 1_000_000_000 + this.#pushed++,
      time: now,
      price: this.#nextPrice(),
      amount: `0.${1 + (this.#pushed % 9)}`,
      direction: this.#pushed % 2 === 0 ? ('buy' as const) : ('sell' as const),
    };
    const { legal_id, currency_id } = this.#pair;
    const event: TransactionEvent = {
      legal_id,
      currency_id,
      ...trade,
      list: [trade],
      seq: ++this.#seq,
      ts: now,
    };
    this.#send('transaction', event);
  }

  /** Moves the chart's last bar. */
  pushBar(): void {
    if (this.#bar === undefined) return;
    const close = this.#nextPrice();
    this.#bar = { ...this.#bar, close, seq: ++this.#seq, ts: Date.now() };
    this.#send('kline', this.#bar);
  }

  /** A price of the book near its top, so that it is on the grid. */
  #nextPrice(): string {
    const side: BookSide = this.#pushed % 2 === 0 ? 'bids' : 'asks';
    const levels = sorted(this.#book[side], side);
    return levels[this.#pushed % 5]?.[0] ?? levels[0]?.[0] ?? '1';
  }

  #learn(message: string): void {
    const [name, payload] = JSON.parse(message.slice(EVENT.length)) as [string, unknown];
    if (name === 'market_depth') this.#learnDepth(payload as MarketDepthEvent);
    if (name === 'daymarket')
      this.#tickers.set(keyOf(payload as DayMarketEvent), payload as DayMarketEvent);
    if (name === 'kline') this.#bar = payload as KlineEvent;
    const { seq = 0 } = payload as { seq?: number };
    if (name !== 'market_depth') this.#seq = Math.max(this.#seq, seq);
  }

  #learnDepth(event: MarketDepthEvent): void {
    const { kind, legal_id, currency_id, symbol } = event;
    if (kind === 'snapshot') {
      this.#pair = { legal_id, currency_id, symbol };
      for (const side of SIDES) this.#book[side].clear();
    } else if (keyOf(event) !== keyOf(this.#pair)) {
      return;
    }
    for (const side of SIDES) {
      for (const [price, quantity] of event[side]) {
        if (quantity === '0') this.#book[side].delete(price);
        else this.#book[side].set(price, quantity);
      }
    }
    this.#bookSeq = Math.max(this.#bookSeq, event.seq);
  }

  #send(name: string, payload: unknown): void {
    this.#toPage(EVENT + JSON.stringify([name, payload]));
  }
}

function keyOf({
  legal_id,
  currency_id,
}: {
  readonly legal_id: number;
  readonly currency_id: number;
}): string {
  return `${currency_id}/${legal_id}`;
}

function isEvent(message: string | Buffer): boolean {
  return typeof message === 'string' && message.startsWith(EVENT);
}

function sorted(levels: Levels, side: BookSide): [string, string][] {
  const sign = side === 'bids' ? -1 : 1;
  return [...levels].sort(([a], [b]) => sign * (Number(a) - Number(b)));
}
