import {
  convertAccept,
  convertDust,
  convertEndPlan,
  convertMy,
  convertPairs,
  convertPlan,
  convertPlans,
  convertQuote,
  convertSweep,
} from '@meridian/contract/convert/calls';
import { userMessages } from '@meridian/contract/inbox/calls';
import { accountClose } from '@meridian/contract/personal/calls';
import type { Amount } from '@meridian/money/amount';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshIndex, openConvert, resting, submitAll } from '../../../test/convert-scene.ts';
import { ALICE, BOB, TestExchange, WireRefusal } from '../../../test/test-exchange.ts';
import { openLiveView } from '../live-view.ts';

const [BTC, ETH, USDT] = [1, 2, 3];
const COIN = 100_000_000n;
const DAY_MS = 86_400_000;

let exchange: TestExchange;

beforeAll(async () => (exchange = await TestExchange.open()));
afterAll(() => exchange.close());
beforeEach(async () => {
  await exchange.reset();
  await openConvert(exchange);
});

const ask = (
  user: number,
  input: Partial<{ from_id: number; to_id: number; number: string; side: 'from' | 'to' }> = {},
  key?: string,
) =>
  exchange.call(
    convertQuote,
    { from_id: USDT, to_id: BTC, number: '6000', side: 'from', ...input },
    { user, ...(key === undefined ? {} : { key }) },
  );
const accept = (user: number, id: number, key?: string) =>
  exchange.call(convertAccept, { id }, { user, ...(key === undefined ? {} : { key }) });
const plan = (user: number, input: Record<string, unknown> = {}) =>
  exchange.call(
    convertPlan,
    {
      from_id: USDT,
      to_id: BTC,
      number: '60',
      every_days: 7,
      minute: 600,
      max_spread_bps: 150,
      ...input,
    },
    { user },
  );
const balance = (user: number, currency: number): bigint =>
  exchange.live.balance(user, 'spot', currency).available;

async function later(ms: number): Promise<void> {
  exchange.engine.advance(ms);
  await submitAll(exchange, [{ kind: 'clock.tick' }]);
}

async function refusal(call: Promise<unknown>): Promise<unknown> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof WireRefusal)) return error;
  const { code, field } = error.answer;
  return typeof field === 'string' ? `${String(code)} ${field}` : code;
}

async function withdraw(user: number, currency: number, left: bigint): Promise<void> {
  const amount = balance(user, currency) - left;
  await submitAll(exchange, [
    {
      kind: 'custody.transfer',
      user,
      from: 'spot',
      to: 'margin',
      currency,
      amount: amount as Amount,
    },
  ]);
}

describe('a quote', () => {
  it('is firm: both amounts, the spread beside the book, and it converts exactly', async () => {
    const pairs = await exchange.call(convertPairs, {});
    expect(pairs.map((row) => [row.currency_name, row.is_hub, row.step])).toEqual([
      ['USDT', true, '0.000001'],
      ['BTC', false, '0.000001'],
      ['ETH', false, '0.000001'],
    ]);
    expect(pairs.slice(0, 2).map((row) => row.index_price)).toEqual(['1', '60000']);
    // Without a book the price is at the cap: 1 % worse than the index.
    const quote = await ask(ALICE);
    expect(quote).toMatchObject({
      from_number: '6000',
      to_number: '0.0990099',
      spread_bps: 100,
      book_bps: null,
      price: '0.00001650165',
      index_price: '0.00001666666666',
      book_price: '',
      // 0.0990099 BTC at 60,000 are 5,940.594 USDT.
      ...{ cost: '59.406', cost_name: 'USDT' },
    });
    expect(quote.expires_at - quote.now).toBeLessThanOrEqual(10_000);
    const before = [balance(ALICE, USDT), balance(ALICE, BTC)];
    await accept(ALICE, quote.id);
    expect(balance(ALICE, USDT)).toBe((before[0] ?? 0n) - 6_000n * COIN);
    expect(balance(ALICE, BTC)).toBe((before[1] ?? 0n) + 9_900_990n);
    const { list, total } = await exchange.call(convertMy, {}, { user: ALICE });
    expect([total, list]).toEqual([
      1,
      [
        expect.objectContaining({
          kind: 'quote',
          subject: quote.id,
          from_name: 'USDT',
          from_number: '6000',
          to_number: '0.0990099',
          spread_bps: 100,
        }),
      ],
    ]);
    expect((await exchange.call(convertMy, {}, { user: BOB })).total).toBe(0);
  });

  it('takes the book where that is worse than the index, and either amount', async () => {
    await submitAll(exchange, [
      resting(BOB, 'sell', { ticks: 6_003_000, lots: 100_000 }),
      resting(BOB, 'buy', { ticks: 5_997_000, lots: 100_000 }),
    ]);
    const quote = await ask(ALICE, { number: '0.1', side: 'to' });
    // 60,030 and 10 bps on it.
    expect(quote).toMatchObject({ from_number: '6009.003', to_number: '0.1', book_bps: 5 });
    expect(quote.spread_bps).toBe(15);
    // One coin for 60,030 of the book, and 60,000 of the index.
    expect(1 / Number(quote.book_price)).toBeCloseTo(60_030, 2);
    expect(1 / Number(quote.index_price)).toBeCloseTo(60_000, 2);
    expect(quote.cost).toBe('9.003');
    const back = await ask(ALICE, { from_id: BTC, to_id: USDT, number: '0.1' });
    expect(back).toMatchObject({ from_number: '0.1', to_number: '5991.003' });
    const cross = await ask(ALICE, { from_id: BTC, to_id: ETH, number: '0.1' });
    expect(cross.book_bps).toBeNull();
  });

  it('is the same quote under the same key, also after it has ended', async () => {
    const first = await ask(ALICE, {}, 'a-key-of-alice');
    // The comparison is with index and books of now.
    const { now: _now, index_price: _index, book_price: _book, cost: _cost, ...terms } = first;
    expect(await ask(ALICE, {}, 'a-key-of-alice')).toMatchObject(terms);
    await accept(ALICE, first.id, 'an-acceptance');
    await accept(ALICE, first.id, 'an-acceptance');
    expect(balance(ALICE, USDT)).toBe(94_000n * COIN);
    expect(await ask(ALICE, {}, 'a-key-of-alice')).toMatchObject(terms);
    await later(20_000);
    expect(await ask(ALICE, {}, 'a-key-of-alice')).toMatchObject(terms);
    expect(exchange.live.convert.quotes()).toEqual([]);
  });

  it('is refused in words: bounds, steps, balance, time, strangers', async () => {
    expect(await refusal(ask(ALICE, { to_id: USDT }))).toBe('input_invalid to_id');
    expect(await refusal(ask(ALICE, { to_id: 77 }))).toBe('currency_unknown to_id');
    expect(await refusal(ask(ALICE, { to_id: 4 }))).toBe('convert_closed');
    expect(await refusal(ask(ALICE, { number: '0.5' }))).toBe('convert_amount_invalid');
    expect(await refusal(ask(ALICE, { number: '0' }))).toBe('number_not_positive number');
    expect(await refusal(ask(ALICE, { number: '6000.0000001' }))).toBe('convert_step_invalid');
    expect(await refusal(ask(ALICE, { from_id: ETH, number: '1' }))).toBe('balance_insufficient');
    const quote = await ask(ALICE);
    expect(await refusal(accept(BOB, quote.id))).toBe('quote_not_found');
    expect(await refusal(accept(BOB, 99_999))).toBe('quote_not_found');
    expect(await refusal(accept(BOB, 0))).toBe('quote_not_found');
    await accept(ALICE, quote.id);
    expect(await refusal(accept(ALICE, quote.id))).toBe('quote_used');
    const open = [await ask(ALICE), await ask(ALICE), await ask(ALICE)];
    expect(await refusal(ask(ALICE))).toBe('quotes_too_many');
    exchange.engine.advance(10_000);
    expect(await refusal(accept(ALICE, open[0]?.id ?? 0))).toBe('quote_expired');
    await later(1);
    expect(await refusal(accept(ALICE, open[0]?.id ?? 0))).toBe('quote_not_found');
    await later(11_000);
    expect(await refusal(ask(ALICE))).toBe('index_stale');
  });

  it('leaves the hour and the desk less while it is open', async () => {
    const [, btc] = await exchange.call(convertPairs, {});
    expect(btc).toMatchObject({ hour_left: '4', desk_left: '10' });
    await ask(ALICE);
    const [, less] = await exchange.call(convertPairs, {});
    expect(less).toMatchObject({ hour_left: '3.9009901', desk_left: '9.90099009' });
    await later(10_001);
    const [, again] = await exchange.call(convertPairs, {});
    expect(again).toMatchObject({ hour_left: '4', desk_left: '10' });
  });
});

describe('dust', () => {
  it('is swept as a whole, at no less than what was shown', async () => {
    await withdraw(ALICE, BTC, 5_000n);
    const { list, most, most_name } = await exchange.call(
      convertDust,
      { to_id: USDT },
      { user: ALICE },
    );
    expect([most, most_name]).toEqual(['5', 'USDT']);
    expect(list).toEqual([
      { currency_id: BTC, currency_name: 'BTC', number: '0.00005', brings: '2.97' },
    ]);
    const sweep = (user: number, least: string, ids = '1') =>
      exchange.call(convertSweep, { to_id: USDT, ids, least }, { user, key: `sweep-${least}` });
    expect(await refusal(sweep(ALICE, '2.98'))).toBe('convert_moved');
    expect(await refusal(sweep(BOB, '0'))).toBe('dust_too_large');
    expect(await refusal(sweep(ALICE, '1', '3'))).toBe('input_invalid ids');
    expect(await refusal(sweep(ALICE, '1', 'x,1'))).toBe('input_invalid ids');
    const before = balance(ALICE, USDT);
    await sweep(ALICE, '2.97');
    await sweep(ALICE, '2.97');
    expect([balance(ALICE, BTC), balance(ALICE, USDT) - before]).toEqual([0n, 297_000_000n]);
    const { list: own } = await exchange.call(convertMy, {}, { user: ALICE });
    expect(own).toEqual([expect.objectContaining({ kind: 'dust', subject: 0 })]);
    expect((await exchange.call(convertDust, { to_id: USDT }, { user: ALICE })).list).toEqual([]);
  });
});

describe('a recurring purchase', () => {
  it('runs at its time, says why it was skipped, and ends', async () => {
    const { id } = await plan(ALICE);
    const [shown] = await exchange.call(convertPlans, {}, { user: ALICE });
    expect(shown).toMatchObject({ id, number: '60', every_days: 7, runs: [] });
    exchange.here.add(ALICE);
    exchange.engine.advance((shown?.next_ms ?? 0) - exchange.engine.timeMs);
    await freshIndex(exchange);
    await later(1);
    await later(7 * DAY_MS);
    const [ran] = await exchange.call(convertPlans, {}, { user: ALICE });
    expect(ran?.runs).toEqual([
      expect.objectContaining({ skipped: 'price', from_number: '', spread_bps: null }),
      expect.objectContaining({ skipped: '', from_number: '60', to_number: '0.00099009' }),
    ]);
    expect(ran?.next_ms).toBe((shown?.next_ms ?? 0) + 14 * DAY_MS);
    const { list } = await exchange.call(convertMy, {}, { user: ALICE });
    expect(list).toEqual([expect.objectContaining({ kind: 'plan', subject: id })]);
    const messages = await exchange.call(userMessages, { topic: 'convert' }, { user: ALICE });
    expect(messages.list.map(({ kind, text }) => [kind, text])).toEqual([
      ['convert_plan_skipped', expect.stringContaining('There was no current price.')],
      ['convert_plan_ran', expect.stringContaining('0.00099009 BTC')],
    ]);
    expect(await refusal(exchange.call(convertEndPlan, { id }, { user: BOB }))).toBe(
      'plan_not_found',
    );
    await exchange.call(convertEndPlan, { id }, { user: ALICE });
    expect(await exchange.call(convertPlans, {}, { user: ALICE })).toEqual([]);
    expect(await refusal(exchange.call(convertEndPlan, { id }, { user: ALICE }))).toBe(
      'plan_not_found',
    );
  });

  it('is refused outside of its bounds, and keeps the account open', async () => {
    expect(await refusal(plan(ALICE, { every_days: 2 }))).toBe('input_invalid every_days');
    expect(await refusal(plan(ALICE, { minute: 1_440 }))).toBe('number_not_between minute');
    expect(await refusal(plan(ALICE, { max_spread_bps: 4_001 }))).toBe(
      'number_not_between max_spread_bps',
    );
    expect(await refusal(plan(ALICE, { number: '0.1' }))).toBe('convert_amount_invalid');
    for (let count = 0; count < 10; count++) await plan(ALICE);
    expect(await refusal(plan(ALICE))).toBe('plans_too_many');
    expect(exchange.live.convert.plans(ALICE)).toHaveLength(10);
    await exchange.stepUp(ALICE);
    expect(
      await refusal(exchange.call(accountClose, { account: `${ALICE}@test` }, { user: ALICE })),
    ).toBe('account_has_orders');
  });
});

it('a restart and a rebuild keep quotes, plans, terms and history', async () => {
  const quote = await ask(ALICE, {}, 'kept');
  await accept(ALICE, (await ask(ALICE)).id);
  await plan(ALICE);
  const restarted = openLiveView(() => exchange.engine.timeMs);
  restarted.load(exchange.engine.exchange.snapshot());
  const { convert } = exchange.live;
  expect(restarted.convert.quotes()).toEqual(convert.quotes());
  expect(restarted.convert.plans(ALICE)).toEqual(convert.plans(ALICE));
  expect(restarted.convert.allTerms()).toEqual(convert.allTerms());
  for (const currency of [BTC, ETH, USDT])
    expect(restarted.convert.givenIn(currency, exchange.engine.timeMs)).toBe(
      convert.givenIn(currency, exchange.engine.timeMs),
    );
  const before = await exchange.call(convertMy, {}, { user: ALICE });
  await exchange.rebuild();
  expect(await exchange.call(convertMy, {}, { user: ALICE })).toEqual(before);
  expect((await ask(ALICE, {}, 'kept')).id).toBe(quote.id);
});
