import {
  officeComplaint,
  officeComplaintAnswer,
  officeComplaintClose,
  officeComplaints,
} from '@meridian/contract/complaint/office';
import type { CallOutput } from '@meridian/contract/schema/call';
import { OFFICE_ROWS } from '@meridian/contract/schema/office-call';
import { sql } from 'kysely';
import type { Queries } from '../../database/database.ts';
import type { CallContext, CallRegistry } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { textOf } from '../../texts.ts';
import { accountsOf, customerIds } from '../account/customer-search.ts';
import { listShown } from '../account/customers-shown.ts';
import { ownAmong, requireOther } from '../account/own-account.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import { Complaints, type Complaint } from './complaints.ts';
import { textIn, type ComplaintServices } from './routes.ts';

type Row = CallOutput<typeof officeComplaints>['list'][number];

/**
 * Complaints as customer service sees them: the queue, one with all its messages, answers. No
 * operator opens a complaint of their own, or one that reports them: it names the customer who
 * wrote it.
 */
export function registerComplaintOffice(
  gateway: CallRegistry,
  services: Omit<ComplaintServices, 'reportedTrader'>,
): void {
  const { queries } = services;
  const complaints = new Complaints(services);
  gateway.registerCall(officeComplaints, (context) => queue(queries, complaints, context));
  gateway.registerCall(officeComplaint, (context) => whole(services, complaints, context));
  gateway.registerCall(officeComplaintAnswer, async ({ input, operator, audit, language }) => {
    const text = textIn(input.text);
    await ofAnother(queries, operator.operator, await complaints.find(input.id));
    const { id, seen } = input;
    await complaints.answer({ id, seen, operator: operator.operator, audit }, text);
    return textOf(language, 'answer.done');
  });
  gateway.registerCall(officeComplaintClose, async ({ input, operator, audit, language }) => {
    await ofAnother(queries, operator.operator, await complaints.find(input.id));
    const { id, seen } = input;
    await complaints.end({ id, seen, operator: operator.operator, audit });
    return textOf(language, 'answer.done');
  });
}

async function queue(
  queries: Queries,
  complaints: Complaints,
  { input, operator, audit }: CallContext<typeof officeComplaints>,
): Promise<CallOutput<typeof officeComplaints>> {
  const { page = 1, q = '', state, subject } = input;
  let wanted = queries.selectFrom('complaints');
  if (q !== '') {
    const ids = (await customerIds(queries, q)).map(BigInt);
    if (ids.length === 0) return { list: [], total: 0, page };
    wanted = wanted.where((eb) => eb.or([eb('user_id', 'in', ids), eb('reported', 'in', ids)]));
  }
  if (state !== undefined) wanted = wanted.where('state', '=', state);
  if (subject !== undefined) wanted = wanted.where('subject', '=', subject);
  const { count } = await wanted
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow();
  const rows = await wanted
    .selectAll()
    // A queue is worked oldest first.
    .orderBy(sql`case when state = 'open' then opened_at end`, (by) => by.asc().nullsLast())
    .orderBy('changed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(OFFICE_ROWS)
    .offset((page - 1) * OFFICE_ROWS)
    .execute();
  const own = await ownAmong(queries, operator.operator, rows.flatMap(peopleOf));
  const shown = rows.filter((row) => !peopleOf(row).some((user) => own.has(user)));
  const people = shown.flatMap(peopleOf).map(Number);
  await audit(listShown('complaints.list', { page, q, state, subject }, people));
  const accounts = await accountsOf(queries, people);
  const list = rows.map((row) => rowOf(complaints.open(row), accounts, shown.includes(row)));
  return { list, total: Number(count), page };
}

async function whole(
  { queries, pictures }: Omit<ComplaintServices, 'reportedTrader'>,
  complaints: Complaints,
  { input, operator, audit }: CallContext<typeof officeComplaint>,
): Promise<CallOutput<typeof officeComplaint>> {
  const complaint = await ofAnother(queries, operator.operator, await complaints.find(input.id));
  const messages = await complaints.messagesOf(complaint.id);
  // Logged before anything is shown.
  await audit({
    action: 'complaint.read',
    subject: `complaint ${complaint.id}`,
    after: {
      user: Number(complaint.user_id),
      messages: messages.length,
      pictures: messages.reduce((sum, each) => sum + each.pictures.length, 0),
    },
  });
  const accounts = await accountsOf(queries, peopleOf(complaint).map(Number));
  return {
    ...rowOf(complaint, accounts, true),
    messages: messages.map(({ id, operator: by, text, pictures: ids, at }) => ({
      id,
      operator: by,
      text,
      pictures: ids.map((each) => pictures.linkTo(each, operator.session)),
      time: shanghaiTime(at.getTime()),
    })),
  };
}

/** A complaint that is neither of nor about the operator's own account. */
async function ofAnother(
  queries: Queries,
  operator: number,
  complaint: Complaint | undefined,
): Promise<Complaint> {
  if (complaint === undefined) throw new Refusal('complaint_not_found', { field: 'id' });
  for (const user of peopleOf(complaint)) await requireOther(queries, operator, user);
  return complaint;
}

function peopleOf({ user_id, reported }: Pick<Complaint, 'user_id' | 'reported'>): bigint[] {
  return reported === null ? [user_id] : [user_id, reported];
}

function rowOf(complaint: Complaint, accounts: ReadonlyMap<number, string>, isShown: boolean): Row {
  const { subject, state, reason, order_number } = complaint;
  const user = isShown ? Number(complaint.user_id) : 0;
  const reported = isShown ? Number(complaint.reported ?? 0) : 0;
  return {
    ...{ id: Number(complaint.id), subject, state },
    ...{ user, account: accounts.get(user) ?? '' },
    ...{ reported, reported_account: accounts.get(reported) ?? '' },
    reason: reason ?? '',
    ad: isShown ? Number(complaint.ad ?? 0) : 0,
    deal: isShown ? Number(complaint.deal ?? 0) : 0,
    order_number: isShown ? order_number : '',
    is_own: !isShown,
    opened_time: shanghaiTime(complaint.opened_at.getTime()),
    created_time: shanghaiTime(complaint.created_at.getTime()),
    changed_time: shanghaiTime(complaint.changed_at.getTime()),
  };
}
