import {
  appealOpen,
  appealState,
  appealWithdraw,
  evidenceUpload,
  ownAppeals,
} from '@meridian/contract/p2p/appeal-calls';
import {
  adSend,
  adWithdraw,
  dealCancel,
  dealDetail,
  dealPay,
  dealTake,
  ownAds,
} from '@meridian/contract/p2p/calls';
import { p2pBondPost, p2pBondReturn } from '@meridian/contract/p2p/trader-calls';
import { accountClose, dataExport, dataExportPart } from '@meridian/contract/personal/calls';
import { hash } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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
const HOUR_MS = 3_600_000;
const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');

let exchange: TestExchange;

beforeAll(async () => {
  exchange = await TestExchange.open(4);
  await verifiedTraders(exchange, [ALICE, BOB, CAROL]);
});
afterAll(() => exchange.close());
beforeEach(async () => {
  await exchange.reset();
  // Numbers of appeals begin anew.
  for (const table of ['p2p_statements', 'p2p_rulings', 'p2p_evidence'] as const)
    await exchange.queries.deleteFrom(table).execute();
  await openP2p(exchange, [ALICE, BOB, CAROL]);
});

/** Alice sells to Bob, who has paid. */
async function paidDeal(): Promise<number> {
  const ad = { type: 'sell', currency_id: 3, price: '7.05', total_number: '1000' } as const;
  await exchange.call(adSend, { ...ad, way: 'bank', min_number: '10' }, { user: ALICE });
  const id = (await exchange.call(ownAds, {}, { user: ALICE })).data[0]?.id ?? 0;
  const deal = await exchange.call(dealTake, { id, number: '100' }, { user: BOB });
  await exchange.call(dealPay, { id: deal.id }, { user: BOB });
  return deal.id;
}

async function appealed(more: { readonly file_1?: string } = {}) {
  const deal = await paidDeal();
  const input = { id: deal, reason: 'not_received', statement: 'No money has come.' } as const;
  const { id } = await exchange.call(appealOpen, { ...input, ...more }, { user: ALICE });
  return { deal, id };
}

const say = (user: number, id: number, statement: string, more: object = {}, key?: string) =>
  exchange.call(
    appealState,
    { id, statement, ...more },
    { user, ...(key === undefined ? {} : { key }) },
  );
const seenBy = async (user: number, id: number) =>
  (await exchange.call(ownAppeals, { id }, { user })).data[0];

/** The MP4 of boxes with these names and bodies. */
function mp4(...boxes: readonly (readonly [name: string, body: Buffer])[]): Buffer {
  const whole = boxes.map(([name, body]) => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(8 + body.length);
    head.write(name, 4, 'latin1');
    return Buffer.concat([head, body]);
  });
  return Buffer.concat(whole);
}
const FTYP = ['ftyp', Buffer.from('isom\0\0\x02\0isomiso2')] as const;
const MP4 = mp4(FTYP, ['moov', Buffer.alloc(16)], ['mdat', Buffer.alloc(64)]);

async function upload(content: Buffer, user = ALICE, name = 'proof.jpg') {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(content)], { type: 'image/jpeg' }), name);
  const response = await fetch(exchange.address + evidenceUpload.path, {
    method: 'POST',
    headers: exchange.headers({ user }),
    body: form,
  });
  const answer = (await response.json()) as Record<string, unknown>;
  if (answer['type'] !== 'ok') throw new WireRefusal(response.status, answer);
  return answer['message'] as { type: string; bytes: number; hash: string; link: string };
}

const open = (link: string, user: number) =>
  fetch(exchange.address + link, { headers: exchange.headers({ user }) });

const picture = () =>
  sharp({ create: { width: 24, height: 16, channels: 3, background: '#3a6' } })
    .png()
    .toBuffer();

describe('an appeal', () => {
  it('is opened, answered by the first statement of the other side, and seen by both alone', async () => {
    const { deal, id } = await appealed();
    expect(await exchange.call(dealDetail, { id: deal }, { user: BOB })).toMatchObject({
      appeal_id: id,
    });
    expect(await seenBy(ALICE, id)).toMatchObject({
      id,
      deal_id: deal,
      type: 'sell',
      is_own: 1,
      reason: 'not_received',
      state: 'open',
      is_after_end: 0,
      number: '100',
      answer_time_ms: 0,
      end_time_ms: 0,
      statements: [{ by: 'seller', is_own: 1, statement: 'No money has come.', files: [] }],
      ruling: [],
    });
    await say(ALICE, id, 'Still nothing.');
    expect((await seenBy(BOB, id))?.answer_time_ms).toBe(0);
    await say(BOB, id, 'I have paid.\r\nLook:\r\n<script>alert(1)</script>');
    const seen = await seenBy(BOB, id);
    expect(seen?.answer_time_ms).toBeGreaterThan(0);
    expect(seen?.answer_due_ms).toBe((seen?.open_time_ms ?? 0) + 24 * HOUR_MS);
    expect(seen).toMatchObject({ type: 'buy', is_own: 0 });
    expect(seen?.statements.map(({ by, is_own, statement }) => [by, is_own, statement])).toEqual([
      ['seller', 0, 'No money has come.'],
      ['seller', 0, 'Still nothing.'],
      ['buyer', 1, 'I have paid.\nLook:\n<script>alert(1)</script>'],
    ]);
    for (const call of [
      () => exchange.call(ownAppeals, { id }, { user: CAROL }),
      () => exchange.call(ownAppeals, { id: id + 1 }, { user: ALICE }),
      () => say(CAROL, id, 'Me too.'),
      () => exchange.call(appealWithdraw, { id }, { user: CAROL }),
    ])
      expect(await refusalOf(call())).toBe('appeal_not_found');
    expect((await exchange.call(ownAppeals, {}, { user: CAROL })).data).toEqual([]);
    expect((await exchange.call(ownAppeals, { deal_id: deal }, { user: BOB })).data).toHaveLength(
      1,
    );
    const foreign = exchange.call(ownAppeals, { deal_id: deal }, { user: CAROL });
    expect(await refusalOf(foreign)).toBe('p2p_deal_not_found');
  });

  it('is taken back by its side alone, and then hears nothing more', async () => {
    const { deal, id } = await appealed();
    const withdraw = (user: number) => exchange.call(appealWithdraw, { id }, { user });
    expect(await refusalOf(withdraw(BOB))).toBe('deal_other_party');
    await withdraw(ALICE);
    const seen = await seenBy(ALICE, id);
    expect(seen?.state).toBe('withdrawn');
    expect(seen?.end_time_ms).toBeGreaterThan(0);
    expect(await refusalOf(say(BOB, id, 'I have paid.'))).toBe('appeal_not_found');
    expect(await exchange.call(dealDetail, { id: deal }, { user: BOB })).toMatchObject({
      is_sure: 3,
      appeal_id: 0,
    });
  });

  it('keeps a statement once under its key, ten of each side, and none without a letter', async () => {
    const { id } = await appealed();
    await say(ALICE, id, 'Twice.', {}, 'one');
    await say(ALICE, id, 'Twice.', {}, 'one');
    expect((await seenBy(ALICE, id))?.statements).toHaveLength(2);
    expect(await refusalOf(say(ALICE, id, 'Other.', {}, 'one'))).toBe('idempotency_key_reused');
    expect(await refusalOf(say(ALICE, id, ' \n '))).toBe('field_missing');
    for (let count = 2; count < 10; count++) await say(ALICE, id, `${count}`);
    expect(await refusalOf(say(ALICE, id, 'Eleven.'))).toBe('statements_too_many');
    expect(await refusalOf(say(BOB, id, 'Mine.'))).toBeUndefined();
  });

  it('is answered after a fresh proof: a session alone could say that nothing was paid', async () => {
    const { id } = await appealed();
    await exchange.queries.updateTable('sessions').set({ stepped_up_at: null }).execute();
    expect(await refusalOf(say(BOB, id, 'I did not pay.'))).toBe('step_up_required');
    await exchange.stepUp(BOB);
    expect(await refusalOf(say(BOB, id, 'I have paid.'))).toBeUndefined();
  });

  it('hears of an answer before the tables know of the appeal', async () => {
    const deal = await paidDeal();
    exchange.holdProjector();
    const input = { id: deal, reason: 'other', statement: 'See above.' } as const;
    const { id } = await exchange.call(appealOpen, input, { user: ALICE });
    const answered = say(BOB, id, 'I have paid.');
    exchange.project();
    await answered;
    expect((await seenBy(BOB, id))?.answer_time_ms).toBeGreaterThan(0);
  });

  it('is opened once under its key, with its statement', async () => {
    const deal = await paidDeal();
    const input = { id: deal, reason: 'wrong_amount', statement: 'Ten are missing.' } as const;
    const ask = () => exchange.call(appealOpen, input, { user: ALICE, key: 'appeal' });
    const { id } = await ask();
    // As after a stop between the command and the row.
    await exchange.queries.deleteFrom('p2p_statements').execute();
    expect(await ask()).toEqual({ id });
    expect((await seenBy(ALICE, id))?.statements).toHaveLength(1);
  });

  it('keeps what people wrote through a rebuild, and nothing of it rests plain', async () => {
    const { id } = await appealed();
    const { text } = await exchange.queries
      .selectFrom('p2p_statements')
      .select('text')
      .executeTakeFirstOrThrow();
    expect(text).not.toContain('money');
    const before = await seenBy(ALICE, id);
    await exchange.rebuild();
    expect(await seenBy(ALICE, id)).toEqual(before);
  });
});

describe('evidence', () => {
  it('is shown to both sides by links of their own, and to nobody else', async () => {
    const { link, hash: kept } = await upload(await picture());
    const { id } = await appealed({ file_1: link });
    const [file] = (await seenBy(BOB, id))?.statements[0]?.files ?? [];
    expect(file).toMatchObject({ type: 'image/jpeg', hash: kept });
    const response = await open(file?.link ?? '', BOB);
    expect(response.headers.get('content-type')).toBe('image/jpeg');
    const content = Buffer.from(await response.arrayBuffer());
    expect(hash('sha256', content)).toBe(kept);
    expect(content.length).toBe(file?.bytes);
    // Neither somebody else's session nor another name opens it.
    expect((await open(file?.link ?? '', CAROL)).status).toBe(404);
    expect((await open(file?.link ?? '', ALICE)).status).toBe(404);
    expect((await open((file?.link ?? '').replace(/.$/, '~'), BOB)).status).toBe(404);
    const stolen = say(BOB, id, 'Mine.', { file_2: link });
    expect(await refusalOf(stolen)).toBe('file_unknown');
  });

  it('is a picture, a PDF or an MP4, whatever it is called', async () => {
    const pdf = await upload(PDF, ALICE, 'x"><img src=x>.html');
    expect(pdf).toMatchObject({ type: 'application/pdf', hash: hash('sha256', PDF) });
    const opened = await open(pdf.link, ALICE);
    expect(opened.headers.get('content-type')).toBe('application/pdf');
    expect(opened.headers.get('content-disposition')).toBe('attachment');
    expect(opened.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await upload(MP4)).toMatchObject({ type: 'video/mp4', bytes: MP4.length });
    for (const content of [
      Buffer.from('<script>alert(1)</script>'),
      Buffer.from('GIF89a,,,'),
      // Something else behind, in front or missing.
      Buffer.concat([PDF, Buffer.alloc(2_000, 'x')]),
      PDF.subarray(0, 20),
      Buffer.concat([MP4, Buffer.from('<script>')]),
      mp4(FTYP, ['mdat', Buffer.alloc(64)]),
      MP4.subarray(0, -1),
      Buffer.from('PK\x03\x04'),
    ])
      expect(await refusalOf(upload(content))).toBe('evidence_invalid');
    const half = (await picture()).subarray(0, 60);
    expect(await refusalOf(upload(half))).toBe('picture_invalid');
  });

  it('is for who is verified, twenty a day and 10 MB each', async () => {
    expect(await refusalOf(upload(PDF, STRANGER))).toBe('p2p_unverified');
    const large = Buffer.concat([PDF, Buffer.alloc(10 * 1024 * 1024)]);
    expect(await refusalOf(upload(large))).toBe('body_too_large');
    for (let count = 0; count < 20; count++) await upload(PDF, CAROL);
    expect(await refusalOf(upload(PDF, CAROL))).toBe('uploads_too_many');
  });
});

describe('the data of a trader', () => {
  it('is taken along: ads, deals on both sides, statements', async () => {
    const { deal, id } = await appealed();
    await say(BOB, id, 'I have paid.');
    const part = async (user: number, name: 'p2p_ads' | 'p2p_deals' | 'p2p_statements') => {
      const { head, rows } = await exchange.call(dataExportPart, { part: name }, { user });
      return rows.map((row) => Object.fromEntries(head.map((key, place) => [key, row[place]])));
    };
    for (const user of [ALICE, BOB]) {
      await exchange.stepUp(user);
      await exchange.call(dataExport, {}, { user });
    }
    expect(await part(ALICE, 'p2p_ads')).toMatchObject([
      { side: 'sell', currency: 'USDT', total: '1000', surplus: '900' },
    ]);
    expect(await part(BOB, 'p2p_ads')).toEqual([]);
    const facts = { id: String(deal), quantity: '100', price_cny: '7.05', money_cny: '705' };
    const sold = { ...facts, side: 'sell', other: String(BOB), state: 'paid', ended_time: '' };
    expect(await part(ALICE, 'p2p_deals')).toMatchObject([sold]);
    const bought = { ...facts, side: 'buy', other: String(ALICE) };
    expect(await part(BOB, 'p2p_deals')).toMatchObject([bought]);
    expect(await part(BOB, 'p2p_statements')).toMatchObject([{ text: 'I have paid.', files: '0' }]);
  });

  it('keeps the account open while there is an ad, a deal or a bond', async () => {
    const { queries } = exchange;
    await queries
      .updateTable('users')
      .set({ email: `${CAROL}@test` })
      .where('id', '=', BigInt(CAROL))
      .execute();
    const user = CAROL;
    const close = async () => {
      await exchange.stepUp(user);
      return refusalOf(exchange.call(accountClose, { account: `${CAROL}@test` }, { user }));
    };
    await exchange.call(p2pBondPost, { currency_id: 3, number: '1000' }, { user });
    expect(await close()).toBe('account_has_deals');
    await exchange.call(p2pBondReturn, {}, { user });
    expect(await close()).toBe('account_has_balance');
    const ad = { type: 'sell', currency_id: 3, price: '7.05', total_number: '1000' } as const;
    await exchange.call(adSend, { ...ad, way: 'bank' }, { user });
    expect(await close()).toBe('account_has_deals');
    const [{ id = 0 } = {}] = (await exchange.call(ownAds, {}, { user })).data;
    const deal = await exchange.call(dealTake, { id, number: '100' }, { user: BOB });
    await exchange.call(adWithdraw, { id }, { user });
    expect(await close()).toBe('account_has_deals');
    await exchange.call(dealCancel, { id: deal.id }, { user: BOB });
    expect(await close()).toBe('account_has_balance');
  });

  it('is erased where no statement shows it, after a day', async () => {
    const { queries } = exchange;
    const shown = await upload(PDF);
    await upload(await picture());
    await appealed({ file_1: shown.link });
    const left = async (hours: number) => {
      const { rounds } = new Retention({
        queries,
        auditLog: new AuditLog(queries, TEST_SECRETS),
        warn: (text) => exchange.alarms.push(text),
        nowMs: () => Date.now() + hours * HOUR_MS,
      });
      await rounds.runOnce();
      const rows = await queries.selectFrom('p2p_evidence').select('hash').execute();
      return rows.map((row) => row.hash);
    };
    expect(await left(23)).toHaveLength(2);
    expect(await left(25)).toEqual([shown.hash]);
    expect(exchange.alarms).toEqual([]);
  });
});
