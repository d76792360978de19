import { Type } from 'typebox';
import { DecimalOut, listOf, TimeOut } from '../schema/answers.ts';
import { defineCall } from '../schema/call.ts';
import { Bps, inOffice, OfficeDone } from '../schema/office-call.ts';
import { DecimalText, Id, Page, ProposalReason, withExamples } from '../schema/scalars.ts';

export const officeRebates = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/rebates',
  permission: 'house.read',
  summary: 'Shares of fees for inviters: the present rates, those of tomorrow, and the funds',
  input: Type.Object({}),
  output: Type.Object({
    rates: Type.Array(
      Type.Object({
        from_time: TimeOut,
        is_present: Type.Boolean(),
        currency: Type.Integer(),
        currency_name: Type.String(),
        rates_bps: Type.Array(Type.Integer()),
      }),
      { description: 'the present ones and those of tomorrow' },
    ),
    funds: Type.Array(
      Type.Object({
        currency: Type.Integer(),
        currency_name: Type.String(),
        available: DecimalOut,
        house: Type.Intersect([DecimalOut], {
          description: 'free in the spot wallet of the house',
        }),
      }),
    ),
    days_due: Type.Array(Type.String(), { description: 'days that are over and not paid in full' }),
    members: Type.Integer({ description: 'verified customers who were invited or invited others' }),
  }),
});

export const officeRebateRates = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/rebate_rates',
  permission: 'markets.write',
  change: 'proposal',
  summary:
    'Sets the shares of fees for inviters, together at most half of a fee, from the next day (UTC) on: a journaled command',
  input: Type.Object({
    reason: ProposalReason,
    currency: withExamples(Id, [3]),
    level_1_bps: Bps,
    level_2_bps: Bps,
    level_3_bps: Bps,
  }),
  output: OfficeDone,
});

export const officeRebateFund = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/rebate_fund',
  permission: 'house.move',
  change: 'proposal',
  summary: "Moves money between the house's spot wallet and the account that pays rebates",
  input: Type.Object({
    reason: ProposalReason,
    currency: withExamples(Id, [3]),
    direction: Type.Enum(['in', 'out']),
    amount: withExamples(DecimalText, ['100']),
  }),
  output: OfficeDone,
});

export const officeRebateLines = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/rebate_lines',
  permission: 'house.read',
  summary: 'Each share of a fee that was paid, newest first',
  input: Type.Object({ page: Type.Optional(Page) }),
  output: listOf({
    id: Type.Integer(),
    day: Type.String(),
    payer: Type.Integer(),
    payer_account: Type.String(),
    level: Type.Integer(),
    user: Type.Integer(),
    account: Type.String(),
    fees: DecimalOut,
    rate_bps: Type.Integer(),
    number: DecimalOut,
    currency_name: Type.String(),
    time: TimeOut,
  }),
});
