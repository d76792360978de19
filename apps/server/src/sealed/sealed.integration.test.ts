/**
 * Personal data in the database is sealed, under the newest key once it was sealed anew, and plain
 * nowhere.
 */
import {
  acceptorAct,
  acceptorDeal,
  dealStatementAdd,
  dealStatements,
} from '@meridian/contract/acceptor/calls';
import {
  cashInfo,
  cashSave,
  identityState,
  realName,
  upload,
} from '@meridian/contract/identity/calls';
import { officeApplication, officeApplications } from '@meridian/contract/identity/office';
import { officeDeals } from '@meridian/contract/acceptor/office';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureDemoAcceptor } from '../modules/acceptor/demo.ts';
import { Identities } from '../modules/identity/identities.ts';
import { Pictures } from '../modules/identity/pictures.ts';
import { AuditLog } from '../modules/office/audit-log.ts';
import { TestOffice } from '../../test/people/operators.ts';
import { ALICE, BOB, TEST_FIELDS, TEST_SECRETS, TestExchange } from '../../test/test-exchange.ts';
import { Secrets } from '../secrets.ts';
import { openLastingKey } from './lasting-key.ts';
import { countOld, resealAll } from './reseal.ts';
import { SealedFields } from './sealed-fields.ts';

const NAME = 'Zoë Planted';
const DOCUMENT = 'PL-98765432';
const BANK = '6222029876543210';
const WORDS = 'I paid from my planted account.';
const MOBILE = '13987654321';
const NEW = 'the secret that comes after that of the tests';

let exchange: TestExchange;
let office: TestOffice;
beforeAll(async () => {
  exchange = await TestExchange.open();
  await exchange.reset();
  office = await TestOffice.open(exchange);
  await walk();
});
afterAll(() => exchange.close());

/** A customer is verified, saves a bank account, sells to an acceptor and quarrels. */
async function walk(): Promise<void> {
  const [front_pic, reverse_pic, hand_pic, pic_1] = [
    await picture(),
    await picture(),
    await picture(),
    await picture(),
  ];
  await exchange.call(
    realName,
    { name: NAME, card_id: DOCUMENT, front_pic, reverse_pic, hand_pic },
    { user: ALICE },
  );
  const { id } = await exchange.queries
    .selectFrom('identity_applications')
    .select('id')
    .executeTakeFirstOrThrow();
  await new Identities(exchange.queries, TEST_SECRETS).review(id, {
    isApproved: true,
    reason: '',
    operator: 1,
  });
  await exchange.stepUp(ALICE);
  await exchange.call(
    cashSave,
    { real_name: NAME, bank_name: 'Planted Bank', bank_account: BANK },
    { user: ALICE },
  );
  await exchange.queries
    .updateTable('payment_methods')
    .set({ bank_since: new Date(0) })
    .execute();
  await ensureDemoAcceptor({ queries: exchange.queries, fields: TEST_FIELDS }, BOB);
  const { id: acceptor } = await exchange.queries
    .selectFrom('acceptors')
    .select('id')
    .executeTakeFirstOrThrow();
  await exchange.call(
    acceptorDeal,
    {
      acceptor_id: Number(acceptor),
      type: 'sell',
      way: 'bank',
      mobile: MOBILE,
      deal_account: BANK,
      money: '715',
    },
    { user: ALICE },
  );
  for (const [user, act] of [
    [BOB, 'mark'],
    [ALICE, 'dispute'],
  ] as const)
    await exchange.call(acceptorAct, { id: 1, act }, { user });
  await exchange.call(dealStatementAdd, { id: 1, text: WORDS, pic_1 }, { user: ALICE });
  await exchange.queries
    .insertInto('totp_secrets')
    .values({
      user_id: BigInt(BOB),
      secret: TEST_SECRETS.seal(`totp ${BOB}`, 'JBSWY3DPEHPK3PXP'),
      pending: null,
    })
    .execute();
}

async function picture(): Promise<string> {
  const form = new FormData();
  const file = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#3a6' } })
    .jpeg()
    .toBuffer();
  form.append('file', new Blob([new Uint8Array(file)]), 'x.jpg');
  const response = await fetch(exchange.address + upload.path, {
    method: 'POST',
    headers: exchange.headers({ user: ALICE }),
    body: form,
  });
  return ((await response.json()) as { message: string }).message;
}

/** Every column of every table, with its values as text; bytes as hexadecimal digits. */
async function everything(): Promise<{ readonly column: string; readonly text: string }[]> {
  const { rows: columns } = await sql<{ table: string; column: string; type: string }>`
    select c.table_name as table, c.column_name as column, c.data_type as type from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name) where t.table_type = 'BASE TABLE' and table_schema = 'public'`.execute(
    exchange.queries,
  );
  return Promise.all(
    columns.map(async ({ table, column, type }) => {
      const value =
        type === 'bytea' ? sql`encode(${sql.ref(column)}, 'hex')` : sql`${sql.ref(column)}::text`;
      const { rows } = await sql<{
        text: string | null;
      }>`select string_agg(${value}, E'\n') as text from ${sql.table(table)}`.execute(
        exchange.queries,
      );
      return { column: `${table}.${column}`, text: rows[0]?.text ?? '' };
    }),
  );
}

test('no picture, name, document, account or word of a customer stands plain in any column of any table', async () => {
  const all = await everything();
  expect(all.length).toBeGreaterThan(300);
  expect(all.find(({ column }) => column === 'users.email')).toBeDefined();
  for (const planted of [
    NAME,
    DOCUMENT,
    BANK,
    WORDS,
    MOBILE,
    'Planted Bank',
    'JBSWY3DPEHPK3PXP',
    'ffd8ff',
  ]) {
    const bytes = Buffer.from(planted).toString('hex');
    // A picture begins its row with these bytes; in the middle of random ones they are a matter of
    // chance.
    const holds = (text: string): boolean =>
      planted === 'ffd8ff' ? /^ffd8ff/m.test(text) : text.includes(planted) || text.includes(bytes);
    expect(
      all.filter(({ text }) => holds(text)).map(({ column }) => column),
      planted,
    ).toEqual([]);
  }
});

test('those who may read it read it as it was written', async () => {
  expect(await exchange.call(identityState, {}, { user: ALICE })).toMatchObject({
    name: 'Z**',
    card_id: '****5432',
  });
  expect(await exchange.call(cashInfo, {}, { user: ALICE })).toMatchObject({
    real_name: NAME,
    bank_name: 'Planted Bank',
    bank_account: BANK,
  });
  expect(await office.as('owner', officeApplications, {})).toMatchObject({
    list: [{ name: NAME }],
  });
  expect(await exchange.call(dealStatements, { id: 1 }, { user: BOB })).toMatchObject([
    { text: WORDS },
  ]);
  const { list } = await office.as('owner', officeDeals, {});
  expect(list).toMatchObject([
    {
      mobile: MOBILE,
      deal_account: BANK,
      deal_holder: NAME,
      deal_bank: 'Planted Bank',
      hes_account: '6200000000000000001',
    },
  ]);
  const opened = await office.as('owner', officeApplication, { id: 1 });
  const bytes = Buffer.from(
    await (
      await fetch(exchange.address + (opened.pictures[0] ?? ''), {
        headers: { authorization: office.token('owner') },
      })
    ).arrayBuffer(),
  );
  expect(bytes.subarray(0, 3).toString('hex')).toBe('ffd8ff');
});

test('a value that was put into another row, or written plain, does not open', async () => {
  const { queries } = exchange;
  await queries.transaction().execute(async (transaction) => {
    const row = await transaction
      .selectFrom('payment_methods')
      .selectAll()
      .executeTakeFirstOrThrow();
    expect(() => TEST_FIELDS.open('payment_methods', BOB, row)).toThrow('does not open');
    expect(() =>
      TEST_FIELDS.open('payment_methods', ALICE, { ...row, bank_name: row.bank_account }),
    ).toThrow('does not open');
    expect(() =>
      TEST_FIELDS.open('payment_methods', ALICE, { ...row, bank_account: '6200000000000000009' }),
    ).toThrow('does not open');
  });
});

test('what an earlier version left plain is sealed by the next start, and reads the same', async () => {
  const { queries } = exchange;
  const { id, content } = await plainPicture();
  await sql`update payment_methods set real_name = ${NAME}, bank_account = ${BANK}`.execute(
    queries,
  );
  await sql`update identity_applications set name = ${NAME}, card_id = substring(card_id from 6)`.execute(
    queries,
  );
  expect(await countOld(queries, TEST_SECRETS)).toBe(5);
  expect(await resealAll(queries, TEST_SECRETS)).toBe(5);
  expect(await countOld(queries, TEST_SECRETS)).toBe(0);
  expect(await exchange.call(cashInfo, {}, { user: ALICE })).toMatchObject({
    real_name: NAME,
    bank_account: BANK,
  });
  expect(await exchange.call(identityState, {}, { user: ALICE })).toMatchObject({
    name: 'Z**',
    card_id: '****5432',
  });
  const pictures = new Pictures(queries, TEST_SECRETS);
  const url = new URL(pictures.linkTo(id, 'session'), 'http://x');
  expect(
    (
      await pictures.open({
        id,
        expires: url.searchParams.get('expires') ?? '',
        signature: url.searchParams.get('signature') ?? '',
        session: 'session',
      })
    )?.equals(content),
  ).toBe(true);
  expect(await resealAll(queries, TEST_SECRETS)).toBe(0);
});

test('once everything is sealed anew, the old key can be given up: nothing needs it', async () => {
  const { queries } = exchange;
  await openLastingKey(queries, TEST_SECRETS);
  const entries = (secrets: Secrets) => new AuditLog(queries, secrets).verify();
  expect((await entries(TEST_SECRETS)).brokenAt).toBe(0);
  const both = new Secrets(NEW, ['a secret of the tests, and of nothing else']);
  await openLastingKey(queries, both);
  expect(await countOld(queries, both)).toBeGreaterThan(10);
  // A server beside it seals under the new key; its changes stay.
  await queries
    .updateTable('payment_methods')
    .set({ bank_name: both.sealText(`payment_methods.bank_name ${ALICE}`, 'Changed meanwhile') })
    .execute();
  await resealAll(queries, both);
  expect(await countOld(queries, both)).toBe(0);
  const alone = new Secrets(NEW);
  await openLastingKey(queries, alone);
  const identities = new Identities(queries, alone);
  const application = await queries
    .selectFrom('identity_applications')
    .selectAll()
    .executeTakeFirstOrThrow();
  expect([identities.nameOf(application), identities.cardIdOf(application)]).toEqual([
    NAME,
    DOCUMENT,
  ]);
  // The same document is still found: its hash does not hang on SECRET_KEY.
  expect(identities.documentHash(DOCUMENT)).toBe(application.card_hash);
  expect((await entries(alone)).brokenAt).toBe(0);
  const methods = await queries.selectFrom('payment_methods').selectAll().executeTakeFirstOrThrow();
  expect(new SealedFields(alone).open('payment_methods', ALICE, methods)).toMatchObject({
    bank_account: BANK,
    bank_name: 'Changed meanwhile',
  });
  const { secret } = await queries
    .selectFrom('totp_secrets')
    .select('secret')
    .where('user_id', '=', BigInt(BOB))
    .executeTakeFirstOrThrow();
  expect(alone.open(`totp ${BOB}`, secret ?? Buffer.alloc(0))).toBe('JBSWY3DPEHPK3PXP');
  const pictures = new Pictures(queries, alone);
  for (const id of application.pictures) {
    const url = new URL(pictures.linkTo(id, 'session'), 'http://x');
    expect(
      (
        await pictures.open({
          id,
          expires: url.searchParams.get('expires') ?? '',
          signature: url.searchParams.get('signature') ?? '',
          session: 'session',
        })
      )
        ?.subarray(0, 2)
        .toString('hex'),
    ).toBe('ffd8');
  }
  await expect(
    openLastingKey(queries, new Secrets('a secret that nobody has sealed anything with')),
  ).rejects.toThrow('SECRET_KEYS_OLD');
});

async function plainPicture(): Promise<{ readonly id: string; readonly content: Buffer }> {
  const id = crypto.randomUUID();
  const content = Buffer.from('ffd8ffe0planted', 'latin1');
  await exchange.queries
    .insertInto('pictures')
    .values({ id, user_id: BigInt(ALICE), content, data_key: null, created_at: new Date() })
    .execute();
  return { id, content };
}
