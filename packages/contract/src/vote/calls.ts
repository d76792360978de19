import { Type } from 'typebox';
import { Done, TimeOut } from '../schema/answers.ts';
import { defineCall } from '../schema/call.ts';
import { Id, Text, withExamples } from '../schema/scalars.ts';
import { BALLOTS_LISTED } from './bounds.ts';

/** `counting`: the end has come, and the result not yet. */
export const VOTE_STATES = ['announced', 'running', 'counting', 'ended', 'cancelled'] as const;
export type VoteState = (typeof VOTE_STATES)[number];

const Option = Type.Object({
  name: Type.String(),
  link: Type.String({ description: "address of a page about it, '' without one" }),
  count: Type.Integer({ description: 'ballots; 0 until the end' }),
});

const Round = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  about: Type.String(),
  state: Type.Enum([...VOTE_STATES]),
  start_ms: Type.Integer(),
  start_time: TimeOut,
  end_ms: Type.Integer(),
  end_time: TimeOut,
  turnout: Type.Integer({ description: 'ballots that count as of now; 0 where it is cancelled' }),
  options: Type.Array(Option, { description: 'the first one is number 1' }),
  terms: Type.String({ description: 'title, options and times, as they were announced; JSON' }),
  terms_hash: Type.String({
    description: 'SHA-256 of `terms`, which was recorded before the start',
  }),
  my: Type.Union([
    Type.Object({
      option: Type.Integer(),
      tracker: Type.String({ description: "name of the ballot in the list; '' until the end" }),
    }),
    Type.Null({ description: 'no ballot, or a guest' }),
  ]),
});

export const voteList = defineCall({
  method: 'GET',
  path: '/api/vote/list',
  access: 'optional',
  area: 'vote',
  summary: 'Rounds of votes on new coins, the newest first, with the own ballots',
  input: Type.Object({}),
  output: Type.Array(Round),
});

export const voteCast = defineCall({
  method: 'POST',
  path: '/api/vote/cast',
  access: 'private',
  money: true,
  area: 'vote',
  summary:
    'Votes, or votes otherwise: one ballot for a verified person, the last one until the end',
  input: Type.Object({
    id: withExamples(Id, [1]),
    option: withExamples(Id, [1]),
  }),
  output: Done,
});

export const voteRevoke = defineCall({
  method: 'POST',
  path: '/api/vote/revoke',
  access: 'private',
  money: true,
  area: 'vote',
  summary: 'Takes the own ballot back, before the end',
  input: Type.Object({ id: withExamples(Id, [1]) }),
  output: Done,
});

export const voteBallots = defineCall({
  method: 'GET',
  path: '/api/vote/ballots',
  access: 'public',
  area: 'vote',
  summary: `All ballots of a round that has ended, by tracker: whoever counts them gets its result. At most ${BALLOTS_LISTED} an answer`,
  input: Type.Object({
    id: withExamples(Id, [1]),
    after: Type.Optional(Text(16, 'the last tracker of the answer before')),
  }),
  output: Type.Array(Type.Object({ tracker: Type.String(), option: Type.Integer() })),
});
