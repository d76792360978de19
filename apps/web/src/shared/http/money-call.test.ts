import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { apiCall, callUnderKey } from './api-call.ts';
import { ApiError } from '@meridian/contract/client/api-error';
import { sendCall, sendMoneyCall } from '@meridian/contract/client/send-call';
import { readStored, removeStored, writeStored } from '../stored.ts';
import { Intentions, type IntentionKey } from './intentions.ts';
import { moneyCall, sendMoney } from './money-call.ts';
import { forgetEverything, useSession } from '../session.ts';
import { useToasts } from '../ui/toasts.ts';
import { sendFile } from './upload-file.ts';

/** A server with an answer for each try, and the keys that it received. */
function server(...answers: readonly (ApiError | 'done')[]) {
  const keys: IntentionKey[] = [];
  const send = async (key: IntentionKey): Promise<string> => {
    const answer = answers[keys.length] ?? 'done';
    keys.push(key);
    if (answer === 'done') return answer;
    throw answer;
  };
  return { keys, send };
}

const LOST = new ApiError('lost', { code: 'network' });
const LATE = new ApiError('late', { code: 'timeout' });
const STOPPED = new ApiError('stopped', { code: 'engine_stopped', status: 503 });
const BUSY = new ApiError('busy', { code: 'engine_busy', status: 503 });
const CANCEL_ONLY = new ApiError('cancels only', { code: 'cancel_only', status: 503 });
const QUARANTINED = new ApiError('looked at', { code: 'quarantined', status: 503 });
const LIMITED = new ApiError('slowly', { code: 'too_many_requests', status: 429 });
const LOGGED_OUT = new ApiError('log in', { type: '999', code: 'session_expired', status: 200 });
const UNPROVEN = new ApiError('who?', { code: 'step_up_required', status: 200 });
const REFUSED = new ApiError('too little', {
  type: 'error',
  code: 'balance_insufficient',
  status: 200,
});

test.each([LIMITED, LOGGED_OUT, UNPROVEN, BUSY, CANCEL_ONLY, QUARANTINED])(
  'a first try that met "$message" did nothing: the same later is reckoned and asked anew',
  async (failure) => {
    const intentions = new Intentions('POST /api/order');
    const { keys, send } = server(failure);
    await expect(intentions.send('0.01', send, { typed: '1000' })).rejects.toBe(failure);
    expect(intentions.unanswered('1000')).toBeUndefined();
    expect(await intentions.send('0.0083', send, { typed: '1000' })).toMatchObject({
      input: '0.0083',
      sinceMs: undefined,
    });
    expect(keys[1]).not.toBe(keys[0]);
  },
);

test.each([LOST, LATE, STOPPED])(
  'after "$message" the same input is sent under the same key',
  async (failure) => {
    const intentions = new Intentions('POST /api/order');
    const { keys, send } = server(failure);
    await expect(intentions.send({ number: '5' }, send)).rejects.toBe(failure);
    await intentions.send({ number: '5' }, send);
    expect(keys[1]).toBe(keys[0]);
  },
);

test('a refusal or limit that a second try meets says nothing of the first: its key stays', async () => {
  const intentions = new Intentions('POST /api/order');
  const failures = [LOST, LIMITED, LOGGED_OUT, BUSY, CANCEL_ONLY, QUARANTINED, LATE];
  const { keys, send } = server(...failures);
  for (const failure of failures) await expect(intentions.send('this', send)).rejects.toBe(failure);
  await intentions.send('this', send);
  expect(new Set(keys).size).toBe(1);
});

test('a proof that the server took under a key is not wanted again after a busy exchange', async () => {
  const intentions = new Intentions('POST /api/wallet/out');
  const { keys, send } = server(BUSY);
  const proven = { isKeyUsed: true } as const;
  await expect(intentions.send({ ticket: 'a' }, send, proven)).rejects.toBe(BUSY);
  await intentions.send({ ticket: 'a' }, send, proven);
  expect(keys[1]).toBe(keys[0]);
});

test('an answer ends the intention: the next time is another one', async () => {
  const intentions = new Intentions('POST /api/order');
  const { keys, send } = server('done', REFUSED);
  await intentions.send({ number: '5' }, send);
  await expect(intentions.send({ number: '5' }, send)).rejects.toBe(REFUSED);
  await intentions.send({ number: '5' }, send);
  expect(new Set(keys).size).toBe(3);
});

test('another input is another intention, and the first one is not forgotten over it', async () => {
  const intentions = new Intentions('POST /api/order');
  const { keys, send } = server(LOST);
  await expect(intentions.send({ number: '5' }, send)).rejects.toBe(LOST);
  await intentions.send({ number: '6' }, send);
  await intentions.send({ number: '5' }, send);
  expect(keys[1]).not.toBe(keys[0]);
  expect(keys[2]).toBe(keys[0]);
});

test('a setting that is set again is set, whatever came of earlier tries', async () => {
  const intentions = new Intentions('POST /api/stops');
  const { keys, send } = server(LOST, LOST);
  const set = (stop: string) => intentions.send({ stop }, send, { isSetting: true });
  await expect(set('58000')).rejects.toBe(LOST);
  await expect(set('59000')).rejects.toBe(LOST);
  expect(await set('58000')).toMatchObject({ sinceMs: undefined });
  // It may have been set to another value on another device meanwhile.
  await set('58000');
  expect(new Set(keys).size).toBe(4);
});

test('what an input means at the time is part of the intention', async () => {
  const intentions = new Intentions('POST /api/order');
  const { keys, send } = server(LOST, LOST);
  await expect(intentions.send('close all', send, { besides: [7] })).rejects.toBe(LOST);
  await expect(intentions.send('close all', send, { besides: [7] })).rejects.toBe(LOST);
  await intentions.send('close all', send, { besides: [8] });
  expect([keys[1] === keys[0], keys[2] === keys[0]]).toEqual([true, false]);
});

test('what was typed is one intention, whatever is reckoned from it: the first input is sent again', async () => {
  const intentions = new Intentions('POST /api/order');
  const sent: string[] = [];
  const { keys, send } = server(LOST);
  const order = (lots: string, typed = '25%') =>
    intentions.send(
      lots,
      (key, input) => {
        sent.push(input);
        return send(key);
      },
      { typed },
    );
  await expect(order('386')).rejects.toBe(LOST);
  expect(intentions.unanswered('25%')).toBe('386');
  expect(await order('290')).toMatchObject({ input: '386' });
  expect(intentions.unanswered('25%')).toBeUndefined();
  await order('218');
  await order('218', '50%');
  expect(sent).toEqual(['386', '386', '218', '218']);
  expect([keys[1] === keys[0], new Set(keys).size]).toEqual([true, 3]);
});

test('what was undone meanwhile is done again; what was only tried again is done once', async () => {
  const [add, take] = [new Intentions('POST /api/add'), new Intentions('POST /api/take')];
  const { keys, send } = server(LOST, LOST, 'done', REFUSED);
  const change = (way: Intentions, id: number) =>
    way.send({ id, amount: '100' }, send, { typed: { id, amount: '100' }, about: { id } });
  await expect(change(add, 7)).rejects.toBe(LOST);
  await expect(change(add, 8)).rejects.toBe(LOST);
  await change(take, 7);
  await expect(change(take, 8)).rejects.toBe(REFUSED);
  expect(await change(add, 7)).toMatchObject({ sinceMs: undefined });
  expect(await change(add, 8)).toMatchObject({ sinceMs: expect.any(Number) as number });
  expect([keys[4] === keys[0], keys[5] === keys[1]]).toEqual([false, true]);
});

test('another person who types the same asks for something else', async () => {
  const intentions = new Intentions('POST /api/order');
  const { keys, send } = server(LOST, LOST);
  const share = { typed: ['buy', '25%'] };
  useSession.setState({ userId: '7' });
  await expect(intentions.send('5', send, share)).rejects.toBe(LOST);
  await expect(intentions.send('withdraw', send)).rejects.toBe(LOST);
  useSession.setState({ userId: '8' });
  expect(intentions.unanswered(share.typed)).toBeUndefined();
  expect(await intentions.send('6', send, share)).toMatchObject({ input: '6' });
  await intentions.send('withdraw', send);
  useSession.setState({ userId: '7' });
  expect(await intentions.send('6', send, share)).toMatchObject({ input: '5' });
  expect(keys[4]).toBe(keys[0]);
  expect(new Set(keys).size).toBe(4);
  useSession.setState({ userId: undefined });
});

test('nothing is asked for again after a logout, nor once the server forgets keys', async () => {
  const intentions = new Intentions('POST /api/order');
  const { keys, send } = server(LOST, LOST);
  await expect(intentions.send('5', send)).rejects.toBe(LOST);
  forgetEverything();
  await expect(intentions.send('5', send)).rejects.toBe(LOST);
  vi.setSystemTime(Date.now() + 24 * 60 * 60 * 1_000);
  await intentions.send('5', send);
  vi.useRealTimers();
  expect(new Set(keys).size).toBe(3);
});

describe('after a reload', () => {
  afterEach(() => {
    vi.useRealTimers();
    removeStored('unanswered');
  });

  /** The intentions of a page that was just opened in this browser. */
  const reloaded = () => new Intentions('POST /api/order');
  const typed = { typed: [7, '25%'] };

  test('what was typed is the same intention until its answer, with the input of its first try', async () => {
    const { keys, send } = server(LOST, LATE);
    await expect(reloaded().send('386', send, typed)).rejects.toBe(LOST);
    await expect(reloaded().send('290', send, typed)).rejects.toBe(LATE);
    expect(reloaded().unanswered(typed.typed)).toBe('386');
    expect(await reloaded().send('218', send, typed)).toMatchObject({
      input: '386',
      sinceMs: expect.any(Number) as number,
    });
    expect(new Set(keys).size).toBe(1);
    expect(readStored('unanswered')).toBeUndefined();
    await reloaded().send('218', send, typed);
    expect(new Set(keys).size).toBe(2);
  });

  test('it is another one in another call, where something else was typed, and once the server forgets keys', async () => {
    const { keys, send } = server(LOST);
    await expect(reloaded().send('386', send, typed)).rejects.toBe(LOST);
    await new Intentions('POST /api/other').send('386', send, typed);
    await reloaded().send('386', send, { typed: [8, '25%'] });
    vi.setSystemTime(Date.now() + 24 * 60 * 60 * 1_000);
    await reloaded().send('386', send, typed);
    expect(new Set(keys).size).toBe(4);
  });

  test('a key that a late try brought first is the same for a day from then', async () => {
    const { keys, send } = server(LOST, LOST, LOST);
    const hours = (count: number) => vi.setSystemTime(Date.now() + count * 60 * 60 * 1_000);
    await expect(reloaded().send('386', send, typed)).rejects.toBe(LOST);
    hours(23);
    await expect(reloaded().send('386', send, typed)).rejects.toBe(LOST);
    hours(23);
    await expect(reloaded().send('386', send, typed)).rejects.toBe(LOST);
    expect(new Set(keys).size).toBe(1);
  });

  test('what another tab has seen answered is another intention here', async () => {
    const [here, there] = [reloaded(), reloaded()];
    const { keys, send } = server(LOST);
    await expect(here.send('386', send, typed)).rejects.toBe(LOST);
    await there.send('386', send, typed);
    expect(here.unanswered(typed.typed)).toBeUndefined();
    await here.send('290', send, typed);
    expect([keys[1] === keys[0], keys[2] === keys[0]]).toEqual([true, false]);
  });

  test('what is stored and is no list of intentions is none', async () => {
    for (const text of ['', 'null', '[]', '{"POST /api/order{\\"typed\\":1}":null}']) {
      writeStored('unanswered', text);
      const { send } = server();
      expect(await reloaded().send('386', send, { typed: 1 })).toMatchObject({
        sinceMs: undefined,
      });
    }
  });

  test('an input that is not of a form lives as long as its page', async () => {
    const { keys, send } = server(LOST);
    await expect(reloaded().send('386', send)).rejects.toBe(LOST);
    expect(readStored('unanswered')).toBeUndefined();
    await reloaded().send('386', send);
    expect(new Set(keys).size).toBe(2);
  });
});

test('an answer says since when it was asked for, where a try before had none', async () => {
  const intentions = new Intentions('POST /api/order');
  const { send } = server('done', LOST);
  expect(await intentions.send('this', send)).toEqual({
    output: 'done',
    input: 'this',
    sinceMs: undefined,
  });
  const beforeMs = Date.now();
  await expect(intentions.send('this', send)).rejects.toBe(LOST);
  const { sinceMs } = await intentions.send('this', send);
  expect(sinceMs).toBeGreaterThanOrEqual(beforeMs);
});

describe('an answer that comes in another session', () => {
  const transfer = moneyCall('POST /api/wallet/change');
  const input = { number: '5', currency_id: 3, from_field: 'change', to_field: 'lever' } as const;
  const told = { onDone: vi.fn(), onFailed: vi.fn(), refresh: vi.fn() };
  const keys: (string | null)[] = [];

  /** A server that answers after the person has gone, and the next one has come. */
  function answering(body: object): void {
    vi.stubGlobal('fetch', async (_url: string, init?: RequestInit) => {
      keys.push(new Headers(init?.headers).get('idempotency-key'));
      useSession.setState({ token: 'of Mei', userId: '8' });
      return Response.json(body);
    });
  }

  beforeEach(() => useSession.setState({ token: 'of Lin', userId: '7' }));
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetAllMocks();
    keys.length = 0;
    useToasts.setState({ toasts: [] });
    useSession.setState({ token: undefined, userId: undefined });
  });

  test.each([
    ['done', { type: 'ok', message: 'Transfer complete' }],
    ['refused', { type: 'error', code: 'balance_insufficient', message: 'Too little' }],
  ])('%s: it is told to nobody', async (_, body) => {
    answering(body);
    await sendMoney(transfer, input, told);
    expect([told.onDone.mock.calls, told.onFailed.mock.calls]).toEqual([[], []]);
  });

  test('its person, who has not seen it, asks for the same later; the next one for something else', async () => {
    answering({ type: 'ok', message: 'Transfer complete' });
    await sendMoney(transfer, input, told);
    await sendMoney(transfer, input, told);
    expect(told.onDone).toHaveBeenCalledOnce();
    useSession.setState({ token: 'of Lin again', userId: '7' });
    await sendMoney(transfer, input, told);
    expect([keys[1] === keys[0], keys[2] === keys[0]]).toEqual([false, true]);
  });
});

test('keys are 128 bits', async () => {
  const { keys, send } = server();
  await new Intentions('POST /api/order').send(null, send);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
});

test('a money call without a key, or a bare call that does not say so, does not compile', () => {
  const unused = vi.fn();
  unused(() => {
    // @ts-expect-error a money call is no plain call
    apiCall('POST /api/wallet/out');
    const wish = {
      currency: 3,
      number: '5',
      address: '',
      type: 'erc20',
      ticket: '',
      value: '',
    } as const;
    const sending = { failureText: () => '', timeoutMs: 1_000 };
    const upload = { onProgress: unused, signal: new AbortController().signal };
    // @ts-expect-error it cannot be called
    void moneyCall('POST /api/wallet/out')(wish);
    // @ts-expect-error its key is missing
    void callUnderKey('POST /api/wallet/out', wish);
    // @ts-expect-error a text is no key
    void callUnderKey('POST /api/wallet/out', wish, 'mine');
    // @ts-expect-error it is not sent as one without a key
    void sendCall('POST /api/wallet/out', wish, sending);
    // @ts-expect-error its key is missing here too
    void sendMoneyCall('POST /api/wallet/out', wish, sending);
    // @ts-expect-error it takes no file, and no call that does moves money
    void sendFile('POST /api/wallet/out', new File([], ''), upload);
    // @ts-expect-error a plain call moves no money
    moneyCall('GET /api/user/center');
    // @ts-expect-error its answer has no envelope
    moneyCall('POST /api/lever/close');
    // @ts-expect-error its answer has one
    moneyCall('POST /api/wallet/out', 'bare');
    // @ts-expect-error there is no such call
    apiCall('GET /api/user/centre');
    // @ts-expect-error operators make it
    apiCall('GET /office/api/me');
  });
  expect(unused).toHaveBeenCalledOnce();
});
