/** The forecast before a withdrawal's confirmation is the core's later decision. */
import { confirmBegin, withdraw, withdrawals } from '@meridian/contract/custody/calls';
import { officeWithdrawals } from '@meridian/contract/custody/office';
import { demoOutbox } from '@meridian/contract/demo/calls';
import type { Amount } from '@meridian/money/amount';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Scene, type Customer } from '../../../test/checklist/items/scene.ts';
import { ownTotp } from '../../../test/people/confirmation.ts';

const DAY_MS = 86_400_000;
const OUTSIDE = `0x${'42'.repeat(20)}`;
const TERMS = { currency: 3, number: '50', address: OUTSIDE, type: 'erc20' } as const;

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open();
});
afterAll(() => scene.close());

/** A customer with money on a device that the account has used for two days, or on a new one. */
async function owner({ isDeviceNew = false } = {}): Promise<{
  customer: Customer;
  code: () => Promise<string>;
}> {
  const customer = await scene.newcomer();
  await customer.fund();
  const { queries } = scene.exchange;
  if (!isDeviceNew)
    await queries
      .updateTable('sessions')
      .set({ created_at: new Date(Date.now() - 2 * DAY_MS) })
      .where('user_id', '=', BigInt(customer.user))
      .execute();
  return { customer, code: await ownTotp(queries, customer.user) };
}

type Owner = Awaited<ReturnType<typeof owner>>;
type Row = Awaited<ReturnType<typeof take>>['row'];

/** A forecast, and the withdrawal made after it. */
async function take(
  { customer, code }: Owner,
  more: Partial<Record<'number' | 'address', string>> = {},
) {
  const { queries } = scene.exchange;
  await queries
    .updateTable('totp_secrets')
    .set({ last_step: 0n })
    .where('user_id', '=', BigInt(customer.user))
    .execute();
  const wanted = { ...TERMS, ...more };
  const told = await customer.ask(confirmBegin, wanted);
  await customer.ask(withdraw, { ...wanted, ticket: told.ticket, value: await code() });
  const [shown] = (await customer.ask(withdrawals, {})).list;
  if (shown === undefined) throw new Error('no withdrawal');
  const row = await queries
    .selectFrom('withdrawals')
    .select(['approvals_needed', 'waits_until_ms', 'id'])
    .where('id', '=', BigInt(shown.id))
    .executeTakeFirstOrThrow();
  return { told, shown, row };
}

function reasonsOf({ hold_reasons }: { hold_reasons: readonly { reason: string }[] }): string[] {
  return hold_reasons.map(({ reason }) => reason);
}

/** Whether the core required operators. */
const needsOperators = ({ approvals_needed }: Row): 0 | 1 => (approvals_needed > 0 ? 1 : 0);

test('a first payment to an address is told to leave a day later, and does', async () => {
  const { told, shown, row } = await take(await owner());
  expect([told.is_reviewed, needsOperators(row)]).toEqual([0, 0]);
  expect(reasonsOf(told)).toEqual(['new_address']);
  expect(Number(row.waits_until_ms)).toBeGreaterThan(scene.exchange.engine.timeMs);
  expect(told.waits_until.slice(0, 15)).toBe(shown.waits_until.slice(0, 15));
  expect(told.hold_text).toContain(told.waits_until);
  expect(shown.hold_text).toContain(shown.waits_until);
  expect(reasonsOf(shown)).toEqual(['new_address']);
});

test('from a new device it is told to be looked at, and until when the device is new', async () => {
  const { told, shown, row } = await take(await owner({ isDeviceNew: true }));
  expect([told.is_reviewed, needsOperators(row)]).toEqual([1, 1]);
  expect(reasonsOf(told)).toEqual(['new_address', 'new_device']);
  expect(told.hold_reasons.map(({ until }) => until)).not.toContain('');
  expect(told.waits_until).toBe('');
  // The row knows no end of the device's newness, but the end of the address's, like the forecast.
  expect(shown.hold_reasons.map(({ until }) => until.slice(0, 15))).toEqual([
    told.hold_reasons[0]?.until.slice(0, 15),
    '',
  ]);
  for (const { hold_text } of [told, shown]) expect(hold_text).toMatch(/^Our staff look at/);
  expect(reasonsOf(shown)).toEqual(['new_address', 'new_device']);
});

test('a large amount is looked at, alone and with others of the day', async () => {
  const someone = await owner();
  await scene.exchange.engine.submit({
    kind: 'ledger.deposit',
    user: someone.customer.user,
    wallet: 'spot',
    currency: 3,
    amount: 1_000_000_000_000n as Amount,
    reference: 'test',
  });
  const network = scene.exchange.live.custody.networks().find(({ name }) => name === 'erc20');
  const first = (network?.oneApprovalFrom ?? 0n) / 100_000_000n - 60n;
  const small = await take(someone, { number: String(first) });
  expect([reasonsOf(small.told), needsOperators(small.row)]).toEqual([['new_address'], 0]);
  const second = await take(someone, { number: '80' });
  expect([second.told.is_reviewed, needsOperators(second.row)]).toEqual([1, 1]);
  expect(reasonsOf(second.told)).toContain('amount');
  expect(reasonsOf(second.shown)).toContain('amount');
  // No limit is named.
  expect(JSON.stringify(second.told)).not.toContain(String(first + 60n));
});

test('more than five within a day are looked at, and what waits behind them is told so', async () => {
  const someone = await owner();
  const told: { reasons: string[]; shown: string[]; isReviewed: number; needed: number }[] = [];
  for (let index = 0; index < 7; index++) {
    const taken = await take(someone, { number: '10' });
    told.push({
      reasons: reasonsOf(taken.told),
      shown: reasonsOf(taken.shown),
      isReviewed: taken.told.is_reviewed,
      needed: needsOperators(taken.row),
    });
  }
  expect(told.map(({ isReviewed }) => isReviewed)).toEqual(told.map(({ needed }) => needed));
  expect(told.map(({ isReviewed }) => isReviewed)).toEqual([0, 0, 0, 0, 0, 1, 1]);
  expect(told[5]?.reasons).toEqual(['new_address', 'velocity']);
  expect(told[6]?.reasons).toEqual(['new_address', 'velocity', 'other_review']);
  expect(told[6]?.shown).toEqual(told[6]?.reasons);
});

test('an approved withdrawal behind one under review says so, to its owner and in the office', async () => {
  const someone = await owner();
  const { engine } = scene.exchange;
  const first = await take(someone, { number: '11' });
  // A new session is a new device.
  someone.customer.token = await someone.customer.newSession();
  const reviewed = await take(someone, { number: '12' });
  expect(reviewed.told.is_reviewed).toBe(1);
  const rowOf = async () => {
    const { list } = await someone.customer.ask(withdrawals, {});
    return list.find(({ id }) => id === Number(first.row.id));
  };
  const inQueue = async () => {
    const input = { status: 'applying', q: someone.customer.account } as const;
    const { list } = await scene.operator('approver').ask(officeWithdrawals, input);
    return list.map(({ id, is_behind }) => [id, is_behind]);
  };
  expect((await rowOf())?.hold_reasons.map(({ reason }) => reason)).toEqual([
    'new_address',
    'other_review',
  ]);
  engine.advance(DAY_MS);
  await scene.tick();
  expect(await rowOf()).toMatchObject({
    status: 'applying',
    waits_until: '',
    hold_text: expect.stringMatching(/^It waits until our staff have looked at another/) as string,
    hold_reasons: [{ reason: 'other_review' }],
  });
  expect(await inQueue()).toEqual([
    [Number(first.row.id), true],
    [Number(reviewed.row.id), false],
  ]);
});

test('an address that a payment reached a day ago holds nothing', async () => {
  const someone = await owner();
  const { engine } = scene.exchange;
  const { told, row } = await take(someone);
  expect([told.is_reviewed, reasonsOf(told)]).toEqual([0, ['new_address']]);
  engine.advance(DAY_MS);
  await scene.tick();
  const withdrawal = Number(row.id);
  for (const command of [
    { kind: 'custody.sign', withdrawal },
    { kind: 'custody.settle', withdrawal, transaction: 'ab'.repeat(32) },
  ] as const) {
    const { outcome } = await engine.submit(command);
    expect(outcome).toMatchObject({ ok: true });
  }
  engine.advance(DAY_MS - 2_000);
  await scene.tick();
  expect(reasonsOf((await take(someone, { number: '11' })).told)).toEqual(['new_address']);
  await scene.tick();
  const later = await take(someone);
  expect([later.told.hold_text, later.told.waits_until, reasonsOf(later.told)]).toEqual([
    '',
    '',
    [],
  ]);
  expect([needsOperators(later.row), later.row.waits_until_ms]).toEqual([0, 0n]);
  expect(later.shown.hold_text).toBe('');
});

test('the message with the code says it too', async () => {
  const customer = await scene.newcomer();
  await customer.fund();
  const told = await customer.ask(confirmBegin, TERMS);
  const [mail] = await scene.exchange.call(demoOutbox, { to: customer.account });
  for (const text of [told.hold_text, ...told.hold_reasons.map((each) => `- ${each.text}`)])
    expect(mail?.text).toContain(text);
  expect(reasonsOf(told)).toEqual(['new_address', 'new_device']);
});
