import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakePage, FakeSocket } from '../../realtime/test-socket.ts';

const place = vi.hoisted((): { socket: unknown } => ({ socket: undefined }));
vi.mock('socket.io-client', () => ({ io: () => place.socket }));

const USDT = 3;
let socket: FakeSocket;
let refreshed: number;
let client: QueryClient;

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  new FakePage().install(vi.stubGlobal);
  socket = new FakeSocket();
  place.socket = socket;
  client = new QueryClient();
  refreshed = 0;
  vi.spyOn(client, 'invalidateQueries').mockImplementation(async () => void refreshed++);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const begin = async () => {
  const { followAccounts, useAccounts } = await import('./accounts-feed.ts');
  const end = followAccounts(client);
  return {
    end,
    /** Ids of the positions that are known of each quote currency. */
    known: () =>
      [...useAccounts.getState().accounts].map(([quoteId, { positions }]) => [
        quoteId,
        positions.map(({ id }) => id),
      ]),
    tell: (...ids: readonly number[]) =>
      socket.receive('lever_trade', {
        legal_id: USDT,
        trades_all: ids.map((id) => ({ id, status: 1 })),
        trades_entrust: [],
      }),
  };
};

/** How often lists were asked for again since the last look; once more follows a moment later. */
const asked = (): number => {
  vi.advanceTimersByTime(1_000);
  const count = refreshed;
  refreshed = 0;
  return count / 2;
};

test('an account is as its last event says, and lists are asked again when a position comes or goes', async () => {
  const { known, tell } = await begin();
  socket.arrive();
  tell(1, 2);
  expect([known(), asked()]).toEqual([[[USDT, [1, 2]]], 1]);
  tell(1, 2);
  expect(asked()).toBe(0);
  tell(2);
  expect([known(), asked()]).toEqual([[[USDT, [2]]], 1]);
});

test('the first connection forgets nothing that was asked for and asks nothing again', async () => {
  await begin();
  socket.arrive();
  expect(asked()).toBe(0);
});

test('positions that may have gone while the line was lost are forgotten and asked for again', async () => {
  const { known, tell } = await begin();
  socket.arrive();
  tell(1);
  asked();
  socket.lose();
  socket.arrive();
  expect([known(), asked()]).toEqual([[], 1]);
  tell(1);
  expect([known(), asked()]).toEqual([[[USDT, [1]]], 1]);
});

test('who begins on a live line asks again at its next connection', async () => {
  const { connection } = await import('../../realtime/connection.ts');
  connection();
  socket.arrive();
  await begin();
  expect(asked()).toBe(0);
  socket.lose();
  socket.arrive();
  expect(asked()).toBe(1);
});

test('the end is the end', async () => {
  const { known, tell, end } = await begin();
  socket.arrive();
  end();
  tell(1);
  socket.lose();
  socket.arrive();
  expect([known(), asked()]).toEqual([[], 0]);
});
