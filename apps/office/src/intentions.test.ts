import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { callOnce } from './intentions.ts';

const fetched = vi.fn<typeof fetch>();
const insure = (amount: string) =>
  callOnce('POST /office/api/house_insure', { currency: 3, amount });

/** Answers one call with each of these in turn; undefined: no answer comes. */
function answering(...answers: readonly (Response | undefined)[]): void {
  const left = [...answers];
  fetched.mockImplementation(async () => {
    const answer = left.shift();
    if (answer === undefined) throw new TypeError('Failed to fetch');
    return answer;
  });
}

const done = () => Response.json({ type: 'ok', message: 'Done' });
const failed = (code: string, status: number, type = 'error') =>
  Response.json({ type, code, message: code }, { status });

function keys(): (string | null)[] {
  return fetched.mock.calls.map(([, init]) => new Headers(init?.headers).get('idempotency-key'));
}

beforeEach(() => {
  vi.stubGlobal('sessionStorage', { getItem: () => 'secret' });
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  fetched.mockReset();
});

test.each([
  ['an answer that is lost', () => undefined],
  ['a stopped engine', () => failed('engine_stopped', 503)],
  ['a fault of the server', () => failed('internal_error', 500)],
])(
  '%s says nothing of the outcome: the same move is sent under the same key',
  async (_, answer) => {
    const startMs = Date.now();
    answering(answer(), done());
    await expect(insure('1')).rejects.toThrow();
    const { sinceMs } = await insure('1');
    expect(sinceMs).toBeGreaterThanOrEqual(startMs);
    expect(new Set(keys()).size).toBe(1);
  },
);

test('after an answer, a refusal too, the same move is another one', async () => {
  answering(done(), failed('balance_insufficient', 200), done());
  expect(await insure('2')).toEqual({ answer: 'Done', sinceMs: undefined });
  await expect(insure('2')).rejects.toThrow('balance_insufficient');
  expect(await insure('2')).toEqual({ answer: 'Done', sinceMs: undefined });
  expect(new Set(keys()).size).toBe(3);
});

test('another amount or another call is another move, and the first one is not forgotten over it', async () => {
  answering(undefined, done(), done(), done());
  await expect(insure('3')).rejects.toThrow();
  await insure('4');
  await callOnce('POST /office/api/house_move', {
    ...{ currency: 3, amount: '3' },
    ...{ from: 'spot', to: 'margin' },
  });
  await insure('3');
  const [first, second, third, fourth] = keys();
  expect([new Set([first, second, third]).size, fourth]).toEqual([3, first]);
});

test('the end of the session says nothing of an earlier try', async () => {
  answering(undefined, failed('session_expired', 200, '999'), done());
  await expect(insure('5')).rejects.toThrow();
  await expect(insure('5')).rejects.toThrow();
  await insure('5');
  expect(new Set(keys()).size).toBe(1);
});

test('a limit on requests that a first try meets did nothing', async () => {
  answering(failed('too_many_requests', 429), done());
  await expect(insure('6')).rejects.toThrow();
  expect(await insure('6')).toMatchObject({ sinceMs: undefined });
});

test('a key that a late try brought first is the same for a day from then', async () => {
  answering(undefined, undefined, done());
  for (const hours of [23, 23]) {
    await expect(insure('8')).rejects.toThrow();
    vi.setSystemTime(Date.now() + hours * 60 * 60 * 1_000);
  }
  await insure('8');
  expect(new Set(keys()).size).toBe(1);
});

test('once the core forgets keys, the same move is another one', async () => {
  answering(undefined, done());
  await expect(insure('7')).rejects.toThrow();
  vi.setSystemTime(Date.now() + 24 * 60 * 60 * 1_000);
  expect(await insure('7')).toMatchObject({ sinceMs: undefined });
  expect(new Set(keys()).size).toBe(2);
});
