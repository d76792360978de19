import { Type } from 'typebox';
import { defineCall } from '../schema/call.ts';
import { CONTEST_STATES } from './calls.ts';
import { DecimalText, Id, Page, ProposalReason, Text, withExamples } from '../schema/scalars.ts';
import { DecimalOut, TimeOut } from '../schema/answers.ts';
import { inOffice } from '../schema/office-call.ts';

/** Contests for operators. Their rules are fixed once they run, and nobody can set a rank. */
const Count = Type.Integer();

export const officeContests = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/contests',
  permission: 'contracts.read',
  summary: 'Seasons of the contest, newest first; one of them by its id',
  input: Type.Object({ page: Type.Optional(Page), id: Type.Optional(Id) }),
  output: Type.Object({
    list: Type.Array(
      Type.Object({
        id: Count,
        name: Type.String(),
        state: Type.Enum([...CONTEST_STATES]),
        start_time: TimeOut,
        end_time: TimeOut,
        start_ms: Count,
        end_ms: Count,
        start_balance: Type.String({ description: 'play money' }),
        participants: Count,
        prizes: Type.String({
          description:
            'ranges of ranks and what each of their ranks gets in USDT, for example 1-1:500,2-3:100',
        }),
        prizes_open: Type.Integer({ description: 'how many are won and not paid' }),
        prizes_paid: Count,
        paid: Type.String({ description: 'USDT' }),
      }),
    ),
    total: Count,
    page: Count,
  }),
});

export const officeContestSave = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/contest_save',
  permission: 'contracts.write',
  change: 'proposal',
  summary: 'Announces a season (without id), or changes one that has not begun',
  input: Type.Object({
    reason: ProposalReason,
    id: Type.Optional(withExamples(Id, [1])),
    name: withExamples(Text(60), ['Autumn season']),
    start_ms: Id,
    end_ms: Id,
    start_balance: withExamples(DecimalText, ['10000']),
    prizes: Type.Optional(
      withExamples(Text(600, 'ranges of ranks from 1 on, without a gap: 1-1:500,2-3:100'), [
        '1-1:500,2-3:100',
      ]),
    ),
  }),
  output: Type.Object({ id: Count }),
});

export const officeContestRanking = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/contest_ranking',
  permission: 'contracts.read',
  summary:
    'The ranking of a season (the present one where none is named) with the accounts, and what became of their prizes',
  input: Type.Object({ contest: Type.Optional(withExamples(Id, [1])), page: Type.Optional(Page) }),
  output: Type.Object({
    list: Type.Array(
      Type.Object({
        id: Type.Integer({ description: 'of the user' }),
        rank: Count,
        account: Type.String(),
        equity: Type.String({ description: 'play money' }),
        return_rate: Type.String({ description: 'percent, two decimals' }),
        prize: DecimalOut,
        prize_state: Type.Enum(['none', 'needs_identity', 'waiting', 'paid']),
        joined_time: TimeOut,
      }),
    ),
    total: Count,
    page: Count,
  }),
});

export const officeContestPay = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/contest_pay',
  permission: 'contests.pay',
  decides: true,
  change: 'decision',
  summary:
    "Pays the prizes of a season that has ended from the house's spot account, to those whose identity is approved. Two operators have agreed on the prizes. Nobody pays their own. Repeatable: each is paid once",
  input: Type.Object({ id: withExamples(Id, [1]) }),
  output: Type.Object({
    paid: Type.Integer({ description: 'how many were paid now' }),
    amount: Type.String({ description: 'USDT, paid now' }),
    waiting: Type.Integer({ description: 'how many wait for an approved identity' }),
  }),
});
