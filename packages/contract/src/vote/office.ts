import { Type } from 'typebox';
import { TimeOut } from '../schema/answers.ts';
import { defineCall } from '../schema/call.ts';
import { inOffice, OfficeDone } from '../schema/office-call.ts';
import { Id, Lines, ProposalReason, Text, withExamples } from '../schema/scalars.ts';
import { VOTE_STATES } from './calls.ts';

const Count = Type.Integer();

export const officeVotes = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/votes',
  permission: 'markets.write',
  summary: 'Rounds of votes, the newest first',
  input: Type.Object({}),
  output: Type.Array(
    Type.Object({
      id: Count,
      title: Type.String(),
      state: Type.Enum([...VOTE_STATES]),
      start_time: TimeOut,
      end_time: TimeOut,
      turnout: Count,
      options: Type.Array(Type.Object({ name: Type.String(), count: Count })),
    }),
  ),
});

export const officeVoteOpen = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/vote_open',
  permission: 'markets.write',
  change: 'proposal',
  summary: 'Announces a round of votes. Nothing of it can be changed afterwards',
  input: Type.Object({
    reason: ProposalReason,
    title: withExamples(Text(100), ['Which coin comes next?']),
    about: Type.Optional(Text(500)),
    options: withExamples(
      Lines(
        6_000,
        'one a line, 2 to 20: the name, and after a bar (|) the address of a page about it',
      ),
      ['Alpha coin\nBeta coin|https://example.com/beta'],
    ),
    start_ms: Id,
    end_ms: Id,
  }),
  output: Type.Object({ id: Count }),
});

export const officeVoteCancel = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/vote_cancel',
  permission: 'markets.write',
  change: 'proposal',
  summary: 'Ends a round without a result, before its end',
  input: Type.Object({ reason: ProposalReason, id: withExamples(Id, [1]) }),
  output: OfficeDone,
});
