import { Type } from 'typebox';
import { defineCall } from '../schema/call.ts';
import { Id, Page, Text } from '../schema/scalars.ts';
import { TimeOut } from '../schema/answers.ts';
import { inOffice } from '../schema/office-call.ts';

/** Calls about changes that one operator has proposed and another decides on. */

/** `failed`: it was approved, but its call was refused. */
export const PROPOSAL_STATES = [
  'waiting',
  'approved',
  'rejected',
  'failed',
  'taken_back',
  'lapsed',
] as const;

export const officeProposals = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/proposals',
  permission: 'proposals.read',
  summary: 'Changes that were proposed: those that wait first, then the newest first',
  input: Type.Object({
    page: Type.Optional(Page),
    id: Type.Optional(Id),
    state: Type.Optional(Type.Enum([...PROPOSAL_STATES])),
    subject: Type.Optional(Text(80, 'as the audit log names it, for example user 7')),
  }),
  output: Type.Object({
    list: Type.Array(
      Type.Object({
        id: Type.Integer(),
        call: Type.String({ description: 'the call that would be made, for example setting_save' }),
        action: Type.String({ description: 'as the audit log names it' }),
        subject: Type.String({
          description: 'what it would be done to, as the audit log names it',
        }),
        user: Type.Integer({ description: 'the customer that the subject names; 0: none' }),
        account: Type.String({ description: "their account's name; '' where there is none" }),
        before: Type.String({ description: 'JSON' }),
        after: Type.String({ description: 'JSON' }),
        reason: Type.String({ description: 'of who proposed it' }),
        state: Type.Enum([...PROPOSAL_STATES]),
        proposed_by: Type.String(),
        proposed_time: TimeOut,
        is_own: Type.Boolean({ description: 'whether the caller proposed it' }),
        lapses_time: Type.String({ description: 'until when it can be decided' }),
        deciders: Type.Array(Type.String(), {
          description: 'operators who may decide it now; empty where it does not wait',
        }),
        decided_by: Type.String(),
        decided_time: TimeOut,
        decision_reason: Type.String({
          description: 'why it was rejected, or the code that refused it',
        }),
      }),
    ),
    total: Type.Integer(),
    page: Type.Integer(),
  }),
});

export const officeProposalDecide = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/proposal_decide',
  permission: 'proposals.decide',
  change: 'decision',
  summary:
    'Lets a proposal of another operator happen, or rejects it. What is no longer as it was proposed does not happen',
  input: Type.Object({
    id: Id,
    approved: Type.Enum(['0', '1']),
    reason: Type.Optional(Text(300, 'a rejection needs it')),
  }),
  output: Type.Object({
    answer: Type.String({
      description: "what the proposed call answered, JSON; '' of a rejection",
    }),
  }),
});

export const officeProposalTakeBack = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/proposal_take_back',
  permission: 'any',
  change: { free: 'nothing happens that would have' },
  summary: 'Takes back a proposal of the caller that waits',
  input: Type.Object({ id: Id }),
  output: Type.String({ description: 'text for the operator' }),
});
