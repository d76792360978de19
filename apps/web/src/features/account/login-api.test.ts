import { afterEach, expect, test, vi } from 'vitest';
import { forgetEverything, useSession } from '../../shared/session.ts';
import { readStored } from '../../shared/stored.ts';
import { enter, refreshIdentity } from './login-api.ts';

const BOB = {
  ...{ id: 8, account: 'b***@example.com', account_number: '10000000008' },
  ...{ extension_code: 'BOB', review_status: 0, is_seller: 0 },
};

/** A server that answers the question who it is, after `before` has happened. */
function answering(status: number, before: (init?: RequestInit) => void = () => undefined): void {
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    if (!url.includes('/api/user/info'))
      return Promise.resolve(Response.json({ type: 'ok', message: '' }));
    before(init);
    const body = status === 200 ? { type: 'ok', message: BOB } : { type: 'error', message: 'no' };
    return Promise.resolve(Response.json(body, { status }));
  });
}

afterEach(() => {
  vi.unstubAllGlobals();
  forgetEverything();
});

test('a session begins with its identity', async () => {
  answering(200);
  await enter('token-of-bob');
  expect(useSession.getState()).toMatchObject({ token: 'token-of-bob', userId: '8' });
});

test('without its identity there is no session', async () => {
  answering(500);
  await expect(enter('token-of-bob')).rejects.toThrow();
  expect(useSession.getState()).toMatchObject({ token: undefined, userId: undefined });
});

test('no token is stored before its identity: a page that is loaded anew meanwhile is logged out', async () => {
  let stored: unknown;
  let sent: HeadersInit | undefined;
  answering(200, (init) => {
    stored = [readStored('token'), useSession.getState().token];
    sent = init?.headers;
  });
  await enter('token-of-bob');
  expect(stored).toEqual([undefined, undefined]);
  expect(new Headers(sent).get('authorization')).toBe('token-of-bob');
  expect(readStored('token')).toBe('token-of-bob');
});

test('an identity that comes after the logout is nobody’s here', async () => {
  answering(200);
  await enter('token-of-bob');
  answering(200, forgetEverything);
  await refreshIdentity();
  expect(useSession.getState()).toMatchObject({ token: undefined, userId: undefined });
});
