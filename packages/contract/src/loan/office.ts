import { Type } from 'typebox';
import { defineCall } from '../schema/call.ts';
import { DecimalText, Id, ProposalReason, withExamples } from '../schema/scalars.ts';
import { DecimalOut, TimeOut, listOf } from '../schema/answers.ts';
import { Bps, Flag, OfficeDone, inOffice, listInput } from '../schema/office-call.ts';
import { LOAN_STATES, LoanEventOut } from './calls.ts';

/**
 * Loans for operators. Their terms apply to loans taken later: no call changes one that runs, and
 * none sells collateral.
 */

export const officeLoanOffers = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/loan_offers',
  permission: 'loans.read',
  summary: 'What loans are made at, open or not, with what savers can lend',
  input: Type.Object({}),
  output: Type.Array(
    Type.Object({
      id: Type.Integer(),
      market: Type.Integer(),
      symbol: Type.String(),
      product: Type.Integer({ description: 'the savings that lend' }),
      currency_name: Type.String(),
      min_number: DecimalOut,
      max_number: DecimalOut,
      rate_ppb: Type.Integer({ description: 'interest of an hour, billionths of the principal' }),
      year_rate: Type.String({ description: 'percent, without compounding' }),
      fund_bps: Type.Integer({ description: 'part of the interest that the insurance gets' }),
      initial_bps: Type.Integer(),
      warn_1_bps: Type.Integer(),
      warn_2_bps: Type.Integer(),
      warn_3_bps: Type.Integer(),
      liquidation_bps: Type.Integer(),
      fee_bps: Type.Integer({ description: 'of a liquidation' }),
      bound_bps: Type.Integer({ description: 'furthest below the index that is sold' }),
      lendable: DecimalOut,
      warning: Type.String({
        description: "'' unless it brings savers less than savings of the coin promise",
      }),
      is_open: Type.Boolean(),
    }),
  ),
});

export const officeLoanOfferSave = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/loan_offer_save',
  permission: 'loans.write',
  change: 'proposal',
  summary:
    'Lists a loan (without id), or changes a listed one: a journaled command. Loans that run keep their terms',
  input: Type.Object({
    reason: ProposalReason,
    id: Type.Optional(withExamples(Id, [1])),
    market: withExamples(Id, [1]),
    product: withExamples(Id, [31]),
    min_number: withExamples(DecimalText, ['100']),
    max_number: withExamples(DecimalText, ['100000']),
    rate_ppb: withExamples(Id, [10_274]),
    fund_bps: withExamples(Bps, [1_500]),
    initial_bps: withExamples(Bps, [6_500]),
    warn_1_bps: withExamples(Bps, [7_140]),
    warn_2_bps: withExamples(Bps, [7_410]),
    warn_3_bps: withExamples(Bps, [7_690]),
    liquidation_bps: withExamples(Bps, [8_330]),
    fee_bps: withExamples(Bps, [100]),
    bound_bps: withExamples(Bps, [300]),
    open: Flag,
  }),
  output: Type.Object({ id: Type.Integer() }),
});

const Channels = LoanEventOut.properties.channels;

export const officeLoans = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/loans',
  permission: 'loans.read',
  summary: 'Loans of everybody, newest first, each with its LTV and its newest warnings',
  input: Type.Object({
    ...listInput,
    state: Type.Optional(Type.Enum([...LOAN_STATES])),
  }),
  output: listOf({
    id: Type.Integer(),
    user: Type.Integer(),
    account: Type.String(),
    symbol: Type.String(),
    collateral_name: Type.String(),
    currency_name: Type.String(),
    pledged: DecimalOut,
    principal: DecimalOut,
    debt: Type.String({ description: "'' where it is over" }),
    ltv: Type.String({ description: "percent at the mark price; '' where it is over" }),
    level: Type.Integer(),
    liquidation_price: Type.String({ description: "'' where it is over" }),
    state: Type.Enum([...LOAN_STATES]),
    opened_time: TimeOut,
    ended_time: TimeOut,
    warnings: Type.Array(
      Type.Object({
        level: Type.Integer(),
        price: DecimalOut,
        time: TimeOut,
        channels: Channels,
      }),
    ),
  }),
});

export const officeLoanSums = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/loan_sums',
  permission: 'loans.read',
  summary: 'What the savings behind loans have lent, can still lend, and miss',
  input: Type.Object({}),
  output: Type.Array(
    Type.Object({
      product: Type.Integer(),
      currency_name: Type.String(),
      saved: Type.String({ description: 'principal of all savers' }),
      lent: Type.String({ description: 'of it, what borrowers have: lost loans included' }),
      lost: Type.String({ description: 'of it, what lost loans still owe' }),
      idle: Type.String({ description: 'what can be lent now' }),
      loans: Type.Integer({ description: 'that run' }),
      insurance: Type.String({ description: 'what the insurance has in this coin' }),
    }),
  ),
});

export const officeLoanCover = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/loan_cover',
  permission: 'loans.write',
  change: 'proposal',
  summary:
    'The house pays savers what a lost loan still owes, as far as it can: a journaled command',
  input: Type.Object({ reason: ProposalReason, id: withExamples(Id, [1]) }),
  output: OfficeDone,
});
