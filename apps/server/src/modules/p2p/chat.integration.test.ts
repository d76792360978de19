import { upload } from '@meridian/contract/identity/calls';
import {
  adSend,
  dealAnswerCancel,
  dealAskCancel,
  dealExtend,
  dealPay,
  dealRelease,
  dealTake,
  ownAds,
} from '@meridian/contract/p2p/calls';
import { userMessages } from '@meridian/contract/inbox/calls';
import { appealOpen, appealWithdraw } from '@meridian/contract/p2p/appeal-calls';
import { chat, CHAT_RULES, chatRead, chatSend } from '@meridian/contract/p2p/chat-calls';
import type { CallInput } from '@meridian/contract/schema/call';
import { walletChange, walletLog } from '@meridian/contract/wallet/calls';
import type { Amount } from '@meridian/money/amount';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { paidTo } from '../../../test/people/payment-account.ts';
import { ALICE, BOB, TestExchange, WireRefusal } from '../../../test/test-exchange.ts';

const CAROL = ALICE + 2;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const fiat = (yuan: number) => BigInt(yuan * 100) as Amount;
const [alice, bob, carol] = [ALICE, BOB, CAROL].map((user) => ({ user }));

let exchange: TestExchange;
/** A deal that Alice sells and Bob buys. */
let id: number;

beforeAll(async () => {
  exchange = await TestExchange.open(3);
  for (const user of [ALICE, BOB, CAROL]) {
    await exchange.queries
      .insertInto('payment_methods')
      .values({ ...paidTo(user, `62220000${user}`) })
      .execute();
    await exchange.queries
      .updateTable('users')
      .set({ review_status: 'approved' })
      .where('id', '=', BigInt(user))
      .execute();
  }
});
afterAll(() => exchange.close());
beforeEach(async () => {
  await exchange.reset();
  await exchange.engine.submit({
    kind: 'p2p.terms',
    terms: {
      currency: 3,
      market: 0,
      minFiat: fiat(10),
      maxFiat: fiat(50_000),
      bandBps: 2_000,
      twoOperatorsFrom: fiat(10_000),
      merchantBond: 0n as Amount,
      isOpen: true,
    },
  });
  await exchange.engine.submit({ kind: 'p2p.rate', currency: 3, priceTicks: 7_0000_0000 });
  await exchange.call(
    walletChange,
    { number: '5000', currency_id: 3, from_field: 'change', to_field: 'legal' },
    alice,
  );
  await exchange.call(
    adSend,
    {
      type: 'sell',
      currency_id: 3,
      price: '7.05',
      total_number: '1000',
      way: 'bank',
      auto_reply: 'Please pay\nin one sum.',
    },
    alice,
  );
  const { data } = await exchange.call(ownAds, {}, alice);
  ({ id } = await exchange.call(dealTake, { id: data[0]?.id ?? 0, number: '100' }, bob));
});

const say = (text: string, as = bob, client_id = text.replaceAll(/\s/gu, ' ')) =>
  exchange.call(chatSend, { id, client_id, text }, as);
const read = (as = alice, after = 0) => exchange.call(chat, { id, after }, as);

async function refusal(call: Promise<unknown>): Promise<unknown> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof WireRefusal ? error.answer['code'] : error;
}

async function uploaded(user: number, file: Buffer): Promise<{ message: string; code?: string }> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(file)]), '<img src=x>.jpg');
  const headers = exchange.headers({ user });
  const response = await fetch(exchange.address + upload.path, {
    method: 'POST',
    headers,
    body: form,
  });
  return (await response.json()) as { message: string; code?: string };
}

const picture = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#0a0' } })
    .jpeg()
    .toBuffer();

it('has the messages of both sides in their order, and tells the two sides alone of each', async () => {
  exchange.sent.splice(0);
  await say('Hello');
  await say('Good day', alice);
  await say('I pay now\r\nfrom my bank');
  const { rows } = await read();
  expect(rows.map(({ row, author, text }) => [row, author, text])).toEqual([
    [1, 'buyer', 'Hello'],
    [2, 'seller', 'Good day'],
    [3, 'buyer', 'I pay now\nfrom my bank'],
  ]);
  expect(rows.map(({ client_id }) => client_id)).toEqual(['', 'Good day', '']);
  expect((await read(bob, 2)).rows.map(({ row }) => row)).toEqual([3]);
  const told = exchange.sent.filter(({ event }) => event === 'p2p_chat');
  expect(new Set(told.map(({ user }) => user))).toEqual(new Set([ALICE, BOB]));
  expect(told.at(-1)?.payload).toMatchObject({ id, row: 3, buyer_read: 3, seller_read: 2 });
  expect(JSON.stringify(told)).not.toContain('Hello');
});

it('is closed to strangers as a deal that does not exist is', async () => {
  await say('Hello');
  for (const as of [carol, bob]) {
    const other = as === carol ? id : id + 9;
    expect(await refusal(exchange.call(chat, { id: other }, as))).toBe('p2p_deal_not_found');
    const message = { id: other, client_id: 'a', text: 'Hi' };
    expect(await refusal(exchange.call(chatSend, message, as))).toBe('p2p_deal_not_found');
    expect(await refusal(exchange.call(chatRead, { id: other, row: 1 }, as))).toBe(
      'p2p_deal_not_found',
    );
  }
  expect((await read()).rows).toHaveLength(1);
});

it('keeps a message once under the name that its client gave it, also when both come at once', async () => {
  const [first, second] = await Promise.all([say('Hello', bob, 'a'), say('Hello', bob, 'a')]);
  expect(second.row).toBe(first.row);
  expect((await say('Something else', bob, 'a')).text).toBe('Hello');
  await say('Hello', alice, 'a');
  const { rows } = await read();
  expect(rows.map(({ row, author }) => [row, author])).toEqual([
    [1, 'buyer'],
    [2, 'seller'],
  ]);
});

it('numbers messages that come at once without gaps', async () => {
  await Promise.all(
    Array.from({ length: 10 }, (_, n) => say(`message ${n}`, n % 2 === 0 ? alice : bob)),
  );
  const { rows } = await read();
  expect(rows.map(({ row }) => row)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

it('knows what each side has read, and an earlier mark changes nothing', async () => {
  await say('one');
  await say('two');
  await say('three');
  const mark = (row: number, as = alice) => exchange.call(chatRead, { id, row }, as);
  expect(await mark(2)).toEqual({ buyer_read: 3, seller_read: 2 });
  exchange.sent.splice(0);
  expect(await mark(1)).toEqual({ buyer_read: 3, seller_read: 2 });
  expect(exchange.sent).toEqual([]);
  // A mark beyond the last message counts as one at the last message.
  expect(await mark(99)).toEqual({ buyer_read: 3, seller_read: 3 });
  expect(exchange.sent.map(({ user }) => user)).toEqual([BOB, ALICE]);
});

it('returns a script as the text that it is, and keeps it sealed', async () => {
  const script = '<script>alert(1)</script><img src=x onerror=alert(1)>';
  await say(script);
  expect((await read()).rows[0]?.text).toBe(script);
  const [row] = await exchange.queries.selectFrom('p2p_chat_rows').select('text').execute();
  expect(row?.text).not.toContain('script');
});

it('shows a picture to the two sides, and refuses a file that is none, and one of somebody else', async () => {
  const { message: link } = await uploaded(BOB, await picture());
  const sent = await exchange.call(chatSend, { id, client_id: 'a', picture: link }, bob);
  expect(sent).toMatchObject({ row: 1, text: '' });
  const [seen] = (await read()).rows;
  const open = (user: number, path = '') =>
    fetch(exchange.address + path, { headers: exchange.headers({ user }) });
  const shown = await open(ALICE, seen?.picture);
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  // The link is for the session that asked.
  expect((await open(CAROL, seen?.picture)).status).toBe(404);
  const notOwn = { id, client_id: 'b', picture: link };
  expect(await refusal(exchange.call(chatSend, notOwn, alice))).toBe('picture_unknown');
  const html = Buffer.from('<script>alert(1)</script>');
  expect((await uploaded(BOB, html)).code).toBe('picture_invalid');
  const both = { id, client_id: 'c', picture: link, text: 'and a text' };
  expect(await refusal(exchange.call(chatSend, both, bob))).toBe('input_invalid');
});

it('warns of ways around the exchange and of words about coins', async () => {
  expect((await say('add me on Telegram')).flags).toEqual(['contact']);
  expect((await say('reference: USDT')).flags).toEqual(['coin']);
  expect((await say('I have paid')).flags).toEqual([]);
  const words = { key: 'p2p_contact_words', value: 'zalo', set_at: new Date() };
  await exchange.queries.insertInto('site_settings').values(words).execute();
  expect((await say('on zalo or telegram?')).flags).toEqual(['contact']);
  expect((await say('on Telegram then')).flags).toEqual([]);
  await exchange.queries.deleteFrom('site_settings').where('key', '=', words.key).execute();
});

it.each<[string, Partial<CallInput<typeof chatSend>>, string]>([
  ['nothing', {}, 'field_missing'],
  ['blanks', { text: ' \n ' }, 'field_missing'],
  ['501 letters', { text: 'a'.repeat(CHAT_RULES.letters + 1) }, 'input_invalid'],
  ['control characters', { text: 'a\u0007' }, 'input_invalid'],
  ['what is no picture', { picture: 'https://evil.example/x.jpg' }, 'picture_unknown'],
])('refuses %s', async (_what, input, code) => {
  const message = { id, client_id: 'a', ...input };
  expect(await refusal(exchange.call(chatSend, message, bob))).toBe(code);
});

it('says what happened to the deal, the same after a rebuild, which keeps the messages', async () => {
  await say('Hello');
  await exchange.call(dealExtend, { id, minutes: 10 }, alice);
  await exchange.call(dealPay, { id }, bob);
  await exchange.call(dealAskCancel, { id }, alice);
  await exchange.call(dealAnswerCancel, { id, accepts: '1' }, bob);
  const before = await read();
  expect(before.notes.map(({ code }) => code)).toEqual([
    'opened',
    'extended',
    'paid',
    'cancelAsked',
    'cancelled',
  ]);
  const [opened, extended] = before.notes;
  expect(opened?.flags).toEqual([]);
  expect(opened?.text).toBe('Please pay\nin one sum.');
  expect(before.maker).toBe('seller');
  expect((extended?.due_time_ms ?? 0) - (opened?.due_time_ms ?? 0)).toBe(10 * MINUTE_MS);
  expect(before.notes.at(-1)?.by).toBe('both');
  await exchange.rebuild();
  expect(await read()).toEqual(before);
});

it('says who withdrew an appeal, also about a deal that the timer ended', async () => {
  exchange.engine.advance(16 * MINUTE_MS);
  await exchange.engine.submit({ kind: 'clock.tick' });
  const said = { reason: 'cancelled_after_paying', statement: 'I have paid.' } as const;
  const { id: appeal } = await exchange.call(appealOpen, { id, ...said }, bob);
  await exchange.call(appealWithdraw, { id: appeal }, bob);
  expect((await read()).notes.map(({ code, by }) => [code, by])).toEqual([
    ['opened', ''],
    ['expired', 'timer'],
    ['appealed', 'buyer'],
    ['appealWithdrawn', 'buyer'],
  ]);
});

it('tells the other side of each step in the inbox, and both statements name the order', async () => {
  await exchange.call(dealPay, { id }, bob);
  await exchange.call(dealRelease, { id }, alice);
  const inbox = async (as: typeof bob) =>
    (await exchange.call(userMessages, { topic: 'p2p' }, as)).list.map(
      ({ kind, subject, text }) => [kind, subject, text.includes('100 USDT')],
    );
  const statement = async (as: typeof bob) => {
    const { list } = await exchange.call(walletLog, { currency: 3, type: '1' }, as);
    return list.map(({ info, subject }) => [info, subject])[0];
  };
  expect(await inbox(alice)).toEqual([
    ['p2p_release_made', id, true],
    ['p2p_paid', id, true],
    ['p2p_opened', id, true],
  ]);
  expect(await inbox(bob)).toEqual([['p2p_released', id, true]]);
  expect(await statement(bob)).toEqual(['Bought in a P2P order', id]);
  expect(await statement(alice)).toEqual(['Sold in a P2P order', id]);
});

it('is written to until seven days after the end', async () => {
  exchange.engine.advance(16 * MINUTE_MS);
  await exchange.engine.submit({ kind: 'clock.tick' });
  expect((await read()).notes.at(-1)?.code).toBe('expired');
  exchange.engine.advance(CHAT_RULES.days * DAY_MS - MINUTE_MS);
  await say('Sorry');
  exchange.engine.advance(MINUTE_MS);
  expect(await refusal(say('Hello?'))).toBe('chat_closed');
  expect((await read(bob)).can_write).toBe(0);
});

it('takes 200 messages of a side', async () => {
  const row = { deal: BigInt(id), text: '', author: 'buyer', user_id: BigInt(BOB) } as const;
  await exchange.queries
    .insertInto('p2p_chats')
    .values({ deal: BigInt(id), last_row: CHAT_RULES.perSide - 1 })
    .execute();
  await exchange.queries
    .insertInto('p2p_chat_rows')
    .values(
      Array.from({ length: CHAT_RULES.perSide - 1 }, (_, n) => ({
        ...row,
        row: n + 1,
        operator: null,
        client_id: `${n}`,
        picture: null,
        flags: [],
        created_at: new Date(),
      })),
    )
    .execute();
  await say('the last one');
  expect(await refusal(say('one more'))).toBe('chat_full');
  expect((await say('the last one')).row).toBe(CHAT_RULES.perSide);
  await say('Answer', alice);
  const first = await read();
  expect([first.rows.length, first.has_more]).toEqual([100, 1]);
});
