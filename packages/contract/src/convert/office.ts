import { Type } from 'typebox';
import { defineCall } from '../schema/call.ts';
import { DecimalText, Id, Page, ProposalReason, withExamples } from '../schema/scalars.ts';
import { DecimalOut, TimeOut, listOf } from '../schema/answers.ts';
import { Bps, Flag, OfficeDone, inOffice, listInput } from '../schema/office-call.ts';
import { OwnConversion } from './calls.ts';

/**
 * Conversions for operators: terms of currencies, and the desk that is the other side of each
 * conversion. No call names a price, a quote or a plan of a customer.
 */
export const officeConvertTerms = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/convert_terms',
  permission: 'convert.read',
  summary: 'What currencies convert at',
  input: Type.Object({}),
  output: Type.Array(
    Type.Object({
      currency: Type.Integer(),
      currency_name: Type.String(),
      market: Type.Integer({ description: 'in which its price is made; 0 for the hub' }),
      symbol: Type.String({ description: "of the market; '' for the hub" }),
      margin_bps: Type.Integer(),
      cap_bps: Type.Integer(),
      min: DecimalOut,
      max: DecimalOut,
      step: DecimalOut,
      hour_limit: DecimalOut,
      dust: Type.String({ description: 'in the hub: a balance worth no more counts as dust' }),
      is_open: Type.Boolean(),
    }),
  ),
});

export const officeConvertTermsSave = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/convert_terms_save',
  permission: 'convert.write',
  change: 'proposal',
  summary:
    'Lists a currency for conversions, or changes its terms: a journaled command. Open quotes stay as they are',
  input: Type.Object({
    reason: ProposalReason,
    currency: withExamples(Id, [1]),
    market: withExamples(Id, [1]),
    margin_bps: Bps,
    cap_bps: withExamples(Id, [100]),
    min: withExamples(DecimalText, ['0.0001']),
    max: withExamples(DecimalText, ['10']),
    step: withExamples(DecimalText, ['0.000001']),
    hour_limit: withExamples(DecimalText, ['100']),
    dust: withExamples(DecimalText, ['5']),
    open: Flag,
  }),
  output: OfficeDone,
});

export const officeConvertDesk = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/convert_desk',
  permission: 'convert.read',
  summary: 'What the desk has of each currency, beside what it was funded with',
  input: Type.Object({}),
  output: Type.Array(
    Type.Object({
      currency: Type.Integer(),
      currency_name: Type.String(),
      available: DecimalOut,
      promised: Type.String({ description: 'held for open quotes' }),
      funded: Type.String({ description: 'put in, less what was taken back' }),
      difference: Type.String({ description: 'has, less what it was funded with' }),
      given: Type.String({ description: 'promised and given in this hour' }),
      hour_limit: Type.String({ description: "'' where it does not convert" }),
      house: Type.String({ description: "what the house's spot wallet has of it" }),
    }),
  ),
});

export const officeConvertFund = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/convert_fund',
  permission: 'house.move',
  change: 'proposal',
  summary: "Moves coins between the house's spot wallet and the desk: a journaled command",
  input: Type.Object({
    reason: ProposalReason,
    currency: withExamples(Id, [3]),
    direction: Type.Enum(['in', 'out']),
    amount: withExamples(DecimalText, ['100']),
  }),
  output: OfficeDone,
});

export const officeConvertQuotes = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/convert_quotes',
  permission: 'convert.read',
  summary: 'Quotes of everybody that are open now, newest first',
  input: Type.Object({}),
  output: Type.Array(
    Type.Object({
      id: Type.Integer(),
      user: Type.Integer(),
      account: Type.String(),
      from_name: Type.String(),
      to_name: Type.String(),
      from_number: DecimalOut,
      to_number: DecimalOut,
      spread_bps: Type.Integer(),
      made_time: TimeOut,
      expires_ms: Type.Integer({ description: 'milliseconds UTC' }),
    }),
  ),
});

export const officeConversions = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/conversions',
  permission: 'convert.read',
  summary: 'Conversions of everybody, newest first',
  input: Type.Object({ ...listInput }),
  output: listOf({
    id: Type.Integer(),
    user: Type.Integer(),
    account: Type.String(),
    ...OwnConversion.properties,
  }),
});

export const officeConvertHedges = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/convert_hedges',
  permission: 'convert.read',
  summary: 'Trades by which the desk undid what conversions made of its coins, newest first',
  input: Type.Object({ page: Type.Optional(Page) }),
  output: listOf({
    id: Type.Integer({ description: 'number of the trade' }),
    order: Type.Integer(),
    symbol: Type.String(),
    side: Type.Enum(['buy', 'sell']),
    price: DecimalOut,
    quantity: DecimalOut,
    worth: DecimalOut,
    fee: Type.String({ description: 'in the currency that was received' }),
    time: TimeOut,
  }),
});
