/** Acceptors, rulings on disputes and regional agents in the office. */
import {
  acceptorAct,
  acceptorDeal,
  acceptorDeals,
  acceptorInfo,
  acceptorList,
  dealStatementAdd,
  dealStatements,
  regionUsers,
  type DealAct,
  type Ruling,
} from '@meridian/contract/acceptor/calls';
import type { Call } from '@meridian/contract/schema/call';
import { userMessages } from '@meridian/contract/inbox/calls';
import { officeAudit } from '@meridian/contract/office/calls';
import {
  officeAcceptors,
  officeAcceptorSave,
  officeAgentRemove,
  officeAgents,
  officeAgentSave,
  officeDealRule,
  officeDeals,
  officeDealStatements,
} from '@meridian/contract/acceptor/office';
import { ROLE_NAMES, ROLES, type Role } from '@meridian/contract/office/permissions';
import { walletDetail } from '@meridian/contract/wallet/calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestOffice } from '../../../test/people/operators.ts';
import {
  ALICE,
  BOB,
  TEST_FIELDS,
  TEST_SECRETS,
  TestExchange,
  type WireRefusal,
} from '../../../test/test-exchange.ts';
import { sealPicture } from '../../sealed/sealed-picture.ts';
import { ensureDemoAcceptor } from './demo.ts';
import { paidTo } from '../../../test/people/payment-account.ts';

const USDT = 3;
const TERMS = {
  name: 'Second Desk',
  recharge_amount: '20000',
  recharge_rate: '7.3',
  cash_amount: '10000.5',
  cash_rate: '7.1',
  ali_nickname: 'Desk',
  ali_account: 'two@desk.example',
  open: '1',
} as const;

let exchange: TestExchange;
let office: TestOffice;
let logged = 0;

beforeAll(async () => {
  exchange = await TestExchange.open(3);
  await exchange.reset();
  office = await TestOffice.open(exchange);
});
afterAll(() => exchange?.close());
beforeEach(async () => {
  await exchange.reset();
  const { queries } = exchange;
  exchange.dealsLaterMs = 0;
  await queries.deleteFrom('payment_methods').execute();
  await queries.insertInto('payment_methods').values(paidTo(ALICE, '62000000')).execute();
  await sql`truncate acceptor_deals, acceptors, regional_agents restart identity cascade`.execute(
    queries,
  );
  await queries.deleteFrom('outbox').execute();
  await queries
    .updateTable('users')
    .set({ review_status: 'approved', withdrawals_held_until: null, email: null, language: 'en' })
    .execute();
  await queries
    .insertInto('site_settings')
    .values({ key: 'daily_limit_2', value: '100000' })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: '100000' }))
    .execute();
  logged = (await office.as('auditor', officeAudit, {})).total;
});

/** Log entries since the test began, newest first. The log itself cannot be emptied. */
async function log(): Promise<
  { action: string; subject: string; before: unknown; after: unknown }[]
> {
  const { list, total } = await office.as('auditor', officeAudit, {});
  const read = (text: string): unknown => (text === '' ? undefined : JSON.parse(text));
  // Proposals and approvals have entries of their own.
  return list
    .slice(0, total - logged)
    .filter(({ action }) => !action.startsWith('proposal.'))
    .map(({ action, subject, before, after }) => ({
      action,
      subject,
      before: read(before),
      after: read(after),
    }));
}

async function balances(user: number): Promise<[string, string]> {
  const { change_balance, lock_change_balance } = await exchange.call(
    walletDetail,
    { currency: USDT },
    { user },
  );
  return [change_balance, lock_change_balance];
}

describe('acceptors', () => {
  it('are added and changed, and the log says what was before and after', async () => {
    const { id } = await office.as('owner', officeAcceptorSave, { ...TERMS, user: BOB });
    expect(await office.as('auditor', officeAcceptors, {})).toMatchObject({
      total: 1,
      list: [
        {
          id,
          user: BOB,
          name: 'Second Desk',
          recharge_rate: '7.3',
          cash_amount: '10000.50',
          bank_account: '',
          is_open: true,
          available: '100000',
          held: '0',
          open_deals: 0,
        },
      ],
    });
    expect(await exchange.call(acceptorInfo, { id }, { user: ALICE })).toMatchObject({
      ways: ['ali_pay'],
      ali_account: 'two@desk.example',
    });
    await office.as('owner', officeAcceptorSave, { ...TERMS, id, cash_rate: '7.05', open: '0' });
    expect(await exchange.call(acceptorList, {}, { user: ALICE })).toEqual([]);
    expect(await office.as('auditor', officeAcceptors, { id })).toMatchObject({
      total: 1,
      list: [{ id, is_open: false }],
    });
    expect(await office.as('auditor', officeAcceptors, { id: id + 1 })).toMatchObject({ total: 0 });
    const [changed, added] = await log();
    expect(changed).toMatchObject({
      action: 'acceptor.change',
      before: { cash_rate: '7.1', is_open: true },
      after: { user: BOB, cash_rate: '7.05', is_open: false },
    });
    expect(added).toMatchObject({ action: 'acceptor.add', after: { user: BOB, cash_rate: '7.1' } });
  });

  it('are refused where something is wrong', async () => {
    const code = (more: object) =>
      office.refused('owner', officeAcceptorSave, { ...TERMS, user: BOB, ...more });
    expect(await code({ user: 999 })).toBe('user_not_found');
    expect(await code({ id: 999 })).toBe('acceptor_not_found');
    expect(await code({ cash_rate: '0' })).toBe('number_not_positive');
    expect(await code({ cash_rate: '7.00001' })).toBe('number_precision');
    expect(await code({ recharge_amount: '-1' })).toBe('number_not_positive');
    expect(await code({})).toBe('accepted');
    expect(await code({})).toBe('acceptor_known');
  });

  it('are no business of one’s own', async () => {
    await exchange.queries
      .updateTable('users')
      .set({ email: 'owner@office.example' })
      .where('id', '=', BigInt(BOB))
      .execute();
    expect((await office.send('owner', officeAcceptorSave, { ...TERMS, user: BOB })).code).toBe(
      'own_account',
    );
    await ensureDemoAcceptor({ queries: exchange.queries, fields: TEST_FIELDS }, BOB);
    expect((await office.send('owner', officeAcceptorSave, { ...TERMS, id: 1 })).code).toBe(
      'own_account',
    );
  });

  it('show what waits in their deals', async () => {
    await ensureDemoAcceptor({ queries: exchange.queries, fields: TEST_FIELDS }, BOB);
    await exchange.stepUp(ALICE);
    await deal('buy', '725');
    await deal('sell', '715');
    expect((await office.as('finance', officeAcceptors, { q: 'meridian' })).list).toMatchObject([
      { available: '99900', held: '100', coming: '100', open_deals: 2, disputed_deals: 0 },
    ]);
    expect((await office.as('finance', officeAcceptors, { q: 'nobody' })).total).toBe(0);
  });
});

describe('a dispute', () => {
  beforeEach(async () => {
    await ensureDemoAcceptor({ queries: exchange.queries, fields: TEST_FIELDS }, BOB);
    await exchange.stepUp(ALICE);
    await deal('sell', '715');
    await act(BOB, 'mark');
    await act(ALICE, 'dispute');
  });

  it('waits for an operator with what is known of both sides', async () => {
    const { list, total } = await office.as('finance', officeDeals, { status: 'disputed' });
    expect(total).toBe(1);
    expect(list[0]).toMatchObject({
      id: 1,
      type: 'sell',
      way: 'bank',
      money: '715.00',
      number: '100',
      user: ALICE,
      mobile: '13800000000',
      deal_account: '62000000',
      deal_holder: 'Somebody',
      deal_bank: 'Bank',
      user_deals: 0,
      user_disputes: 0,
      acceptor_name: 'Meridian Desk',
      acceptor_user: BOB,
      hes_account: '6200000000000000001',
      acceptor_deals: 0,
      acceptor_disputes: 0,
      ruling: '',
    });
    expect(list[0]?.disputed_time).not.toBe('');
    expect((await office.as('finance', officeDeals, { status: 'confirmed' })).total).toBe(0);
    expect((await office.as('finance', officeDeals, { q: String(ALICE) })).total).toBe(1);
    expect((await office.as('finance', officeDeals, { q: 'somebody@else' })).total).toBe(0);
  });

  it('ends with the coins at the acceptor, both sides are told, and the log says why', async () => {
    await exchange.queries
      .updateTable('users')
      .set({ email: 'alice@people.example', language: 'es' })
      .where('id', '=', BigInt(ALICE))
      .execute();
    expect(await rule('pay')).toBe('ok');
    expect([await balances(ALICE), await balances(BOB)]).toEqual([
      ['99900', '0'],
      ['100100', '0'],
    ]);
    expect((await exchange.call(acceptorDeals, {}, { user: ALICE })).list[0]).toMatchObject({
      is_sure: 1,
      is_disputed: 0,
      ruling: 'pay',
      ruling_reason: 'The bank shows it',
      acts: [],
    });
    for (const user of [ALICE, BOB])
      expect((await exchange.call(userMessages, {}, { user })).list[0]).toMatchObject({
        kind: 'deal_paid',
        text: 'Deal 1: 100 USDT went to the buyer. Reason: The bank shows it',
      });
    await exchange.queries.deleteFrom('outbox').execute();
    await exchange.announcer.rounds.runOnce();
    const mails = await exchange.queries
      .selectFrom('outbox')
      .select(['receiver', 'subject', 'body'])
      .orderBy('id')
      .execute();
    expect(mails).toMatchObject([
      { receiver: 'alice@people.example', subject: 'Meridian: 4 mensajes para usted' },
      { receiver: `${BOB}@test`, subject: 'Meridian: 4 messages for you' },
    ]);
    expect(mails[0]?.body).toContain('The bank shows it');
    expect((await log())[0]).toMatchObject({
      action: 'deal.rule',
      subject: 'deal 1',
      before: { status: 'disputed' },
      after: { ruling: 'pay', reason: 'The bank shows it', seller: ALICE, buyer: BOB },
    });
  });

  // The page counted the deal itself as an earlier one.
  it('is not among the other deals of its sides', async () => {
    expect(await rule('pay')).toBe('ok');
    await deal('sell', '715');
    await exchange.call(acceptorAct, { id: 2, act: 'mark' }, { user: BOB });
    await exchange.call(acceptorAct, { id: 2, act: 'dispute' }, { user: ALICE });
    const { list } = await office.as('finance', officeDeals, {});
    const pasts = [
      { id: 2, user_deals: 1, user_disputes: 1, acceptor_deals: 1, acceptor_disputes: 1 },
      { id: 1, user_deals: 0, user_disputes: 1, acceptor_deals: 0, acceptor_disputes: 1 },
    ];
    expect(list).toMatchObject(pasts);
  });

  it('ends with the coins back', async () => {
    expect(await rule('return')).toBe('ok');
    expect([await balances(ALICE), await balances(BOB)]).toEqual([
      ['100000', '0'],
      ['100000', '0'],
    ]);
    expect((await exchange.call(acceptorDeals, {}, { user: ALICE })).list[0]).toMatchObject({
      is_sure: 2,
      ruling: 'return',
    });
    expect((await exchange.call(userMessages, {}, { user: ALICE })).list[0]).toMatchObject({
      kind: 'deal_returned',
    });
  });

  it('is decided once, however many rule at once', async () => {
    const codes = await Promise.all(
      Array.from({ length: 40 }, (_none, index) => rule(index % 2 === 0 ? 'pay' : 'return')),
    );
    expect(codes.filter((each) => each === 'ok')).toHaveLength(1);
    expect(new Set(codes)).toEqual(new Set(['ok', 'deal_not_disputed']));
    const { ruling } = (await office.as('finance', officeDeals, {})).list[0] ?? {};
    expect([await balances(ALICE), await balances(BOB)]).toEqual(
      ruling === 'pay'
        ? [
            ['99900', '0'],
            ['100100', '0'],
          ]
        : [
            ['100000', '0'],
            ['100000', '0'],
          ],
    );
    expect((await log()).filter(({ action }) => action === 'deal.rule')).toHaveLength(1);
  });

  it('is over when a side gives in, and then for nobody to rule on', async () => {
    await act(BOB, 'reject');
    expect(await rule('pay')).toBe('deal_not_disputed');
    expect(await balances(ALICE)).toEqual(['100000', '0']);
  });

  it('is nothing that somebody rules on for themselves, or without a reason', async () => {
    for (const user of [ALICE, BOB]) {
      await exchange.queries
        .updateTable('users')
        .set({ email: 'approver@office.example' })
        .where('id', '=', BigInt(user))
        .execute();
      expect(await rule('pay')).toBe('own_account');
      await exchange.queries.updateTable('users').set({ email: null }).execute();
    }
    expect(
      (await office.send('approver', officeDealRule, { id: 1, ruling: 'pay', reason: ' ' })).code,
    ).toBeDefined();
    expect(
      (await office.send('approver', officeDealRule, { id: 99, ruling: 'pay', reason: 'x' })).code,
    ).toBe('deal_not_found');
    expect(await balances(ALICE)).toEqual(['99900', '100']);
  });

  it.each([
    ['pay', '100100'],
    ['return', '100000'],
  ] as const)('of a seller who is frozen can be ruled on: %s', async (ruling, acceptorHas) => {
    await exchange.engine.submit({ kind: 'custody.freeze', user: ALICE, isFrozen: true });
    await expect(act(ALICE, 'confirm')).rejects.toMatchObject({
      answer: { code: 'account_frozen' },
    });
    expect((await office.as('finance', officeDeals, {})).list[0]?.status).toBe('disputed');
    expect(await rule(ruling)).toBe('ok');
    expect([(await balances(ALICE))[1], (await balances(BOB))[0]]).toEqual(['0', acceptorHas]);
    expect((await office.as('finance', officeDeals, {})).list[0]).toMatchObject({
      status: ruling === 'pay' ? 'confirmed' : 'rejected',
      ruling_reason: 'The bank shows it',
    });
  });

  describe('has words and pictures', () => {
    it('of both sides, in order: each reads all words, and pictures of its own; operators see all, and each look is logged first', async () => {
      const [ours, theirs] = [await pictureOf(ALICE), await pictureOf(BOB)];
      expect(await say(ALICE, { text: ' Nothing has arrived. ', pic_1: ours })).toBe('accepted');
      expect(
        await say(BOB, {
          text: 'Here is the receipt.',
          pic_1: theirs,
          pic_3: await pictureOf(BOB),
        }),
      ).toBe('accepted');
      const linked = expect.stringMatching(
        /^\/api\/upload\/[0-9a-f-]{36}\?expires=\d+&signature=/,
      ) as string;
      expect(await exchange.call(dealStatements, { id: 1 }, { user: ALICE })).toMatchObject([
        {
          by: 'seller',
          is_own: 1,
          text: 'Nothing has arrived.',
          pictures: [linked],
          pictures_count: 1,
        },
        { by: 'buyer', is_own: 0, text: 'Here is the receipt.', pictures: [], pictures_count: 2 },
      ]);
      expect(
        (await exchange.call(dealStatements, { id: 1 }, { user: BOB })).map(
          ({ pictures }) => pictures.length,
        ),
      ).toEqual([0, 2]);
      const seen = await office.as('approver', officeDealStatements, { id: 1 });
      expect(seen).toMatchObject([
        { by: 'seller', user: ALICE, text: 'Nothing has arrived.', pictures: [linked] },
        { by: 'buyer', user: BOB, pictures: [linked, linked] },
      ]);
      const look = async (authorization: string) =>
        (
          await fetch(exchange.address + (seen[0]?.pictures[0] ?? ''), {
            headers: { authorization },
          })
        ).status;
      expect([
        await look(office.token('approver')),
        await look(office.token('owner')),
        await look(''),
      ]).toEqual([200, 404, 404]);
      expect((await fetch(`${exchange.address}/api/upload/${ours.slice(-36)}`)).status).toBe(404);
      expect((await log())[0]).toMatchObject({
        action: 'deal.statements',
        subject: 'deal 1',
        after: { statements: 2, pictures: 3 },
      });
      for (const role of ['auditor', 'support'] as const)
        expect((await office.send(role, officeDealStatements, { id: 1 })).code).toBe(
          'permission_denied',
        );
      expect((await office.send('approver', officeDealStatements, { id: 99 })).code).toBe(
        'deal_not_found',
      );
    });

    it('of nobody else, with no pictures of others, and not endlessly', async () => {
      const carol = exchange.users[2] ?? 0;
      expect(await say(carol, { text: 'Me too.' })).toBe('deal_not_found');
      await expect(exchange.call(dealStatements, { id: 1 }, { user: carol })).rejects.toMatchObject(
        { answer: { code: 'deal_not_found' } },
      );
      expect(await say(ALICE, { text: 'Look.', pic_2: await pictureOf(BOB) })).toBe(
        'picture_unknown',
      );
      expect(await say(ALICE, { text: 'x'.repeat(1_001) })).toBe('input_invalid');
      expect(await say(ALICE, { text: '  ' })).toBe('field_missing');
      const codes = await Promise.all(
        Array.from({ length: 25 }, (_none, index) => say(ALICE, { text: `Word ${index}` })),
      );
      expect(codes.filter((each) => each === 'accepted')).toHaveLength(10);
      expect(new Set(codes)).toEqual(new Set(['accepted', 'statements_too_many']));
      expect(await say(BOB, { text: 'x'.repeat(1_000) })).toBe('accepted');
    });

    it('while it is disputed, and no longer', async () => {
      expect(await rule('return')).toBe('ok');
      expect(await say(ALICE, { text: 'Late.' })).toBe('deal_not_disputed');
      await deal('sell', '715');
      await expect(
        exchange.call(dealStatementAdd, { id: 2, text: 'Early.' }, { user: ALICE }),
      ).rejects.toMatchObject({ answer: { code: 'deal_not_disputed' } });
    });
  });

  it('is decided while withdrawals stand still, and carried out once after that', async () => {
    await exchange.submit({ kind: 'custody.pause', currency: USDT, isPaused: true });
    const answer = await office.send('approver', officeDealRule, {
      id: 1,
      ruling: 'pay',
      reason: 'x',
    });
    expect(answer).toMatchObject({
      type: 'ok',
      message: 'The ruling is written down. The coins move as soon as they may leave.',
    });
    expect((await office.as('finance', officeDeals, {})).list[0]?.status).toBe('moving');
    expect(await rule('return')).toBe('deal_not_disputed');
    await exchange.submit({ kind: 'custody.pause', currency: USDT, isPaused: false });
    exchange.dealsLaterMs = 60_000;
    await exchange.deals.rounds.runOnce();
    await exchange.deals.rounds.runOnce();
    expect(await balances(BOB)).toEqual(['100100', '0']);
  });
});

describe('regional agents', () => {
  it('are made, changed and removed', async () => {
    expect(
      (
        await office.send('owner', officeAgentSave, {
          user: 999,
          city_name: 'Shanghai',
          district_name: 'Pudong',
        })
      ).code,
    ).toBe('user_not_found');
    await office.as('owner', officeAgentSave, {
      user: ALICE,
      city_name: 'Shanghai',
      district_name: 'Pudong',
    });
    await office.as('owner', officeAgentSave, {
      user: ALICE,
      city_name: 'Shanghai',
      district_name: 'Xuhui',
    });
    await exchange.queries
      .updateTable('users')
      .set({ referrer_id: BigInt(ALICE) })
      .where('id', '=', BigInt(BOB))
      .execute();
    expect(await office.as('auditor', officeAgents, { q: 'xuhui' })).toMatchObject({
      total: 1,
      list: [{ id: ALICE, city_name: 'Shanghai', district_name: 'Xuhui', users: 1 }],
    });
    expect((await exchange.call(regionUsers, {}, { user: ALICE })).list).toHaveLength(1);
    expect(await office.as('auditor', officeAgents, { user: BOB })).toMatchObject({ total: 0 });
    await office.as('owner', officeAgentRemove, { user: ALICE });
    expect((await office.send('owner', officeAgentRemove, { user: ALICE })).code).toBe(
      'agent_not_found',
    );
    expect((await log()).slice(0, 3)).toMatchObject([
      { action: 'agent.remove', before: { district_name: 'Xuhui' } },
      {
        action: 'agent.change',
        before: { district_name: 'Pudong' },
        after: { district_name: 'Xuhui' },
      },
      { action: 'agent.add', subject: `user ${ALICE}` },
    ]);
  });
});

it('each role does what it may', async () => {
  const calls = [
    officeAcceptors,
    officeDeals,
    officeAgents,
    officeAcceptorSave,
    officeDealRule,
    officeAgentSave,
    officeAgentRemove,
  ];
  for (const role of ROLE_NAMES) {
    for (const call of calls) {
      const { code } = await office.send(role, call as Call, {});
      expect([role, call.path, code === 'permission_denied'], role).toEqual([
        role,
        call.path,
        !(ROLES[role] as readonly string[]).includes(call.permission),
      ]);
    }
  }
});

function deal(type: 'buy' | 'sell', money: string) {
  return exchange.call(
    acceptorDeal,
    { acceptor_id: 1, type, way: 'bank', mobile: '13800000000', deal_account: '62000000', money },
    { user: ALICE },
  );
}

/** The link of an uploaded picture, without its signature. */
async function pictureOf(user: number): Promise<string> {
  const id = crypto.randomUUID();
  await exchange.queries
    .insertInto('pictures')
    .values({
      id,
      user_id: BigInt(user),
      ...sealPicture(TEST_SECRETS, id, Buffer.from('picture')),
      created_at: new Date(),
    })
    .execute();
  return `/api/upload/${id}`;
}

async function say(
  user: number,
  words: {
    readonly text: string;
    readonly pic_1?: string;
    readonly pic_2?: string;
    readonly pic_3?: string;
  },
): Promise<string> {
  return exchange.call(dealStatementAdd, { id: 1, ...words }, { user }).then(
    () => 'accepted',
    (error: WireRefusal) => String(error.answer['code']),
  );
}

async function act(user: number, what: DealAct) {
  if (what === 'confirm') await exchange.stepUp(user);
  return exchange.call(acceptorAct, { id: 1, act: what }, { user });
}

async function rule(ruling: Ruling, role: Role = 'approver'): Promise<string | undefined> {
  const { type, code } = await office.send(role, officeDealRule, {
    id: 1,
    ruling,
    reason: 'The bank shows it',
  });
  return type === 'ok' ? 'ok' : code;
}
