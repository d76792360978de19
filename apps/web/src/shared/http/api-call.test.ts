import { i18n } from '@lingui/core';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { useSession } from '../session.ts';
import { useStepUpQuestion } from '../step-up/ask-for-step-up.ts';
import { apiCall, callUnderKey, onSessionOver } from './api-call.ts';
import { isUnreachable, isWorthRetrying, type ApiError } from '@meridian/contract/client/api-error';
import type { IntentionKey } from './intentions.ts';

const call = apiCall('GET /api/user/center');

function answering(answer: () => Promise<Response>): void {
  vi.stubGlobal('fetch', vi.fn(answer));
}

async function failure(): Promise<ApiError> {
  return call({}).then(
    () => expect.unreachable('it answered'),
    (error: unknown) => error as ApiError,
  );
}

// Texts are their own ids here.
beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));
afterEach(() => vi.unstubAllGlobals());

test('gives the message of an answer', async () => {
  answering(async () => Response.json({ type: 'ok', message: { review_status: 0 } }));
  expect(await call({})).toEqual({ review_status: 0 });
});

test('a bare answer is given whole, however little stands in it', async () => {
  answering(async () => Response.json({ type: 'ok', message: 'Position closed' }));
  expect(
    await callUnderKey('POST /api/lever/close', { id: 1 }, 'k' as IntentionKey, 'bare'),
  ).toEqual({ type: 'ok', message: 'Position closed' });
});

test('a money call carries the key of its intention, a plain call none', async () => {
  const sent = vi.fn<typeof fetch>(async () => Response.json({ type: 'ok', message: {} }));
  vi.stubGlobal('fetch', sent);
  const keySent = () =>
    new Headers(sent.mock.lastCall?.[1]?.headers).get('idempotency-key') ?? undefined;
  await callUnderKey('POST /api/lever/close', { id: 1 }, 'mine' as IntentionKey, 'bare');
  expect(keySent()).toBe('mine');
  await call({});
  expect(keySent()).toBeUndefined();
});

test('a refusal keeps its words and code, and is not worth another try', async () => {
  answering(async () =>
    Response.json({ type: 'error', code: 'engine_busy', message: 'Busy' }, { status: 503 }),
  );
  const error = await failure();
  expect([error.message, error.code, isUnreachable(error), isWorthRetrying(error)]).toEqual([
    'Busy',
    'engine_busy',
    false,
    false,
  ]);
});

test.each([
  ['no server', async () => Promise.reject(new TypeError('Failed to fetch')), 'error.network'],
  [
    'a gateway that answers with a page',
    async () => new Response('<html>', { status: 502 }),
    'error.server',
  ],
  ['an empty answer', async () => new Response('null'), 'error.server'],
])('%s is said, and nobody knows whether the call was done', async (_, answer, text) => {
  answering(answer);
  const error = await failure();
  expect([error.message, isUnreachable(error), isWorthRetrying(error)]).toEqual([text, true, true]);
});

test('a call that takes too long is given up and said', async () => {
  answering(async () => Promise.reject(new DOMException('too long', 'TimeoutError')));
  const error = await failure();
  expect([error.message, error.code, isUnreachable(error), isWorthRetrying(error)]).toEqual([
    'error.timeout',
    'timeout',
    true,
    false,
  ]);
});

test('a call that nobody wants any more stays an abort', async () => {
  answering(async () => Promise.reject(new DOMException('gone', 'AbortError')));
  expect((await failure()).name).toBe('AbortError');
});

test('the end of the session is told', async () => {
  const told = vi.fn();
  onSessionOver(told);
  answering(async () =>
    Response.json({ type: '999', code: 'session_expired', message: 'Log in again' }),
  );
  const error = await failure();
  expect(told).toHaveBeenCalledExactlyOnceWith(error);
});

test('the end of an earlier session is not that of the one that has begun since', async () => {
  const told = vi.fn();
  onSessionOver(told);
  useSession.setState({ token: 'of Lin' });
  answering(async () => {
    useSession.setState({ token: 'of Mei' });
    return Response.json({ type: '999', code: 'session_expired', message: 'Log in again' });
  });
  expect((await failure()).type).toBe('999');
  expect(told).not.toHaveBeenCalled();
  await failure();
  expect(told).toHaveBeenCalledOnce();
  useSession.setState({ token: undefined });
});

describe('a call that needs a proof of who is there', () => {
  const refusal = { type: 'error', code: 'step_up_required', message: 'Confirm' };

  /** Answers the step-up question as soon as it is asked. */
  function answerWith(isProven: boolean): () => void {
    return useStepUpQuestion.subscribe(({ answer }) => answer?.(isProven));
  }

  test('is made again when it was given', async () => {
    const end = answerWith(true);
    const answers = [refusal, { type: 'ok', message: { review_status: 2 } }];
    answering(async () => Response.json(answers.shift()));
    expect(await call({})).toEqual({ review_status: 2 });
    expect(answers).toEqual([]);
    end();
  });

  test('stays refused when it was not, and is not made again', async () => {
    const end = answerWith(false);
    answering(async () => Response.json(refusal));
    expect((await failure()).code).toBe('step_up_required');
    expect(fetch).toHaveBeenCalledOnce();
    end();
  });

  test('is not made again for another person, who has logged in meanwhile', async () => {
    useSession.setState({ token: 'of Lin' });
    const end = useStepUpQuestion.subscribe(({ answer }) => {
      useSession.setState({ token: 'of Mei' });
      answer?.(true);
    });
    answering(async () => Response.json(refusal));
    expect((await failure()).code).toBe('step_up_required');
    expect(fetch).toHaveBeenCalledOnce();
    end();
    useSession.setState({ token: undefined });
  });

  test('is asked for once: a second refusal is told', async () => {
    const end = answerWith(true);
    answering(async () => Response.json(refusal));
    expect((await failure()).code).toBe('step_up_required');
    expect(fetch).toHaveBeenCalledTimes(2);
    end();
  });
});
