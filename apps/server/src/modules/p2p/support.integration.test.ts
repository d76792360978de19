import { hash } from 'node:crypto';
import { appealOpen } from '@meridian/contract/p2p/appeal-calls';
import { adSend, dealPay, dealTake, ownAds } from '@meridian/contract/p2p/calls';
import { chat, chatRead, chatSend } from '@meridian/contract/p2p/chat-calls';
import { userMessages } from '@meridian/contract/inbox/calls';
import { officeP2pAppeal } from '@meridian/contract/p2p/office-appeals';
import { evidencePackage } from '@meridian/contract/p2p/package-calls';
import { officeP2pChatSend, officeP2pDeal } from '@meridian/contract/p2p/office-cases';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { TestOffice } from '../../../test/people/operators.ts';
import { openP2p, refusalOf, verifiedTraders } from '../../../test/people/p2p-traders.ts';
import { ALICE, BOB, TestExchange } from '../../../test/test-exchange.ts';

const DAY_MS = 86_400_000;
const [alice, bob] = [{ user: ALICE }, { user: BOB }];

let exchange: TestExchange;
let office: TestOffice;
/** A deal that Alice sells and Bob buys. */
let id: number;
/** Entries of the log before the test: none can be removed. */
let logged: number;

beforeAll(async () => {
  exchange = await TestExchange.open();
  await verifiedTraders(exchange, [ALICE, BOB]);
  await exchange.reset();
  office = await TestOffice.open(exchange);
});
afterAll(() => exchange.close());
beforeEach(async () => {
  await exchange.reset();
  for (const table of ['p2p_statements', 'notifications'] as const)
    await exchange.queries.deleteFrom(table).execute();
  logged = (await entries()).length;
  await openP2p(exchange, [ALICE, BOB]);
  const ad = { type: 'sell', currency_id: 3, price: '7.05', total_number: '1000' } as const;
  await exchange.call(adSend, { ...ad, way: 'bank' }, alice);
  const taken = (await exchange.call(ownAds, {}, alice)).data[0]?.id ?? 0;
  ({ id } = await exchange.call(dealTake, { id: taken, number: '100' }, bob));
});

/** Entries of the audit log on opened deals and on messages of the office. */
const entries = () =>
  exchange.queries
    .selectFrom('audit_log')
    .select(['action', 'subject', 'after'])
    .where('action', 'in', ['p2p.deal', 'p2p.chat_send'])
    .orderBy('id')
    .execute();
const newEntries = async () => (await entries()).slice(logged);

const say = (text: string, as = bob) => exchange.call(chatSend, { id, client_id: text, text }, as);
const read = async (as: typeof bob, after = 0) => exchange.call(chat, { id, after }, as);
const lines = async (as: typeof bob, after = 0) =>
  (await read(as, after)).rows.map(({ row, author, to, text }) => [row, author, to, text]);
const write = (text: string, to = 'both', more: object = {}) => ({
  id,
  client_id: text.replaceAll(/\s/gu, ' '),
  to,
  text,
  ...more,
});
const supportSays = (text: string, to = 'both') =>
  office.as('support', officeP2pChatSend, write(text, to) as never);

it('writes to both sides in a frame of its own, and tells both in the inbox', async () => {
  await say('Hello');
  await supportSays('Please\r\nstay here.');
  const expected = [
    [1, 'buyer', 'both', 'Hello'],
    [2, 'support', 'both', 'Please\nstay here.'],
  ];
  expect(await lines(alice)).toEqual(expected);
  expect(await lines(bob)).toEqual(expected);
  for (const as of [alice, bob]) {
    // The inbox tells of the opened order as it reads the journal, maybe after this.
    const { list } = await exchange.call(userMessages, { topic: 'p2p' }, as);
    const told = list.find(({ kind }) => kind === 'p2p_support');
    expect(told?.subject).toBe(id);
    // The chat has the words; a mail with them could be imitated.
    expect(told?.text).not.toContain('stay here');
  }
});

it('cannot be imitated: neither a text nor a field makes a customer the author', async () => {
  const text = '[Meridian customer service] Release now. Your anti-phishing code: Alice77';
  const forged = {
    author: 'support',
    to: 'seller',
    to_side: 'seller',
    operator: '1',
    user_id: '0',
  };
  await exchange.call(chatSend, { id, client_id: 'a', text, ...forged }, bob);
  for (const as of [alice, bob]) expect(await lines(as)).toEqual([[1, 'buyer', 'both', text]]);
});

it('writes to one side alone, of which the other side learns nothing', async () => {
  await say('one');
  exchange.sent.splice(0);
  await supportSays('Do not release yet', 'seller');
  const told = () => exchange.sent.filter(({ event }) => event === 'p2p_chat');
  expect(told().map(({ user }) => user)).toEqual([ALICE]);
  expect(await lines(alice)).toEqual([
    [1, 'buyer', 'both', 'one'],
    [2, 'support', 'seller', 'Do not release yet'],
  ]);
  expect(await lines(bob)).toEqual([[1, 'buyer', 'both', 'one']]);
  // Bob does not learn either that Alice has read it.
  exchange.sent.splice(0);
  await exchange.call(chatRead, { id, row: 2 }, alice);
  expect((await read(bob)).seller_read).toBe(1);
  exchange.sent.splice(0);
  await supportSays('And wait', 'seller');
  await exchange.call(chatRead, { id, row: 3 }, alice);
  expect(new Set(told().map(({ user }) => user))).toEqual(new Set([ALICE]));
  // No number is missing where the other side's message stands.
  const second = await say('two');
  expect(second.row).toBe(2);
  expect(told().at(-1)?.payload).toMatchObject({ row: 4, buyer_read: 4 });
  expect(told().find(({ user }) => user === BOB)?.payload).toMatchObject({
    row: 2,
    seller_read: 1,
    buyer_read: 2,
  });
  expect(await lines(bob, 1)).toEqual([[2, 'buyer', 'both', 'two']]);
  expect(await lines(alice, 3)).toEqual([[4, 'buyer', 'both', 'two']]);
  expect(await exchange.call(chatRead, { id, row: 4 }, alice)).toEqual({
    buyer_read: 4,
    seller_read: 4,
  });
  expect(await read(bob)).toMatchObject({ buyer_read: 2, seller_read: 2 });
  const evidence = async (as: typeof bob) =>
    (await exchange.call(evidencePackage, { id }, as)).document;
  expect(await evidence(bob)).not.toMatch(/release yet|And wait/u);
  expect(await evidence(alice)).toMatch(/Do not release yet.*And wait/su);
  const inbox = async (as: typeof bob) =>
    (await exchange.call(userMessages, { topic: 'p2p' }, as)).list
      .map(({ kind }) => kind)
      .filter((kind) => kind === 'p2p_support').length;
  expect([await inbox(alice), await inbox(bob)]).toEqual([2, 0]);
});

it('shows operators a deal with everything beside each other, and says so in the log first', async () => {
  await say('I have paid');
  await supportSays('Show the receipt', 'buyer');
  await exchange.call(dealPay, { id }, bob);
  const said = { reason: 'wrong_amount', statement: 'Half of it has come.' } as const;
  const { id: appeal } = await exchange.call(appealOpen, { id, ...said }, alice);
  for (const desk of ['support', 'compliance', 'approver', 'owner', 'auditor'] as const) {
    const shown = await office.as(desk, officeP2pDeal, { id });
    expect(shown).toMatchObject({
      id,
      status: 'paid',
      number: '100',
      money: '705.00',
      appeal,
      payee_account: `62220000${ALICE}`,
      sides: { buyer: { user: BOB }, seller: { user: ALICE } },
      appeals: [{ id: appeal, statements: [{ by: 'seller', statement: said.statement }] }],
    });
    expect(shown.chat.map(({ row, to, text, operator }) => [row, to, text, operator])).toEqual([
      [1, 'both', 'I have paid', ''],
      [2, 'buyer', 'Show the receipt', 'support@office.example'],
    ]);
    expect(shown.steps.map(({ cause }) => cause)).toEqual(['opened', 'paid', 'appealed']);
  }
  const written = await newEntries();
  expect(written.filter(({ action }) => action === 'p2p.deal')).toHaveLength(5);
  expect(written[0]).toMatchObject({ action: 'p2p.chat_send', subject: `deal ${id}` });
  expect(JSON.parse(written[0]?.after ?? '')).toMatchObject({
    to: 'buyer',
    buyer: BOB,
    seller: ALICE,
    text_sha256: hash('sha256', 'Show the receipt'),
  });
  expect(JSON.stringify(written)).not.toContain('receipt');
});

it('keeps who rules from talking, who talks from ruling, and others out', async () => {
  const message = write('Hello') as never;
  for (const desk of ['approver', 'finance', 'content', 'auditor'] as const)
    expect(await office.refused(desk, officeP2pChatSend, message), desk).toBe('permission_denied');
  for (const desk of ['finance', 'content'] as const)
    expect(await office.refused(desk, officeP2pDeal, { id }), desk).toBe('permission_denied');
  expect(await lines(bob)).toEqual([]);
});

it.each([
  ['a deal that is none', { id: 99 }, 'p2p_deal_not_found'],
  ['blanks', { text: ' \n ' }, 'field_missing'],
  ['a reader who is none', { to: 'everybody' }, 'input_invalid'],
  ['501 letters', { text: 'a'.repeat(501) }, 'input_invalid'],
])('refuses %s without a trace', async (_what, more, code) => {
  expect(
    await office.refused('support', officeP2pChatSend, write('Hello', 'both', more) as never),
  ).toBe(code);
  expect(await lines(bob)).toEqual([]);
  expect(await newEntries()).toEqual([]);
});

it('is one message under one name, and goes on after the chat of the two is closed', async () => {
  await supportSays('Hello');
  await supportSays('Hello');
  expect(await lines(bob)).toHaveLength(1);
  // Another text under the name would stand in the log, and nowhere else.
  const other = { ...write('Hello', 'both'), text: 'Something else' };
  expect(await office.refused('support', officeP2pChatSend, other as never)).toBe(
    'idempotency_key_reused',
  );
  for (const days of [1, 7]) {
    exchange.engine.advance(days * DAY_MS);
    await exchange.engine.submit({ kind: 'clock.tick' });
  }
  expect(await refusalOf(say('Anybody?'))).toBe('chat_closed');
  await supportSays('Your bank has answered');
  expect(await lines(bob)).toHaveLength(2);
});

it('lets no operator into a deal of their own', async () => {
  await exchange.call(dealPay, { id }, bob);
  const said = { reason: 'wrong_amount', statement: 'Half of it has come.' } as const;
  const { id: appeal } = await exchange.call(appealOpen, { id, ...said }, alice);
  const mail = exchange.queries.updateTable('users').where('id', '=', BigInt(BOB));
  await mail.set({ email: 'support@office.example' }).execute();
  expect(await office.refused('support', officeP2pDeal, { id })).toBe('own_account');
  expect(await office.refused('support', officeP2pAppeal, { id: appeal })).toBe('own_account');
  expect(await office.refused('support', officeP2pChatSend, write('Hi') as never)).toBe(
    'own_account',
  );
  expect(await office.refused('compliance', officeP2pDeal, { id })).toBe('accepted');
  await mail.set({ email: null }).execute();
});
