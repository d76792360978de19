import { Type } from 'typebox';
import { DecimalOut, TimeOut } from '../schema/answers.ts';
import { defineCall } from '../schema/call.ts';
import { Flag, inOffice } from '../schema/office-call.ts';
import {
  DecimalText,
  Id,
  ProposalReason,
  RowNumber,
  Text,
  withExamples,
} from '../schema/scalars.ts';

const Count = Type.Integer();

export const officeLaunchCoins = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/launch_coins',
  permission: 'markets.write',
  summary: 'New coins with their plan, those that are not shown too',
  input: Type.Object({}),
  output: Type.Array(
    Type.Object({
      id: Count,
      name: Type.String(),
      currency: Type.Integer({ description: '0 before the coin is listed' }),
      currency_name: Type.String({ description: "'' before it is listed" }),
      index: Count,
      planned: DecimalOut,
      issued: DecimalOut,
      start_price: Type.String({ description: 'USDT' }),
      start_ms: Count,
      start_time: TimeOut,
      end_ms: Count,
      end_time: TimeOut,
      paper: Type.String(),
      has_begun: Type.Boolean({ description: 'its plan can no longer be changed' }),
      is_shown: Type.Boolean(),
    }),
  ),
});

export const officeLaunchCoinSave = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/launch_coin_save',
  permission: 'markets.write',
  change: 'proposal',
  summary:
    'Announces a coin (without id), or changes one. Amount, price and dates are fixed from its start on',
  input: Type.Object({
    reason: ProposalReason,
    id: Type.Optional(withExamples(Id, [1])),
    name: withExamples(Text(60), ['Meridian coin']),
    currency: Type.Optional(withExamples(RowNumber, [12])),
    index: withExamples(Id, [1]),
    planned: withExamples(DecimalText, ['100000000']),
    start_price: withExamples(DecimalText, ['0.25']),
    start_ms: Id,
    end_ms: Id,
    paper: Type.Optional(Text(300, 'address of the white paper')),
    is_shown: Flag,
  }),
  output: Type.Object({ id: Count }),
});
