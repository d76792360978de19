import { Type } from 'typebox';
import { DecimalOut, listOf, TimeOut } from '../schema/answers.ts';
import { defineCall } from '../schema/call.ts';
import { Page } from '../schema/scalars.ts';

const Rates = Type.Array(Type.Integer(), {
  description: 'share of a fee for each of the three levels, hundredths of a percent; empty: none',
});

export const rebateSummary = defineCall({
  method: 'GET',
  path: '/api/rebate/summary',
  access: 'private',
  area: 'rebate',
  summary: 'What the caller got of the fees of those they invited, and the rates of it',
  input: Type.Object({}),
  output: Type.Object({
    currency_name: Type.String({ description: "that rebates are paid in; '' before any rates" }),
    rates_bps: Rates,
    next_rates_bps: Type.Union([Rates, Type.Null()], {
      description: 'from the next day on, where they differ',
    }),
    next_time: Type.Intersect([TimeOut], { description: 'when the present day ends' }),
    is_verified: Type.Boolean({ description: 'whether the caller can be paid: identity verified' }),
    total: Type.Intersect([DecimalOut], { description: 'ever paid in this currency' }),
    last_day: Type.Intersect([DecimalOut], {
      description: 'paid in this currency for the last day of which it was paid',
    }),
    levels: Type.Array(DecimalOut, { description: 'ever paid in this currency, by level' }),
  }),
});

export const rebateList = defineCall({
  method: 'GET',
  path: '/api/rebate/list',
  access: 'private',
  area: 'rebate',
  summary: 'Each share of a fee that the caller got, newest first, 20 a page',
  input: Type.Object({ page: Type.Optional(Page) }),
  output: listOf({
    id: Type.Integer({ description: 'number of the line, also in the statement' }),
    day: Type.String({ description: 'YYYY-MM-DD, a day of UTC' }),
    account: Type.String({ description: 'who paid the fees, masked' }),
    level: Type.Integer(),
    fees: Type.Intersect([DecimalOut], {
      description: 'worth of the fees of that day, in the currency of rebates',
    }),
    rate_bps: Type.Integer(),
    number: DecimalOut,
    currency_name: Type.String(),
    time: TimeOut,
  }),
});
