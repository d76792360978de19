import { userInfo, userLogin, userRegister } from '@meridian/contract/account/calls';
import type { CallOutput } from '@meridian/contract/schema/call';
import { cashSave } from '@meridian/contract/identity/calls';
import { officeLegalHold, officeUser, officeUserFreeze } from '@meridian/contract/account/office';
import {
  accountClose,
  dataExport,
  dataExportPart,
  EXPORT_PARTS,
  type ExportPart,
} from '@meridian/contract/personal/calls';
import { securityHistory } from '@meridian/contract/security/calls';
import { transactionDel, transactionIn, transactionOut } from '@meridian/contract/spot/calls';
import { walletChange } from '@meridian/contract/wallet/calls';
import { parseDecimal } from '@meridian/money/decimal';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sealPicture } from '../../sealed/sealed-picture.ts';
import { Access } from '../../gateway/access.ts';
import { AuditLog } from '../office/audit-log.ts';
import { TestOffice } from '../../../test/people/operators.ts';
import { carryRestraints } from '../account/restraints.ts';
import {
  ALICE,
  BOB,
  TEST_FIELDS,
  TEST_SECRETS,
  TestExchange,
  type WireRefusal,
} from '../../../test/test-exchange.ts';
import { networkId, startingNetwork } from '../custody/chain-networks.ts';
import { contactPurpose } from './closing.ts';
import { Retention } from './retention.ts';

const CAROL = ALICE + 2;
const DAY_MS = 86_400_000;

let exchange: TestExchange;
let office: TestOffice;
beforeAll(async () => {
  exchange = await TestExchange.open(3);
  await exchange.reset();
  office = await TestOffice.open(exchange);
});
beforeEach(async () => {
  await sql`truncate data_exports`.execute(exchange.queries);
  for (const user of [ALICE, BOB]) await exchange.stepUp(user);
});
afterAll(() => exchange.close());

async function refused(answer: Promise<unknown>): Promise<string> {
  return answer.then(
    () => 'accepted',
    (error: WireRefusal) => String(error.answer['code']),
  );
}

async function all(part: ExportPart, user = ALICE): Promise<Record<string, string>[]> {
  const list: Record<string, string>[] = [];
  for (let after = ''; ;) {
    const page: CallOutput<typeof dataExportPart> = await exchange.call(
      dataExportPart,
      { part, ...(after === '' ? {} : { after }) },
      { user },
    );
    list.push(
      ...page.rows.map((row) =>
        Object.fromEntries(page.head.map((name, place) => [name, row[place] ?? ''])),
      ),
    );
    if (page.next === '') return list;
    after = page.next;
  }
}

test('the data of somebody is taken along whole: the sums of the statement are the balances', async () => {
  await exchange.call(
    cashSave,
    { real_name: 'Alice A', bank_name: 'Bank', bank_account: '622202' },
    { user: ALICE },
  );
  for (const [user, way] of [
    [ALICE, 1],
    [BOB, 2],
  ] as const) {
    const input = { legal_id: 3, currency_id: 1, price: '60000', num: '0.5', mode: '2' } as const;
    await exchange.call(way === 1 ? transactionIn : transactionOut, input, { user });
  }
  await exchange.call(
    walletChange,
    { number: '77.5', currency_id: 3, from_field: 'change', to_field: 'lever' },
    { user: ALICE },
  );
  await exchange.call(
    transactionIn,
    { legal_id: 3, currency_id: 1, price: '50000', num: '0.1', mode: '2' },
    { user: ALICE },
  );
  const { parts } = await exchange.call(dataExport, {}, { user: ALICE });
  expect(parts).toEqual([...EXPORT_PARTS]);
  const taken = Object.fromEntries(
    await Promise.all(parts.map(async (part) => [part, await all(part)] as const)),
  ) as Record<ExportPart, Record<string, string>[]>;
  const sums = new Map<string, bigint>();
  for (const { wallet, currency, amount = '' } of taken.statement) {
    const parsed = parseDecimal(amount.replace('-', ''), 8);
    if (!parsed.ok) throw new Error(amount);
    sums.set(
      `${wallet} ${currency}`,
      (sums.get(`${wallet} ${currency}`) ?? 0n) +
        (amount.startsWith('-') ? -parsed.units : parsed.units),
    );
  }
  const balances = exchange.live
    .balances(ALICE)
    .map(
      ({ wallet, currency, available, held }) =>
        [`${wallet} ${exchange.live.currency(currency)?.code ?? ''}`, available + held] as const,
    );
  expect(new Map([...sums].filter(([, units]) => units !== 0n))).toEqual(
    new Map(balances.filter(([, units]) => units !== 0n)),
  );
  expect(taken.trades).toMatchObject([
    { market: 'BTC/USDT', side: 'buy', price: '60000', quantity: '0.5', value: '30000' },
  ]);
  expect(taken.orders).toMatchObject([
    { price: '60000', quantity: '0.5', filled: '0.5' },
    { price: '50000', quantity: '0.1', close_reason: '' },
  ]);
  expect(taken.payment_accounts).toMatchObject([{ real_name: 'Alice A', bank_account: '622202' }]);
  expect(taken.profile).toMatchObject([{ id: String(ALICE) }]);
  expect(taken.sessions.length).toBeGreaterThan(0);
  expect(JSON.stringify(taken)).not.toContain(String(BOB));
});

// The export named the number of the network, no coin, and raw units; messages were the facts in
// JSON.
test('a deposit names its coin, the decimal amount and the network, and messages are in words', async () => {
  const { outcome } = await exchange.submit({
    kind: 'custody.network',
    network: startingNetwork('erc20', undefined),
  });
  expect(outcome.ok).toBe(true);
  await sql`insert into seen_deposits (network, chain, transaction, output, user_id, address, amount, chain_amount, height, status, note, seen_at)
    values (${networkId('erc20')}, 'ethereum', '0xexport', 1, ${ALICE}, '0xalice', 100050000000, 1000500000, 1, 'credited', '', now())`.execute(
    exchange.queries,
  );
  await sql`insert into notifications (user_id, cause, kind, facts, created_at) values (${ALICE}, 'export', 'deposit_seen', ${JSON.stringify(
    {
      amount: '100050000000',
      network: networkId('erc20'),
      currency: 3,
      transaction: '0xexport',
    },
  )}, now())`.execute(exchange.queries);
  await exchange.call(dataExport, {}, { user: ALICE });
  expect(await all('deposits', ALICE)).toMatchObject([
    { network: 'ERC20', currency: 'USDT', amount: '1000.5', transaction: '0xexport' },
  ]);
  const message = (await all('messages', ALICE)).find(({ kind }) => kind === 'deposit_seen');
  expect(message?.['title']).toBe('Deposit on its way');
  expect(message?.['text']).toContain('1,000.5 USDT');
});

test('many rows come in pages, each once', async () => {
  await sql`insert into notifications (user_id, cause, kind, facts, created_at) select ${BOB}, 'many-' || n, 'data_exported', '{}', now() from generate_series(1, 2500) n`.execute(
    exchange.queries,
  );
  await exchange.call(dataExport, {}, { user: BOB });
  const rows = await all('messages', BOB);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  expect(rows.length).toBeGreaterThanOrEqual(2500);
});

test('it needs a fresh proof, is told to the owner, and is for the session that asked, three times a day', async () => {
  await exchange.queries.updateTable('sessions').set({ stepped_up_at: null }).execute();
  expect(await refused(exchange.call(dataExport, {}, { user: BOB }))).toBe('step_up_required');
  expect(await refused(exchange.call(dataExportPart, { part: 'profile' }, { user: BOB }))).toBe(
    'step_up_required',
  );
  await exchange.stepUp(BOB);
  const asked = await Promise.all(
    Array.from({ length: 8 }, () => refused(exchange.call(dataExport, {}, { user: BOB }))),
  );
  expect(asked.filter((outcome) => outcome === 'accepted')).toHaveLength(3);
  expect(asked.filter((outcome) => outcome === 'exports_too_many')).toHaveLength(5);
  expect((await exchange.call(securityHistory, {}, { user: BOB })).list[0]).toMatchObject({
    kind: 'data_exported',
  });
  expect(
    await exchange.queries
      .selectFrom('notifications')
      .select('kind')
      .where('user_id', '=', BigInt(BOB))
      .where('kind', '=', 'data_exported')
      .where('cause', 'like', 'security-%')
      .execute(),
  ).toHaveLength(4);
  await exchange.logIn(BOB);
  expect(await refused(exchange.call(dataExportPart, { part: 'profile' }, { user: BOB }))).toBe(
    'step_up_required',
  );
});

test('an account with anything in it or under way stays open, and trades on', async () => {
  const close = () =>
    refused(exchange.call(accountClose, { account: `${ALICE}@test` }, { user: ALICE }));
  await sql`update users set email = account`.execute(exchange.queries);
  expect(
    await refused(exchange.call(accountClose, { account: 'somebody@else' }, { user: ALICE })),
  ).toBe('account_name_wrong');
  const { id } = await exchange.call(
    transactionIn,
    { legal_id: 3, currency_id: 1, price: '50000', num: '0.1', mode: '2' },
    { user: ALICE },
  );
  expect(await close()).toBe('account_has_orders');
  expect(id).toBeGreaterThan(0);
  for (const { id: open } of exchange.live.openOrders(ALICE))
    await exchange.call(transactionDel, { id: open }, { user: ALICE });
  expect(await close()).toBe('account_has_balance');
  expect(exchange.live.custody.restraint(ALICE).isFrozen).toBe(false);
  expect(
    await refused(
      exchange.call(
        transactionIn,
        { legal_id: 3, currency_id: 1, price: '50000', num: '0.1', mode: '2' },
        { user: ALICE },
      ),
    ),
  ).toBe('accepted');
});

test('a closed account is nobody: sessions are over, the core takes nothing, the address is free, the data is sealed and then erased', async () => {
  const { queries } = exchange;
  await empty(CAROL);
  const mail = 'carol@example.com';
  await queries
    .updateTable('users')
    .set({ email: mail, account: mail })
    .where('id', '=', BigInt(CAROL))
    .execute();
  await exchange.stepUp(CAROL);
  await exchange.call(
    cashSave,
    { real_name: 'Carol C', bank_name: 'Bank', bank_account: '622299' },
    { user: CAROL },
  );
  const pictures = [await pictureOf(CAROL, 40), await pictureOf(CAROL, 40)];
  await queries
    .insertInto('identity_applications')
    .values({
      user_id: BigInt(CAROL),
      kind: 'identity',
      status: 'approved',
      ...TEST_FIELDS.seal('identity_applications', CAROL, { name: 'Carol C' }),
      card_type: 'id_card',
      card_id: TEST_SECRETS.seal(`document ${CAROL}`, 'C-1'),
      card_hash: 'c',
      pictures,
      submitted_at: new Date(),
      reviewed_at: new Date(),
      reviewed_by: 1n,
    })
    .execute();
  expect(await exchange.call(accountClose, { account: mail }, { user: CAROL })).toBe(
    'Your account has been closed.',
  );
  await expect(exchange.call(userInfo, {}, { user: CAROL })).rejects.toThrow('999');
  expect(await refused(exchange.call(userLogin, { user_string: mail, password: 'Abcd9876' }))).toBe(
    'login_failed',
  );
  await expect(new Access(queries).open(CAROL, { address: '', device: '' })).rejects.toMatchObject({
    code: 'account_frozen',
  });
  const { outcome } = await exchange.submit({
    kind: 'spot.place',
    user: CAROL,
    market: 1,
    side: 'buy',
    type: 'limit',
    quantityLots: 1000,
    priceTicks: 1000,
    timeInForce: 'gtc',
    postOnly: false,
    selfTrade: 'expireTaker',
  } as never);
  expect(outcome.ok).toBe(false);
  // A start carries the freeze over.
  await carryRestraints({ queries, engine: exchange, live: exchange.live });
  expect(exchange.live.custody.restraint(CAROL).isFrozen).toBe(true);
  expect(
    await queries
      .selectFrom('outbox')
      .select('subject')
      .where('receiver', '=', mail)
      .orderBy('id', 'desc')
      .executeTakeFirst(),
  ).toMatchObject({ subject: 'Meridian: your account has been closed' });
  const row = await queries
    .selectFrom('closed_accounts')
    .selectAll()
    .where('user_id', '=', BigInt(CAROL))
    .executeTakeFirstOrThrow();
  expect(row.contact).not.toContain('carol');
  expect(TEST_SECRETS.openText(contactPurpose(CAROL), row.contact)).toContain(mail);
  expect(
    await queries
      .selectFrom('payment_methods')
      .select('user_id')
      .where('user_id', '=', BigInt(CAROL))
      .execute(),
  ).toEqual([]);
  expect(await office.as('owner', officeUser, { id: CAROL })).toMatchObject({
    account: `closed-${CAROL}`,
    email: '',
    closed_time: expect.stringMatching(/^\d{4}/) as string,
  });
  expect(
    await office.refused('owner', officeUserFreeze, {
      id: CAROL,
      frozen: '0',
      reason: 'They asked.',
    }),
  ).toBe('account_closed');

  // Five years later, with a hold and without.
  const later = new Retention({
    queries,
    auditLog: new AuditLog(queries, TEST_SECRETS),
    warn: (text) => exchange.alarms.push(text),
    nowMs: () => Date.now() + 6 * 365 * DAY_MS,
  });
  await office.as('owner', officeLegalHold, { id: CAROL, held: '1', reason: 'A court asked.' });
  await later.rounds.runOnce();
  const kept = async () =>
    (
      await queries
        .selectFrom('pictures')
        .select('id')
        .where('user_id', '=', BigInt(CAROL))
        .execute()
    ).length;
  expect(await kept()).toBe(2);
  await office.as('owner', officeLegalHold, { id: CAROL, held: '0', reason: 'It is over.' });
  await later.rounds.runOnce();
  expect(exchange.alarms).toEqual([]);
  expect(await kept()).toBe(0);
  expect(
    await queries
      .selectFrom('identity_applications')
      .select(['name', 'card_id', 'card_hash'])
      .where('user_id', '=', BigInt(CAROL))
      .execute(),
  ).toEqual([{ name: '', card_id: null, card_hash: null }]);
  expect(
    (await queries.selectFrom('closed_accounts').selectAll().executeTakeFirstOrThrow()).contact,
  ).toBe('');
  expect(
    await queries
      .selectFrom('statements')
      .select('id')
      .where('user_id', '=', BigInt(CAROL))
      .limit(1)
      .execute(),
  ).toHaveLength(1);
  expect(
    await refused(
      exchange.call(userRegister, {
        type: 'email',
        user_string: mail,
        code: '000000',
        password: 'Tulips-9-are-red',
        re_password: 'Tulips-9-are-red',
      }),
    ),
  ).toBe('code_wrong');
});

test('pictures that nobody uses leave after a day, those of a refused application after thirty, others stay; the log has it once', async () => {
  const { queries } = exchange;
  const [unused, fresh, refusedOld, refusedNew, approved, disputed] = await Promise.all(
    [2, 0, 40, 40, 40, 2].map((days) => pictureOf(BOB, days)),
  );
  const application = (
    status: 'approved' | 'rejected',
    days: number,
    ids: string[],
    kind: 'identity' | 'assets' = 'identity',
  ) =>
    queries
      .insertInto('identity_applications')
      .values({
        user_id: BigInt(BOB),
        kind,
        status,
        card_id: null,
        card_hash: null,
        pictures: ids,
        submitted_at: new Date(0),
        reviewed_at: new Date(Date.now() - days * DAY_MS),
        reviewed_by: 1n,
      })
      .execute();
  await application('rejected', 31, [refusedOld ?? '']);
  await application('rejected', 29, [refusedNew ?? '']);
  await application('approved', 40, [approved ?? '']);
  await queries
    .insertInto('deposit_claims')
    .values({
      user_id: BigInt(BOB),
      currency: 3,
      amount: 1n,
      from_address: '',
      hash: '',
      network: '',
      picture: disputed ?? '',
      created_at: new Date(),
      decided_by: null,
      decided_at: null,
    })
    .execute();
  const retention = new Retention({
    queries,
    auditLog: new AuditLog(queries, TEST_SECRETS),
    warn: (text) => exchange.alarms.push(text),
  });
  const entries = async () =>
    (
      await queries
        .selectFrom('audit_log')
        .select('after')
        .where('action', '=', 'retention.erase')
        .execute()
    ).length;
  const before = await entries();
  await queries
    .updateTable('users')
    .set({ frozen_at: new Date() })
    .where('id', '=', BigInt(BOB))
    .execute();
  await retention.rounds.runOnce();
  expect(await entries()).toBe(before);
  await queries
    .updateTable('users')
    .set({ frozen_at: null })
    .where('id', '=', BigInt(BOB))
    .execute();
  await retention.rounds.runOnce();
  await retention.rounds.runOnce();
  expect(exchange.alarms).toEqual([]);
  expect(await entries()).toBe(before + 1);
  const left = new Set(
    (
      await queries.selectFrom('pictures').select('id').where('user_id', '=', BigInt(BOB)).execute()
    ).map(({ id }) => id),
  );
  expect(
    [unused, fresh, refusedOld, refusedNew, approved, disputed].map((id) => left.has(id ?? '')),
  ).toEqual([false, true, false, true, true, true]);
});

async function pictureOf(user: number, days: number): Promise<string> {
  const id = crypto.randomUUID();
  await exchange.queries
    .insertInto('pictures')
    .values({
      id,
      user_id: BigInt(user),
      ...sealPicture(TEST_SECRETS, id, Buffer.from('picture')),
      created_at: new Date(Date.now() - days * DAY_MS),
    })
    .execute();
  return id;
}

/** Gives the user's starting balance to Bob. */
async function empty(user: number): Promise<void> {
  for (const { wallet, currency, available } of exchange.live.balances(user)) {
    if (wallet !== 'spot' || available === 0n) continue;
    const { outcome } = await exchange.submit({
      kind: 'custody.hold',
      user,
      currency,
      amount: available,
    });
    expect(outcome).toMatchObject({ ok: true });
    await exchange.submit({
      kind: 'custody.payHold',
      escrow: Number(outcome.ok ? outcome.id : 0),
      recipient: BOB,
    });
  }
}
