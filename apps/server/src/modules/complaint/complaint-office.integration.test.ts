/** Complaints and reports in the office. */
import {
  complaintClose,
  complaintFile,
  complaintInfo,
  complaintReport,
  complaintWrite,
} from '@meridian/contract/complaint/calls';
import {
  officeComplaint,
  officeComplaintAnswer,
  officeComplaintClose,
  officeComplaints,
} from '@meridian/contract/complaint/office';
import { userMessages } from '@meridian/contract/inbox/calls';
import { officeAudit } from '@meridian/contract/office/calls';
import { ROLE_NAMES, ROLES } from '@meridian/contract/office/permissions';
import { adSend } from '@meridian/contract/p2p/calls';
import { officeP2pRestrict, officeP2pTraders } from '@meridian/contract/p2p/office';
import type { CallInput } from '@meridian/contract/schema/call';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestOffice } from '../../../test/people/operators.ts';
import { openP2p, verifiedTraders } from '../../../test/people/p2p-traders.ts';
import { ALICE, BOB, TestExchange } from '../../../test/test-exchange.ts';

const CAROL = ALICE + 2;

let exchange: TestExchange;
let office: TestOffice;
let logged = 0;

beforeAll(async () => {
  exchange = await TestExchange.open(3);
  await exchange.reset();
  office = await TestOffice.open(exchange);
  await verifiedTraders(exchange, [ALICE, BOB, CAROL]);
});
afterAll(() => exchange.close());
beforeEach(async () => {
  await exchange.reset();
  await sql`truncate complaint_messages, complaints, operator_links`.execute(exchange.queries);
  logged = (await office.as('auditor', officeAudit, {})).total;
});

async function file(user: number, text = 'My deposit is missing.'): Promise<number> {
  // Each waits since another time.
  exchange.engine.advance(1_000);
  return (await exchange.call(complaintFile, { subject: 'deposit', text }, { user })).id;
}

const write = (user: number, id: number, text: string) => {
  exchange.engine.advance(1_000);
  return exchange.call(complaintWrite, { id, text }, { user });
};
const queue = async (input: CallInput<typeof officeComplaints> = {}) =>
  (await office.as('support', officeComplaints, input)).list;
const ids = (rows: readonly { readonly id: number }[]): number[] => rows.map(({ id }) => id);
const lastOf = async (id: number): Promise<number> =>
  (await office.as('support', officeComplaint, { id })).messages.at(-1)?.id ?? 0;

async function answer(id: number, text = 'It is there now.'): Promise<void> {
  exchange.engine.advance(1_000);
  await office.as('support', officeComplaintAnswer, { id, seen: await lastOf(id), text });
}

/** Entries since the test began, oldest first. */
async function log(): Promise<{ action: string; subject: string; text: string }[]> {
  const { list, total } = await office.as('auditor', officeAudit, {});
  return list
    .slice(0, total - logged)
    .map(({ action, subject, before, after }) => ({ action, subject, text: before + after }))
    .reverse();
}

/** Makes a customer the operator's own. */
async function owns(desk: string, user: number): Promise<void> {
  await sql`insert into operator_links (operator_id, kind, value, declared_by, created_at)
    select id, 'user', ${String(user)}, id, now() from operators where account = ${`${desk}@office.example`}`.execute(
    exchange.queries,
  );
}

describe('the queue', () => {
  it('shows open ones first, the longest waiting before others, then the last changed', async () => {
    const [first, second, third, fourth] = [
      await file(ALICE),
      await file(BOB),
      await file(ALICE),
      await file(BOB),
    ];
    await answer(second);
    await answer(first);
    expect(ids(await queue())).toEqual([third, fourth, first, second]);
    // A complaint that opens again waits from that moment.
    await write(ALICE, first, 'It is not.');
    expect(ids(await queue())).toEqual([third, fourth, first, second]);
    expect(ids(await queue({ state: 'open' }))).toEqual([third, fourth, first]);
    expect(ids(await queue({ state: 'answered' }))).toEqual([second]);
    expect(ids(await queue({ subject: 'p2p' }))).toEqual([]);
    expect(ids(await queue({ q: String(BOB) }))).toEqual([fourth, second]);
    expect(await queue({ q: 'nobody-has-this-name' })).toEqual([]);
    expect((await queue())[0]).toMatchObject({ subject: 'deposit', state: 'open', user: ALICE });
  });
});

describe('an answer', () => {
  it('reaches the list and the inbox of the customer, and nobody else', async () => {
    const id = await file(ALICE);
    await answer(id, 'Look at <b>your</b> wallet.\nIt is there.');
    expect(await exchange.call(complaintInfo, { id }, { user: ALICE })).toMatchObject({
      state: 'answered',
      messages: [{}, { author: 'support', text: 'Look at <b>your</b> wallet.\nIt is there.' }],
    });
    const inbox = await exchange.call(userMessages, { topic: 'account' }, { user: ALICE });
    expect(inbox.list).toMatchObject([
      {
        kind: 'complaint_answered',
        subject: id,
        title: 'Customer service has answered',
        text: `Read the answer to complaint ${id}. If it does not help, reply there.`,
      },
    ]);
    expect((await exchange.call(userMessages, { topic: 'account' }, { user: BOB })).list).toEqual(
      [],
    );
  });

  it('is refused until the operator has read what the customer wrote last', async () => {
    const id = await file(ALICE);
    const seen = await lastOf(id);
    await write(ALICE, id, 'I was wrong: it is a withdrawal.');
    for (const call of [officeComplaintAnswer, officeComplaintClose])
      expect(
        (await office.send('support', call, { id, seen, text: 'It is there.' })).code,
        call.path,
      ).toBe('complaint_changed');
    expect((await office.as('support', officeComplaint, { id })).state).toBe('open');
    await answer(id);
    // The same answer sent twice is said once: the second has not seen the first.
    expect(
      (await office.send('support', officeComplaintAnswer, { id, seen, text: 'Again.' })).code,
    ).toBe('complaint_changed');
  });

  it('needs words, and a complaint that is there and not closed', async () => {
    const id = await file(ALICE);
    const seen = await lastOf(id);
    const send = (input: object) =>
      office.send('support', officeComplaintAnswer, { id, seen, text: 'Yes.', ...input });
    expect((await send({ text: '  ' })).code).toBe('field_missing');
    expect((await send({ id: 999_999 })).code).toBe('complaint_not_found');
    await exchange.call(complaintClose, { id }, { user: ALICE });
    expect((await send({})).code).toBe('complaint_closed');
    expect((await office.send('support', officeComplaintClose, { id, seen })).code).toBe(
      'complaint_closed',
    );
  });
});

it('closing tells the customer, who can write there no more', async () => {
  const id = await file(ALICE);
  await office.as('support', officeComplaintClose, { id, seen: await lastOf(id) });
  expect(await exchange.call(complaintInfo, { id }, { user: ALICE })).toMatchObject({
    state: 'closed',
  });
  const { list } = await exchange.call(userMessages, {}, { user: ALICE });
  expect(list[0]).toMatchObject({ kind: 'complaint_closed', subject: id });
});

it('who has closed the account is answered without a message', async () => {
  const id = await file(ALICE);
  const { queries } = exchange;
  const closed = (at: Date | null) =>
    queries.updateTable('users').set({ closed_at: at }).where('id', '=', BigInt(ALICE)).execute();
  await closed(new Date());
  await answer(id);
  await closed(null);
  expect((await exchange.call(userMessages, {}, { user: ALICE })).list).toEqual([]);
});

describe('who may', () => {
  it('owner, compliance and support read and answer; nobody else does', async () => {
    const id = await file(ALICE);
    const seen = await lastOf(id);
    const may: string[] = [];
    for (const role of ROLE_NAMES) {
      const codes = [
        (await office.send(role, officeComplaints, {})).code,
        (await office.send(role, officeComplaint, { id })).code,
        // A higher number than any message has: a role that may answer is told so, and nothing is
        // written.
        (await office.send(role, officeComplaintAnswer, { id, seen: seen + 1, text: 'Yes.' })).code,
        (await office.send(role, officeComplaintClose, { id, seen: seen + 1 })).code,
      ];
      if (codes[0] === undefined) {
        may.push(role);
        expect(codes, role).toEqual([
          undefined,
          undefined,
          'complaint_changed',
          'complaint_changed',
        ]);
      } else expect(codes, role).toEqual(Array(4).fill('permission_denied'));
    }
    expect(may).toEqual(['owner', 'compliance', 'support']);
    // An operator who talks with customers restricts nobody.
    expect(ROLES.support).not.toContain('p2p.act');
    const restriction = { user: ALICE, hours: 24, reason: 'A report' };
    expect((await office.send('support', officeP2pRestrict, restriction)).code).toBe(
      'permission_denied',
    );
  });

  it('reading and answering are in the log, without the words', async () => {
    const id = await file(ALICE, 'SECRET of Alice');
    await queue({ q: String(ALICE) });
    await answer(id, 'SECRET of support');
    await office.as('compliance', officeComplaintClose, { id, seen: await lastOf(id) });
    const entries = await log();
    expect(entries.map(({ action }) => action)).toEqual([
      'complaints.list',
      'complaint.read',
      'complaint.answer',
      'complaint.read',
      'complaint.close',
    ]);
    expect(entries.slice(1).every(({ subject }) => subject === `complaint ${id}`)).toBe(true);
    expect(entries[1]?.text).toContain(String(ALICE));
    expect(JSON.stringify(entries)).not.toContain('SECRET');
  });
});

describe('reports', () => {
  beforeEach(async () => {
    await openP2p(exchange, [ALICE, BOB, CAROL]);
    await exchange.call(
      adSend,
      { type: 'sell', currency_id: 3, price: '7', total_number: '1000', way: 'bank' },
      { user: ALICE },
    );
  });

  const report = async (user: number, text = 'Asks for another account.') =>
    (await exchange.call(complaintReport, { trader_id: ALICE, reason: 'scam', text }, { user })).id;
  const reportsOf = async (user: number) =>
    (await office.as('finance', officeP2pTraders, { q: String(user) })).list[0]?.open_reports;

  it('show who is reported to operators, and count by customer beside the trader', async () => {
    // A record of the marketplace makes a trader of the list.
    await office.as('owner', officeP2pRestrict, { user: ALICE, hours: 1, reason: 'A test' });
    expect(await reportsOf(ALICE)).toBe(0);
    const [first, again, other] = [await report(BOB), await report(BOB), await report(CAROL)];
    expect(await reportsOf(ALICE)).toBe(2);
    const { list } = await office.as('support', officeComplaints, { q: String(ALICE) });
    expect(list).toHaveLength(3);
    expect(list.find(({ id }) => id === other)).toMatchObject({
      subject: 'trader',
      reason: 'scam',
      user: CAROL,
      reported: ALICE,
    });
    await exchange.call(complaintClose, { id: other }, { user: CAROL });
    expect(await reportsOf(ALICE)).toBe(1);
    for (const id of [first, again])
      await office.as('support', officeComplaintClose, { id, seen: await lastOf(id) });
    expect(await reportsOf(ALICE)).toBe(0);
  });

  it('are kept from an operator whom they are about: neither who reports nor what they say', async () => {
    const id = await report(BOB, 'SECRET');
    await owns('support', ALICE);
    const seen = 1;
    expect((await office.send('support', officeComplaint, { id })).code).toBe('own_account');
    expect(
      (await office.send('support', officeComplaintAnswer, { id, seen, text: 'Yes.' })).code,
    ).toBe('own_account');
    expect((await office.send('support', officeComplaintClose, { id, seen })).code).toBe(
      'own_account',
    );
    const [row] = await queue();
    expect(row).toMatchObject({ id, is_own: true, user: 0, account: '', reported: 0, ad: 0 });
    expect(JSON.stringify(row)).not.toContain(String(BOB));
    const [entry] = (await log()).filter(({ action }) => action === 'complaints.list');
    expect(entry?.text).not.toContain(String(BOB));
    // Another operator deals with it.
    expect((await office.as('compliance', officeComplaint, { id })).messages[0]?.text).toBe(
      'SECRET',
    );
  });
});
