import { CANDLE_PERIODS, CANDLE_SOURCES } from '@meridian/contract/market/candle-period';
import { depthChecksum, type DepthLevel } from '@meridian/contract/market/depth-checksum';
import { SERVER_EVENTS, SOCKET_PATH } from '@meridian/contract/socket-events';
import type { MarketDepthEvent } from '@meridian/contract/market/events';
import type { Applied } from '@meridian/core/events';
import type { Amount } from '@meridian/money/amount';
import { formatDecimal } from '@meridian/money/decimal';
import { formatPrice, formatQuantity } from '@meridian/money/market-scale';
import { ExchangeHistory } from '@meridian/testkit/exchange-history';
import { InProcessEngine } from '@meridian/testkit/in-process-engine';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { io, type Socket } from 'socket.io-client';
import { Compile } from 'typebox/compile';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openLiveView, type LiveView } from '../../modules/live-view.ts';
import { seedCatalog } from '../../modules/market/seed.ts';
import type { Session } from '../handler.ts';
import { ClientAddresses } from '../client-addresses.ts';
import { FEEDS } from '../../modules/all.ts';
import { Sockets } from './sockets.ts';

const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const BTC_USDT = { legal_id: 3, currency_id: 1 };
const ALICE = 100_000;
const BOB = 100_001;
const SESSIONS: Record<string, Session> = {
  'alices-token': { user: ALICE, session: 'a' },
  'bobs-token': { user: BOB, session: 'b' },
};

let http: HttpServer;
let sockets: Sockets;
let addresses: ClientAddresses;
let history: ExchangeHistory;
let live: LiveView;
let clients: Socket[];
let endSession: (session: Session) => void;
let ended: Set<string>;

beforeEach(async () => {
  history = new ExchangeHistory(seed, { hasPauses: false });
  live = openLiveView();
  ended = new Set();
  clients = [];
  await serve({ hasLimits: true });
  publish(history.begin());
});

async function serve({ hasLimits }: { hasLimits: boolean }): Promise<void> {
  http = createServer((_request, response) => response.end('page'));
  const listeners: ((session: Session) => void)[] = [];
  endSession = (session) => {
    ended.add(session.session);
    for (const listener of listeners) listener(session);
  };
  const find = (token: string): Promise<Session | undefined> => {
    const session = Object.hasOwn(SESSIONS, token) ? SESSIONS[token] : undefined;
    return Promise.resolve(session && !ended.has(session.session) ? session : undefined);
  };
  addresses = new ClientAddresses([]);
  sockets = new Sockets(http, {
    live,
    feeds: FEEDS,
    access: { find, onEnd: (listener) => listeners.push(listener) },
    addresses,
    hasLimits,
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
}

afterEach(async () => {
  for (const client of clients) client.disconnect();
  await sockets.close();
});

/** Handles a durable batch as the server does. */
function publish(batch: readonly Applied[]): void {
  live.apply(batch);
  sockets.publish(batch);
}

/**
 * After it no change of an earlier batch is on its way. Timers of one thread fire in the order of
 * their times, and a frame is due every 50 ms.
 */
async function untilFrameIsSent(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 60));
}

function address(): string {
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
}

/**
 * The fields of payloads that the tests look at. The payloads are checked against the schemas of
 * the contract.
 */
interface Payload {
  readonly [field: string]: unknown;
  readonly kind?: string;
  readonly period?: string;
  readonly source?: string;
  readonly currency_id?: number;
  readonly now_price?: string;
  readonly user_id?: number;
  readonly code?: string;
  readonly balances?: readonly { currency: number; change_balance: string }[];
  readonly orders?: readonly { id: number; status: string }[];
}

interface Client {
  readonly socket: Socket;
  /** Everything that it received, in order. */
  readonly received: { event: string; payload: Payload }[];
  of(event: string): Payload[];
}

async function connect(
  options: { token?: unknown; transports?: string[]; headers?: Record<string, string> } = {},
): Promise<Client> {
  const { token, transports = ['websocket'], headers } = options;
  const socket = io(address(), {
    path: SOCKET_PATH,
    transports,
    forceNew: true,
    reconnectionDelay: 10,
    ...(headers && { extraHeaders: headers }),
    auth: { token },
  });
  clients.push(socket);
  const received: Client['received'] = [];
  socket.onAny((event: string, payload: Payload) => received.push({ event, payload }));
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return {
    socket,
    received,
    of: (event) => received.filter((one) => one.event === event).map(({ payload }) => payload),
  };
}

const until = (condition: () => boolean): Promise<void> =>
  expect.poll(condition, { interval: 5, timeout: 5_000 }).toBe(true);

/** A client's book, kept by the rules of the contract. */
class Book {
  readonly bids = new Map<string, string>();
  readonly asks = new Map<string, string>();
  seq = 0;
  changes = 0;

  take(event: MarketDepthEvent): void {
    if (event.kind === 'snapshot') {
      this.bids.clear();
      this.asks.clear();
    } else {
      if (event.seq <= this.seq) return;
      if (event.prev_seq > this.seq)
        throw new Error(`missed what is between ${this.seq} and ${event.prev_seq}`);
      this.changes++;
    }
    for (const [side, levels] of [
      [this.bids, event.bids],
      [this.asks, event.asks],
    ] as const) {
      for (const [price, quantity] of levels)
        if (quantity === '0') side.delete(price);
        else side.set(price, quantity);
    }
    this.seq = event.seq;
    expect(depthChecksum(this.sorted('bids'), this.sorted('asks'))).toBe(event.checksum);
  }

  sorted(side: 'bids' | 'asks'): DepthLevel[] {
    const sign = side === 'bids' ? -1 : 1;
    return [...this[side]].sort(([a], [b]) => sign * (Number(a) - Number(b)));
  }
}

function liveLevels(side: 'bids' | 'asks'): DepthLevel[] {
  const scale = live.scale(1);
  return live
    .depth(1, Infinity)
    [side].map(([ticks, lots]) => [formatPrice(ticks, scale), formatQuantity(lots, scale)]);
}

describe(`market data (seed ${seed})`, () => {
  test(
    'the depth feed rebuilds the book and its checksum holds over thousands of changes',
    { timeout: 60_000 },
    async () => {
      publish(history.next(300));
      const client = await connect();
      const [first, late] = [new Book(), new Book()];
      client.socket.on('market_depth', (event: MarketDepthEvent) => first.take(event));
      client.socket.emit('subscribe', { channel: 'market_depth', ...BTC_USDT });
      await until(() => first.seq > 0);
      for (let part = 0; first.changes < 60; part++) {
        publish(history.next(60));
        if (part === 5) {
          // A snapshot of a moment between two frames, as a call would give it, joined with the
          // feed.
          const { seq, bids, asks, checksum } = live.depth(1, 500);
          const scale = live.scale(1);
          const texts = (levels: typeof bids): [string, string][] =>
            levels.map(([ticks, lots]) => [formatPrice(ticks, scale), formatQuantity(lots, scale)]);
          late.take({
            ...BTC_USDT,
            symbol: 'BTC/USDT',
            kind: 'snapshot',
            prev_seq: seq,
            seq,
            bids: texts(bids),
            asks: texts(asks),
            checksum,
            ts: 0,
          });
          client.socket.on('market_depth', (event: MarketDepthEvent) => late.take(event));
        }
        const seen = first.changes;
        await until(() => first.changes > seen);
      }
      await until(() => first.seq === live.depth(1, 1).seq);
      for (const book of [first, late]) {
        expect(book.sorted('bids')).toEqual(liveLevels('bids'));
        expect(book.sorted('asks')).toEqual(liveLevels('asks'));
      }
      expect(history.exchange.seq).toBeGreaterThan(3_000);
      expect(client.of('market_depth').filter(({ kind }) => kind === 'snapshot')).toHaveLength(1);
    },
  );

  test('everybody hears of rules that an operator changes, each in one event of its market', async () => {
    const [page, older] = [await connect(), await connect()];
    page.socket.emit('subscribe', { channel: 'daymarket' });
    await until(() => page.of('daymarket').length > 0);
    const market = history.exchange.snapshot().markets.find(({ id }) => id === 1);
    if (market === undefined) throw new Error('market 1 is not listed');
    const {
      indexTicks: _index,
      indexTimeMs: _time,
      lastTicks: _last,
      tickSize,
      lotSize,
      minNotional,
      ...rest
    } = market;
    const changed = {
      ...rest,
      tickSize: BigInt(tickSize),
      lotSize: BigInt(lotSize),
      minNotional: BigInt(minNotional),
      takerFeeBps: 25,
      status: 'cancelOnly' as const,
    };
    const terms = {
      market: 1,
      leverages: [10],
      lotSize: 100_000n as Amount,
      minLots: 1,
      maxLots: 10,
      spreadBps: 2,
      feeBps: 5,
      overnightBps: 3,
      maintenancePercent: 30,
      exposureCap: (10n ** 15n) as Amount,
      isOpen: true,
    };
    const { timeMs } = history.exchange;
    publish([
      history.exchange.apply({ kind: 'market.list', market: changed }, timeMs),
      history.exchange.apply({ kind: 'margin.terms', terms }, timeMs),
    ]);
    for (const client of [page, older])
      await until(() => client.of('market_rules').some(({ status }) => status === 'cancel_only'));
    const closing = page.of('market_rules').filter(({ status }) => status === 'cancel_only');
    const [event] = closing;
    expect(event).toMatchObject({
      ...BTC_USDT,
      changed: ['market', 'lever'],
      taker_fee: '0.25',
      status: 'cancel_only',
      spread: '0.02',
      proportion: '30',
      seq: live.seq,
    });
    expect(Compile(SERVER_EVENTS.market_rules).Check(event)).toBe(true);
    expect(closing).toHaveLength(1);
  });

  test('a subscriber gets the present state, then changes, of just its channels', async () => {
    publish(history.next(300));
    await untilFrameIsSent();
    const client = await connect();
    for (const channel of ['transaction', 'market_detail', 'market_depth'])
      client.socket.emit('subscribe', { channel, ...BTC_USDT });
    client.socket.emit('subscribe', { channel: 'daymarket' });
    client.socket.emit('subscribe', { channel: 'kline', period: '1min', ...BTC_USDT });
    client.socket.emit('subscribe', {
      channel: 'kline',
      period: '1day',
      source: 'index',
      ...BTC_USDT,
    });
    await until(() => client.of('kline').length === 2 && client.of('daymarket').length === 2);
    expect(client.received.map(({ event }) => event).sort()).toEqual([
      'daymarket',
      'daymarket',
      'kline',
      'kline',
      'market_depth',
      'market_detail',
      'transaction',
    ]);
    client.received.length = 0;
    publish(history.next(300));
    const last = live.recentTrades(1, 1)[0];
    // Events that were published before may still be on their way.
    await until(
      () =>
        ['daymarket', 'kline', 'market_depth', 'market_detail'].every(
          (event) => client.of(event).length > 0,
        ) && client.of('transaction').at(-1)?.['id'] === last?.id,
    );
    expect(client.of('transaction').at(-1)).toMatchObject({
      ...BTC_USDT,
      id: last?.id,
      direction: last?.takerSide,
      amount: formatQuantity(last?.quantityLots ?? 0, live.scale(1)),
    });
    expect(
      client
        .of('daymarket')
        .filter(({ currency_id }) => currency_id === 1)
        .at(-1)?.now_price,
    ).toBe(formatPrice(live.lastPrice(1), live.scale(1)));
    expect(
      client
        .of('kline')
        .every(
          ({ period, source }) =>
            `${period}${source}` === '1mintrade' || `${period}${source}` === '1dayindex',
        ),
    ).toBe(true);
    for (const { event, payload } of client.received)
      expect(Compile(SERVER_EVENTS[event as keyof typeof SERVER_EVENTS]).Check(payload)).toBe(true);

    client.socket.emit('unsubscribe', { channel: 'transaction', ...BTC_USDT });
    client.socket.emit('subscribe', { channel: 'kline', period: '5min', ...BTC_USDT });
    await until(() => client.of('kline').some(({ period }) => period === '5min'));
    client.received.length = 0;
    publish(history.next(300));
    await until(() => client.of('market_detail').length > 0 && client.of('daymarket').length > 0);
    expect(client.of('transaction')).toEqual([]);
  });

  test('a socket that never subscribes gets every public event, conflated', async () => {
    const client = await connect({ transports: ['polling', 'websocket'] });
    for (let part = 0; part < 20; part++) publish(history.next(50));
    await until(() =>
      ['daymarket', 'kline', 'market_depth', 'market_detail', 'transaction'].every(
        (event) => client.of(event).length >= 2,
      ),
    );
    for (const { event, payload } of client.received)
      expect(Compile(SERVER_EVENTS[event as keyof typeof SERVER_EVENTS]).Check(payload)).toBe(true);
    expect(client.of('market_depth').every(({ kind }) => kind === 'snapshot')).toBe(true);
    expect(client.received.length).toBeLessThan(2 * 2 * 13);
  });

  test('older clients may connect', async () => {
    const answer = await fetch(`${address()}${SOCKET_PATH}?EIO=3&transport=polling`);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('"sid"');
    expect(await (await fetch(`${address()}/other`)).text()).toBe('page');
  });
});

describe('personal events', () => {
  test('messages to the owner of an account reach the sockets with a session of theirs, and no others', async () => {
    const [alice, bob, nobody, liar] = [
      await connect({ token: 'alices-token' }),
      await connect({ token: 'bobs-token' }),
      await connect(),
      await connect(),
    ];
    liar.socket.emit('login', ALICE);
    await until(() =>
      [alice, bob].every(({ received }) => received.some(({ event }) => event === 'login')),
    );
    expect([sockets.isWatched(ALICE), sockets.isWatched(ALICE + 7)]).toEqual([true, false]);
    sockets.notify(ALICE, 'messages', {
      unread: 2,
      messages: [{ id: 5, kind: 'position_liquidated', topic: 'contracts' }],
      seq: 1,
      ts: 1,
    });
    await until(() => alice.received.some(({ event }) => event === 'messages'));
    for (const other of [bob, nobody, liar])
      expect(other.received.filter(({ event }) => event === 'messages')).toEqual([]);
  });

  test('reach only sockets with a token of that user', async () => {
    const [alice, bob, nobody, forger] = await Promise.all([
      connect({ token: 'alices-token' }),
      connect(),
      connect(),
      connect({ token: 'no-token-of-anybody' }),
    ]);
    bob.socket.emit('login', { token: 'bobs-token' });
    for (const forged of [
      ALICE,
      String(ALICE),
      { token: '__proto__' },
      { token: 'user:100000' },
      { user_id: ALICE },
      [ALICE],
      null,
    ])
      forger.socket.emit('login', forged);
    await until(
      () =>
        alice.of('login').length === 1 &&
        bob.of('login').length === 1 &&
        forger.of('refused').length >= 5,
    );
    expect(alice.of('login')[0]?.user_id).toBe(ALICE);
    publish(history.next(400));
    await until(() =>
      [alice, bob].every((client) =>
        client.received.some(({ event }) => event.startsWith('orders_')),
      ),
    );
    for (const [client, user] of [
      [alice, ALICE],
      [bob, BOB],
      [nobody, undefined],
      [forger, undefined],
    ] as const) {
      const personal = client.received.filter(({ event }) =>
        /^(update_balance|orders)_/.test(event),
      );
      expect(
        personal.every(
          ({ event }) => event === `update_balance_${user}` || event === `orders_${user}`,
        ),
      ).toBe(true);
      expect(personal.length > 0).toBe(user !== undefined);
      for (const { event, payload } of personal) {
        const schema =
          SERVER_EVENTS[event.startsWith('orders') ? 'orders_{user}' : 'update_balance_{user}'];
        expect(Compile(schema).Check(payload)).toBe(true);
      }
    }
    const balances = new Map<number, string>();
    for (const event of alice.of(`update_balance_${ALICE}`))
      for (const row of event.balances ?? []) balances.set(row.currency, row.change_balance);
    for (const [currency, balance] of balances)
      expect(balance).toBe(formatDecimal(live.balance(ALICE, 'spot', currency).available, 8));
    const states = new Map<number, string>();
    for (const event of alice.of(`orders_${ALICE}`))
      for (const order of event.orders ?? []) states.set(order.id, order.status);
    const open = [...states].filter(([, status]) => status === 'open').map(([id]) => id);
    expect(open.sort((a, b) => a - b)).toEqual(
      live
        .openOrders(ALICE)
        .map(({ id }) => id)
        .reverse(),
    );
  });

  test('stop when the session ends', async () => {
    const alice = await connect({ token: 'alices-token' });
    await until(() => alice.of('login').length === 1);
    endSession(SESSIONS['alices-token'] as Session);
    await until(() => alice.of('refused').length === 1);
    publish(history.next(300));
    await until(() => alice.of('daymarket').length > 0);
    expect(alice.received.filter(({ event }) => event.endsWith(`_${ALICE}`))).toEqual([]);
  });

  test('that happened while a socket was away for a moment follow, unless its session ended', async () => {
    const [alice, bob] = await Promise.all([
      connect({ token: 'alices-token' }),
      connect({ token: 'bobs-token' }),
    ]);
    await until(() => alice.of('login').length === 1 && bob.of('login').length === 1);
    alice.received.length = bob.received.length = 0;
    const areBack = [alice, bob].map(
      ({ socket }) =>
        new Promise((resolve) => socket.once('connect', () => resolve(socket.recovered))),
    );
    for (const { socket } of [alice, bob]) {
      socket.io.reconnectionDelay(300);
      socket.io.engine.close();
    }
    await until(() => sockets.connected === 0);
    const missed = history.next(300);
    publish(missed);
    endSession(SESSIONS['bobs-token'] as Session);
    expect(await Promise.all(areBack)).toEqual([true, false]);
    await until(() => alice.of(`orders_${ALICE}`).length > 0 && bob.of('refused').length > 0);
    expect(bob.received.filter(({ event }) => event.endsWith(`_${BOB}`))).toEqual([]);
  });
});

describe('bad input', () => {
  test('wrong types and unknown events are answered and change nothing', async () => {
    const client = await connect();
    const wrong = [
      undefined,
      null,
      7,
      'x',
      [],
      {},
      { channel: 'user:100000' },
      { channel: 'market_depth' },
      { channel: 'market_depth', legal_id: '3', currency_id: 1 },
      { channel: 'kline', ...BTC_USDT, period: '2min' },
    ];
    for (const input of wrong) client.socket.emit('subscribe', input);
    client.socket.emit('subscribe', { channel: 'transaction', legal_id: 1, currency_id: 3 });
    client.socket.emit('constructor', 1);
    client.socket.emit('join', 'user:100000');
    client.socket.emit('subscribe', Buffer.from([1, 2, 3]));
    await until(() => client.of('refused').length === wrong.length + 4);
    const codes = client
      .of('refused')
      .map(({ code }) => String(code))
      .sort((a, b) => a.localeCompare(b));
    expect(codes).toEqual([
      ...wrong.map(() => 'malformed'),
      'malformed',
      'unknown_event',
      'unknown_event',
      'unknown_pair',
    ]);
    expect(client.socket.connected).toBe(true);
  });

  test('a flood ends the connection of who sends it', async () => {
    const [flooder, other] = await Promise.all([connect(), connect()]);
    const isCut = new Promise((resolve) => flooder.socket.once('disconnect', resolve));
    for (let count = 0; count < 10_000; count++)
      flooder.socket.emit('subscribe', { channel: 'daymarket' });
    await isCut;
    expect(other.socket.connected).toBe(true);
    expect(flooder.received.length).toBeLessThan(500);
  });

  test('a message that is too long ends the connection', async () => {
    const client = await connect();
    const isCut = new Promise((resolve) => client.socket.once('disconnect', resolve));
    client.socket.emit('login', { token: 'x'.repeat(100_000) });
    await isCut;
  });

  test('one address may hold a bounded number of connections', { timeout: 30_000 }, async () => {
    const storm = await Promise.allSettled(Array.from({ length: 500 }, () => connect()));
    expect(storm.filter(({ status }) => status === 'fulfilled')).toHaveLength(200);
    expect(sockets.connected).toBe(200);
    for (const client of clients) client.disconnect();
    await until(() => sockets.connected === 0);
    await expect
      .poll(
        () =>
          connect().then(
            () => true,
            () => false,
          ),
        { timeout: 15_000 },
      )
      .toBe(true);
  });

  test(
    'one address may open connections at a bounded rate, however soon they end',
    { timeout: 30_000 },
    async () => {
      // Some more may come meanwhile.
      const burst = 400;
      let opened = 0;
      for (let wave = 0; wave < 6; wave++) {
        const storm = await Promise.allSettled(Array.from({ length: 100 }, () => connect()));
        opened += storm.filter(({ status }) => status === 'fulfilled').length;
        for (const client of clients.splice(0)) client.disconnect();
        await until(() => sockets.connected === 0);
      }
      expect(opened).toBeGreaterThanOrEqual(burst);
      expect(opened).toBeLessThan(6 * 100);
    },
  );

  test('a socket holds at most 200 subscriptions', async () => {
    await sockets.close();
    live = openLiveView();
    const engine = new InProcessEngine();
    engine.onDurable((batch) => live.apply(batch));
    await seedCatalog(engine, live);
    await serve({ hasLimits: false });
    const client = await connect();
    const subscriptions = live.markets().flatMap(({ base, quote }) => {
      const pair = { currency_id: base, legal_id: quote };
      const bars = CANDLE_PERIODS.flatMap((period) =>
        CANDLE_SOURCES.map((source) => ({ channel: 'kline', period, source, ...pair })),
      );
      return [
        ...bars,
        ...['market_depth', 'transaction', 'market_detail'].map((channel) => ({
          channel,
          ...pair,
        })),
      ];
    });
    for (const subscription of subscriptions) client.socket.emit('subscribe', subscription);
    client.socket.emit('subscribe', { channel: 'nothing' });
    await until(() => client.of('refused').some(({ code }) => code === 'malformed'));
    const refused = client.of('refused').filter(({ code }) => code === 'too_many_subscriptions');
    // One of the 200 rooms is the socket's own.
    expect(subscriptions.length).toBeGreaterThan(200);
    expect(refused).toHaveLength(subscriptions.length - 199);
    expect(client.socket.connected).toBe(true);
  });

  test('what its sockets ask for counts with all else that a network asks for', async () => {
    const client = await connect();
    // The network has asked for all that it may.
    const take = vi.spyOn(addresses, 'take').mockReturnValue(1);
    client.socket.emit('subscribe', { channel: 'daymarket' });
    await until(() => client.of('refused').some(({ code }) => code === 'too_many_events'));
    expect(client.of('daymarket')).toEqual([]);
    expect(take.mock.calls).toEqual([['127.0.0.1', 4]]);
    expect(client.socket.connected).toBe(true);
    await expect(connect()).rejects.toThrow();
    expect((await fetch(`${address()}${SOCKET_PATH}?EIO=4&transport=polling`)).status).toBe(403);
  });

  test('an answer to a poll runs nowhere', async () => {
    const poll = (query: string) =>
      fetch(`${address()}${SOCKET_PATH}?EIO=3&transport=polling${query}`);
    expect((await poll('&j=0')).status).toBe(403);
    const answer = await poll('');
    expect([
      answer.status,
      answer.headers.get('x-content-type-options'),
      answer.headers.get('content-security-policy'),
    ]).toEqual([200, 'nosniff', "default-src 'none'; frame-ancestors 'none'"]);
  });

  test('pages of other origins are refused, our own are not', async () => {
    await expect(connect({ headers: { origin: 'https://elsewhere.example' } })).rejects.toThrow();
    await expect(connect({ headers: { origin: 'null' } })).rejects.toThrow();
    expect((await connect({ headers: { origin: address() } })).socket.connected).toBe(true);
  });
});
