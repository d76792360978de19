/** The numbers that stand for the words of a packed batch: kinds, sides, reasons and the like. */
import type { Side } from '@meridian/core/catalog/side';
import type { EventType } from '@meridian/core/events';
import { WALLETS, type Wallet } from '@meridian/core/ledger/accounts';
import type { PostingReason } from '@meridian/core/ledger/posting';
import type { Accepted } from '@meridian/core/outcome';
import { REJECTIONS, type Rejection } from '@meridian/core/rejections';
import type { OrderType, SelfTrade, TimeInForce } from '@meridian/core/spot/spot-commands';
import type { CloseReason } from '@meridian/core/spot/spot-events';

export interface Words<Word extends string> {
  readonly code: Readonly<Record<Word, number>>;
  readonly word: readonly Word[];
}

/** The type requires a number for every word. */
function words<Word extends string>(code: Record<Word, number>): Words<Word> {
  const word: Word[] = [];
  for (const [text, number] of Object.entries(code) as [Word, number][]) word[number] = text;
  return { code, word };
}

function listed<Word extends string>(list: readonly Word[]): Words<Word> {
  return {
    code: Object.fromEntries(list.map((word, index) => [word, index])) as Record<Word, number>,
    word: list,
  };
}

/** Frequent events. All others are cloned unchanged. */
type PackedType = Extract<
  EventType,
  | 'posted'
  | 'orderPlaced'
  | 'orderRested'
  | 'traded'
  | 'orderReduced'
  | 'orderClosed'
  | 'indexPriceSet'
>;
export const KIND = words<PackedType | 'other'>({
  other: 0,
  posted: 1,
  orderPlaced: 2,
  orderRested: 3,
  traded: 4,
  orderReduced: 5,
  orderClosed: 6,
  indexPriceSet: 7,
}).code;
export const SIDE = words<Side>({ buy: 0, sell: 1 });
export const TYPE = words<OrderType>({ limit: 0, market: 1 });
export const TIME_IN_FORCE = words<TimeInForce>({ gtc: 0, ioc: 1, fok: 2 });
export const SELF_TRADE = words<SelfTrade>({
  expireTaker: 0,
  expireMaker: 1,
  expireBoth: 2,
  decrement: 3,
});
export const POSTING = words<PostingReason>({
  deposit: 0,
  credit: 1,
  hold: 2,
  release: 3,
  trade: 4,
  fee: 5,
  transfer: 6,
  inSite: 7,
  withdrawal: 8,
  reversal: 9,
  shortage: 10,
  repayment: 11,
  chainCost: 12,
  ticket: 13,
  premium: 14,
  claim: 15,
  profit: 16,
  loss: 17,
  overnight: 18,
  badDebt: 19,
  claimReserve: 20,
  liquidationFee: 21,
  carriedLoss: 22,
  p2pDeal: 23,
  p2pRuling: 24,
  p2pBond: 25,
  earnBudget: 26,
  interest: 27,
  earnForfeit: 28,
  savings: 29,
  convert: 30,
  convertBudget: 31,
  loan: 32,
  loanRepaid: 33,
  loanInterest: 34,
  loanLoss: 35,
  loanFee: 36,
  rebate: 37,
  rebateBudget: 38,
  sale: 39,
  saleBudget: 40,
  makerRebate: 41,
});
export const CLOSE = words<CloseReason>({
  filled: 0,
  cancelled: 1,
  ioc: 2,
  selfTrade: 3,
  slippage: 4,
  band: 5,
  hold: 6,
  decrement: 7,
  outOfBand: 8,
  operator: 9,
  debt: 10,
});
export const STATUS = words<NonNullable<Accepted['status']>>({
  open: 0,
  filled: 1,
  partlyFilled: 2,
  cancelled: 3,
});
export const WALLET = listed<Wallet>(WALLETS);
export const REJECTION = listed<Rejection>(REJECTIONS);

/**
 * Fields of an outcome: bits of its first number. A rejection has none of them and continues with
 * its code.
 */
export const OK = 1;
export const HAS_ORDER = 2;
export const HAS_STATUS = 4;
export const HAS_LOTS = 8;
export const HAS_NOTIONAL = 16;
export const HAS_ID = 32;
export const HAS_CANCELLED = 64;
