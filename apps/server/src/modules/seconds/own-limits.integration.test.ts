import { userMessages } from '@meridian/contract/inbox/calls';
import {
  BREAK_DAYS as OFFERED_DAYS,
  breakBegin,
  lossLimitSet,
  ownLimits,
  secondsSubmit,
  timeLimitSet,
} from '@meridian/contract/seconds/calls';
import { securityHistory } from '@meridian/contract/security/calls';
import { walletChange } from '@meridian/contract/wallet/calls';
import { BREAK_DAYS, DAY_MS } from '@meridian/core/seconds/own-limit';
import type { PriceTicks } from '@meridian/money/amount';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ALICE, BOB, TestExchange, WireRefusal } from '../../../test/test-exchange.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';

let exchange: TestExchange;
const as = { user: ALICE };

beforeAll(async () => (exchange = await TestExchange.open()));
afterAll(() => exchange.close());
beforeEach(async () => {
  await exchange.reset();
  for (const user of [ALICE, BOB])
    await exchange.call(
      walletChange,
      { number: '5000', currency_id: 3, from_field: 'change', to_field: 'micro' },
      { user },
    );
});

async function tick(afterMs: number, cents: number): Promise<void> {
  exchange.engine.advance(afterMs);
  await exchange.engine.submit({
    kind: 'index.set',
    source: 'test',
    prices: [[1, cents as PriceTicks]],
  });
}

/** Loses a ticket of 100 USDT, which costs 102. */
async function lose(): Promise<void> {
  await open();
  await tick(1_000, 6_000_000);
  await tick(28_500, 5_999_900);
  await tick(1_000, 6_000_000);
}

function open(user = ALICE): Promise<unknown> {
  const ticket = { match_id: 1, currency_id: 3, type: '1', seconds: 30, number: '100' } as const;
  return exchange.call(secondsSubmit, ticket, { user });
}

async function refused(call: Promise<unknown>): Promise<Record<string, unknown>> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof WireRefusal)) throw new Error(`not refused: ${String(error)}`);
  return error.answer;
}

const limits = () => exchange.call(ownLimits, {}, as);
const events = async () =>
  (await exchange.call(securityHistory, {}, as)).list.map(({ kind }) => kind);
const messages = async () => (await exchange.call(userMessages, {}, as)).list;

it('the lengths of a break are those of the core', () => {
  expect(OFFERED_DAYS).toEqual(BREAK_DAYS);
});

it('a limit of the loss refuses with its figure, and is shown with what is left', async () => {
  await exchange.call(lossLimitSet, { currency_id: 3, number: '150' }, as);
  await lose();
  expect(await refused(open())).toMatchObject({
    code: 'seconds_loss_limit',
    message: expect.stringContaining('150 USDT') as string,
  });
  await open(BOB);
  const { losses } = await limits();
  expect(losses).toContainEqual({
    currency_id: 3,
    currency_name: 'USDT',
    decimals: 8,
    limit: '150',
    next: null,
    lost: '102',
    open: '0',
    left: '48',
  });
});

it('a looser limit waits for 24 hours, is told to its owner, and is withdrawn by a stricter one', async () => {
  await exchange.call(lossLimitSet, { currency_id: 3, number: '100' }, as);
  expect(await events()).not.toContain('seconds_limit_loosened');
  const answer = await exchange.call(lossLimitSet, { currency_id: 3, none: '1' }, as);
  const fromMs = exchange.engine.timeMs + DAY_MS;
  expect(answer).toContain(shanghaiTime(fromMs));
  const own = async () => (await limits()).losses.find(({ currency_id }) => currency_id === 3);
  expect(await own()).toMatchObject({ limit: '100', next: { limit: null, from_ms: fromMs } });
  expect(await events()).toContain('seconds_limit_loosened');
  await expect.poll(messages).toContainEqual(
    expect.objectContaining({
      kind: 'seconds_limit_waits',
      topic: 'security',
      text: expect.stringContaining(shanghaiTime(fromMs)) as string,
    }),
  );
  expect((await refused(open()))['code']).toBe('seconds_loss_limit');
  await exchange.call(lossLimitSet, { currency_id: 3, number: '90' }, as);
  expect(await own()).toMatchObject({ limit: '90', next: null });
  await tick(2 * DAY_MS, 6_000_000);
  expect((await refused(open()))['code']).toBe('seconds_loss_limit');
});

it('a field that was left blank removes no limit', async () => {
  expect(await refused(exchange.call(lossLimitSet, { currency_id: 3 }, as))).toMatchObject({
    code: 'field_missing',
    field: 'number',
  });
  expect(await refused(exchange.call(timeLimitSet, {}, as))).toMatchObject({
    code: 'field_missing',
    field: 'minutes',
  });
  const both = { currency_id: 3, number: '1', none: '1' } as const;
  expect((await refused(exchange.call(lossLimitSet, both, as)))['code']).toBe('input_invalid');
  expect((await refused(exchange.call(timeLimitSet, { minutes: 1_441 }, as)))['code']).toBe(
    'number_not_between',
  );
});

it('a limit of the time refuses with its end', async () => {
  await exchange.call(timeLimitSet, { minutes: 10 }, as);
  expect((await limits()).minutes).toEqual({ limit: 10, next: null, ends_ms: 0 });
  const startedMs = exchange.engine.timeMs;
  await open();
  expect((await limits()).minutes.ends_ms).toBeGreaterThanOrEqual(startedMs + 600_000);
  await tick(600_001, 6_000_000);
  const { day_ends_ms } = await limits();
  expect(await refused(open())).toMatchObject({
    code: 'seconds_time_limit',
    message: expect.stringContaining(shanghaiTime(day_ends_ms)) as string,
  });
  await open(BOB);
});

it('a break asks for a step-up, refuses with its end, and is only lengthened', async () => {
  // A login is a proof for its first minutes.
  await exchange.queries.updateTable('sessions').set({ stepped_up_at: null }).execute();
  expect((await refused(exchange.call(breakBegin, { days: 7 }, as)))['code']).toBe(
    'step_up_required',
  );
  await open();
  await exchange.stepUp(ALICE);
  expect(await refused(exchange.call(breakBegin, { days: 2 }, as))).toMatchObject({
    code: 'input_invalid',
    field: 'days',
  });
  const answer = await exchange.call(breakBegin, { days: 7 }, as);
  const endsMs = exchange.engine.timeMs + 7 * DAY_MS;
  const until = shanghaiTime(endsMs);
  expect(answer).toContain(until);
  expect((await limits()).break).toEqual({ days: 7, is_exclusion: 0, ends_ms: endsMs });
  expect(await refused(open())).toMatchObject({
    code: 'seconds_on_break',
    message: expect.stringContaining(until) as string,
  });
  expect(await refused(exchange.call(breakBegin, { days: 1 }, as))).toMatchObject({
    code: 'break_not_longer',
    message: expect.stringContaining(until) as string,
  });
  expect(await events()).toContain('seconds_break_begun');
  await expect
    .poll(messages)
    .toContainEqual(expect.objectContaining({ kind: 'seconds_break', topic: 'security' }));
  // Money is free to leave, and the open ticket runs on.
  await exchange.call(
    walletChange,
    { number: '4000', currency_id: 3, from_field: 'micro', to_field: 'change' },
    as,
  );
  await exchange.call(breakBegin, { days: 365 }, as);
  expect((await limits()).break).toMatchObject({ days: 365, is_exclusion: 1 });
  await tick(365 * DAY_MS - 1_000, 6_000_000);
  expect((await refused(open()))['code']).toBe('seconds_on_break');
  await tick(1_000, 6_000_000);
  await open();
  expect((await limits()).break).toBeNull();
});

it('are found again by a live view that begins with a snapshot', async () => {
  await exchange.call(lossLimitSet, { currency_id: 3, number: '150' }, as);
  await exchange.call(timeLimitSet, { minutes: 10 }, as);
  await lose();
  const before = exchange.live.seconds.ownLimits(ALICE);
  exchange.live.load(exchange.engine.exchange.snapshot());
  expect(exchange.live.seconds.ownLimits(ALICE)).toEqual(before);
});
