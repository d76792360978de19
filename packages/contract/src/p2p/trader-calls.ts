import { Type, type Static } from 'typebox';
import { P2pAd } from './calls.ts';
import { DecimalOut, Done } from '../schema/answers.ts';
import { defineCall } from '../schema/call.ts';
import { DecimalText, Id } from '../schema/scalars.ts';

const inP2p = { area: 'p2p' } as const;
const privately = { ...inP2p, access: 'private' } as const;
const Flag = Type.Enum([0, 1]);
const minutes = (what: string) =>
  Type.String({
    description: `${what}, in minutes with one decimal, rounded up; '' without such a deal`,
  });

/** The page of a trader. "30 days" are 30 days of Shanghai, today's among them. */
export const P2pTrader = Type.Object({
  id: Type.Integer(),
  seller_name: Type.String({ description: 'masked' }),
  is_merchant: Flag,
  is_own: Flag,
  is_blocked: Type.Enum([0, 1], { description: 'whether who asks blocks this trader' }),
  is_away: Type.Enum([0, 1], { description: 'whether the trader takes no orders now' }),
  registered_day: Type.String({ description: 'YYYY-MM-DD, Asia/Shanghai' }),
  currency_name: Type.String({ description: 'the currency that is paid with, CNY' }),
  orders_all: Type.Integer({
    description:
      "deals on either side that were completed, and those that ended without coins by this trader's doing: cancelled or unpaid as the buyer, called off at the wish of this seller, lost in a ruling",
  }),
  completed_all: Type.Integer({ description: 'of those, completed' }),
  orders_30d: Type.Integer({ description: 'of those, ended within 30 days' }),
  completed_30d: Type.Integer({ description: 'of those of 30 days, completed' }),
  completion_rate: Type.String({
    description: "percent: completed_30d of orders_30d, rounded down; '' without orders",
  }),
  pay_minutes_median: minutes(
    'median from the order to the mark "paid", of the deals that this trader bought and marked within 30 days',
  ),
  pay_minutes_p90: minutes('90th percentile of the same'),
  release_minutes_median: minutes(
    'median from the mark "paid" to the release, of the deals that this trader sold and released within 30 days',
  ),
  release_minutes_p90: minutes('90th percentile of the same'),
  counterparties: Type.Integer({
    description: 'different people with whom deals were ever completed',
  }),
  appeals_lost: Type.Integer({ description: 'rulings that found this trader at fault, ever' }),
  balance: Type.String({
    description: "own p2p wallet: available, worth in USDT; '' on the page of somebody else",
  }),
  frozen: Type.String({
    description: "own p2p wallet: in deals, appeals and the bond; '' on the page of somebody else",
  }),
  ads: Type.Array(P2pAd, { description: 'public ones that are not paused, newest first' }),
});
export type P2pTrader = Static<typeof P2pTrader>;

export const p2pTrader = defineCall({
  ...inP2p,
  access: 'optional',
  method: 'GET',
  path: '/api/c2c/trader',
  cost: 5,
  summary: 'The public page of a trader; on the own one also what is in the wallet',
  input: Type.Object({ id: Id }),
  output: P2pTrader,
});

export const p2pBlocks = defineCall({
  ...privately,
  method: 'GET',
  path: '/api/c2c/blocks',
  summary: 'Traders whom the caller blocks',
  input: Type.Object({}),
  output: Type.Array(
    Type.Object({ id: Type.Integer(), seller_name: Type.String({ description: 'masked' }) }),
  ),
});

export const p2pBlock = defineCall({
  ...privately,
  method: 'POST',
  path: '/api/c2c/block',
  money: true,
  summary:
    'Blocks a trader, or ends that: neither sees the ads of the other or takes them; open deals go on',
  input: Type.Object({ id: Id, is_blocked: Type.Enum(['0', '1']) }),
  output: Done,
});

const Coins = {
  currency_id: Type.Integer(),
  currency_name: Type.String(),
  number: DecimalOut,
};

export const p2pBond = defineCall({
  ...privately,
  method: 'GET',
  path: '/api/c2c/bond',
  summary: 'The own bond, and what a merchant has to post',
  input: Type.Object({}),
  output: Type.Object({
    is_merchant: Flag,
    bond: Type.Array(Type.Object(Coins), { description: 'one bond at most' }),
    wanted: Type.Array(Type.Object(Coins), {
      description: 'the least bond of each coin in which one may be posted',
    }),
  }),
});

export const p2pBondPost = defineCall({
  ...privately,
  method: 'POST',
  path: '/api/c2c/bond',
  money: true,
  summary:
    "Sets coins of the p2p wallet aside as a merchant's bond. They stay the caller's unless a ruling takes them; the office grants the mark of a merchant",
  input: Type.Object({ currency_id: Id, number: DecimalText }),
  output: Done,
});

export const p2pBondReturn = defineCall({
  ...privately,
  method: 'POST',
  path: '/api/c2c/bond_return',
  money: true,
  summary:
    'Takes the bond back, while no deal can cost it. Who was a merchant is none from then on',
  input: Type.Object({}),
  output: Done,
});
