import { officeWithdrawalAgree, officeWithdrawalDecide } from '@meridian/contract/custody/office';
import {
  officeOwnCustomerDeclare,
  officeOwnCustomers,
} from '@meridian/contract/office/own-customers';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { requireOther } from '../../src/modules/account/own-account.ts';
import { goodCall } from './items/good-calls.ts';
import { Scene, type Customer } from './items/scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open();
});
beforeEach(() => scene.exchange.queries.deleteFrom('operator_links').execute());
afterAll(() => scene.close());

/**
 * Calls that change nothing of one customer, or only take away. Every other writing call of
 * operators is refused for the operator's own customer; a new one has to ask for that, or be in
 * this list.
 */
const OF_NO_CUSTOMER = new Set([
  ...['currency_save', 'market_add', 'market_save', 'network_save', 'setting_save'],
  ...['margin_terms_save', 'seconds_terms_save', 'insurance_offer_save', 'contest_save'],
  'fee_tiers_save',
  'launch_coin_save',
  ...['vote_open', 'vote_cancel', 'rebate_rates', 'rebate_fund'],
  ...['sale_announce', 'sale_cancel'],
  ...['p2p_terms_save', 'loan_offer_save', 'earn_product_save', 'earn_fund'],
  ...['convert_terms_save', 'convert_fund'],
  // It checks each winner itself.
  'contest_pay',
  ...['article_save', 'article_delete', 'picture_add'],
  ...['cold_move', 'cold_address_save', 'custody_pause', 'house_move', 'house_insure'],
  ...['operator_save', 'operator_invite', 'operator_customer_save', 'own_customer_declare'],
  // The proposed call checks.
  ...['proposal_decide', 'proposal_take_back'],
  ...['logout', 'own_session_end', 'own_password', 'totp_begin', 'totp_enable'],
  ...['own_device_begin', 'own_device_add', 'own_device_remove'],
  // They end open objects, a session, a right.
  ...['orders_cancel', 'session_end', 'regional_agent_remove', 'p2p_ad_remove'],
]);

/** Makes a customer every operator's own. */
async function everybodyHas(user: bigint): Promise<void> {
  await sql`insert into operator_links (operator_id, kind, value, declared_by, created_at) select id, 'user', ${String(user)}, id, now() from operators on conflict do nothing`.execute(
    scene.exchange.queries,
  );
}

it('operator 06: nobody decides on, proposes or changes what is their own, by any call', async () => {
  const { queries, calls } = { queries: scene.exchange.queries, calls: scene.exchange.calls };
  const changes = calls.filter(({ access, method }) => access === 'operator' && method !== 'GET');
  const names = changes.map(({ path }) => path.replace('/office/api/', ''));
  expect([...OF_NO_CUSTOMER].filter((name) => !names.includes(name))).toEqual([]);
  const ofCustomers = changes.filter(
    ({ path }) => !OF_NO_CUSTOMER.has(path.replace('/office/api/', '')),
  );
  expect(ofCustomers.length).toBeGreaterThan(12);
  for (const call of ofCustomers) {
    const { authorization, input } = await goodCall(scene, call);
    const { rows } = await sql<{ id: bigint }>`select id from users`.execute(queries);
    for (const { id } of rows) await everybodyHas(id);
    expect((await scene.send(call, input, { authorization })).body.code, call.path).toBe(
      'own_account',
    );
    await queries.deleteFrom('operator_links').execute();
    expect((await scene.send(call, input, { authorization })).body.type, call.path).toBe('ok');
  }
});

it.each([
  ['decide', officeWithdrawalDecide],
  ['agree', officeWithdrawalAgree],
])('nor on a payment inside the exchange to what is their own: %s', async (_name, call) => {
  const { authorization, input } = await goodCall(scene, call);
  await scene.exchange.queries
    .updateTable('withdrawals')
    .set({ recipient: BigInt(scene.bob.user) })
    .where('id', '=', BigInt(Number(input['id'])))
    .execute();
  await everybodyHas(BigInt(scene.bob.user));
  expect((await scene.send(call, input, { authorization })).body.code).toBe('own_account');
});

it.each([
  ['decide', officeWithdrawalDecide],
  ['agree', officeWithdrawalAgree],
])('nor on what who let them in has approved: %s', async (_name, call) => {
  const { authorization, input } = await goodCall(scene, call);
  const { queries } = scene.exchange;
  const { id: maker } = await queries
    .selectFrom('operators')
    .select('id')
    .where('account', '=', 'second-approver@office.example')
    .executeTakeFirstOrThrow();
  await queries
    .updateTable('withdrawals')
    .set({ approvers: [maker] })
    .where('id', '=', BigInt(Number(input['id'])))
    .execute();
  await sql`insert into operator_invitations (token_hash, operator_id, invited_by, created_at, expires_at) select ('\\x' || lpad(id::text, 8, '0'))::bytea, id, ${maker}, now(), now() from operators where id <> ${maker}`.execute(
    queries,
  );
  expect((await scene.send(call, input, { authorization })).body.code).toBe('own_account');
  await queries.deleteFrom('operator_invitations').execute();
});

async function isOwn(user: number): Promise<boolean> {
  const { id } = await scene.exchange.queries
    .selectFrom('operators')
    .select('id')
    .where('account', '=', 'approver@office.example')
    .executeTakeFirstOrThrow();
  return requireOther(scene.exchange.queries, Number(id), BigInt(user)).then(
    () => false,
    () => true,
  );
}

async function change(customer: Customer, values: Readonly<Record<string, string>>): Promise<void> {
  await scene.exchange.queries
    .updateTable('users')
    .set(values)
    .where('id', '=', BigInt(customer.user))
    .execute();
}

it("a customer is an operator's own by mail, by declaration, by phone number and by document", async () => {
  const approver = scene.operator('approver');
  const [own, other] = [await scene.newcomer(), await scene.newcomer()];
  expect(await isOwn(own.user)).toBe(false);
  await change(own, { email: 'approver@office.example' });
  expect(await isOwn(own.user)).toBe(true);

  // Another account with the same phone number, or with the document that approved the own one.
  expect(await isOwn(other.user)).toBe(false);
  await change(own, { mobile: '13900000001' });
  await approver.ask(officeOwnCustomerDeclare, { kind: 'mobile', value: '13900000002' });
  await change(other, { mobile: '13900000002' });
  expect(await isOwn(other.user)).toBe(true);
  await change(other, { mobile: '13900000003' });
  expect(await isOwn(other.user)).toBe(false);
  // In the form of accounts of other countries.
  await approver.ask(officeOwnCustomerDeclare, { kind: 'mobile', value: '+1 415-555-2671' });
  await change(other, { mobile: '+14155552671' });
  expect(await isOwn(other.user)).toBe(true);
  await change(other, { mobile: '13900000003' });
  const application = {
    kind: 'identity',
    card_hash: 'the same document',
    pictures: [],
    submitted_at: new Date(),
  } as const;
  for (const [user, status] of [
    [own.user, 'underReview'],
    [other.user, 'underReview'],
  ] as const)
    await scene.exchange.queries
      .insertInto('identity_applications')
      .values({ ...application, user_id: BigInt(user), status } as never)
      .execute();
  expect(await isOwn(other.user), 'nobody has approved it yet').toBe(false);
  await scene.exchange.queries
    .updateTable('identity_applications')
    .set({ status: 'approved' })
    .where('user_id', '=', BigInt(own.user))
    .execute();
  expect(await isOwn(other.user)).toBe(true);
});

it('what an operator has declared stays', async () => {
  const approver = scene.operator('approver');
  const friend = await scene.newcomer();
  await approver.ask(officeOwnCustomerDeclare, { kind: 'user', value: String(friend.user) });
  await approver.ask(officeOwnCustomerDeclare, { kind: 'user', value: String(friend.user) });
  expect(await approver.ask(officeOwnCustomers, {})).toMatchObject([
    { kind: 'user', value: String(friend.user) },
  ]);
  expect(await isOwn(friend.user)).toBe(true);
  for (const [kind, value, code] of [
    ['user', 'x', 'user_not_found'],
    ['email', 'x', 'email_invalid'],
    ['mobile', 'x', 'mobile_invalid'],
  ] as const)
    expect(await approver.refused(officeOwnCustomerDeclare, { kind, value })).toBe(code);
});
