import { createHash, createPublicKey, verify } from 'node:crypto';
import { upload } from '@meridian/contract/identity/calls';
import { appealOpen, appealState, evidenceUpload } from '@meridian/contract/p2p/appeal-calls';
import { adSend, dealPay, dealTake, ownAds } from '@meridian/contract/p2p/calls';
import { chatSend } from '@meridian/contract/p2p/chat-calls';
import type { EvidenceDocument } from '@meridian/contract/p2p/evidence-document';
import { officeP2pRule } from '@meridian/contract/p2p/office-appeals';
import {
  evidenceKeys,
  evidencePackage,
  officeEvidencePackage,
  type EvidencePackage,
} from '@meridian/contract/p2p/package-calls';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { TestOffice } from '../../../test/people/operators.ts';
import { openP2p, refusalOf, verifiedTraders } from '../../../test/people/p2p-traders.ts';
import { ALICE, BOB, TEST_SECRETS, TestExchange } from '../../../test/test-exchange.ts';
import { resealAll } from '../../sealed/reseal.ts';
import { Secrets } from '../../secrets.ts';
import { EvidenceKeys } from './evidence-keys.ts';

const STRANGER = ALICE + 2;
const PDF = Buffer.from('%PDF-1.4\na statement of a bank\n%%EOF\n');

let exchange: TestExchange;
let office: TestOffice<string>;
/** A paid deal that Alice sells and Bob buys. */
let id: number;

beforeAll(async () => {
  exchange = await TestExchange.open(3);
  await verifiedTraders(exchange, [ALICE, BOB]);
  await exchange.queries
    .updateTable('users')
    .set({ mobile: '13900001111' })
    .where('id', '=', BigInt(BOB))
    .execute();
  await exchange.reset();
  office = await TestOffice.open<string>(exchange);
});
afterAll(() => exchange.close());
beforeEach(async () => {
  await exchange.reset();
  for (const table of ['p2p_statements', 'p2p_rulings', 'p2p_chat_rows', 'p2p_chats'] as const)
    await exchange.queries.deleteFrom(table).execute();
  await openP2p(exchange, [ALICE, BOB]);
  const ad = { type: 'sell', currency_id: 3, price: '7.05', total_number: '1000' } as const;
  await exchange.call(
    adSend,
    { ...ad, way: 'bank', auto_reply: 'Pay in one sum.' },
    { user: ALICE },
  );
  const taken = (await exchange.call(ownAds, {}, { user: ALICE })).data[0]?.id ?? 0;
  ({ id } = await exchange.call(dealTake, { id: taken, number: '100' }, { user: BOB }));
  await exchange.call(dealPay, { id }, { user: BOB });
});

const said = (user: number, text: string) =>
  exchange.call(chatSend, { id, client_id: text, text }, { user });
const of = (user: number) => exchange.call(evidencePackage, { id }, { user });
const documentOf = ({ document }: EvidencePackage) => JSON.parse(document) as EvidenceDocument;
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function sent(path: string, user: number, file: Buffer): Promise<unknown> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(file)]), 'a');
  const headers = exchange.headers({ user });
  const response = await fetch(exchange.address + path, { method: 'POST', headers, body: form });
  return ((await response.json()) as { message: unknown }).message;
}

const picture = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#0a0' } })
    .jpeg()
    .toBuffer();

/** Whether the package is signed by a key that the exchange publishes. */
async function isGenuine({ document, key, signature }: EvidencePackage): Promise<boolean> {
  const keys = await exchange.call(evidenceKeys, {}, {});
  const pem = keys.find((each) => each.key === key)?.public_key ?? '';
  return verify(
    null,
    Buffer.from(document),
    createPublicKey(pem),
    Buffer.from(signature, 'base64'),
  );
}

it('has deal, steps, chat and appeal with each file by its content, signed', async () => {
  await said(BOB, 'I have paid.');
  const shown = (await sent(upload.path, BOB, await picture())) as string;
  await exchange.call(chatSend, { id, client_id: 'p', picture: shown }, { user: BOB });
  const { link } = (await sent(evidenceUpload.path, ALICE, PDF)) as { link: string };
  const appeal = { reason: 'wrong_amount', statement: 'Half came.', file_1: link } as const;
  const { id: number } = await exchange.call(appealOpen, { id, ...appeal }, { user: ALICE });
  await exchange.call(appealState, { id: number, statement: 'I paid all.' }, { user: BOB });
  const ruling = { to_buyer: '40', fault: 'buyer', reason: 'The bank says half.' } as const;
  await office.as('approver', officeP2pRule, { id: number, ...ruling });

  const made = await of(ALICE);
  expect(await isGenuine(made)).toBe(true);
  expect(await isGenuine({ ...made, document: made.document.replace('705.00', '706.00') })).toBe(
    false,
  );
  const document = documentOf(made);
  expect(document).toMatchObject({
    format: 'meridian-p2p-evidence-1',
    madeFor: 'seller',
    deal: {
      number: id,
      maker: 'seller',
      coin: 'USDT',
      quantity: '100',
      priceCny: '7.05',
      moneyCny: '705.00',
      way: 'bank',
      state: 'completed',
      endedBy: 'ruling',
      toBuyer: '40',
    },
    buyer: { trader: BOB, phone: '13900001111' },
    seller: { trader: ALICE },
    payee: { account: `62220000${ALICE}` },
  });
  expect(document.steps.map(({ what, by, text }) => [what, by, text])).toEqual([
    ['opened', '', 'Pay in one sum.'],
    ['paid', '', ''],
    ['appealed', 'seller', ''],
    ['appealAnswered', 'buyer', ''],
    ['ruled', 'ruling', ''],
  ]);
  const times = document.steps.map(({ time }) => time);
  expect(times.toSorted()).toEqual(times);
  expect(document.chat.map(({ author, text }) => [author, text])).toEqual([
    ['buyer', 'I have paid.'],
    ['buyer', ''],
  ]);
  expect(document.appeals).toMatchObject([
    {
      number,
      by: 'seller',
      reason: 'wrong_amount',
      state: 'ruled',
      statements: [
        { by: 'seller', text: 'Half came.', files: [sha256(PDF)] },
        { by: 'buyer', text: 'I paid all.', files: [] },
      ],
      ruling: [{ toBuyer: '40', toSeller: '60', fault: 'buyer', reason: 'The bank says half.' }],
    },
  ]);
  expect(document.files).toHaveLength(2);
  expect(document.files.map((file) => file.sha256)).toContain(document.chat[1]?.file);
  for (const { sha256: hash, link: opens, bytes } of made.files) {
    const answer = await fetch(exchange.address + opens, {
      headers: exchange.headers({ user: ALICE }),
    });
    const content = new Uint8Array(await answer.arrayBuffer());
    expect([sha256(content), content.length]).toEqual([hash, bytes]);
  }
});

it('is answered to strangers like a deal that does not exist, and to nobody without a session', async () => {
  const stranger = { user: STRANGER };
  const answers = await Promise.all([
    exchange.call(evidencePackage, { id }, stranger).catch((error: unknown) => String(error)),
    exchange.call(evidencePackage, { id: 999 }, stranger).catch((error: unknown) => String(error)),
  ]);
  expect(answers[0]).toContain('p2p_deal_not_found');
  expect(answers[0]).toBe(answers[1]);
  expect(await refusalOf(exchange.call(evidencePackage, { id }, {}))).toBe('session_required');
});

it('says of the other side what the page of the deal shows: nothing 30 days after the end', async () => {
  const { id: number } = await exchange.call(
    appealOpen,
    { id, reason: 'not_received', statement: 'Nothing came.' },
    { user: ALICE },
  );
  await exchange.call(appealState, { id: number, statement: 'I paid.' }, { user: BOB });
  await office.as('approver', officeP2pRule, {
    id: number,
    to_buyer: '100',
    fault: 'seller',
    reason: 'Paid.',
  });
  expect(documentOf(await of(ALICE)).buyer.phone).toBe('13900001111');
  // The parties are hidden by the clock of the wall, the deal has ended by that of the engine.
  await exchange.queries.updateTable('p2p_deals').set({ ended_ms: 1n }).execute();
  expect(documentOf(await of(ALICE))).toMatchObject({
    buyer: { trader: BOB, realName: '', phone: '' },
    payee: { account: `62220000${ALICE}` },
  });
  expect(documentOf(await of(BOB))).toMatchObject({
    buyer: { phone: '13900001111' },
    seller: { realName: '', phone: '' },
    payee: { realName: '', account: '' },
  });
  const whole = documentOf(await office.as('support', officeEvidencePackage, { id }));
  expect(whole).toMatchObject({
    madeFor: 'office',
    buyer: { phone: '13900001111' },
    payee: { account: `62220000${ALICE}` },
  });
});

it('is logged when an operator makes one, and made by nobody without the permission', async () => {
  await office.as('support', officeEvidencePackage, { id });
  const logged = await exchange.queries
    .selectFrom('audit_log')
    .select(['action', 'subject'])
    .where('action', '=', 'p2p.evidence')
    .where('subject', '=', `deal ${id}`)
    .execute();
  expect(logged.length).toBeGreaterThan(0);
  for (const role of ['content', 'finance'] as const)
    expect(await office.refused(role, officeEvidencePackage, { id })).toBe('permission_denied');
  expect(await office.refused('support', officeEvidencePackage, { id: 999 })).toBe(
    'p2p_deal_not_found',
  );
});

it('does not show a ruling that a second operator has not confirmed', async () => {
  const { id: number } = await exchange.call(
    appealOpen,
    { id, reason: 'not_received', statement: 'Nothing came.' },
    { user: ALICE },
  );
  await exchange.call(appealState, { id: number, statement: 'I paid.' }, { user: BOB });
  await exchange.queries
    .updateTable('p2p_appeals')
    .set({ to_buyer: 1n, fault: 'seller', bond_cut: 0n, operator: 1n })
    .where('id', '=', BigInt(number))
    .execute();
  for (const user of [ALICE, BOB])
    expect(documentOf(await of(user)).appeals[0]?.ruling).toEqual([]);
});

it('stays verifiable after a new SECRET_KEY, with which another key signs', async () => {
  const before = await of(BOB);
  const renewed = new Secrets('a new secret of the tests, and of nothing else', [
    'a secret of the tests, and of nothing else',
  ]);
  const keys = new EvidenceKeys(exchange.queries, renewed);
  const { key, signature } = await keys.sign('later');
  expect(key).not.toBe(before.key);
  await resealAll(exchange.queries, renewed);
  const alone = new EvidenceKeys(
    exchange.queries,
    new Secrets('a new secret of the tests, and of nothing else'),
  );
  const published = await alone.published();
  expect(published.map((each) => each.id)).toEqual(expect.arrayContaining([key, before.key]));
  const pem = (wanted: string) =>
    createPublicKey(published.find((each) => each.id === wanted)?.publicKey ?? '');
  const isSigned = (text: string, by: string, bytes: string) =>
    verify(null, Buffer.from(text), pem(by), Buffer.from(bytes, 'base64'));
  expect(isSigned('later', key, signature)).toBe(true);
  expect(isSigned(before.document, before.key, before.signature)).toBe(true);
  // Back to the secret of the other tests.
  const back = new Secrets('a secret of the tests, and of nothing else', [
    'a new secret of the tests, and of nothing else',
  ]);
  await resealAll(exchange.queries, back);
  expect((await new EvidenceKeys(exchange.queries, TEST_SECRETS).published()).length).toBe(2);
});

it('publishes no key that is not sealed with the secret: the database alone adds none', async () => {
  await exchange.call(evidenceKeys, {}, {});
  await exchange.queries
    .insertInto('lasting_keys')
    .values({ name: 'evidence forged', sealed: Buffer.from('{"publicKey":"","sinceMs":1}') })
    .execute();
  await expect(new EvidenceKeys(exchange.queries, TEST_SECRETS).published()).rejects.toThrow(
    'SECRET_KEY',
  );
  await exchange.queries.deleteFrom('lasting_keys').where('name', '=', 'evidence forged').execute();
});
