import { i18n } from '@lingui/core';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { sendMoney } from '../../shared/http/money-call.ts';
import type { Market } from '../../shared/market/market.ts';
import { forgetEverything, useSession } from '../../shared/session.ts';
import { useToasts } from '../../shared/ui/toasts.ts';
import type { OpenOrder } from './model/order.ts';
import { moveOrder } from './move-order.ts';
import { revokeOrder } from './orders-api.ts';

const MARKET = {
  ...{ base: 'BTC', quote: 'USDT', symbol: 'BTC/USDT', priceDecimals: 2, quantityDecimals: 5 },
  scale: { baseScale: 8, quoteScale: 8, tickSize: 1_000_000n, lotSize: 1_000n },
} as Market;
const ORDER = {
  ...{ id: 7, baseId: 1, quoteId: 3, base: 'BTC', quote: 'USDT', symbol: 'BTC/USDT' },
  ...{ side: 'buy', price: '58000', quantity: '0.5', filledQuantity: '0' },
  ...{ remainingQuantity: '0.5', remainingTotal: '29000', placedAtMs: 0 },
} as const satisfies OpenOrder;
const ENDED = {
  ...{ id: 7, currency_id: 1, legal_id: 3, currency_name: 'BTC', legal_name: 'USDT' },
  ...{ type: 'in', number: '0', mode: 2, post_only: 0, self_trade: 'expire_taker', fills: [] },
};

/** A server with one order, which it cancels once, and answers each key as it did first. */
class Server {
  /** Prices of the orders that were placed. */
  readonly placed: (string | null)[] = [];
  isLosing = false;
  /** Called before the answer of each call. */
  before: (path: string) => void = () => undefined;
  readonly #cancelledBy = new Set<string>();

  readonly fetch = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const [path = ''] = url.split('?');
    const answer = this.#answer(path, init);
    this.before(path);
    if (this.isLosing) throw new TypeError('Failed to fetch');
    return Response.json(answer);
  };

  #answer(path: string, { headers, body }: RequestInit): object {
    const key = new Headers(headers).get('idempotency-key') ?? '';
    if (path === '/api/transaction_complete') return { type: 'ok', message: { list: [ENDED] } };
    if (path === '/api/transaction/in') {
      this.placed.push((body as URLSearchParams).get('price'));
      const none = { complete_number: '0', complete_money: '0' };
      return { type: 'ok', message: 'Order placed', ...none };
    }
    if (this.#cancelledBy.size > 0 && !this.#cancelledBy.has(key))
      return { type: 'error', code: 'order_not_open', message: 'It is not open' };
    this.#cancelledBy.add(key);
    return { type: 'ok', message: 'Order cancelled' };
  }
}

let server: Server;
const refresh = (): void => undefined;
const move = (price: string, wanted = '0.5') =>
  moveOrder({ market: MARKET, order: ORDER, price, wanted }, refresh);
const told = (): readonly string[] => useToasts.getState().toasts.map(({ text }) => text);

/** A move whose cancellation is done, and not answered. */
async function moveWithoutAnswer(price: string): Promise<void> {
  server.isLosing = true;
  await move(price);
  server.isLosing = false;
  expect(told()).toEqual([expect.stringContaining('chartTool.moved.unanswered')]);
  useToasts.setState({ toasts: [] });
}

// Texts are their own ids here.
beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));
beforeEach(() => {
  server = new Server();
  vi.stubGlobal('fetch', server.fetch);
  useSession.setState({ token: 'of Lin', userId: '7' });
});
afterEach(() => {
  vi.unstubAllGlobals();
  useToasts.setState({ toasts: [] });
  forgetEverything();
});

test('an order that is moved is cancelled and placed anew', async () => {
  await move('57000');
  expect(server.placed).toEqual(['57000']);
  expect(told()).toEqual([expect.stringContaining('chartTool.moved.done')]);
});

test('the same move after a lost answer goes on where it was', async () => {
  await moveWithoutAnswer('57000');
  await move('57000');
  expect(server.placed).toEqual(['57000']);
});

test('an order that was cancelled otherwise is not placed again by a move', async () => {
  server.isLosing = true;
  const asked = { onDone: () => undefined, refresh };
  await sendMoney(revokeOrder, { id: ORDER.id, side: ORDER.side }, asked);
  server.isLosing = false;
  await move('57000');
  expect(server.placed).toEqual([]);
  expect(told()).toEqual([expect.stringContaining('chartTool.moved.notCancelled')]);
});

test('an order that another move has cancelled is not placed a second time', async () => {
  await moveWithoutAnswer('57000');
  await move('56000');
  await move('57000', '0.4');
  expect(server.placed).toEqual([]);
});

test.each(['/api/transaction_del', '/api/transaction_complete', '/api/transaction/in'])(
  'a move that is at %s when another person logs in tells them nothing, and places no order of theirs',
  async (last) => {
    const paths: string[] = [];
    server.before = (path) => {
      paths.push(path);
      if (path === last) useSession.setState({ token: 'of Mei', userId: '8' });
    };
    await move('57000');
    expect(paths.at(-1)).toBe(last);
    expect(told()).toEqual([]);
  },
);

test('a session that runs out between the steps places nothing, and the person is sent to the orders', async () => {
  server.before = (path) => {
    if (path === '/api/transaction_complete') useSession.setState({ token: undefined });
  };
  await move('57000');
  expect(server.placed).toEqual([]);
  expect(told()).toEqual([expect.stringContaining('chartTool.moved.unanswered')]);
});
