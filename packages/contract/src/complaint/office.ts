import { Type } from 'typebox';
import { COMPLAINT_RULES, COMPLAINT_SUBJECTS, REPORT_REASONS } from './bounds.ts';
import { COMPLAINT_STATES, REPORT_SUBJECT } from './calls.ts';
import { defineCall } from '../schema/call.ts';
import { listOf, TimeOut } from '../schema/answers.ts';
import { inOffice, listInput, OfficeDone } from '../schema/office-call.ts';
import { Id, Lines } from '../schema/scalars.ts';

const Subject = Type.Enum([...COMPLAINT_SUBJECTS, REPORT_SUBJECT]);
const State = Type.Enum([...COMPLAINT_STATES]);

const complaintRow = {
  id: Type.Integer(),
  subject: Subject,
  state: State,
  user: Type.Integer({ description: 'who complains; 0 where the operator may not know' }),
  account: Type.String({ description: "'' where the operator may not know" }),
  reported: Type.Integer({ description: 'the trader of a report, else 0' }),
  reported_account: Type.String({ description: "'' without one" }),
  reason: Type.Enum(['', ...REPORT_REASONS]),
  ad: Type.Integer({ description: '0 without one' }),
  deal: Type.Integer({ description: '0 without one' }),
  order_number: Type.String(),
  is_own: Type.Boolean({
    description: "of, or about, the operator's own account: another operator opens it",
  }),
  opened_time: Type.String({
    description: 'since when it waits, or waited last, for customer service; Asia/Shanghai',
  }),
  created_time: TimeOut,
  changed_time: TimeOut,
};

export const officeComplaints = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/complaints',
  permission: 'complaints.answer',
  summary:
    'Complaints of customers and reports of traders: open ones first, the longest waiting before others; then the last changed',
  input: Type.Object({
    ...listInput,
    state: Type.Optional(State),
    subject: Type.Optional(Subject),
  }),
  output: listOf(complaintRow),
});

export const officeComplaint = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/complaint',
  permission: 'complaints.answer',
  summary: 'A complaint with all messages, oldest first. Opening it is logged: it shows pictures',
  input: Type.Object({ id: Id }),
  output: Type.Object({
    ...complaintRow,
    messages: Type.Array(
      Type.Object({
        id: Type.Integer(),
        operator: Type.String({ description: "who answered, '' of the customer" }),
        text: Type.String(),
        pictures: Type.Array(Type.String(), {
          description:
            'links, good for ten minutes for the session that asked: with its Authorization header',
        }),
        time: TimeOut,
      }),
    ),
  }),
});

const seen = {
  id: Id,
  seen: Type.Unsafe<number>({
    ...Id,
    description: 'the last message that the operator has read: refused where there is a newer one',
  }),
};

export const officeComplaintAnswer = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/complaint_answer',
  permission: 'complaints.answer',
  change: { free: 'it says something, and moves nothing' },
  summary: 'Answers a complaint that is not closed. The customer is told',
  input: Type.Object({ ...seen, text: Lines(COMPLAINT_RULES.letters) }),
  output: OfficeDone,
});

export const officeComplaintClose = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/complaint_close',
  permission: 'complaints.answer',
  change: { free: 'it moves nothing, and the customer can complain again' },
  summary: 'Closes a complaint for ever. The customer is told',
  input: Type.Object(seen),
  output: OfficeDone,
});
