import { depthChecksum, type DepthLevel } from '@meridian/contract/market/depth-checksum';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Market } from '../shared/market/market.ts';
import { FakePage, FakeSocket } from './test-socket.ts';

const place = vi.hoisted((): { socket: unknown } => ({ socket: undefined }));
vi.mock('socket.io-client', () => ({ io: () => place.socket }));

const PAIR = { legal_id: 3, currency_id: 1 };
const MARKET = {
  baseId: 1,
  quoteId: 3,
  key: '1/3',
  scale: { baseScale: 8, quoteScale: 8, tickSize: 1_000_000n, lotSize: 1_000n },
} as Market;
const PAINT_MS = 100;

let socket: FakeSocket;
let page: FakePage;
/** Answers by path; a path that is missing cannot be reached. */
let answers: Map<string, unknown>;
let asked: string[];

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  page = new FakePage();
  page.install(vi.stubGlobal);
  socket = new FakeSocket();
  place.socket = socket;
  answers = new Map();
  asked = [];
  vi.stubGlobal('fetch', (url: string) => {
    const path = url.split('?')[0] ?? '';
    asked.push(path);
    const answer = answers.get(path);
    return answer === undefined
      ? Promise.reject(new TypeError('unreachable'))
      : Promise.resolve(Response.json({ type: 'ok', message: answer }));
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const trade = (id: number) => ({
  id,
  time: id,
  price: '1',
  amount: '1',
  direction: 'buy' as const,
});

describe('recent trades', () => {
  const PATH = '/api/currency/new_tradehistory';
  const open = async () => {
    const { LiveTrades } = await import('./recent-trades.ts');
    const shown: { trades: readonly { id: number }[] | undefined; failed: boolean }[] = [];
    const live = new LiveTrades(MARKET, (state) => void shown.push(state));
    return { live, shown, end: live.open(), ids: () => shown.at(-1)?.trades?.map(({ id }) => id) };
  };

  test('are those of the answer and of the events of this market', async () => {
    answers.set(PATH, [trade(2), trade(1)]);
    const { ids } = await open();
    socket.receive('transaction', { ...PAIR, list: [trade(3)] });
    socket.receive('transaction', { ...PAIR, legal_id: 9, list: [trade(99)] });
    await vi.advanceTimersByTimeAsync(PAINT_MS);
    expect(ids()).toEqual([3, 2, 1]);
  });

  test('are asked for again after a lost connection', async () => {
    answers.set(PATH, [trade(1)]);
    const { ids } = await open();
    await vi.advanceTimersByTimeAsync(PAINT_MS);
    answers.set(PATH, [trade(5), trade(4)]);
    socket.arrive();
    await vi.advanceTimersByTimeAsync(PAINT_MS);
    expect(ids()).toEqual([5, 4, 1]);
  });

  test('say that they could not be had only where there are none', async () => {
    const { live, shown, ids } = await open();
    await vi.advanceTimersByTimeAsync(PAINT_MS);
    expect(shown).toEqual([{ trades: undefined, failed: true }]);
    answers.set(PATH, [trade(1)]);
    live.load();
    await vi.advanceTimersByTimeAsync(PAINT_MS);
    answers.clear();
    live.load();
    await vi.advanceTimersByTimeAsync(PAINT_MS);
    expect(ids()).toEqual([1]);
    expect(shown.at(-1)?.failed).toBe(false);
  });

  test('are told once somebody sees them again, the first ones in any case', async () => {
    answers.set(PATH, [trade(1)]);
    const { live, shown, ids } = await open();
    live.setSeen(false);
    await vi.advanceTimersByTimeAsync(PAINT_MS);
    expect(ids()).toEqual([1]);
    for (const id of [2, 3]) {
      socket.receive('transaction', { ...PAIR, list: [trade(id)] });
      await vi.advanceTimersByTimeAsync(PAINT_MS);
    }
    expect(shown).toHaveLength(1);
    live.setSeen(true);
    expect(ids()).toEqual([3, 2, 1]);
    live.setSeen(true);
    expect(shown).toHaveLength(2);
  });

  test('show nothing more after their end', async () => {
    answers.set(PATH, [trade(1)]);
    const { shown, end } = await open();
    end();
    await vi.advanceTimersByTimeAsync(PAINT_MS);
    expect(shown).toEqual([]);
    expect(socket.listenerCount('transaction')).toBe(0);
  });
});

describe('the live book', () => {
  const PATH = '/api/market/depth';
  const bids: DepthLevel[] = [['100', '1']];
  const asks: DepthLevel[] = [['101', '2']];
  const snapshot = (seq: number) => ({
    ...PAIR,
    seq,
    ts: 0,
    bids,
    asks,
    checksum: depthChecksum(bids, asks),
  });
  const open = async () => {
    const { LiveDepth } = await import('./depth.ts');
    const depth = new LiveDepth(MARKET);
    let paints = 0;
    const stop = depth.subscribe(() => paints++);
    return { depth, stop, end: depth.open(), paints: () => paints };
  };

  test('is painted once for many changes, and no more for who stopped listening', async () => {
    answers.set(PATH, snapshot(1));
    const { depth, stop, paints } = await open();
    await vi.advanceTimersByTimeAsync(PAINT_MS);
    expect(paints()).toBe(1);
    const event = (seq: number, quantity: string) => ({
      ...snapshot(seq),
      kind: 'change',
      prev_seq: seq - 1,
      bids: [['100', quantity]],
      asks: [],
      checksum: depthChecksum([['100', quantity]], asks),
    });
    socket.receive('market_depth', event(2, '3'));
    socket.receive('market_depth', event(3, '4'));
    socket.receive('market_depth', { ...event(4, '5'), legal_id: 9 });
    await vi.advanceTimersByTimeAsync(PAINT_MS);
    expect(paints()).toBe(2);
    expect(depth.feed.seq).toBe(3);
    stop();
    socket.receive('market_depth', event(4, '5'));
    await vi.advanceTimersByTimeAsync(PAINT_MS);
    expect(paints()).toBe(2);
  });

  test('is asked for again until it can be had, and after a silence, but not while the page is hidden', async () => {
    const { depth, end } = await open();
    await vi.advanceTimersByTimeAsync(500);
    expect(depth.feed.isSynced).toBe(false);
    answers.set(PATH, snapshot(1));
    await vi.advanceTimersByTimeAsync(500);
    expect(depth.feed.isSynced).toBe(true);
    const times = asked.length;
    await vi.advanceTimersByTimeAsync(7_000);
    expect(asked).toHaveLength(times + 1);
    page.hide(true);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveLength(times + 1);
    page.hide(false);
    end();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveLength(times + 1);
    expect(socket.listenerCount('market_depth')).toBe(0);
  });

  test('starts over with the connection', async () => {
    answers.set(PATH, snapshot(1));
    const { depth } = await open();
    await vi.advanceTimersByTimeAsync(PAINT_MS);
    answers.set(PATH, snapshot(7));
    socket.arrive();
    await vi.advanceTimersByTimeAsync(PAINT_MS);
    expect(depth.feed.seq).toBe(7);
  });
});

describe('messages to the owner of the account', () => {
  const row = (id: number, kind: string, text: string) => ({
    id,
    kind,
    topic: 'contracts',
    title: 'Position liquidated',
    text,
    subject: 1,
    market: 'BTC/USDT',
    transaction: '',
    is_read: false,
    created_time: '',
  });

  test('a liquidation is announced at once and stays, what was only filled is said and goes; a list that is shown is asked for again', async () => {
    const { startMessageFeed, MESSAGES } = await import('./messages.ts');
    const { useToasts } = await import('../shared/ui/toasts.ts');
    const client = new QueryClient();
    startMessageFeed(client, false);
    client.setQueryData(MESSAGES, []);
    answers.set('/api/user/messages', {
      list: [
        row(8, 'ticket_won', 'x'),
        row(7, 'position_liquidated', 'BTC/USDT at 60,000'),
        row(6, 'order_filled', ''),
        row(5, 'deal_paid', 'old'),
      ],
      page: 1,
      unread: 3,
    });
    const messages = [
      { id: 6, kind: 'order_filled', topic: 'orders' },
      { id: 7, kind: 'position_liquidated', topic: 'contracts' },
      { id: 8, kind: 'ticket_won', topic: 'seconds' },
      { id: 9, kind: 'password_changed', topic: 'security' },
    ];
    socket.receive('messages', { unread: 3, messages, seq: 1, ts: 1 });
    await vi.advanceTimersByTimeAsync(100);
    const said = () => useToasts.getState().toasts.map(({ kind, text }) => [kind, text]);
    expect(said()).toEqual([
      ['info', 'Position liquidated'],
      ['error', 'Position liquidated: BTC/USDT at 60,000'],
    ]);
    expect(client.getQueryState(MESSAGES)?.isInvalidated).toBe(true);
    expect(client.getQueryData([...MESSAGES.slice(0, 1), 'messages-unread'])).toBe(3);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(said()).toEqual([['error', 'Position liquidated: BTC/USDT at 60,000']]);
    await vi.advanceTimersByTimeAsync(25_000);
    expect(said()).toEqual([]);
  });
});

describe('own orders and balances', () => {
  const begin = async () => {
    const { startAccountFeed, balancesQuery, OPEN_ORDERS, FINISHED_ORDERS, refreshAccount } =
      await import('./account-feed.ts');
    const { useSession } = await import('../shared/session.ts');
    const client = new QueryClient();
    client.setQueryDefaults([], { retry: false });
    const isOld = (queryKey: readonly unknown[]) => client.getQueryState(queryKey)?.isInvalidated;
    const fill = () => {
      for (const queryKey of [OPEN_ORDERS, FINISHED_ORDERS]) client.setQueryData(queryKey, []);
    };
    startAccountFeed(client);
    return {
      client,
      useSession,
      balancesQuery,
      OPEN_ORDERS,
      FINISHED_ORDERS,
      refreshAccount,
      isOld,
      fill,
    };
  };
  const user = { token: 'secret', userId: '100001' };
  const balance = (currency: number, available: string) => ({
    currency,
    change_balance: available,
    lock_change_balance: '0',
  });

  test('balances come by currency, and events change those that they name', async () => {
    answers.set('/api/wallet/list', [
      { currency: 3, balance: '10', lock_balance: '1' },
      { currency: 1, balance: '2', lock_balance: '0' },
    ]);
    const { client, useSession, balancesQuery } = await begin();
    useSession.setState(user);
    await client.fetchQuery(balancesQuery);
    socket.receive('update_balance_100001', { balances: [balance(3, '7')] });
    expect(client.getQueryData(balancesQuery.queryKey)).toEqual({
      1: { available: '2', held: '0' },
      3: { available: '7', held: '0' },
    });
  });

  test('a balance of which nothing is known yet waits for the list', async () => {
    const { client, useSession, balancesQuery } = await begin();
    useSession.setState(user);
    socket.receive('update_balance_100001', { balances: [balance(3, '7')] });
    expect(client.getQueryData(balancesQuery.queryKey)).toBeUndefined();
  });

  test('an event of orders makes the lists old, history once more when it was written', async () => {
    const { useSession, OPEN_ORDERS, FINISHED_ORDERS, isOld, fill } = await begin();
    useSession.setState(user);
    fill();
    socket.receive('orders_100001', {});
    socket.receive('orders_100001', {});
    expect(isOld(OPEN_ORDERS)).toBe(false);
    await vi.advanceTimersByTimeAsync(100);
    expect([isOld(OPEN_ORDERS), isOld(FINISHED_ORDERS)]).toEqual([true, true]);
    fill();
    await vi.advanceTimersByTimeAsync(700);
    expect([isOld(OPEN_ORDERS), isOld(FINISHED_ORDERS)]).toEqual([false, true]);
  });

  test("an action of one's own and a new connection do the same", async () => {
    const { client, OPEN_ORDERS, FINISHED_ORDERS, refreshAccount, isOld, fill } = await begin();
    fill();
    refreshAccount(client);
    expect([isOld(OPEN_ORDERS), isOld(FINISHED_ORDERS)]).toEqual([true, true]);
    fill();
    await vi.advanceTimersByTimeAsync(700);
    expect(isOld(FINISHED_ORDERS)).toBe(true);
    fill();
    socket.arrive();
    expect([isOld(OPEN_ORDERS), isOld(FINISHED_ORDERS)]).toEqual([true, true]);
  });

  test('another session forgets them and hears of another user', async () => {
    const { client, useSession, OPEN_ORDERS, fill } = await begin();
    useSession.setState(user);
    fill();
    useSession.setState({ token: undefined, userId: undefined });
    expect(client.getQueryData(OPEN_ORDERS)).toBeUndefined();
    expect(socket.listenerCount('orders_100001')).toBe(0);
    useSession.setState({ token: 'other', userId: '100002' });
    expect(socket.listenerCount('orders_100002')).toBe(1);
  });

  test('what the same user is told again changes nothing', async () => {
    const { client, useSession, OPEN_ORDERS, fill } = await begin();
    useSession.setState(user);
    fill();
    useSession.setState({ ...user, accountNumber: '12345678901' });
    expect(client.getQueryData(OPEN_ORDERS)).toEqual([]);
    expect(socket.listenerCount('orders_100001')).toBe(1);
  });
});
