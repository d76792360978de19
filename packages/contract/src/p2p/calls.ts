import { Type, type Static } from 'typebox';
import { defineCall } from '../schema/call.ts';
import { DecimalOut, Done, TimeOut } from '../schema/answers.ts';
import { DecimalText, Id, Lines, NearPage, Text } from '../schema/scalars.ts';
import { P2P_WAYS, REMARK_LETTERS } from './bounds.ts';

/** Rows of a page of ads and of deals. */
export const P2P_ROWS = 10;
/** `type` of an ad is its owner's side, of a deal the caller's side. */
export const P2P_TYPES = ['buy', 'sell'] as const;
/** `is_sure` on the wire. */
export const IS_SURE = { unpaid: 0, completed: 1, cancelled: 2, paid: 3 } as const;

/** Reasons why the caller cannot take an ad, in the order in which they are checked. */
export const AD_OBSTACLES = [
  'own',
  'unverified',
  'restricted',
  'cancels',
  'held',
  'many',
  'paused',
  'hours',
  'level',
  'new',
  'deals',
  'rate',
  'price',
  'empty',
] as const;
export type AdObstacle = (typeof AD_OBSTACLES)[number];

const inP2p = { area: 'p2p' } as const;
const privately = { ...inP2p, access: 'private' } as const;
const Way = Type.Enum([...P2P_WAYS]);
const Side = Type.Enum([...P2P_TYPES]);
const Flag = Type.Enum([0, 1]);
/** The version that the caller saw; without it the newest one is meant. */
const Version = Type.Optional(Id);
/** Yes and no in the form of HTML forms. */
const Choice = Type.Enum(['0', '1']);
/** Input of every act on an ad or a deal: its number, and the version that the caller saw. */
const act = { id: Id, version: Version };

/** The record of a trader, as anybody may see it. */
const Record30 = {
  orders_30d: Type.Integer({ description: 'deals of 30 days that ended' }),
  completed_30d: Type.Integer({ description: 'of those, completed' }),
  completed_all: Type.Integer(),
};

const Conditions = {
  level: Type.Integer({ description: 'least level of verification' }),
  registered_days: Type.Integer(),
  completed_deals: Type.Integer(),
  completion_rate: Type.String({ description: 'percent of the deals of 30 days' }),
};

export const P2pAd = Type.Object({
  id: Type.Integer(),
  type: Side,
  currency_id: Type.Integer(),
  currency_name: Type.String(),
  price: Type.String({ description: "CNY for one coin now, '' while a floating price rests" }),
  is_floating: Flag,
  total_number: DecimalOut,
  surplus_number: DecimalOut,
  min_number: DecimalOut,
  max_number: Type.String({ description: 'that one deal can have now; of an own ad its terms' }),
  way: Way,
  ways: Type.Array(Way),
  pay_minutes: Type.Integer(),
  seller_name: Type.String({ description: "the owner's name, masked" }),
  seller_id: Type.Integer({ description: 'by which the page of the trader is asked for' }),
  is_merchant: Flag,
  ...Record30,
  ...Conditions,
  remark: Type.String(),
  obstacle: Type.Enum(['', ...AD_OBSTACLES], {
    description: "why who asks cannot take it, '' if they can; only one's own session is looked at",
  }),
});
export type P2pAd = Static<typeof P2pAd>;

/** An own ad, with fields that others do not see. */
export const OwnP2pAd = Type.Object({
  ...P2pAd.properties,
  obstacle: Type.Enum(['', ...AD_OBSTACLES], {
    description: "why nobody can take it now, '' if somebody can; 'paused' by its owner alone",
  }),
  version: Type.Integer(),
  is_paused: Flag,
  open_number: DecimalOut,
  completed_number: DecimalOut,
  offset: Type.String({ description: 'percent from the reference, of a floating price' }),
  min_price: Type.String(),
  max_price: Type.String(),
  hours: Type.String({ description: 'as sent' }),
  code: Type.String({ description: "of a private ad, else ''" }),
  auto_reply: Type.String(),
});
export type OwnP2pAd = Static<typeof OwnP2pAd>;

const CashInfo = Type.Object({
  real_name: Type.String(),
  bank_name: Type.String(),
  bank_account: Type.String(),
  wechat_account: Type.String(),
  alipay_account: Type.String(),
});

export const P2pDeal = Type.Object({
  id: Type.Integer({ description: 'the reference number too' }),
  ad_id: Type.Integer(),
  type: Type.Enum([...P2P_TYPES], { description: 'buy: who asks pays; sell: who asks releases' }),
  is_sure: Type.Enum([0, 1, 2, 3], {
    description: '0 waits for the payment, 1 completed, 2 cancelled, 3 paid',
  }),
  version: Type.Integer(),
  currency_id: Type.Integer(),
  currency_name: Type.String(),
  number: DecimalOut,
  price: DecimalOut,
  deal_money: Type.String({ description: 'CNY' }),
  way: Way,
  way_name: Type.String({ description: "in the caller's language" }),
  create_time: Type.Integer({ description: 'seconds UTC' }),
  format_create_time: TimeOut,
  pay_time_ms: Type.Integer({ description: 'until when it is to be paid, milliseconds UTC' }),
  release_time_ms: Type.Integer({
    description: 'from when on the buyer may appeal, 0 before it is paid',
  }),
  end_time_ms: Type.Integer({ description: '0 while it goes on' }),
  appeal_until_ms: Type.Integer({
    description: 'until when who asks may appeal a deal that has ended; 0 where they may not',
  }),
  ended_by: Type.Enum(['', 'buyer', 'seller', 'both', 'timer', 'ruling']),
  is_cancel_asked: Flag,
  appeal_id: Type.Integer({ description: 'the open appeal, 0 without one' }),
  is_maker: Type.Enum([0, 1], { description: 'whether the ad is the own one' }),
  seller_name: Type.String({ description: "the other's name, masked" }),
  trader_id: Type.Integer({ description: 'of the other' }),
  seller_phone: Type.String({ description: "the seller's; '' 30 days after the end" }),
  phone: Type.String({ description: "the other's; '' 30 days after the end" }),
  hes_realname: Type.String({ description: "the other's verified name; '' 30 days after the end" }),
  sell_cash_info: Type.Object(CashInfo.properties, {
    description: "the seller's account of this way alone",
  }),
  user_cash_info: Type.Object(CashInfo.properties, {
    description: "the buyer's verified name, to compare the payer with",
  }),
});
export type P2pDeal = Static<typeof P2pDeal>;

const listQuery = {
  type: Type.Optional(Side),
  page: Type.Optional(NearPage),
  currency_id: Type.Optional(Id),
};
const pageOf = <Row extends Parameters<typeof Type.Array>[0]>(row: Row) =>
  Type.Object({ data: Type.Array(row), page: Type.Integer(), limit: Type.Integer() });

/** Terms of an ad, which its owner sends to publish it and to change it. */
const adTerms = {
  price: Type.Optional(DecimalText),
  offset: Type.Optional(Text(10, 'percent from the reference; the price floats then')),
  min_price: Type.Optional(DecimalText),
  max_price: Type.Optional(DecimalText),
  way: Type.Optional(Way),
  ways: Type.Optional(Text(40, 'several, with commas between them; the first one is `way`')),
  min_number: Type.Optional(DecimalText),
  max_number: Type.Optional(DecimalText),
  pay_minutes: Type.Optional(Id),
  level: Type.Optional(Id),
  registered_days: Type.Optional(Id),
  completed_deals: Type.Optional(Id),
  completion_rate: Type.Optional(DecimalText),
  hours: Type.Optional(
    Text(400, "days (1 Monday to 7) and hours of Shanghai: '1 09:00-18:00, 2 09:00-12:30'"),
  ),
  remark: Type.Optional(Lines(REMARK_LETTERS)),
  auto_reply: Type.Optional(Lines(REMARK_LETTERS)),
  is_private: Type.Optional(Choice),
};

export const adSend = defineCall({
  ...privately,
  method: 'POST',
  path: '/api/c2c_send',
  money: true,
  summary: 'Publishes an ad. Nothing is held until somebody takes it',
  input: Type.Object({ currency_id: Id, type: Side, total_number: DecimalText, ...adTerms }),
  output: Done,
});

export const adEdit = defineCall({
  ...privately,
  method: 'POST',
  path: '/api/c2c/edit',
  money: true,
  summary: 'Changes an own ad, all that can be changed at once; open deals go on as they are',
  input: Type.Object({ ...act, ...adTerms }),
  output: Done,
});

export const adList = defineCall({
  ...inP2p,
  access: 'optional',
  method: 'GET',
  path: '/api/c2c_deal_platform',
  summary: 'Ads of the market, best price first; `type` is the side of their owners',
  input: Type.Object({
    ...listQuery,
    way: Type.Optional(Way),
    money: Type.Optional(DecimalText),
    can_take: Type.Optional(Choice),
    code: Type.Optional(Text(32, 'of a private ad, which alone is answered')),
  }),
  output: pageOf(P2pAd),
});

export const ownAds = defineCall({
  ...privately,
  method: 'GET',
  path: '/api/c2c/seller_trade',
  summary: 'Own ads that are live, newest first',
  input: Type.Object(listQuery),
  output: Type.Object({
    ...pageOf(OwnP2pAd).properties,
    is_away: Type.Enum([0, 1], { description: 'whether all own ads are paused' }),
  }),
});

export const adWithdraw = defineCall({
  ...privately,
  method: 'POST',
  path: '/api/c2c/back_send',
  money: true,
  summary: 'Withdraws an own ad; open deals go on',
  input: Type.Object({ id: Id }),
  output: Done,
});

export const adPause = defineCall({
  ...privately,
  method: 'POST',
  path: '/api/c2c/pause',
  money: true,
  summary: 'Pauses an own ad, or with id 0 all of them, or ends the pause',
  input: Type.Object({ id: Id, is_paused: Choice }),
  output: Done,
});

const opening = {
  id: Id,
  number: Type.Optional(DecimalText),
  price: Type.Optional(Text(40, 'the worst price that is accepted; without it the present one')),
  way: Type.Optional(Way),
  code: Type.Optional(Text(32, 'of a private ad')),
};

export const dealOpen = defineCall({
  ...privately,
  method: 'POST',
  path: '/api/c2c/do_legal_deal',
  money: true,
  summary: "Takes an ad: the seller's coins are held. Without `number` all that is left",
  input: Type.Object(opening),
  output: Done,
});

export const dealTake = defineCall({
  ...privately,
  method: 'POST',
  path: '/api/c2c/take',
  money: true,
  summary: 'The same, and answers the number of the deal',
  input: Type.Object(opening),
  output: Type.Object({ id: Type.Integer() }),
});

export const ownDeals = defineCall({
  ...privately,
  method: 'GET',
  path: '/api/c2c_user_deal',
  summary: 'Own deals, newest first',
  input: Type.Object({
    page: Type.Optional(NearPage),
    is_sure: Type.Optional(Type.Enum(['0', '1', '2', '3'])),
  }),
  output: Type.Object({
    ...pageOf(P2pDeal).properties,
    cancels_left: Type.Integer({ description: 'cancellations before nothing new begins today' }),
  }),
});

export const dealDetail = defineCall({
  ...privately,
  method: 'GET',
  path: '/api/c2c_deal',
  summary: 'One own deal',
  input: Type.Object({ id: Id }),
  output: P2pDeal,
});

export const adDeals = defineCall({
  ...privately,
  method: 'GET',
  path: '/api/c2c/legal_send_deal_list',
  summary: 'Deals of one own ad, newest first',
  input: Type.Object({ id: Id, page: Type.Optional(NearPage) }),
  output: pageOf(P2pDeal),
});

export const dealCancel = defineCall({
  ...privately,
  method: 'POST',
  path: '/api/c2c/user_legal_pay_cancel',
  money: true,
  summary: 'The buyer gives up an unpaid deal, which counts for the limit of the day',
  input: Type.Object(act),
  output: Done,
});

export const dealPay = defineCall({
  ...privately,
  method: 'POST',
  path: '/api/c2c/user_legal_pay',
  money: true,
  summary: 'The buyer says that the money was sent',
  input: Type.Object(act),
  output: Done,
});

export const dealPayAsOwner = defineCall({
  ...privately,
  method: 'POST',
  path: '/api/c2c/legal_deal_user_sure',
  money: true,
  summary: 'The same for the buyer who published the ad',
  input: Type.Object(act),
  output: Done,
});

export const dealRelease = defineCall({
  ...privately,
  method: 'POST',
  path: '/api/c2c/legal_deal_sure',
  money: true,
  summary: 'The seller has the money: the coins go to the buyer. Needs a fresh proof of identity',
  input: Type.Object(act),
  output: Done,
});

export const dealExtend = defineCall({
  ...privately,
  method: 'POST',
  path: '/api/c2c/extend',
  money: true,
  summary: 'The seller gives the buyer more time to pay',
  input: Type.Object({ ...act, minutes: Id }),
  output: Done,
});

export const dealAskCancel = defineCall({
  ...privately,
  method: 'POST',
  path: '/api/c2c/ask_cancel',
  money: true,
  summary: 'The seller asks the buyer to call the deal off',
  input: Type.Object(act),
  output: Done,
});

export const dealAnswerCancel = defineCall({
  ...privately,
  method: 'POST',
  path: '/api/c2c/answer_cancel',
  money: true,
  summary: 'The buyer agrees to that, or not',
  input: Type.Object({ ...act, accepts: Choice }),
  output: Done,
});

export const p2pCoins = defineCall({
  ...inP2p,
  access: 'public',
  method: 'GET',
  path: '/api/c2c/coins',
  summary: 'Coins of the marketplace with their limits and reference prices',
  input: Type.Object({}),
  output: Type.Array(
    Type.Object({
      currency_id: Type.Integer(),
      currency_name: Type.String(),
      decimals: Type.Integer(),
      reference: Type.String({ description: "CNY for one coin, '' where it is not known" }),
      min_money: Type.String({ description: 'CNY of one deal' }),
      max_money: Type.String(),
      merchant_bond: Type.String({ description: "coins, '0' without" }),
      escrow: Type.String({ description: 'coins that all open deals hold together' }),
      open_deals: Type.Integer(),
      is_open: Flag,
    }),
  ),
});

export const p2pEscrow = defineCall({
  ...inP2p,
  access: 'public',
  method: 'GET',
  path: '/api/c2c/escrow',
  summary: 'What is held for open deals, by coin: the sum of the ledger beside that of the deals',
  input: Type.Object({}),
  output: Type.Object({
    time_ms: Type.Integer({ description: 'milliseconds UTC, when both sums were taken' }),
    coins: Type.Array(
      Type.Object({
        currency_id: Type.Integer(),
        currency_name: Type.String(),
        held: Type.String({ description: 'what accounts hold for deals, by the postings' }),
        in_orders: Type.String({ description: 'coins of all open deals together' }),
        open_orders: Type.Integer(),
      }),
    ),
  }),
});
