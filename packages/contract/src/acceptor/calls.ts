import { Type } from 'typebox';
import { defineCall } from '../schema/call.ts';
import { DecimalText, Id, Page, Text } from '../schema/scalars.ts';
import { TimeOut } from '../schema/answers.ts';
import { STATEMENT_RULES } from './bounds.ts';

/** Rows of a page of deals, and of a page of a region's users. */
export const DEAL_ROWS = 20;
/** Open deals that one user may have at a time, marked or not: a mark proves nothing. */
export const MAX_OPEN_DEALS = 3;

export const PAYMENT_WAYS = ['we_chat', 'ali_pay', 'bank'] as const;
export type PaymentWay = (typeof PAYMENT_WAYS)[number];
export const DEAL_TYPES = ['buy', 'sell'] as const;
/** Values of `is_sure` of a deal. */
export const DEAL_STATES = { waiting: 0, confirmed: 1, rejected: 2 } as const;
/**
 * Acts on a deal. The buyer of the coins marks the payment. The seller confirms that the money has
 * arrived: only that, or a ruling, releases the coins. Before the mark either side calls the deal
 * off (`reject`); after it either side disputes it.
 */
export const DEAL_ACTS = ['mark', 'confirm', 'dispute', 'reject'] as const;
export type DealAct = (typeof DEAL_ACTS)[number];
/** An operator's end of a dispute: the coins are paid to their buyer, or go back. */
export const RULINGS = ['pay', 'return'] as const;
export type Ruling = (typeof RULINGS)[number];

const inAcceptor = { area: 'acceptor', access: 'private' } as const;
const Flag = Type.Enum([0, 1]);

const Acceptor = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  user_id: Type.Integer(),
  recharge_amount: Type.String({ description: 'most CNY of one deal that buys coins' }),
  recharge_rate: Type.String({ description: 'CNY for one USDT that is bought' }),
  cash_amount: Type.String({ description: 'most CNY of one deal that sells coins' }),
  cash_rate: Type.String({ description: 'CNY for one USDT that is sold' }),
  ways: Type.Array(Type.Enum([...PAYMENT_WAYS])),
  wechat_nickname: Type.String(),
  wechat_account: Type.String({ description: "accounts are told by `info`; '' in the list" }),
  ali_nickname: Type.String(),
  ali_account: Type.String(),
  bank_name: Type.String(),
  bank_account: Type.String(),
  bank_address: Type.String(),
  user_balance: Type.String({ description: "the caller's available USDT" }),
});

export const acceptorList = defineCall({
  ...inAcceptor,
  method: 'GET',
  path: '/api/acceptor/list',
  summary: 'Acceptors who take deals, without their accounts',
  input: Type.Object({}),
  output: Type.Array(Acceptor),
});

export const acceptorInfo = defineCall({
  ...inAcceptor,
  method: 'GET',
  path: '/api/acceptor/info',
  summary: 'One acceptor, with the accounts that are paid to',
  input: Type.Object({ id: Id, address: Type.Optional(Text(128, 'ignored')) }),
  output: Acceptor,
});

export const acceptorDeals = defineCall({
  ...inAcceptor,
  method: 'GET',
  path: '/api/acceptor/my_deal',
  summary: 'Own deals, newest first',
  input: Type.Object({
    page: Type.Optional(Page),
    as: Type.Optional(
      Type.Enum(['user', 'acceptor'], { description: "whose side; the user's without it" }),
    ),
  }),
  output: Type.Object({
    list: Type.Array(
      Type.Object({
        id: Type.Integer(),
        type: Type.Enum([...DEAL_TYPES]),
        acceptor_name: Type.String(),
        mobile: Type.String(),
        deal_account: Type.String({ description: 'account that the user pays from or is paid to' }),
        deal_holder: Type.String({ description: "of that account, '' where the user buys" }),
        deal_bank: Type.String({
          description: "of that account, '' where the user is not paid to one",
        }),
        hes_account: Type.String({ description: "the acceptor's" }),
        way: Type.Enum([...PAYMENT_WAYS]),
        money: Type.String({ description: 'CNY' }),
        number: Type.String({ description: 'USDT' }),
        is_sure: Type.Enum([0, 1, 2], { description: '0 waiting, 1 confirmed, 2 rejected' }),
        is_marked: Type.Enum([0, 1], {
          description: 'the buyer says that the money is on its way',
        }),
        is_disputed: Flag,
        was_disputed: Type.Enum([0, 1], { description: 'whether there are statements to read' }),
        ruling: Type.Enum(['', ...RULINGS], {
          description: "how an operator ended a dispute, '' otherwise",
        }),
        ruling_reason: Type.String(),
        disputes_time: Type.String({
          description:
            "when it becomes disputed unless the seller answers before, '' where it does not",
        }),
        returns_time: Type.String({
          description:
            "when it ends and the coins go back to the seller unless the buyer marks the payment before, '' where it does not",
        }),
        acts: Type.Array(Type.Enum([...DEAL_ACTS]), { description: 'what the caller may do now' }),
        create_time: TimeOut,
        update_time: TimeOut,
      }),
    ),
    page: Type.Integer(),
    limit: Type.Integer(),
    is_acceptor: Flag,
  }),
});

export const acceptorDeal = defineCall({
  ...inAcceptor,
  method: 'POST',
  path: '/api/acceptor/deal',
  money: true,
  summary:
    'Makes a deal with an acceptor; the coins of the side that sells wait from then on. Selling needs a fresh proof of identity',
  input: Type.Object({
    acceptor_id: Id,
    address: Type.Optional(Text(128, 'ignored')),
    way: Type.Enum([...PAYMENT_WAYS]),
    type: Type.Enum([...DEAL_TYPES]),
    mobile: Text(20),
    deal_account: Text(60),
    money: DecimalText,
  }),
  output: Type.String({ description: 'text for the person' }),
});

export const acceptorAct = defineCall({
  ...inAcceptor,
  method: 'POST',
  path: '/api/acceptor/act',
  summary: 'What either side does with a deal that waits',
  input: Type.Object({ id: Id, act: Type.Enum([...DEAL_ACTS]) }),
  output: Type.String({ description: 'text for the person' }),
});

const Picture = Type.Optional(Text(200, 'what the upload answered'));

export const dealStatementAdd = defineCall({
  ...inAcceptor,
  method: 'POST',
  path: '/api/acceptor/statement',
  summary:
    'Says something about an own deal while it is disputed, with up to three pictures: up to ten times on each side',
  input: Type.Object({
    id: Id,
    text: Text(STATEMENT_RULES.letters),
    pic_1: Picture,
    pic_2: Picture,
    pic_3: Picture,
  }),
  output: Type.String({ description: 'text for the person' }),
});

export const dealStatements = defineCall({
  ...inAcceptor,
  method: 'GET',
  path: '/api/acceptor/statements',
  summary:
    'What both sides of an own deal have said, oldest first. Pictures of the other side are for operators alone: they show accounts of strangers',
  input: Type.Object({ id: Id }),
  output: Type.Array(
    Type.Object({
      id: Type.Integer(),
      by: Type.Enum(['seller', 'buyer']),
      is_own: Flag,
      text: Type.String(),
      pictures: Type.Array(Type.String(), {
        description:
          'own ones: links, good for ten minutes for the session that asked: with its Authorization header',
      }),
      pictures_count: Type.Integer(),
      created_time: TimeOut,
    }),
  ),
});

export const regionUsers = defineCall({
  ...inAcceptor,
  method: 'GET',
  path: '/api/user/region_users',
  summary: 'For regional agents: the users whom they brought, newest first',
  input: Type.Object({ page: Type.Optional(Page) }),
  output: Type.Object({
    list: Type.Array(
      Type.Object({
        city_name: Type.String(),
        district_name: Type.String(),
        phone: Type.String({ description: 'masked' }),
        time: TimeOut,
      }),
    ),
    page: Type.Integer(),
    limit: Type.Integer(),
  }),
});
