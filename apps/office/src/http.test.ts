import type { ApiError } from '@meridian/contract/client/api-error';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { authProvider } from './auth-provider.ts';
import { onCodeWanted } from './code-prompt.ts';
import { call, callUnderKey, isSessionOver } from './http.ts';
import { keepSession, sessionToken } from './session.ts';
import { onReasonWanted } from './shared/proposal-reason.ts';

const fetched = vi.fn<typeof fetch>();

function answering(body: unknown, status = 200): void {
  fetched.mockImplementation(async () => Response.json(body, { status }));
}

function request(): { url: string; headers: Headers; body: unknown; method: string | undefined } {
  const [url, init] = fetched.mock.lastCall ?? [];
  return {
    url: url as string,
    headers: new Headers(init?.headers),
    body: init?.body,
    method: init?.method,
  };
}

async function failure(promise: Promise<unknown>): Promise<ApiError> {
  return promise.then(
    () => expect.unreachable('it answered'),
    (error: unknown) => error as ApiError,
  );
}

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  vi.unstubAllGlobals();
  fetched.mockReset();
});

test('what is asked for travels in the query, without what is empty', async () => {
  answering({ type: 'ok', message: { list: [], total: 0, page: 1 } });
  expect(await call('GET /office/api/users', { page: 2, q: '' })).toEqual({
    list: [],
    total: 0,
    page: 1,
  });
  expect(request()).toMatchObject({
    url: '/office/api/users?page=2',
    method: 'GET',
    body: undefined,
  });
  expect(request().headers.get('authorization')).toBeNull();
});

test('what is sent travels in a form, with the session', async () => {
  keepSession('secret');
  answering({ type: 'ok', message: 'Done' });
  expect(
    await call('POST /office/api/user_freeze', { id: 7, frozen: '1', reason: 'asked for it' }),
  ).toBe('Done');
  const { url, headers, body } = request();
  expect([url, headers.get('authorization'), headers.get('lang'), String(body)]).toEqual([
    '/office/api/user_freeze',
    'secret',
    'en',
    'id=7&frozen=1&reason=asked+for+it',
  ]);
});

test('a refusal keeps its words and its code', async () => {
  answering(
    { type: 'error', code: 'permission_denied', message: 'Your role does not allow this.' },
    403,
  );
  const error = await failure(call('GET /office/api/dashboard', {}));
  expect([error.message, error.code, isSessionOver(error)]).toEqual([
    'Your role does not allow this.',
    'permission_denied',
    false,
  ]);
});

test.each([
  ['nothing comes back', 'network', () => Promise.reject(new TypeError('Failed to fetch'))],
  [
    'it takes too long',
    'timeout',
    () => Promise.reject(new DOMException('too long', 'TimeoutError')),
  ],
  ['a page comes back', 'network', async () => new Response('<html>')],
])('%s: said in words', async (_, code, answer) => {
  fetched.mockImplementation(answer);
  const error = await failure(call('GET /office/api/me', {}));
  expect([error.code, error.message]).toEqual([code, expect.stringContaining('The server')]);
});

test('a call that nobody wants any more stays an abort', async () => {
  fetched.mockImplementation(() => Promise.reject(new DOMException('gone', 'AbortError')));
  expect((await failure(call('GET /office/api/me', {}))).name).toBe('AbortError');
});

test('a call that wants a code is made again with it, asked for until it is right', async () => {
  const refusals = ['second_factor_required', 'second_factor_wrong'];
  const sent: (string | null)[] = [];
  fetched.mockImplementation(async (_url, init) => {
    sent.push(new Headers(init?.headers).get('x-operator-code'));
    const code = refusals.shift();
    return Response.json(
      code === undefined ? { type: 'ok', message: 'Done' } : { type: 'error', code, message: code },
    );
  });
  const asked: string[] = [];
  const forget = onCodeWanted(async (fault) => {
    asked.push(fault);
    return String(asked.length).repeat(6);
  });
  expect(await call('POST /office/api/review', { id: 1, approved: '1' })).toBe('Done');
  forget();
  expect([sent, asked]).toEqual([
    [null, '111111', '222222'],
    ['', 'second_factor_wrong'],
  ]);
});

test('who would rather not give a code is told that nothing was done', async () => {
  answering({ type: 'error', code: 'second_factor_required', message: 'no' });
  const forget = onCodeWanted(async () => undefined);
  const error = await failure(call('POST /office/api/review', { id: 1, approved: '1' }));
  forget();
  expect([error.code, error.message]).toEqual([
    'second_factor_required',
    expect.stringContaining('Nothing was done'),
  ]);
});

test('a call that moves money carries its key, and one without a key does not compile', async () => {
  answering({ type: 'ok', message: 'done' });
  const move = { currency: 3, amount: '5' };
  await callUnderKey('POST /office/api/house_insure', move, 'mine');
  expect(request().headers.get('idempotency-key')).toBe('mine');
  // @ts-expect-error it moves money
  await call('POST /office/api/house_insure', move);
  expect(request().headers.get('idempotency-key')).toBeNull();
});

test('a change that waits for another operator is proposed again with the reason that is asked for', async () => {
  const sent: string[] = [];
  fetched.mockImplementation(async (_url, init) => {
    sent.push((init?.body as URLSearchParams).toString());
    return Response.json(
      sent.length === 1
        ? { type: 'error', code: 'proposal_reason_missing', message: 'why?' }
        : { type: 'ok', message: { proposal: 4 } },
    );
  });
  const forget = onReasonWanted(async () => 'a busy day');
  expect(await call('POST /office/api/setting_save', { key: 'app_url', value: '/app' })).toEqual({
    proposal: 4,
  });
  forget();
  expect(sent).toEqual(['key=app_url&value=%2Fapp', 'key=app_url&value=%2Fapp&reason=a+busy+day']);
});

test('who says no reason proposes nothing', async () => {
  answering({ type: 'error', code: 'proposal_reason_missing', message: 'why?' });
  const forget = onReasonWanted(async () => undefined);
  const error = await failure(
    call('POST /office/api/setting_save', { key: 'app_url', value: '/app' }),
  );
  forget();
  expect([error.message, fetched.mock.calls.length]).toEqual(['Nothing was proposed.', 1]);
});

test('the page of the login asks for the code itself, and a wrong one elsewhere is a wrong one', async () => {
  let isAsked = false;
  const forget = onCodeWanted(async () => {
    isAsked = true;
    return '111111';
  });
  answering({ type: 'error', code: 'second_factor_required', message: 'no' });
  await failure(call('POST /office/api/login', { account: 'a@b.example', password: 'x' }));
  answering({ type: 'error', code: 'second_factor_wrong', message: 'no' });
  await failure(call('POST /office/api/totp_enable', { code: '000000' }));
  forget();
  expect(isAsked).toBe(false);
});

test('the end of the session logs out, a missing permission does not', async () => {
  keepSession('secret');
  answering({ type: 'error', code: 'permission_denied', message: 'no' }, 403);
  await authProvider.checkError(await failure(call('GET /office/api/dashboard', {})));
  expect(sessionToken()).toBe('secret');
  answering({ type: 'error', code: 'operator_required', message: 'no' }, 403);
  await expect(
    authProvider.checkError(await failure(call('GET /office/api/dashboard', {}))),
  ).rejects.toThrow('Your session is over');
  await authProvider.logout();
  expect(sessionToken()).toBeUndefined();
  await expect(authProvider.checkAuth()).rejects.toThrow();
});

test('logging in keeps the token; logging out forgets it, whatever the server says', async () => {
  answering({ type: 'ok', message: 'token' });
  await authProvider.login({ account: 'a@b.example', password: 'x' });
  expect(sessionToken()).toBe('token');
  fetched.mockImplementation(() => Promise.reject(new TypeError('Failed to fetch')));
  await authProvider.logout();
  expect(sessionToken()).toBeUndefined();
});
