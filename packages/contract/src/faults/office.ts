import { Type } from 'typebox';
import { defineCall } from '../schema/call.ts';
import { Id, Page, Text } from '../schema/scalars.ts';
import { TimeOut } from '../schema/answers.ts';
import { inOffice } from '../schema/office-call.ts';

/** `held`: refused until an operator releases it. */
export const OFFICE_FAULT_STATES = ['held', 'released'] as const;

export const officeFaults = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/faults',
  permission: 'audit.read',
  summary: 'Commands that broke an invariant of the core, the newest first',
  input: Type.Object({
    page: Type.Optional(Page),
    q: Type.Optional(Text(120, "a kind of command, or a customer's number")),
    state: Type.Optional(Type.Enum([...OFFICE_FAULT_STATES])),
  }),
  output: Type.Object({
    list: Type.Array(
      Type.Object({
        id: Type.Integer(),
        kind: Type.String({ description: 'of the command' }),
        user: Type.Integer({ description: '0 where it is of nobody' }),
        seq: Type.Integer({ description: 'number that it would have had in the journal' }),
        invariant: Type.String({ description: "its number, '' where something else failed" }),
        what: Type.String({ description: 'what the core said' }),
        command: Type.String({ description: 'JSON' }),
        markets: Type.Array(Type.String(), { description: 'markets whose prices are held back' }),
        state: Type.Enum([...OFFICE_FAULT_STATES]),
        occurred_time: TimeOut,
        released_time: TimeOut,
        released_by: Type.String(),
        reason: Type.String({ description: 'why it was released' }),
      }),
    ),
    total: Type.Integer(),
    page: Type.Integer(),
  }),
});

export const officeFaultRelease = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/fault_release',
  permission: 'faults.release',
  decides: true,
  change: 'decision',
  summary: 'Lets a command through again that broke an invariant',
  input: Type.Object({ id: Id, reason: Text(300) }),
  output: Type.String({ description: 'text for the operator' }),
});
