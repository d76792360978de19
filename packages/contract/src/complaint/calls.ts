import { Type } from 'typebox';
import { defineCall } from '../schema/call.ts';
import { Done, TimeOut } from '../schema/answers.ts';
import { Id, Lines, Page, Text } from '../schema/scalars.ts';
import { COMPLAINT_RULES, COMPLAINT_SUBJECTS, REPORT_REASONS } from './bounds.ts';

/** The subject of a report. */
export const REPORT_SUBJECT = 'trader';
/** It waits for customer service, for the customer, or for nobody any more. */
export const COMPLAINT_STATES = ['open', 'answered', 'closed'] as const;
export type ComplaintState = (typeof COMPLAINT_STATES)[number];

const inComplaint = { area: 'complaint', access: 'private' } as const;
const Picture = Type.Optional(Text(200, 'what the upload answered'));
const said = {
  text: Lines(COMPLAINT_RULES.letters),
  pic_1: Picture,
  pic_2: Picture,
  pic_3: Picture,
};

const complaintRow = {
  id: Type.Integer(),
  subject: Type.Enum([...COMPLAINT_SUBJECTS, REPORT_SUBJECT], {
    description: '`trader`: a report',
  }),
  reason: Type.Enum(['', ...REPORT_REASONS], { description: "of a report, else ''" }),
  order_number: Type.String({ description: "'' without one" }),
  ad_id: Type.Integer({ description: 'that was reported, 0 without one' }),
  deal_id: Type.Integer({ description: 'whose other side was reported, 0 without one' }),
  state: Type.Enum([...COMPLAINT_STATES]),
  create_time: TimeOut,
  update_time: TimeOut,
};

export const complaintList = defineCall({
  ...inComplaint,
  method: 'GET',
  path: '/api/complaint/list',
  summary: 'Own complaints, newest first',
  input: Type.Object({ page: Type.Optional(Page) }),
  output: Type.Object({
    list: Type.Array(Type.Object(complaintRow)),
    page: Type.Integer(),
    limit: Type.Integer(),
  }),
});

export const complaintInfo = defineCall({
  ...inComplaint,
  method: 'GET',
  path: '/api/complaint/info',
  summary: 'An own complaint with all messages, oldest first',
  input: Type.Object({ id: Id }),
  output: Type.Object({
    ...complaintRow,
    messages: Type.Array(
      Type.Object({
        id: Type.Integer(),
        author: Type.Enum(['customer', 'support']),
        text: Type.String(),
        pictures: Type.Array(Type.String(), {
          description:
            'links, good for ten minutes for the session that asked: with its Authorization header',
        }),
        create_time: TimeOut,
      }),
    ),
  }),
});

export const complaintFile = defineCall({
  ...inComplaint,
  method: 'POST',
  path: '/api/complaint/file',
  money: true,
  cost: 5,
  summary:
    'Complains to customer service, with up to three pictures. Answers the number of the complaint',
  input: Type.Object({
    subject: Type.Enum([...COMPLAINT_SUBJECTS]),
    order_number: Type.Optional(
      Text(COMPLAINT_RULES.orderLetters, 'of the order, deposit, withdrawal ... that it is about'),
    ),
    ...said,
  }),
  output: Type.Object({ id: Type.Integer() }),
});

export const complaintReport = defineCall({
  ...inComplaint,
  method: 'POST',
  path: '/api/complaint/report',
  money: true,
  cost: 5,
  summary:
    'Reports a trader to customer service: the one of a number, the owner of a public ad, or the other side of an own deal; exactly one of the three. The trader is not told. Answers the number of the complaint',
  input: Type.Object({
    trader_id: Type.Optional(Id),
    ad_id: Type.Optional(Id),
    deal_id: Type.Optional(Id),
    reason: Type.Enum([...REPORT_REASONS]),
    ...said,
  }),
  output: Type.Object({ id: Type.Integer() }),
});

export const complaintWrite = defineCall({
  ...inComplaint,
  method: 'POST',
  path: '/api/complaint/write',
  money: true,
  cost: 5,
  summary: 'Adds to an own complaint that is not closed. One that was answered is open again',
  input: Type.Object({ id: Id, ...said }),
  output: Done,
});

export const complaintClose = defineCall({
  ...inComplaint,
  method: 'POST',
  path: '/api/complaint/close',
  summary: 'Closes an own complaint for ever. Twice is once',
  input: Type.Object({ id: Id }),
  output: Done,
});
