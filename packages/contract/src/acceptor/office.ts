import { Type } from 'typebox';
import { DEAL_TYPES, PAYMENT_WAYS, RULINGS } from './calls.ts';
import { defineCall } from '../schema/call.ts';
import { DecimalText, Id, ProposalReason, Text } from '../schema/scalars.ts';
import { TimeOut, listOf } from '../schema/answers.ts';
import { OfficeDone, inOffice, listInput } from '../schema/office-call.ts';

/**
 * A deal's state in the office: `waiting` for one of the two, `disputed` for an operator; `moving`
 * is decided, with its coins on their way.
 */
export const OFFICE_DEAL_STATES = [
  'disputed',
  'waiting',
  'moving',
  'confirmed',
  'rejected',
] as const;

const accounts = {
  wechat_nickname: Type.Optional(Text(60)),
  wechat_account: Type.Optional(Text(60)),
  ali_nickname: Type.Optional(Text(60)),
  ali_account: Type.Optional(Text(60)),
  bank_name: Type.Optional(Text(60)),
  bank_account: Type.Optional(Text(60)),
  bank_address: Type.Optional(Text(120)),
};

const acceptorRow = {
  id: Type.Integer(),
  user: Type.Integer(),
  account: Type.String({ description: 'of the user' }),
  name: Type.String(),
  recharge_amount: Type.String({ description: 'most CNY of one deal that buys coins' }),
  recharge_rate: Type.String({ description: 'CNY for one USDT that is bought' }),
  cash_amount: Type.String({ description: 'most CNY of one deal that sells coins' }),
  cash_rate: Type.String({ description: 'CNY for one USDT that is sold' }),
  wechat_nickname: Type.String(),
  wechat_account: Type.String(),
  ali_nickname: Type.String(),
  ali_account: Type.String(),
  bank_name: Type.String(),
  bank_account: Type.String(),
  bank_address: Type.String(),
  is_open: Type.Boolean(),
  available: Type.String({ description: 'USDT that the acceptor can still sell' }),
  held: Type.String({ description: 'USDT of the acceptor that waits in deals' }),
  coming: Type.String({ description: 'USDT of customers that waits for this acceptor' }),
  open_deals: Type.Integer(),
  disputed_deals: Type.Integer(),
};

export const officeAcceptors = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/acceptors',
  permission: 'custody.read',
  summary: 'Acceptors with their terms, accounts and funds',
  input: Type.Object({ ...listInput, id: Type.Optional(Id) }),
  output: listOf(acceptorRow),
});
export const officeAcceptorSave = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/acceptor_save',
  permission: 'custody.settings',
  change: 'proposal',
  summary:
    'Adds an acceptor (without `id`, for a `user`), or changes one: new terms are for new deals. Nobody changes their own',
  input: Type.Object({
    reason: ProposalReason,
    id: Type.Optional(Id),
    user: Type.Optional(Id),
    name: Text(60),
    recharge_amount: DecimalText,
    recharge_rate: DecimalText,
    cash_amount: DecimalText,
    cash_rate: DecimalText,
    ...accounts,
    open: Type.Enum(['0', '1']),
  }),
  output: Type.Object({ id: Type.Integer() }),
});

export const officeDeals = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/acceptor_deals',
  permission: 'custody.read',
  summary:
    'Deals with acceptors, with what is known of both sides; disputed ones the longest waiting first, others newest first',
  input: Type.Object({ ...listInput, status: Type.Optional(Type.Enum([...OFFICE_DEAL_STATES])) }),
  output: listOf({
    id: Type.Integer(),
    type: Type.Enum([...DEAL_TYPES], { description: 'what the customer does' }),
    status: Type.Enum([...OFFICE_DEAL_STATES]),
    way: Type.Enum([...PAYMENT_WAYS]),
    money: Type.String({ description: 'CNY' }),
    number: Type.String({ description: 'USDT' }),
    user: Type.Integer(),
    account: Type.String({ description: 'of the customer' }),
    mobile: Type.String({ description: 'that the customer gave' }),
    deal_account: Type.String({ description: 'that the customer pays from or is paid to' }),
    deal_holder: Type.String({ description: "of that account, '' where the customer buys" }),
    deal_bank: Type.String({
      description: "of that account, '' where the customer is not paid to one",
    }),
    user_deals: Type.Integer({ description: 'other deals of the customer that are confirmed' }),
    user_disputes: Type.Integer({
      description: 'other deals of the customer that were ever disputed',
    }),
    acceptor: Type.Integer(),
    acceptor_name: Type.String(),
    acceptor_user: Type.Integer(),
    acceptor_account: Type.String({ description: "of the acceptor's user" }),
    hes_account: Type.String({ description: "the acceptor's account outside" }),
    acceptor_deals: Type.Integer({
      description: 'other deals with the acceptor that are confirmed',
    }),
    acceptor_disputes: Type.Integer({
      description: 'other deals with the acceptor that were ever disputed',
    }),
    created_time: TimeOut,
    marked_time: TimeOut,
    disputed_time: TimeOut,
    ruling: Type.Enum(['', ...RULINGS]),
    ruling_reason: Type.String(),
    ruled_by: Type.String(),
    ruled_time: TimeOut,
  }),
});
export const officeDealStatements = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/acceptor_deal_statements',
  permission: 'custody.approve',
  summary:
    'What both sides of a deal have said while it was disputed, oldest first. Opening it is logged: it shows pictures',
  input: Type.Object({ id: Id }),
  output: Type.Array(
    Type.Object({
      id: Type.Integer(),
      by: Type.Enum(['seller', 'buyer']),
      user: Type.Integer(),
      account: Type.String(),
      text: Type.String(),
      pictures: Type.Array(Type.String(), {
        description:
          'links, good for ten minutes for the session that asked: with its Authorization header',
      }),
      created_time: TimeOut,
    }),
  ),
});
export const officeDealRule = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/acceptor_deal_rule',
  permission: 'custody.approve',
  decides: true,
  change: 'decision',
  summary:
    'Ends a dispute: the coins go to the buyer, or back to the seller, once. Nobody rules on a deal of their own. Both sides read the reason',
  input: Type.Object({ id: Id, ruling: Type.Enum([...RULINGS]), reason: Text(300) }),
  output: OfficeDone,
});

export const officeAgents = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/regional_agents',
  permission: 'custody.read',
  summary: 'Regional agents, with how many users each has brought',
  input: Type.Object({ ...listInput, user: Type.Optional(Id) }),
  output: listOf({
    id: Type.Integer({ description: 'the user' }),
    account: Type.String(),
    city_name: Type.String(),
    district_name: Type.String(),
    users: Type.Integer(),
  }),
});
export const officeAgentSave = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/regional_agent_save',
  permission: 'custody.settings',
  change: 'proposal',
  summary: 'Makes a user the agent of a district, or changes the district',
  input: Type.Object({
    reason: ProposalReason,
    user: Id,
    city_name: Text(60),
    district_name: Text(60),
  }),
  output: Type.Object({ id: Type.Integer() }),
});
export const officeAgentRemove = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/regional_agent_remove',
  permission: 'custody.settings',
  change: { free: 'it takes a right away' },
  summary: 'A user is an agent no more',
  input: Type.Object({ user: Id }),
  output: OfficeDone,
});
