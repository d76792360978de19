import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakePage, FakeSocket } from './test-socket.ts';

const place = vi.hoisted((): { socket: unknown } => ({ socket: undefined }));
vi.mock('socket.io-client', () => ({ io: () => place.socket }));

const BTC = 1;
const USDT = 3;
let socket: FakeSocket;
let answers: PromiseWithResolvers<Response>[];

beforeEach(() => {
  // The connection watches itself for ever.
  vi.useFakeTimers({ toFake: ['setInterval'] });
  vi.resetModules();
  new FakePage().install(vi.stubGlobal);
  socket = new FakeSocket();
  place.socket = socket;
  answers = [];
  vi.stubGlobal('fetch', () => {
    const answer = Promise.withResolvers<Response>();
    answers.push(answer);
    return answer.promise;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const begin = async () => {
  const { balancesQuery, startAccountFeed } = await import('./account-feed.ts');
  const { useSession } = await import('../shared/session.ts');
  useSession.setState({ token: 'a token', userId: '7' });
  const client = new QueryClient();
  startAccountFeed(client);
  socket.arrive();
  return {
    load: () => client.fetchQuery({ ...balancesQuery, staleTime: 0 }),
    shown: () => client.getQueryData(balancesQuery.queryKey),
  };
};

/** The server answers the oldest open request. */
const answer = async (balances: Readonly<Record<number, string>>): Promise<void> => {
  const message = Object.entries(balances).map(([currency, balance]) => ({
    currency: Number(currency),
    balance,
    lock_balance: '0',
  }));
  await vi.waitFor(() => expect(answers.length).toBeGreaterThan(0));
  answers.shift()?.resolve(Response.json({ type: 'ok', message }));
};

const tell = (currency: number, change_balance: string): void =>
  socket.receive('update_balance_7', {
    balances: [{ currency, change_balance, lock_change_balance: '0' }],
  });

const own = (available: string) => ({ available, held: '0' });

test('an answer that is older than an event leaves what the event told', async () => {
  const { load, shown } = await begin();
  const loaded = load();
  tell(USDT, '90');
  await answer({ [BTC]: '1', [USDT]: '100' });
  await loaded;
  expect(shown()).toEqual({ [BTC]: own('1'), [USDT]: own('90') });
});

test('an event changes what is shown, and the next answer counts again', async () => {
  const { load, shown } = await begin();
  const first = load();
  await answer({ [BTC]: '1', [USDT]: '100' });
  await first;
  tell(USDT, '90');
  expect(shown()).toEqual({ [BTC]: own('1'), [USDT]: own('90') });
  const second = load();
  await answer({ [BTC]: '1', [USDT]: '95' });
  await second;
  expect(shown()).toEqual({ [BTC]: own('1'), [USDT]: own('95') });
});
