import { Type } from 'typebox';
import { DecimalOut, TimeOut } from '../schema/answers.ts';
import { defineCall } from '../schema/call.ts';
import { Bps, inOffice, OfficeDone } from '../schema/office-call.ts';
import { DecimalText, Id, ProposalReason, Text, withExamples } from '../schema/scalars.ts';
import { SALE_STATES } from './calls.ts';

const Count = Type.Integer();
const Money = withExamples(DecimalText, ['100']);

export const officeSales = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/sales',
  permission: 'markets.write',
  summary: 'Token sales and crowdfunding, the newest first',
  input: Type.Object({}),
  output: Type.Array(
    Type.Object({
      id: Count,
      kind: Type.Enum(['sale', 'crowd']),
      title: Type.String(),
      state: Type.Enum([...SALE_STATES]),
      currency_name: Type.String(),
      paid_name: Type.String(),
      supply: DecimalOut,
      target: DecimalOut,
      opens_time: TimeOut,
      closes_time: TimeOut,
      entries: Count,
      committed: DecimalOut,
      demanded: DecimalOut,
      sold: DecimalOut,
      paid: DecimalOut,
    }),
  ),
});

export const officeSaleAnnounce = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/sale_announce',
  permission: 'markets.write',
  change: 'proposal',
  summary:
    'Announces a token sale or a crowdfunding. Its supply leaves the wallet of the house, and nothing of it can be changed afterwards',
  input: Type.Object({
    reason: ProposalReason,
    title: withExamples(Text(100), ['Meridian coin']),
    about: Type.Optional(Text(500)),
    paper: Type.Optional(Text(200, 'address of the white paper')),
    kind: Type.Enum(['sale', 'crowd']),
    currency: withExamples(Id, [12]),
    paid_in: withExamples(Id, [3]),
    lot_number: Type.Intersect([Money], { description: 'coins of a lot' }),
    lot_price: Money,
    lots: withExamples(Id, [10_000]),
    target: Type.Optional(Type.Intersect([Money], { description: 'of a crowdfunding' })),
    min_number: Money,
    max_number: Money,
    cap_number: Money,
    opens_ms: Id,
    closes_ms: Id,
    free_bps: Bps,
    cliff_ms: Type.Optional(Id),
    instalments: Type.Optional(Id),
    instalment_ms: Type.Optional(Id),
  }),
  output: Type.Object({ id: Count }),
});

export const officeSaleCancel = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/sale_cancel',
  permission: 'markets.write',
  change: 'proposal',
  summary: 'Ends a sale without a result, before its end: everybody gets everything back',
  input: Type.Object({
    reason: ProposalReason,
    id: withExamples(Id, [1]),
    why: withExamples(Text(300, 'why, for its buyers'), ['The project gave up.']),
  }),
  output: OfficeDone,
});
