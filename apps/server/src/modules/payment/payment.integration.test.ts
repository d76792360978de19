/**
 * Payments over HTTP: the form, the demo's gateway, callbacks, late and short payments, recovery
 * after a stop.
 */
import { officePaymentDecide, officePayments } from '@meridian/contract/payment/office';
import { officeLogin } from '@meridian/contract/office/calls';
import { officeSettingSave } from '@meridian/contract/site/office';
import {
  CALLBACK_DONE,
  paymentCallback,
  paymentForm,
  paymentIntent,
  paymentList,
  paymentTerms,
} from '@meridian/contract/payment/calls';
import { walletDetail } from '@meridian/contract/wallet/calls';
import type { CallInput, CallOutput } from '@meridian/contract/schema/call';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import type { Amount } from '@meridian/money/amount';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addOperator } from '../office/operators.ts';
import { TestOffice } from '../../../test/people/operators.ts';
import { ALICE, BOB, TestExchange, WireRefusal } from '../../../test/test-exchange.ts';

const USDT = 3;
const COIN = 100_000_000n;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const OPERATOR = {
  account: 'finance@office.example',
  name: 'Finance',
  role: 'approver',
  password: 'Abcd9876',
} as const;
let exchange: TestExchange;

type Made = CallOutput<typeof paymentIntent>;
type Fields = Readonly<Record<string, string>>;

beforeAll(async () => {
  exchange = await TestExchange.open();
});
afterAll(async () => {
  await exchange?.close();
});
beforeEach(async () => {
  exchange.paymentsLaterMs = 0;
  exchange.submit = (command) => exchange.engine.submit(command);
  await exchange.reset();
  await sql`truncate payment_intents restart identity`.execute(exchange.queries);
  await fundHouse(1_000n);
});

test('the price is told before, and held in the payment', async () => {
  expect(await exchange.call(paymentTerms, {}, { user: ALICE })).toEqual({
    is_open: 1,
    rate: '7.1',
    min_amount: '10.00',
    max_amount: '50000.00',
    minutes: 15,
  });
  const made = await make('100.5');
  expect(made).toMatchObject({
    number: '14.15492957',
    rate: '7.1',
    url: '/api/demo/gateway',
    fields: {
      account: 'payer@example.com',
      amount: '100.50',
      currency: 'CNY',
      sign_type: 'MD5',
      merchant_id: 'DEMO',
    },
  });
  expect(made.order).toMatch(/^[0-9a-f]{32}$/);
  expect(await states()).toEqual(['waiting']);
  expect(await balance()).toBe('100000');
});

test('a price that was set too long ago closes payments, and opens them once two have looked at it again', async () => {
  const set = (value: string) =>
    exchange.queries
      .updateTable('site_settings')
      .set({ set_at: new Date(Date.now() - 169 * 60 * MINUTE_MS), value })
      .where('key', '=', 'payment_rate')
      .execute();
  await set('7.1');
  expect(await exchange.call(paymentTerms, {}, { user: ALICE })).toMatchObject({
    is_open: 0,
    rate: '',
  });
  expect(await refused(make('100'))).toBe('payment_closed');
  for (let round = 0; round < 2; round++) await exchange.payments.rounds.runOnce();
  expect(exchange.alarms.filter((text) => text.includes('was set too long ago'))).toHaveLength(1);

  const office = new TestOffice<'owner'>(exchange);
  await office.add('owner', 'owner');
  const rate = (value: string) => ({ key: 'payment_rate', value }) as const;
  expect(await office.refused('owner', officeSettingSave, rate('7.82'))).toBe('payment_rate_off');
  await office.as('owner', officeSettingSave, rate('7.1'));
  expect(await make('100')).toMatchObject({ rate: '7.1' });
  // A change within a tenth needs the second operator too.
  const id = await office.proposed('owner', officeSettingSave, rate('7.2'));
  expect(id).toBeGreaterThan(0);
  expect(await exchange.call(paymentTerms, {}, { user: ALICE })).toMatchObject({ rate: '7.1' });
  // One operator can close payments alone.
  expect((await office.send('owner', officeSettingSave, rate(''))).message).toBe('Done.');
  expect(await refused(make('100'))).toBe('payment_closed');
});

test('what cannot be paid is refused', async () => {
  for (const [amount, code] of [
    ['0', 'number_not_positive'],
    ['-1', 'number_not_positive'],
    ['9.99', 'number_range'],
    ['50000.01', 'number_range'],
    ['10.001', 'number_precision'],
    ['1e3', 'number_syntax'],
  ] as const) {
    expect(await refused(make(amount)), amount).toBe(code);
  }
  for (const account of ['a&amount=1', 'a b', 'a=b', '<b>', 'é'])
    expect(
      await refused(exchange.call(paymentIntent, { account, amount: '100' }, { user: ALICE })),
      account,
    ).toBe('input_invalid');
  expect(await states()).toEqual([]);
});

test('five payments may wait, and make room when their time is over', async () => {
  for (let count = 0; count < 5; count++) await make('100');
  expect(await refused(make('100'))).toBe('payments_too_many');
  exchange.paymentsLaterMs = 15 * MINUTE_MS;
  expect(await states()).toEqual(Array.from({ length: 5 }, () => 'expired'));
  await make('100');
});

test('five payments may wait, also where twenty are asked for at once', async () => {
  const asked = await Promise.all(Array.from({ length: 20 }, () => refused(make('100'))));
  expect(asked.filter((code) => code === 'accepted')).toHaveLength(5);
  expect(await states()).toHaveLength(5);
});

test('the same request key makes one payment, with one form', async () => {
  const first = await make('100', 'once');
  expect(await make('100', 'once')).toEqual(first);
  expect(await refused(make('101', 'once'))).toBe('idempotency_key_reused');
  expect(await states()).toHaveLength(1);
});

test("who pays in the demo's gateway has the coins, from the house", async () => {
  const made = await make('71');
  const shown = await post(made.url, made.fields);
  expect(shown.status).toBe(200);
  expect(shown.headers.get('content-security-policy')).toContain("form-action 'self'");
  expect(await shown.text()).toContain('71.00 CNY');
  const sent = await post(`${made.url}/settle`, { ...made.fields, act: 'pay' });
  expect([sent.status, sent.headers.get('location')]).toEqual([303, '/payment']);
  expect([await states(), await balance()]).toEqual([['credited'], '100010']);
  expect(houseCoins()).toBe(990n * COIN);
});

test('who comes back without having paid gets the same form, while it waits', async () => {
  const made = await make('71');
  const again = (user: number) => exchange.call(paymentForm, { order: made.order }, { user });
  expect(await again(ALICE)).toEqual(made);
  expect(await refused(again(BOB))).toBe('payment_not_found');
  exchange.paymentsLaterMs = 15 * MINUTE_MS;
  expect(await refused(again(ALICE))).toBe('payment_not_found');
});

test('who does not pay has none, and a form that was changed gets no further', async () => {
  const made = await make('71');
  const cheaper = { ...made.fields, amount: '1.00' };
  for (const path of [made.url, `${made.url}/settle`])
    expect(await (await post(path, { ...cheaper, act: 'pay' })).text()).toContain(
      'signature of this payment is wrong',
    );
  expect(await states()).toEqual(['waiting']);
  await post(`${made.url}/settle`, { ...made.fields, act: 'cancel' });
  expect([await states(), await balance()]).toEqual([['refused'], '100000']);
});

test('what is told again changes nothing', async () => {
  const made = await make('71');
  for (let time = 0; time < 3; time++) expect(await tell(notice(made))).toBe(CALLBACK_DONE);
  expect(await tell(notice(made, { state: 'refused' }))).toBe(CALLBACK_DONE);
  expect([await states(), await balance()]).toEqual([['credited'], '100010']);
  expect(await tell(notice(made, { transaction_id: 'G-2' }))).toBe(CALLBACK_DONE);
  expect(await balance()).toBe('100010');
  expect(exchange.alarms.at(-1)).toContain('was paid once more');
});

test('one payment at the gateway pays one of ours', async () => {
  const [first, second] = [await make('71'), await make('71')];
  expect(await tell(notice(first))).toBe(CALLBACK_DONE);
  expect(
    await tell(notice(second, { transaction_id: notice(first)['transaction_id'] ?? '' })),
  ).toBe('payment_callback_refused');
  expect(await balance()).toBe('100010');
});

test.each([
  ['credited', '1', 'credited', '100010'],
  ['given back', '0', 'refunded', '100000'],
] as const)(
  'what is paid too late waits for an operator: %s',
  async (_what, credited, state, coins) => {
    const made = await make('71');
    exchange.paymentsLaterMs = 15 * MINUTE_MS;
    expect(await tell(notice(made))).toBe(CALLBACK_DONE);
    await exchange.payments.rounds.runOnce();
    expect([await states(), await balance()]).toEqual([['late'], '100000']);
    const operator = await operatorToken();
    const { list } = await ask(officePayments, { status: 'late' }, operator);
    expect(list).toMatchObject([
      { order: made.order, amount: '71.00', number: '10', payer: 'payer@example.com' },
    ]);
    const decide = () =>
      ask(
        officePaymentDecide,
        { id: list[0]?.id ?? 0, credited, reason: 'Seen at the gateway.' },
        operator,
      );
    const answers = await Promise.allSettled(Array.from({ length: 10 }, decide));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect([await states(), await balance()]).toEqual([[state], coins]);
    const { rows } = await sql<{
      action: string;
    }>`select action from audit_log where subject = ${`payment ${list[0]?.id}`} order by id desc limit 1`.execute(
      exchange.queries,
    );
    expect(rows).toEqual([{ action: credited === '1' ? 'payment.credit' : 'payment.refund' }]);
  },
);

test('a payment that was refused and is paid after all is late', async () => {
  const made = await make('71');
  await tell(notice(made, { state: 'refused' }));
  await tell(notice(made));
  expect(await states()).toEqual(['late']);
});

test('what the house is short of is paid once it has it, or given back, never both', async () => {
  const [first, second] = [await make('14200'), await make('14200')];
  for (const made of [first, second]) expect(await tell(notice(made))).toBe(CALLBACK_DONE);
  expect([await states(), await balance()]).toEqual([['paid', 'paid'], '100000']);
  await exchange.payments.rounds.runOnce();
  expect(await statuses()).toEqual(['short', 'short']);
  await fundHouse(2_000n);
  await exchange.payments.rounds.runOnce();
  expect([await statuses(), await balance()]).toEqual([['credited', 'short'], '102000']);
  const operator = await operatorToken();
  await ask(officePaymentDecide, { id: 2, credited: '0', reason: 'Given back.' }, operator);
  await fundHouse(10_000n);
  await exchange.payments.rounds.runOnce();
  expect([await statuses(), await balance()]).toEqual([['credited', 'refunded'], '102000']);
  expect(
    await refused(ask(officePaymentDecide, { id: 2, credited: '1', reason: 'No.' }, operator)),
  ).toBe('payment_not_found');
});

test.each([
  ['before the core was told', false],
  ['after it, unheard', true],
])(
  'a stop between the callback and the credit, %s, loses and doubles nothing',
  async (_when, isTold) => {
    const made = await make('71');
    exchange.submit = async (command) => {
      if (isTold) await exchange.engine.submit(command);
      throw new Error('the server stops');
    };
    expect(await tell(notice(made))).toBe(CALLBACK_DONE);
    expect(await states()).toEqual(['paid']);
    exchange.submit = (command) => exchange.engine.submit(command);
    // Longer than the core remembers keys.
    exchange.engine.advance(2 * DAY_MS);
    await exchange.payments.rounds.runOnce();
    expect(await statuses(), 'it may still be under way').toEqual(['crediting']);
    exchange.paymentsLaterMs = 11_000;
    await exchange.payments.rounds.runOnce();
    expect([await states(), await balance()]).toEqual([['credited'], '100010']);
    expect(exchange.engine.exchange.snapshot().transfers).toEqual({ payment: [[1, 1]] });
  },
);

test('nobody sees the payments of others, and only some operators see them all', async () => {
  await make('71');
  expect((await exchange.call(paymentList, {}, { user: BOB })).list).toEqual([]);
  const operator = await operatorToken();
  for (const q of [`${ALICE}@test`, String(ALICE)])
    expect((await ask(officePayments, { q }, operator)).total).toBe(1);
  expect((await ask(officePayments, { q: 'nobody' }, operator)).total).toBe(0);
});

async function fundHouse(coins: bigint): Promise<void> {
  await exchange.engine.submit({
    kind: 'ledger.deposit',
    user: SYSTEM.house,
    wallet: 'spot',
    currency: USDT,
    amount: (coins * COIN) as Amount,
    reference: 'test',
  });
}

function houseCoins(): bigint {
  return exchange.live.balance(SYSTEM.house, 'spot', USDT).available;
}

function make(amount: string, key?: string): Promise<Made> {
  return exchange.call(
    paymentIntent,
    { account: 'payer@example.com', amount },
    { user: ALICE, ...(key === undefined ? {} : { key }) },
  );
}

function post(path: string, fields: Fields): Promise<Response> {
  return fetch(exchange.address + path, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
}

/** The gateway's notice of a payment. */
function notice({ order, fields }: Made, more: Fields = {}): Fields {
  return {
    merchant_id: fields.merchant_id,
    order_id: order,
    transaction_id: `G-${order}`,
    amount: fields.amount,
    currency: 'CNY',
    state: 'paid',
    sign_type: 'MD5',
    ...more,
  };
}

/** The answer to the gateway, or the code that refuses it. */
async function tell(fields: Fields): Promise<string> {
  const { merchant } = exchange;
  const response = await fetch(exchange.address + paymentCallback.path, {
    method: 'POST',
    headers: { 'x-signature': merchant.signatureOf(fields) },
    body: new URLSearchParams({ ...fields, sign: merchant.md5Of(fields) }),
  });
  const text = await response.text();
  return text.startsWith('{') ? String((JSON.parse(text) as { code?: string }).code) : text;
}

async function states(): Promise<string[]> {
  return (await exchange.call(paymentList, {}, { user: ALICE })).list.map(({ state }) => state);
}

async function statuses(): Promise<string[]> {
  return (
    await exchange.queries.selectFrom('payment_intents').select('status').orderBy('id').execute()
  ).map(({ status }) => status);
}

async function balance(): Promise<string> {
  return (await exchange.call(walletDetail, { currency: USDT }, { user: ALICE })).change_balance;
}

async function operatorToken(): Promise<string> {
  const known = await exchange.queries
    .selectFrom('operators')
    .select('id')
    .where('account', '=', OPERATOR.account)
    .executeTakeFirst();
  if (known === undefined) await addOperator(exchange.queries, OPERATOR);
  return exchange.call(officeLogin, { account: OPERATOR.account, password: OPERATOR.password });
}

async function ask<C extends typeof officePayments | typeof officePaymentDecide>(
  call: C,
  input: CallInput<C>,
  authorization: string,
): Promise<CallOutput<C>> {
  const fields = new URLSearchParams(
    Object.entries(input).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const isGet = call.method === 'GET';
  const response = await fetch(`${exchange.address}${call.path}${isGet ? `?${fields}` : ''}`, {
    method: call.method,
    headers: { authorization },
    ...(isGet ? {} : { body: fields }),
  });
  const answer = (await response.json()) as Record<string, unknown>;
  if (answer['type'] !== 'ok') throw new WireRefusal(response.status, answer);
  return answer['message'] as CallOutput<C>;
}

async function refused(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'accepted',
    (error: WireRefusal) => String(error.answer['code']),
  );
}
