import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { connection as connectionOf, useConnection as connectionState } from './connection.ts';
import { FakePage, FakeSocket } from './test-socket.ts';

const place = vi.hoisted((): { socket: unknown; options: unknown } => ({
  socket: undefined,
  options: undefined,
}));
vi.mock('socket.io-client', () => ({
  io: (options: unknown) => {
    place.options = options;
    return place.socket;
  },
}));

const DEPTH = { channel: 'market_depth', legal_id: 3, currency_id: 1 } as const;
const PROBE = ['subscribe', { channel: 'daymarket' }];

let socket: FakeSocket;
let page: FakePage;
let connection: ReturnType<typeof connectionOf>;
let state: typeof connectionState;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  page = new FakePage();
  page.install(vi.stubGlobal);
  socket = new FakeSocket();
  place.socket = socket;
  const module = await import('./connection.ts');
  state = module.useConnection;
  connection = module.connection();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const status = () => state.getState().status;

describe('channels', () => {
  test('are asked for at once where the socket is there, else when it comes, and again each time', () => {
    connection.subscribe(DEPTH);
    expect(socket.sent).toEqual([]);
    socket.arrive();
    expect(socket.sent).toEqual([['subscribe', DEPTH]]);
    connection.subscribe({ channel: 'daymarket' });
    socket.sent.length = 0;
    socket.lose();
    socket.arrive();
    expect(socket.sent).toEqual([
      ['subscribe', DEPTH],
      ['subscribe', { channel: 'daymarket' }],
    ]);
  });

  test('end with the last one who wants them, and only once', () => {
    socket.arrive();
    const [one, two] = [connection.subscribe(DEPTH), connection.subscribe(DEPTH)];
    one();
    one();
    expect(socket.sent.filter(([event]) => event === 'unsubscribe')).toEqual([]);
    two();
    expect(socket.sent.at(-1)).toEqual(['unsubscribe', DEPTH]);
    socket.sent.length = 0;
    socket.lose();
    socket.arrive();
    expect(socket.sent).toEqual([]);
  });

  test('are given up silently while there is no socket', () => {
    connection.subscribe(DEPTH)();
    socket.arrive();
    expect(socket.sent).toEqual([]);
  });
});

test('listeners hear events until they stop', () => {
  const heard: unknown[] = [];
  const stop = connection.on('market_depth', (payload) => heard.push(payload));
  socket.receive('market_depth', 1);
  stop();
  socket.receive('market_depth', 2);
  expect(heard).toEqual([1]);
  expect(socket.listenerCount('market_depth')).toBe(0);
});

test('feeds start over at each connection until they stop', () => {
  let starts = 0;
  const stop = connection.onConnect(() => starts++);
  socket.arrive();
  socket.lose();
  socket.arrive();
  stop();
  socket.arrive();
  expect(starts).toBe(2);
});

describe('the status', () => {
  test('is connecting at first, live with the socket, connecting again without it', () => {
    expect(status()).toBe('connecting');
    socket.arrive();
    expect(status()).toBe('live');
    socket.lose();
    expect(status()).toBe('connecting');
  });

  test('asks after a silence, is stale within 3 s of it, and connects anew after 5 s', () => {
    socket.arrive();
    vi.advanceTimersByTime(2_000);
    expect(socket.sent).toContainEqual(PROBE);
    expect(status()).toBe('live');
    vi.advanceTimersByTime(1_000);
    expect(status()).toBe('stale');
    expect(socket.reconnections).toBe(0);
    vi.advanceTimersByTime(2_250);
    expect(socket.reconnections).toBe(1);
  });

  test('stays live where the server answers', () => {
    socket.arrive();
    for (let second = 0; second < 20; second++) {
      vi.advanceTimersByTime(1_000);
      if (socket.sent.length > 0) socket.receive('daymarket');
      socket.sent.length = 0;
    }
    expect(status()).toBe('live');
    expect(socket.reconnections).toBe(0);
  });

  test('says since when it is not live, whatever is tried meanwhile', () => {
    socket.arrive();
    vi.advanceTimersByTime(3_000);
    const { sinceMs } = state.getState();
    // As old as the last that was heard, not as the moment in which that was noticed.
    expect(Date.now() - sinceMs).toBe(3_000);
    vi.advanceTimersByTime(3_000);
    socket.lose();
    expect(state.getState()).toEqual({ status: 'connecting', sinceMs });
    socket.receive('daymarket');
    expect(state.getState()).toEqual({ status: 'live', sinceMs: Date.now() });
  });

  test('is offline with the network, which drops the socket; when the network is back it connects at once', () => {
    socket.arrive();
    page.goOnline(false);
    expect(status()).toBe('offline');
    expect(socket.engineCloses).toBe(1);
    socket.lose();
    expect(status()).toBe('offline');
    page.goOnline(true);
    expect(socket.reconnections).toBe(1);
  });

  test('does not call a hidden page stale', () => {
    socket.arrive();
    page.hide(true);
    vi.advanceTimersByTime(60_000);
    expect(status()).toBe('live');
  });
});

describe('a page that comes back', () => {
  test.each([
    [9_999, 0],
    [10_000, 1],
  ])('after %i ms hidden starts its feeds over %i times', (hiddenMs, times) => {
    socket.arrive();
    let starts = 0;
    connection.onConnect(() => starts++);
    page.hide(true);
    vi.advanceTimersByTime(hiddenMs);
    socket.receive('daymarket');
    page.hide(false);
    expect(starts).toBe(times);
  });

  test('connects at once where the socket was lost meanwhile', () => {
    socket.arrive();
    page.hide(true);
    socket.lose();
    vi.advanceTimersByTime(20_000);
    page.hide(false);
    expect(socket.reconnections).toBe(1);
  });
});

test('another session is another connection, and the token is the present one', async () => {
  const { beginSession } = await import('../shared/session.ts');
  socket.arrive();
  beginSession('secret');
  expect(socket.reconnections).toBe(1);
  beginSession('secret');
  expect(socket.reconnections).toBe(1);
  let given: unknown;
  (place.options as { auth: (give: (auth: unknown) => void) => void }).auth(
    (auth) => (given = auth),
  );
  expect(given).toEqual({ token: 'secret' });
});
