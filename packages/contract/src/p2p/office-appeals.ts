import { Type } from 'typebox';
import { APPEAL_STATES, EvidenceFile, FAULTS, WIRE_REASONS } from './appeal-calls.ts';
import { P2P_WAYS } from './bounds.ts';
import { ChatRow } from './chat-calls.ts';
import { defineCall } from '../schema/call.ts';
import { listOf, TimeOut } from '../schema/answers.ts';
import { inOffice, OfficeDone } from '../schema/office-call.ts';
import { DecimalText, Id, Page, Text } from '../schema/scalars.ts';

const Party = Type.Enum(['buyer', 'seller']);
const inCases = { ...inOffice, permission: 'p2p.cases' } as const;
const REASONS = [...new Set([...WIRE_REASONS.buyer, ...WIRE_REASONS.seller])];

const RULING_STATES = ['waits', 'counts', 'passed'] as const;

/** A ruling that an operator has asked for. */
const Ruling = Type.Object({
  state: Type.Enum([...RULING_STATES], {
    description:
      '`waits`: a second operator has to rule the same; `passed`: another one took its place, or the appeal ended without it',
  }),
  to_buyer: Type.String({ description: 'of the coins in question; the rest is for the seller' }),
  fault: Type.Enum([...FAULTS]),
  bond_cut: Type.String({ description: 'coins of the bond of who was at fault' }),
  operator: Type.String({ description: 'account of the operator' }),
  reason: Type.String(),
  time: TimeOut,
});

export const appealRow = {
  id: Type.Integer(),
  deal: Type.Integer(),
  state: Type.Enum([...APPEAL_STATES]),
  by: Party,
  reason: Type.Enum(REASONS),
  is_after_end: Type.Boolean(),
  buyer: Type.Integer(),
  buyer_account: Type.String(),
  seller: Type.Integer(),
  seller_account: Type.String(),
  number: Type.String({ description: 'coins in question' }),
  currency_name: Type.String(),
  money: Type.String({ description: 'CNY of the deal' }),
  opened_time: TimeOut,
  answer_due_time: TimeOut,
  answered_time: TimeOut,
  ended_time: TimeOut,
  can_be_ruled: Type.Boolean({ description: 'it was answered, or the time for that is over' }),
  needs_two: Type.Boolean({
    description: 'two operators rule on a deal of this worth, and whenever a bond is cut',
  }),
  waits_for_second: Type.Boolean({
    description: 'one of the two has ruled; never told to an operator who is one of the sides',
  }),
};

/** One side of a deal, with its record. */
const Side = Type.Object({
  user: Type.Integer(),
  account: Type.String(),
  real_name: Type.String({ description: 'as verified' }),
  mobile: Type.String(),
  registered_time: TimeOut,
  completed_all: Type.Integer(),
  cancelled_all: Type.Integer({ description: 'deals that ended without coins by this side' }),
  orders_30d: Type.Integer(),
  completed_30d: Type.Integer(),
  appeals_lost: Type.Integer(),
  is_merchant: Type.Boolean(),
  bond: Type.String({
    description: "coins that can be cut, '0' without any: a bond may outlive the mark",
  }),
  bond_currency_name: Type.String(),
});

/**
 * The record of a deal for the office: its sides, steps and chat, and the account that was paid
 * into.
 */
export const dealCase = {
  way: Type.Enum([...P2P_WAYS]),
  payee_name: Type.String({ description: "holder of the seller's account that is paid into" }),
  payee_bank: Type.String(),
  payee_account: Type.String(),
  sides: Type.Object({ buyer: Side, seller: Side }),
  steps: Type.Array(Type.Object({ cause: Type.String(), time: TimeOut }), {
    description: 'what happened to the deal, oldest first',
  }),
  chat: Type.Array(
    Type.Object({
      ...ChatRow.properties,
      operator: Type.String({ description: "account of the operator who wrote it, else ''" }),
    }),
    { description: 'oldest first, what the office wrote to one side too' },
  ),
};

/**
 * The record of an appeal: the statements and files of both sides, and the rulings of operators.
 */
export const appealCase = {
  statements: Type.Array(
    Type.Object({
      id: Type.Integer(),
      by: Party,
      statement: Type.String(),
      files: Type.Array(EvidenceFile),
      time: TimeOut,
    }),
  ),
  rulings: Type.Array(Ruling, {
    description: 'each that an operator asked for, in the order of the last time it was asked for',
  }),
};

export const officeP2pAppeals = defineCall({
  ...inCases,
  method: 'GET',
  path: '/office/api/p2p_appeals',
  summary: 'Appeals on P2P deals in a state, or all: open ones the longest waiting first',
  input: Type.Object({
    page: Type.Optional(Page),
    state: Type.Optional(Type.Enum([...APPEAL_STATES])),
  }),
  output: listOf(appealRow),
});

export const officeP2pAppeal = defineCall({
  ...inCases,
  method: 'GET',
  path: '/office/api/p2p_appeal',
  summary:
    'An appeal with all that a ruling needs: both sides, the deal, what they said and showed. Opening it is logged. Nobody opens one of their own',
  input: Type.Object({ id: Id }),
  output: Type.Object({
    ...appealRow,
    price: Type.String({ description: 'CNY for one coin' }),
    quantity: Type.String({ description: 'coins of the whole deal' }),
    received: Type.String({ description: 'coins that the buyer has received so far' }),
    deal_state: Type.Enum(['unpaid', 'paid', 'completed', 'cancelled']),
    ...dealCase,
    ...appealCase,
  }),
});

export const officeP2pRule = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/p2p_appeal_rule',
  permission: 'p2p.rule',
  decides: true,
  change: 'decision',
  summary:
    "Divides the coins in question between the two sides, once. From the terms' amount a second operator has to rule the same. Nobody rules on a deal of their own, or twice on one deal. Both sides read the reason of the operator who ruled first",
  input: Type.Object({
    id: Id,
    to_buyer: DecimalText,
    fault: Type.Enum([...FAULTS]),
    bond_cut: Type.Optional(DecimalText),
    reason: Text(300),
  }),
  output: OfficeDone,
});
