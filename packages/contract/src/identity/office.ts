import { Type } from 'typebox';
import { defineCall } from '../schema/call.ts';
import { Id, Text } from '../schema/scalars.ts';
import { TimeOut, listOf } from '../schema/answers.ts';
import { OfficeDone, inOffice, listInput } from '../schema/office-call.ts';

const applicationRow = {
  id: Type.Integer(),
  user: Type.Integer(),
  account: Type.String(),
  kind: Type.Enum(['identity', 'assets']),
  status: Type.Integer({ description: '1 waits, 2 approved, 3 rejected' }),
  name: Type.String(),
  submitted_time: TimeOut,
  reviewed_time: TimeOut,
};
export const officeApplications = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/applications',
  permission: 'identity.review',
  summary: 'Applications of identity, the longest waiting first',
  input: Type.Object({ ...listInput, status: Type.Optional(Type.Enum(['1', '2', '3'])) }),
  output: listOf(applicationRow),
});
export const officeApplication = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/application',
  permission: 'identity.review',
  summary: 'An application. Opening it is logged: it shows pictures',
  input: Type.Object({ id: Id }),
  output: Type.Object({
    ...applicationRow,
    card_type: Type.String(),
    card_id: Type.String(),
    reason: Type.String(),
    pictures: Type.Array(Type.String(), {
      description:
        'links, good for ten minutes for the session that asked: with its Authorization header',
    }),
    same_document: Type.Array(Type.Integer(), { description: 'other users with this document' }),
  }),
});
export const officeReview = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/review',
  permission: 'identity.review',
  decides: true,
  change: 'decision',
  summary: 'Approves or rejects an application',
  input: Type.Object({
    id: Id,
    approved: Type.Enum(['0', '1']),
    reason: Type.Optional(Text(300, 'for the customer; needed to reject')),
  }),
  output: OfficeDone,
});
