import { COMPLAINT_RULES } from '@meridian/contract/complaint/bounds';
import {
  complaintClose,
  complaintFile,
  complaintInfo,
  complaintList,
  complaintReport,
  complaintWrite,
} from '@meridian/contract/complaint/calls';
import { upload } from '@meridian/contract/identity/calls';
import { officeComplaint, officeComplaintAnswer } from '@meridian/contract/complaint/office';
import { adPause, adSend, dealTake, ownAds } from '@meridian/contract/p2p/calls';
import { dataExport, dataExportPart, type ExportPart } from '@meridian/contract/personal/calls';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestOffice } from '../../../test/people/operators.ts';
import { openP2p, refusalOf, verifiedTraders } from '../../../test/people/p2p-traders.ts';
import {
  ALICE,
  BOB,
  TEST_SECRETS,
  TestExchange,
  WireRefusal,
} from '../../../test/test-exchange.ts';
import { AuditLog } from '../office/audit-log.ts';
import { Retention } from '../personal/retention.ts';

const CAROL = ALICE + 2;
const STRANGER = ALICE + 3;
const DAY_MS = 86_400_000;
const DEPOSIT = { subject: 'deposit', text: 'My deposit is missing.' } as const;
const SCAM = { reason: 'scam', text: 'Asks to pay to another account.' } as const;

let exchange: TestExchange;
let office: TestOffice;

beforeAll(async () => {
  exchange = await TestExchange.open(4);
  await exchange.reset();
  office = await TestOffice.open(exchange);
  await verifiedTraders(exchange, [ALICE, BOB, CAROL]);
});
afterAll(() => exchange.close());
beforeEach(async () => {
  await exchange.reset();
  await sql`truncate complaint_messages, complaints`.execute(exchange.queries);
  await exchange.queries.deleteFrom('pictures').execute();
});

const file = (user: number, more: object = {}, key?: string) =>
  exchange.call(
    complaintFile,
    { ...DEPOSIT, ...more },
    { user, ...(key === undefined ? {} : { key }) },
  );
const report = (user: number, about: object, key?: string) =>
  exchange.call(
    complaintReport,
    { ...SCAM, ...about },
    { user, ...(key === undefined ? {} : { key }) },
  );
const write = (user: number, id: number, text: string, key?: string) =>
  exchange.call(complaintWrite, { id, text }, { user, ...(key === undefined ? {} : { key }) });
const read = (user: number, id: number) => exchange.call(complaintInfo, { id }, { user });
const close = (user: number, id: number) => exchange.call(complaintClose, { id }, { user });
const listOf = async (user: number) => (await exchange.call(complaintList, {}, { user })).list;

async function answer(id: number, text = 'It is there now.'): Promise<void> {
  const { messages } = await office.as('support', officeComplaint, { id });
  const seen = messages.at(-1)?.id ?? 0;
  await office.as('support', officeComplaintAnswer, { id, seen, text });
}

async function uploaded(user: number): Promise<string> {
  const content = await sharp({
    create: { width: 24, height: 16, channels: 3, background: '#3a6' },
  })
    .png()
    .toBuffer();
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(content)], { type: 'image/png' }), 'proof.png');
  const response = await fetch(exchange.address + upload.path, {
    method: 'POST',
    headers: exchange.headers({ user }),
    body: form,
  });
  const { type, message } = (await response.json()) as { type: string; message: string };
  if (type !== 'ok') throw new WireRefusal(response.status, { type, message });
  return message;
}
const opens = async (link: string, user: number) =>
  (await fetch(exchange.address + link, { headers: exchange.headers({ user }) })).status;

async function publish(user: number, more: object = {}): Promise<number> {
  const ad = { type: 'sell', currency_id: 3, price: '7.05', total_number: '1000' } as const;
  await exchange.call(adSend, { ...ad, way: 'bank', min_number: '10', ...more }, { user });
  return (await exchange.call(ownAds, {}, { user })).data[0]?.id ?? 0;
}

describe('a complaint', () => {
  it('is filed with pictures, and read by its customer alone', async () => {
    const pic_1 = await uploaded(ALICE);
    const { id } = await file(ALICE, {
      order_number: ' 4711 ',
      text: '  Line one\r\nline two  ',
      pic_1,
    });
    const whole = await read(ALICE, id);
    expect(whole).toMatchObject({
      id,
      subject: 'deposit',
      reason: '',
      order_number: '4711',
      ad_id: 0,
      deal_id: 0,
      state: 'open',
      messages: [{ author: 'customer', text: 'Line one\nline two' }],
    });
    const [picture = ''] = whole.messages[0]?.pictures ?? [];
    expect(await opens(picture, ALICE)).toBe(200);
    expect(await opens(picture, BOB)).not.toBe(200);
    expect((await listOf(ALICE)).map((row) => row.id)).toEqual([id]);
    expect(await listOf(BOB)).toEqual([]);
  });

  it('of somebody else is answered like one that does not exist, by each call', async () => {
    const { id } = await file(ALICE);
    for (const number of [id, 999_999]) {
      expect(await refusalOf(read(BOB, number))).toBe('complaint_not_found');
      expect(await refusalOf(write(BOB, number, 'Mine.'))).toBe('complaint_not_found');
      expect(await refusalOf(close(BOB, number))).toBe('complaint_not_found');
    }
    expect(await read(ALICE, id)).toMatchObject({ state: 'open', messages: [{}] });
  });

  it('rests sealed: neither text nor order number is in the tables', async () => {
    await file(ALICE, { order_number: 'ORDER-SECRET', text: 'TEXT-SECRET' });
    const { rows } = await sql<{ text: string }>`
      select complaints::text || complaint_messages::text as text from complaints join complaint_messages on complaint = complaints.id`.execute(
      exchange.queries,
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.text).not.toContain('SECRET');
  });

  it('that says nothing, or shows the picture of somebody else, leaves no trace', async () => {
    const theirs = await uploaded(BOB);
    expect(await refusalOf(file(ALICE, { text: ' \r\n ' }))).toBe('field_missing');
    expect(await refusalOf(file(ALICE, { pic_2: theirs }))).toBe('picture_unknown');
    expect(await refusalOf(file(ALICE, { subject: 'trader' }))).toBe('input_invalid');
    expect(await refusalOf(file(ALICE, { text: 'a'.repeat(COMPLAINT_RULES.letters + 1) }))).toBe(
      'input_invalid',
    );
    expect(await listOf(ALICE)).toEqual([]);
  });

  it('is filed once under a key, at once or again, and the key carries nothing else', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => file(ALICE, {}, 'once')));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await refusalOf(file(ALICE, { text: 'Another.' }, 'once'))).toBe(
      'idempotency_key_reused',
    );
    expect(await refusalOf(file(ALICE, { subject: 'p2p' }, 'once'))).toBe('idempotency_key_reused');
    expect(await listOf(ALICE)).toHaveLength(1);
    expect(await file(BOB, {}, 'once')).not.toEqual(answers[0]);
  });

  it('opens again when the customer writes after an answer, and never once it is closed', async () => {
    const { id } = await file(ALICE);
    await write(ALICE, id, 'Still nothing.', 'more');
    await write(ALICE, id, 'Still nothing.', 'more');
    expect(await refusalOf(write(ALICE, id, 'Other words.', 'more'))).toBe(
      'idempotency_key_reused',
    );
    expect((await read(ALICE, id)).messages).toHaveLength(2);
    await answer(id);
    const answered = await read(ALICE, id);
    expect(answered.state).toBe('answered');
    expect(answered.messages.map(({ author, text }) => [author, text])).toEqual([
      ['customer', 'My deposit is missing.'],
      ['customer', 'Still nothing.'],
      ['support', 'It is there now.'],
    ]);
    // Customers do not see which operator answers.
    expect(JSON.stringify(answered)).not.toContain('office.example');
    await write(ALICE, id, 'It is not.');
    expect((await read(ALICE, id)).state).toBe('open');
    await close(ALICE, id);
    await close(ALICE, id);
    expect((await read(ALICE, id)).state).toBe('closed');
    expect(await refusalOf(write(ALICE, id, 'One more.'))).toBe('complaint_closed');
  });

  it('takes fifty messages of its customer', async () => {
    const { id } = await file(ALICE);
    for (let number = 1; number < COMPLAINT_RULES.perComplaint; number++)
      await write(ALICE, id, `Message ${number}`);
    expect(await refusalOf(write(ALICE, id, 'One more.'))).toBe('complaint_full');
  });
});

describe('how many', () => {
  it('five may wait or be answered at a time, however fast they come', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: COMPLAINT_RULES.notClosed + 3 }, () => refusalOf(file(ALICE))),
    );
    expect(outcomes.filter((code) => code === undefined)).toHaveLength(COMPLAINT_RULES.notClosed);
    expect(new Set(outcomes)).toEqual(new Set([undefined, 'complaints_not_closed']));
    const [first] = await listOf(ALICE);
    await answer(first?.id ?? 0);
    expect(await refusalOf(file(ALICE))).toBe('complaints_not_closed');
    await close(ALICE, first?.id ?? 0);
    expect(await refusalOf(file(ALICE))).toBeUndefined();
    expect(await refusalOf(file(BOB))).toBeUndefined();
  });

  it('ten within a day, closed ones too', async () => {
    for (let number = 0; number < COMPLAINT_RULES.perDay; number++)
      await close(ALICE, (await file(ALICE)).id);
    expect(await refusalOf(file(ALICE))).toBe('complaints_too_many');
    exchange.engine.advance(DAY_MS + 1);
    expect(await refusalOf(file(ALICE))).toBeUndefined();
  });
});

describe('a report', () => {
  beforeEach(() => openP2p(exchange, [ALICE, BOB, CAROL]));

  it('names a trader, a public ad or an own deal, and tells nobody whose account that is', async () => {
    const ad = await publish(ALICE);
    const deal = await exchange.call(dealTake, { id: ad, number: '10' }, { user: BOB });
    const ids = [
      (await report(BOB, { trader_id: ALICE })).id,
      (await report(STRANGER, { ad_id: ad })).id,
      (await report(ALICE, { deal_id: deal.id })).id,
    ];
    const rows = await exchange.queries
      .selectFrom('complaints')
      .select(['id', 'reported'])
      .orderBy('id')
      .execute();
    expect(rows).toEqual(
      [ALICE, ALICE, BOB].map((user, at) => ({ id: BigInt(ids[at] ?? 0), reported: BigInt(user) })),
    );
    const own = await read(BOB, ids[0] ?? 0);
    expect(own).toMatchObject({ subject: 'trader', reason: 'scam', state: 'open' });
    expect(own).not.toHaveProperty('reported');
    expect(await read(ALICE, ids[2] ?? 0)).toMatchObject({ deal_id: deal.id, ad_id: 0 });
    // A reported trader sees nothing of the report.
    expect((await listOf(ALICE)).map(({ id }) => id)).toEqual([ids[2]]);
  });

  it('is no way to find out who exists', async () => {
    for (const trader_id of [STRANGER, CAROL, 999_999_999])
      expect(await refusalOf(report(BOB, { trader_id })), String(trader_id)).toBe(
        'trader_not_found',
      );
    const hidden = await publish(ALICE, { is_private: '1' });
    const deal = await exchange.call(
      dealTake,
      { id: await publish(ALICE), number: '10' },
      { user: BOB },
    );
    for (const ad_id of [hidden, 999_999])
      expect(await refusalOf(report(CAROL, { ad_id }))).toBe('ad_not_found');
    for (const deal_id of [deal.id, 999_999])
      expect(await refusalOf(report(CAROL, { deal_id }))).toBe('p2p_deal_not_found');
    expect(await exchange.queries.selectFrom('complaints').select('id').execute()).toEqual([]);
  });

  it('is about exactly one, and never about oneself', async () => {
    const ad = await publish(ALICE);
    expect(await refusalOf(report(ALICE, { trader_id: ALICE }))).toBe('trader_not_found');
    expect(await refusalOf(report(ALICE, { ad_id: ad }))).toBe('ad_not_found');
    expect(await refusalOf(report(BOB, {}))).toBe('field_missing');
    expect(await refusalOf(report(BOB, { trader_id: ALICE, ad_id: ad }))).toBe('input_invalid');
    await exchange.call(adPause, { id: ad, is_paused: '1' }, { user: ALICE });
    expect(await refusalOf(report(BOB, { ad_id: ad }))).toBeUndefined();
  });

  it('counts among the complaints of a customer, and is made once under a key', async () => {
    await publish(ALICE);
    const first = await report(BOB, { trader_id: ALICE }, 'report');
    expect(await report(BOB, { trader_id: ALICE }, 'report')).toEqual(first);
    for (let number = 1; number < COMPLAINT_RULES.notClosed; number++) await file(BOB);
    expect(await refusalOf(report(BOB, { trader_id: ALICE }))).toBe('complaints_not_closed');
  });
});

describe('personal data', () => {
  async function part(user: number, name: ExportPart): Promise<Record<string, string>[]> {
    const { head, rows } = await exchange.call(dataExportPart, { part: name }, { user });
    return rows.map((row) => Object.fromEntries(head.map((column, at) => [column, row[at] ?? ''])));
  }

  it('is taken along: the complaints and what both sides wrote', async () => {
    const { id } = await file(ALICE, { order_number: '4711' });
    await file(BOB, { text: 'Of Bob.' });
    await answer(id);
    await exchange.stepUp(ALICE);
    await exchange.call(dataExport, {}, { user: ALICE });
    expect(await part(ALICE, 'complaints')).toMatchObject([
      { id: String(id), subject: 'deposit', order_number: '4711', state: 'answered' },
    ]);
    expect(await part(ALICE, 'complaint_messages')).toMatchObject([
      { author: 'customer', text: 'My deposit is missing.', pictures: '0' },
      { author: 'support', text: 'It is there now.', pictures: '0' },
    ]);
  });

  it('keeps pictures of complaints, and erases words and pictures five years after closing', async () => {
    const { queries } = exchange;
    const pic_1 = await uploaded(ALICE);
    await uploaded(ALICE);
    const { id } = await file(ALICE, { order_number: '4711', pic_1 });
    await answer(id, 'A word about Alice.');
    await file(BOB);
    const retention = (nowMs: number) =>
      new Retention({
        queries,
        auditLog: new AuditLog(queries, TEST_SECRETS),
        warn: (text) => expect.fail(text),
        nowMs: () => nowMs,
      }).rounds.runOnce();
    await retention(Date.now() + 2 * DAY_MS);
    expect(await queries.selectFrom('pictures').select('id').execute()).toHaveLength(1);
    await queries
      .insertInto('closed_accounts')
      .values({
        user_id: BigInt(ALICE),
        contact: '',
        closed_at: new Date(0),
        erase_at: new Date(DAY_MS),
      })
      .execute();
    await retention(Date.now() + 2 * DAY_MS);
    const left = await sql<{
      user_id: bigint;
      text: string;
      pictures: string[];
      order_number: string;
    }>`
      select complaints.user_id, text, pictures, order_number from complaints join complaint_messages on complaint = complaints.id order by complaint_messages.id`.execute(
      queries,
    );
    expect(left.rows.filter(({ user_id }) => user_id === BigInt(ALICE))).toEqual(
      [1, 2].map(() => ({ user_id: BigInt(ALICE), text: '', pictures: [], order_number: '' })),
    );
    expect(left.rows.find(({ user_id }) => user_id === BigInt(BOB))?.text).not.toBe('');
    expect(await queries.selectFrom('pictures').select('id').execute()).toEqual([]);
    await queries.deleteFrom('closed_accounts').execute();
  });
});
