import { createServer, type Server as HttpServer } from 'node:http';
import { connect as connectRaw, type AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { CANDLE_PERIODS } from '@meridian/contract/market/candle-period';
import {
  CLIENT_EVENTS,
  SERVER_EVENTS,
  SOCKET_PATH,
  type ClientEventName,
} from '@meridian/contract/socket-events';
import { ExchangeHistory } from '@meridian/testkit/exchange-history';
import fc from 'fast-check';
import { io, type Socket } from 'socket.io-client';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openLiveView, type LiveView } from '../../modules/live-view.ts';
import type { Session } from '../handler.ts';
import { HOSTILE_JSON, HOSTILE_TEXTS, hostileValue } from '../hostile-input.ts';
import { checkProperty, SEED } from '../../../test/sequences/check-property.ts';
import { ClientAddresses } from '../client-addresses.ts';
import { FEEDS } from '../../modules/all.ts';
import { Sockets } from './sockets.ts';

const ALICE = 100_000;
const TOKEN = 'alices-token';
const BTC_USDT = { legal_id: 3, currency_id: 1 };
const RANDOM_EVENTS = 3_000;
const compiled = (schemas: Readonly<Record<string, TSchema>>) =>
  new Map(Object.entries(schemas).map(([name, schema]) => [name, Compile(schema)]));
const TAKEN = compiled(CLIENT_EVENTS);
const SENT = compiled(SERVER_EVENTS);
/** A subscription that the server promises to answer after any earlier input. */
const PROBE = { channel: 'market_detail', ...BTC_USDT };
/** More than any hostile session may leave behind. */
const LEFT_BEHIND_BYTES = 12_000_000;
/** Clients that a test may leave connected at its end: each try of a poll is one. */
const WITNESSES = 40;

let http: HttpServer;
let sockets: Sockets;
let history: ExchangeHistory;
let live: LiveView;
let isOver: boolean;
let clients: Socket[];
const thrown: unknown[] = [];
const note = (reason: unknown): unknown => thrown.push(reason);

beforeEach(() => {
  thrown.length = 0;
  process.on('unhandledRejection', note).on('uncaughtException', note);
  history = new ExchangeHistory(SEED, { hasPauses: false });
  live = openLiveView();
  isOver = false;
  clients = [];
});
afterEach(async () => {
  for (const client of clients) client.disconnect();
  const closed = sockets.close();
  // A connection that never asked for anything would hold the server up: one of a client that gave
  // up while it connected. The real server cuts those off too.
  http.closeAllConnections();
  await closed;
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', note).off('uncaughtException', note);
  expect(thrown).toEqual([]);
});

async function serve({ hasLimits }: { hasLimits: boolean }): Promise<void> {
  http = createServer((_request, response) => response.end('page'));
  const find = (token: string): Promise<Session | undefined> => {
    // A database may reject a token that it cannot store.
    if (token.includes('\u0000')) return Promise.reject(new Error('invalid byte sequence'));
    return Promise.resolve(token === TOKEN && !isOver ? { user: ALICE, session: 'a' } : undefined);
  };
  sockets = new Sockets(http, {
    live,
    feeds: FEEDS,
    access: { find, onEnd: () => undefined },
    addresses: new ClientAddresses([]),
    hasLimits,
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  publish(history.begin());
}

function publish(batch: ReturnType<ExchangeHistory['begin']>): void {
  live.apply(batch);
  sockets.publish(batch);
}

const address = (): string => `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
const until = (condition: () => boolean): Promise<void> =>
  expect.poll(condition, { interval: 5, timeout: 5_000 }).toBe(true);

interface Payload {
  readonly event?: string;
  readonly code?: string;
  readonly legal_id?: number;
}
interface Client {
  readonly socket: Socket;
  readonly received: { event: string; payload: Payload }[];
}

async function connect(auth: Record<string, unknown> = {}): Promise<Client> {
  const socket = io(address(), {
    path: SOCKET_PATH,
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    auth,
  });
  clients.push(socket);
  const received: Client['received'] = [];
  socket.onAny((event: string, payload: Payload) => received.push({ event, payload }));
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return { socket, received };
}

/** Everything that was sent before has been answered once this is. */
async function settle({ socket, received }: Client): Promise<void> {
  const answers = (): number => received.filter(({ event }) => event === 'market_detail').length;
  const seen = answers();
  socket.emit('subscribe', PROBE);
  await until(() => answers() > seen);
}

/** Only events of the contract, and nobody's personal ones. */
function expectPublic({ received }: Client): void {
  for (const { event, payload } of received) {
    expect(event).not.toMatch(/^(?:orders|update_balance)_|^login$/);
    expect(SENT.get(event)?.Check(payload), `${event} ${JSON.stringify(payload)}`).toBe(true);
  }
}

const collectGarbage = (): number => {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
};

function openConnections(): Promise<number> {
  return new Promise((resolve, reject) => {
    http.getConnections((error, count) => (error === null ? resolve(count) : reject(error)));
  });
}

/**
 * Lets the time pass in which a socket that has gone may come back: the memory kept for it differs
 * from machine to machine.
 */
function forgetThoseAway(): void {
  const later = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 600_000);
  vi.advanceTimersByTime(120_000);
  later.mockRestore();
}

/** Sends frames below Socket.IO, and returns the answers until the end or for a while. */
function rawSocket(
  frames: readonly (string | Uint8Array<ArrayBuffer>)[],
  { query = 'EIO=4&transport=websocket', waitMs = 100 } = {},
): Promise<string[]> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`${address().replace('http', 'ws')}${SOCKET_PATH}?${query}`);
    const received: string[] = [];
    const finish = (): void => {
      clearTimeout(timer);
      socket.close();
      resolve(received);
    };
    const timer = setTimeout(finish, waitMs);
    socket.addEventListener('open', () => {
      for (const frame of frames) socket.send(frame);
    });
    socket.addEventListener('message', ({ data }) => received.push(String(data)));
    socket.addEventListener('close', finish);
    socket.addEventListener('error', finish);
  });
}

const eventNames = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<string>(...Object.keys(CLIENT_EVENTS)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'join',
      'orders_100000',
      'update_balance_100000',
      'market_depth',
      '__proto__',
      'constructor',
      'toString',
      'message',
      'error',
      'x'.repeat(1_000),
      '',
    ),
  },
);
/**
 * Short enough that no message is too long: those end the connection, which is tested elsewhere.
 */
const hostile = hostileValue
  .filter((json) => json.length < 400)
  .map((json) => JSON.parse(json) as unknown);
const fieldValue = fc.oneof(
  hostile,
  fc.constantFrom<unknown>(
    1,
    2,
    3,
    99,
    'daymarket',
    'market_depth',
    'transaction',
    'kline',
    'market_detail',
    ...CANDLE_PERIODS,
    'trade',
    'index',
  ),
);
const payloads = fc.oneof(
  hostile,
  fc.dictionary(
    fc.constantFrom(
      'channel',
      'legal_id',
      'currency_id',
      'period',
      'source',
      'token',
      'user_id',
      'room',
      '__proto__',
    ),
    fieldValue,
  ),
  fc.record({
    channel: fc.constantFrom('market_depth', 'kline', 'user:100000', 'everything'),
    legal_id: fieldValue,
    currency_id: fieldValue,
  }),
  fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
  fc.constant({ token: 'a\u0000b' }),
);

describe(`sockets (SEED=${SEED})`, () => {
  test('answer each value of the dictionary in each place, and give nothing for it', async () => {
    await serve({ hasLimits: false });
    const client = await connect();
    const values = [
      ...HOSTILE_TEXTS.filter((text) => text.length < 4_000),
      ...HOSTILE_JSON.map((json) => JSON.parse(json) as unknown),
      Buffer.from([1, 2, 3]),
    ];
    for (const name of Object.keys(CLIENT_EVENTS) as ClientEventName[]) {
      for (const value of values) {
        client.received.length = 0;
        const inputs = [
          value,
          { channel: value },
          { channel: value, ...BTC_USDT },
          { channel: 'transaction', ...BTC_USDT, legal_id: value },
          { channel: 'kline', ...BTC_USDT, period: value },
          { token: value },
        ];
        for (const input of inputs) client.socket.emit(name, input);
        await settle(client);
        const wrong = inputs.filter(
          (input) => TAKEN.get(name)?.Check(asSent(input)) !== true,
        ).length;
        expect(
          client.received.filter(({ payload }) => payload.code === 'malformed').length,
          `${name} ${JSON.stringify(value)}`,
        ).toBe(wrong);
      }
      expectPublic(client);
    }
    expect(client.socket.connected).toBe(true);
  });

  test(`survive ${RANDOM_EVENTS} random events`, async () => {
    await serve({ hasLimits: false });
    const alice = await connect({ token: TOKEN });
    await until(() => alice.received.some(({ event }) => event === 'login'));
    const startBytes = collectGarbage();
    const property = fc.asyncProperty(
      fc.array(fc.tuple(eventNames, fc.array(payloads, { maxLength: 3 })), {
        minLength: 30,
        maxLength: 30,
      }),
      async (events) => {
        const client = await connect();
        for (const [event, args] of events)
          client.socket.emit(event === '' ? 'subscribe' : event, ...args);
        await settle(client);
        publish(history.next(20));
        expect(client.socket.connected).toBe(true);
        expectPublic(client);
        client.socket.disconnect();
      },
    );
    await checkProperty(property, { runs: RANDOM_EVENTS / 30, shrinks: false });
    await until(() => sockets.connected === 1);
    expect(alice.received.filter(({ event }) => event === 'refused')).toEqual([]);
    alice.received.length = 0;
    expect(collectGarbage() - startBytes).toBeLessThan(
      LEFT_BEHIND_BYTES + history.exchange.seq * 2_000,
    );
  });

  test('survive frames that are no events', async () => {
    await serve({ hasLimits: false });
    const packets = [
      '',
      '4',
      '40',
      '40{}',
      '40{"token":1}',
      '40{"token":{}}',
      '40[]',
      '40null',
      '40"x"',
      '40{"pid":{},"offset":[]}',
      '40{"pid":"__proto__","offset":"x"}',
      '40/admin,{}',
      '40/__proto__,',
      '41',
      '42',
      '42[]',
      '42{}',
      '42["subscribe"',
      '42["connect"]',
      '42["disconnect"]',
      '42["disconnecting"]',
      '42["error",1]',
      '42["newListener",1]',
      '42["removeListener",1]',
      '42[1,2]',
      '42[null]',
      '42[{}]',
      '42["__proto__",{}]',
      '42999999999999999999["subscribe",{}]',
      '420["subscribe",{"channel":"daymarket"}]',
      '430[]',
      '43',
      '44{"message":"x"}',
      '44',
      '45',
      '451-["subscribe",{"_placeholder":true,"num":0}]',
      '451-["subscribe",{"_placeholder":true,"num":99}]',
      '45999999999-["subscribe"]',
      '45-1-["x"]',
      '461-0[{"_placeholder":true,"num":"x"}]',
      '47',
      '49',
      '5',
      '6',
      '1',
      '0',
      '2probe',
      '3probe',
      '7',
      '9',
      'b',
      'bAAAA',
      '\u0000',
      '4\ud83d',
      '42["subscribe",'.repeat(500),
      `42["${'['.repeat(7_000)}`,
    ];
    for (const packet of packets) {
      await rawSocket(['40', packet, '42["subscribe",{"channel":"daymarket"}]'], { waitMs: 25 });
      await rawSocket([packet], { waitMs: 5 });
    }
    for (const bytes of [
      new Uint8Array(),
      new Uint8Array([0]),
      new Uint8Array(8_000),
      new Uint8Array([4, 50, 91]),
    ])
      await rawSocket(
        ['40', bytes, '451-["subscribe",{"_placeholder":true,"num":0}]', bytes, bytes],
        { waitMs: 25 },
      );
    await settle(await connect());
  });

  test('survive requests that are no handshakes', async () => {
    await serve({ hasLimits: false });
    const queries = [
      '',
      'EIO=4',
      'EIO=99&transport=polling',
      'EIO=4&transport=__proto__',
      'EIO=4&transport=polling&sid=x',
      'EIO=4&transport=polling&sid=__proto__',
      'EIO=3&transport=polling&b64=1',
      'EIO=4&EIO=3&transport=polling',
      'EIO=4&transport=polling&sid=a&sid=b',
      'EIO=4&transport=polling&j=0',
      'EIO=4&transport=polling&t=%00',
      'transport=websocket&EIO=4',
      '%zz',
    ];
    for (const query of queries) {
      for (const method of ['GET', 'POST', 'OPTIONS', 'PUT', 'DELETE']) {
        const response = await fetch(`${address()}${SOCKET_PATH}?${query}`, {
          method,
          ...(method === 'POST' || method === 'PUT' ? { body: 'x' } : {}),
        });
        expect(response.status, `${method} ${query}`).toBeLessThan(500);
        await response.arrayBuffer();
      }
    }
    for (const body of [
      '',
      '4',
      '40',
      '40\u001e40\u001e42["subscribe",{}]',
      '\u001e'.repeat(5_000),
      'bAAAA',
      '2',
      '6',
      'x'.repeat(100_000),
      '[]',
      '1:4',
    ]) {
      for (const version of [3, 4]) {
        const opened = await (
          await fetch(`${address()}${SOCKET_PATH}?EIO=${version}&transport=polling`)
        ).text();
        const sid = /"sid":"([^"]+)"/.exec(opened)?.[1] ?? '';
        for (const type of ['text/plain', 'application/octet-stream', 'application/json']) {
          const response = await fetch(
            `${address()}${SOCKET_PATH}?EIO=${version}&transport=polling&sid=${sid}`,
            { method: 'POST', body, headers: { 'content-type': type } },
          ).catch(() => undefined);
          expect(response?.status ?? 0, `${type} ${body.slice(0, 50)}`).toBeLessThan(500);
          await response?.arrayBuffer();
        }
      }
    }
    await settle(await connect());
  });

  test('clients that hang up while they are let in take nothing with them', async () => {
    await serve({ hasLimits: true });
    const { port } = http.address() as AddressInfo;
    const handshake = `GET ${SOCKET_PATH}?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${'A'.repeat(22)}==\r\n\r\n`;
    for (let count = 0; count < 400; count++) {
      const socket = connectRaw({
        port,
        host: '127.0.0.1',
        localAddress: `127.0.1.${1 + (count % 200)}`,
      });
      await new Promise<void>((resolve) => {
        socket.on('error', () => undefined).on('close', () => resolve());
        socket.write(handshake, () =>
          count % 2 === 0 ? socket.resetAndDestroy() : setImmediate(() => socket.resetAndDestroy()),
        );
      });
    }
    await settle(await connect());
    await until(() => sockets.connected === 1);
  });

  test('ten thousand subscriptions leave nothing behind', async () => {
    await serve({ hasLimits: false });
    const client = await connect();
    await settle(client);
    const startBytes = collectGarbage();
    const markets = live.markets();
    for (let count = 0; count < 10_000; count++) {
      const market = markets[count % markets.length];
      const pair = { legal_id: market?.quote, currency_id: market?.base };
      const period = CANDLE_PERIODS[count % CANDLE_PERIODS.length];
      client.socket.emit(
        'subscribe',
        count % 3 === 0
          ? { channel: 'kline', ...pair, period, source: count % 2 === 0 ? 'trade' : 'index' }
          : {
              channel: count % 3 === 1 ? 'transaction' : 'market_depth',
              legal_id: count,
              currency_id: count % 7,
            },
      );
      // A client that never waits for an answer is cut off; this one is only greedy.
      if (count % 500 === 499) await settle(client);
    }
    expect(client.socket.connected).toBe(true);
    expectPublic(client);
    client.received.length = 0;
    expect(collectGarbage() - startBytes).toBeLessThan(LEFT_BEHIND_BYTES);
  });

  test('floods end with the flooder, and leave nothing behind', async () => {
    await serve({ hasLimits: true });
    const witness = await connect();
    await settle(witness);
    const flood = async (): Promise<void> => {
      const frames = [
        '40',
        ...Array.from(
          { length: 3_000 },
          (_none, index) =>
            `42["${['subscribe', 'login', 'unsubscribe', 'x'][index % 4]}",{"channel":"daymarket","token":"${index}"}]`,
        ),
      ];
      const received = await rawSocket(frames, { waitMs: 2_000 });
      expect(
        received.filter((text) => text.includes('too_many_events')).length,
      ).toBeLessThanOrEqual(1);
      expect(received.length).toBeLessThan(500);
    };
    await flood();
    const startBytes = collectGarbage();
    for (let round = 0; round < 20; round++) await flood();
    await until(() => sockets.connected === 1);
    expect(collectGarbage() - startBytes).toBeLessThan(LEFT_BEHIND_BYTES);
    expect(witness.socket.connected).toBe(true);
  });

  test('a storm of connections that come and go leaves nothing once they may not come back any more', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    await serve({ hasLimits: true });
    const storm = (count: number) =>
      Promise.all(
        Array.from({ length: count }, () =>
          rawSocket(['40', '42["subscribe",{"channel":"daymarket"}]'], { waitMs: 30 }),
        ),
      );
    await storm(150);
    await until(() => sockets.connected === 0);
    const startBytes = collectGarbage();
    for (let wave = 0; wave < 20; wave++) {
      await storm(150);
      await until(() => sockets.connected === 0);
    }
    // A connection that never came to a socket is closed when its time to connect is over.
    await expect
      .poll(
        () =>
          connect().then(
            (client) => client.socket.connected,
            () => false,
          ),
        { timeout: 25_000 },
      )
      .toBe(true);
    // The last witness, and no connection that never came to a socket: those are closed when their
    // time is over, later on a busy machine.
    await expect
      .poll(openConnections, { timeout: 60_000, interval: 200 })
      .toBeLessThanOrEqual(WITNESSES);
    forgetThoseAway();
    // The memory of a closed connection is freed a few turns of the event loop later.
    await expect
      .poll(() => collectGarbage() - startBytes, { timeout: 30_000, interval: 500 })
      .toBeLessThan(LEFT_BEHIND_BYTES);
  });

  test('a token that expires while its socket is connected gives nothing more', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    await serve({ hasLimits: true });
    const alice = await connect({ token: TOKEN });
    await until(() => alice.received.some(({ event }) => event === 'login'));
    publish(history.next(300));
    vi.advanceTimersByTime(1_000);
    await until(() => alice.received.some(({ event }) => event === `orders_${ALICE}`));
    isOver = true;
    vi.advanceTimersByTime(30_000);
    await until(() => alice.received.some(({ payload }) => payload.code === 'session_invalid'));
    alice.received.length = 0;
    publish(history.next(300));
    vi.advanceTimersByTime(1_000);
    await settle(alice);
    expectPublic(alice);
  });
});

/** A value as it arrives: JSON has neither -0 nor `undefined`. */
function asSent(input: unknown): unknown {
  return JSON.parse(JSON.stringify(input)) as unknown;
}
