import { Type } from 'typebox';
import { DecimalOut, listOf, TimeOut } from '../schema/answers.ts';
import { defineCall } from '../schema/call.ts';
import { Bps, Flag, inOffice, listInput, OfficeDone } from '../schema/office-call.ts';
import { DecimalText, Id, ProposalReason, Text, withExamples } from '../schema/scalars.ts';
import { P2P_TYPES } from './calls.ts';

/**
 * The fiat marketplace for operators: its terms, ads, deals and traders. No call here moves the
 * coins of a deal: only its two sides and rulings on appeals do.
 */

const Coin = { currency: Type.Integer(), currency_name: Type.String() };
const Cny = Type.String({ description: 'CNY, two decimals' });

export const officeP2pTerms = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/p2p_terms',
  permission: 'p2p.read',
  summary: 'What the marketplace offers, by coin',
  input: Type.Object({}),
  output: Type.Array(
    Type.Object({
      ...Coin,
      symbol: Type.String({
        description: "market whose index prices the coin; '' for the coin that CNY is quoted in",
      }),
      min_money: Cny,
      max_money: Cny,
      band_bps: Type.Integer({ description: 'largest distance from the reference; 0 for none' }),
      two_operators_from: Cny,
      merchant_bond: Type.String({ description: 'in the coin; 0 where none can be posted in it' }),
      is_open: Type.Boolean(),
    }),
  ),
});
export const officeP2pTermsSave = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/p2p_terms_save',
  permission: 'p2p.act',
  change: 'proposal',
  summary:
    'Lists a coin in the marketplace, or changes its terms: a journaled command. Open deals keep what was agreed',
  input: Type.Object({
    reason: ProposalReason,
    currency: withExamples(Id, [1]),
    min_money: withExamples(DecimalText, ['10']),
    max_money: withExamples(DecimalText, ['50000']),
    band_bps: Bps,
    two_operators_from: withExamples(DecimalText, ['10000']),
    merchant_bond: withExamples(DecimalText, ['0.1']),
    open: Flag,
  }),
  output: OfficeDone,
});

export const officeP2pAds = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/p2p_ads',
  permission: 'p2p.read',
  summary: 'Ads that are live, newest first, private ones too',
  input: Type.Object({ ...listInput, currency: Type.Optional(withExamples(Id, [3])) }),
  output: listOf({
    id: Type.Integer(),
    user: Type.Integer(),
    account: Type.String(),
    type: Type.Enum([...P2P_TYPES]),
    ...Coin,
    price: Type.String({ description: "CNY for one coin; '' while the ad rests" }),
    is_floating: Type.Boolean(),
    total_number: DecimalOut,
    surplus_number: DecimalOut,
    open_number: Type.String({ description: 'in deals that go on' }),
    is_private: Type.Boolean(),
    is_paused: Type.Boolean(),
    is_merchant: Type.Boolean(),
    remark: Type.String(),
    auto_reply: Type.String(),
  }),
});
export const officeP2pAdRemove = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/p2p_ad_remove',
  permission: 'p2p.act',
  change: { free: 'it only takes an offer away' },
  summary: 'Takes an ad away: a journaled command. Its open deals go on',
  input: Type.Object({ id: withExamples(Id, [1]), reason: Text(300, 'for the log') }),
  output: OfficeDone,
});

/** A deal as lists of operators show it. */
export const dealRow = {
  id: Type.Integer(),
  ad: Type.Integer(),
  buyer: Type.Integer(),
  buyer_account: Type.String(),
  seller: Type.Integer(),
  seller_account: Type.String(),
  taker: Type.Enum(['buyer', 'seller'], { description: 'who took the ad of the other one' }),
  ...Coin,
  number: DecimalOut,
  price: DecimalOut,
  money: Cny,
  way: Type.Enum(['ali_pay', 'we_chat', 'bank']),
  status: Type.Enum(['unpaid', 'paid', 'completed', 'cancelled']),
  is_stuck: Type.Boolean(),
  ended_by: Type.Enum(['', 'buyer', 'seller', 'both', 'timer', 'ruling']),
  is_cancel_asked: Type.Boolean(),
  appeal: Type.Integer({ description: 'number of the open appeal, 0 without one' }),
  to_buyer: Type.String({ description: 'coins that the buyer received in the end' }),
  opened_time: TimeOut,
  pay_due_time: TimeOut,
  paid_time: TimeOut,
  release_due_time: TimeOut,
  ended_time: TimeOut,
};

export const P2P_DEAL_QUEUES = ['unpaid', 'paid', 'stuck', 'completed', 'cancelled'] as const;
export const officeP2pDeals = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/p2p_deals',
  permission: 'p2p.read',
  summary: 'Deals of everybody, newest first',
  input: Type.Object({
    ...listInput,
    status: Type.Optional(
      Type.Enum([...P2P_DEAL_QUEUES], { description: '`stuck`: paid for more than an hour' }),
    ),
  }),
  output: listOf(dealRow),
});

export const TRADER_KINDS = ['bonded', 'merchants', 'restricted'] as const;
export const officeP2pTraders = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/p2p_traders',
  permission: 'p2p.read',
  summary: 'Records of customers who trade in the marketplace, newest customers first',
  input: Type.Object({
    ...listInput,
    kind: Type.Optional(
      Type.Enum([...TRADER_KINDS], {
        description: '`bonded`: no merchants, with a bond as large as the terms of its coin ask',
      }),
    ),
  }),
  output: listOf({
    id: Type.Integer({ description: 'of the customer' }),
    account: Type.String(),
    is_merchant: Type.Boolean(),
    bond: Type.String({ description: "'' without one" }),
    bond_currency: Type.String(),
    completed: Type.Integer(),
    cancelled: Type.Integer({ description: 'deals that ended without coins by their doing' }),
    completed_30d: Type.Integer(),
    orders_30d: Type.Integer(),
    appeals_lost: Type.Integer(),
    cancels_left: Type.Integer({ description: 'of today' }),
    open_deals: Type.Integer(),
    ads: Type.Integer(),
    is_away: Type.Boolean(),
    open_reports: Type.Integer({
      description: 'customers whose reports of this trader are not closed',
    }),
    restricted_until: TimeOut,
  }),
});
export const MOST_RESTRICTED_HOURS = 8_760;
export const officeP2pRestrict = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/p2p_restrict',
  permission: 'p2p.act',
  change: 'proposal',
  summary:
    'Keeps a customer from new ads and deals, or lets them again (0 hours): a journaled command. Open deals go on. Only what ends or shortens a restriction needs a second operator',
  input: Type.Object({
    user: Id,
    hours: withExamples(Id, [24]),
    reason: Text(300, 'for the log'),
  }),
  output: OfficeDone,
});
export const officeP2pMerchant = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/p2p_merchant',
  permission: 'p2p.act',
  change: 'proposal',
  summary:
    'Makes a customer with a bond a merchant, or ends that: a journaled command. Ending it needs no second operator',
  input: Type.Object({ user: Id, merchant: Flag, reason: Text(300, 'for the log') }),
  output: OfficeDone,
});

export const officeP2pState = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/p2p_state',
  permission: 'p2p.read',
  summary: 'What the marketplace holds and what waits in it now',
  input: Type.Object({}),
  output: Type.Object({
    rate: Type.String({ description: "CNY for one USDT; '' while there is none" }),
    rate_time: TimeOut,
    stuck_deals: Type.Integer({ description: 'paid for more than an hour' }),
    open_appeals: Type.Integer(),
    coins: Type.Array(
      Type.Object({
        ...Coin,
        reference: Type.String({ description: "CNY for one coin; '' while it is not known" }),
        escrow: DecimalOut,
        escrow_money: Type.String({
          description: "worth of the escrow in CNY; '' without a price",
        }),
        deals: Type.Integer({ description: 'that go on' }),
        paid_deals: Type.Integer(),
        ads: Type.Integer({ description: 'that are live' }),
        is_open: Type.Boolean(),
      }),
    ),
  }),
});
