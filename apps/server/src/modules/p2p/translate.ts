import { PARTY_DAYS, type P2pWay } from '@meridian/contract/p2p/bounds';
import { IS_SURE, type OwnP2pAd, type P2pAd, type P2pDeal } from '@meridian/contract/p2p/calls';
import type { Language } from '@meridian/contract/languages';
import type { Currency } from '@meridian/core/catalog/catalog';
import type { CurrencyId, UserId } from '@meridian/core/ids';
import {
  CANCELS_A_DAY,
  FIAT_PRICE_SCALE,
  FIAT_SCALE,
  MAX_RULINGS,
  type AdTerms,
  type PaymentWay,
} from '@meridian/core/p2p/p2p-commands';
import type { Ad, DealState, TraderRecord } from '@meridian/core/p2p/p2p-events';
import { appealableUntilMs } from '@meridian/core/p2p/deals';
import { adPriceTicks } from '@meridian/core/p2p/p2p-prices';
import { ofMonth } from '@meridian/core/p2p/traders';
import { shanghaiDay } from '@meridian/core/timers/shanghai-day';
import type { Amount } from '@meridian/money/amount';
import { formatDecimal, formatFixed } from '@meridian/money/decimal';
import { Refusal } from '../../gateway/refusal.ts';
import { textOf } from '../../texts.ts';
import { amountOf, unitsOf, wholeWithin } from '../market/currency-of-call.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import type { LiveView } from '../live-view.ts';
import { limitsOf, obstacleOf, ownObstacleOf, type Asker } from './ad-search.ts';
import type { PastRulings } from './appeal-queries.ts';
import { formatHours, parseHours } from './opening-hours.ts';
import type { Payee } from './payees.ts';
import type { Person } from './people.ts';
import type { DealRow } from './queries.ts';

const DAY_MS = 86_400_000;
const BPS_SCALE = 2;
const PAY_MINUTES = 15;
export const WIRE_WAY = {
  aliPay: 'ali_pay',
  weChat: 'we_chat',
  bank: 'bank',
} as const satisfies Record<PaymentWay, P2pWay>;
const WAY = Object.fromEntries(
  Object.entries(WIRE_WAY).map(([ours, wire]) => [wire, ours]),
) as Record<P2pWay, PaymentWay>;
const STATE: Readonly<Record<DealState, P2pDeal['is_sure']>> = IS_SURE;
export const STATE_OF_WIRE = Object.fromEntries(
  Object.entries(IS_SURE).map(([state, wire]) => [wire, state]),
) as Record<P2pDeal['is_sure'], DealState>;

/** The owner's terms of an ad, as a call brings them. */
export interface AdInput {
  readonly price?: string;
  readonly offset?: string;
  readonly min_price?: string;
  readonly max_price?: string;
  readonly way?: P2pWay;
  readonly ways?: string;
  readonly min_number?: string;
  readonly max_number?: string;
  readonly pay_minutes?: number;
  readonly level?: number;
  readonly registered_days?: number;
  readonly completed_deals?: number;
  readonly completion_rate?: string;
  readonly hours?: string;
}

/** The ways of a call: `ways`, or the one `way`. Refuses none, unknown and repeated ones. */
export function waysOf({ way, ways = '' }: AdInput): PaymentWay[] {
  const named = ways.trim() === '' ? (way === undefined ? [] : [way]) : ways.split(',');
  const known = named.map((each) => WAY[each.trim() as P2pWay] as PaymentWay | undefined);
  if (known.length === 0) throw new Refusal('field_missing', { field: 'way' });
  if (known.includes(undefined) || new Set(known).size < known.length)
    throw new Refusal('input_invalid', { field: 'ways' });
  return known as PaymentWay[];
}

/** The terms of an ad but for its methods, code and texts, which the server keeps. */
export function termsOf(
  input: AdInput,
  total: Amount,
  currency: Currency,
): Omit<AdTerms, 'methods' | 'code' | 'texts'> {
  const { min_number, max_number, pay_minutes = PAY_MINUTES, hours = '' } = input;
  const { level = 0, registered_days = 0, completed_deals = 0, completion_rate = '0' } = input;
  const maxQuantity =
    max_number === undefined ? total : amountOf(max_number, currency, 'max_number');
  // One step of the coin where nothing is said.
  const minQuantity =
    min_number === undefined ? (1n as Amount) : amountOf(min_number, currency, 'min_number');
  if (minQuantity > maxQuantity || maxQuantity > total)
    throw new Refusal('number_range', { field: 'min_number' });
  return {
    ...priceOf(input),
    minQuantity,
    maxQuantity,
    payMinutes: wholeWithin(pay_minutes, [5, 180], 'pay_minutes'),
    takers: {
      level: wholeWithin(level, [0, 2], 'level'),
      registeredDays: wholeWithin(registered_days, [0, 3_650], 'registered_days'),
      completedDeals: wholeWithin(completed_deals, [0, 100_000], 'completed_deals'),
      completionBps: bpsOf(completion_rate, [0n, 10_000n], 'completion_rate'),
    },
    hours: parseHours(hours),
  };
}

/** A price in 10^-8 CNY, above zero. */
export function priceTicksOf(text: string, field: string): number {
  const units = unitsOf(text, FIAT_PRICE_SCALE, field);
  if (units <= 0n) throw new Refusal('number_not_positive', { field });
  if (units > BigInt(Number.MAX_SAFE_INTEGER)) throw new Refusal('number_range', { field });
  return Number(units);
}

/** CNY in 0.01. */
export function fiatUnitsOf(text: string, field: string): bigint {
  const units = unitsOf(text, FIAT_SCALE, field);
  if (units <= 0n) throw new Refusal('number_not_positive', { field });
  return units;
}

export function wayOf(way: P2pWay): PaymentWay {
  return WAY[way];
}

export function formatTicks(ticks: number): string {
  return formatDecimal(BigInt(ticks), FIAT_PRICE_SCALE);
}

export function formatFiat(units: bigint): string {
  return formatFixed(units, FIAT_SCALE);
}

/** The data shown with an ad besides its state. */
export interface AdSurroundings {
  readonly owner: Person | undefined;
  readonly remark: string;
  readonly taker: Asker | undefined;
}

/** @param priceTicks 0 while the ad rests */
export function adRow(
  live: LiveView,
  { ad, priceTicks }: { readonly ad: Ad; readonly priceTicks: number },
  { owner, remark, taker }: AdSurroundings,
): P2pAd {
  const { terms } = ad;
  const currency = currencyOf(live, ad.currency);
  const text = (units: bigint): string => formatDecimal(units, currency.scale);
  const { least, most } = limitsOf(live, { ad, priceTicks });
  const obstacle = obstacleOf(live, { ad, priceTicks }, taker);
  return {
    id: ad.id,
    type: ad.side,
    currency_id: currency.id,
    currency_name: currency.code,
    price: priceTicks === 0 ? '' : formatTicks(priceTicks),
    is_floating: terms.priceTicks === 0 ? 1 : 0,
    total_number: text(ad.total),
    surplus_number: text(ad.surplus),
    min_number: text(least),
    max_number: text(most),
    way: WIRE_WAY[terms.methods[0]?.way ?? 'bank'],
    ways: [...new Set(terms.methods.map(({ way }) => WIRE_WAY[way]))],
    pay_minutes: terms.payMinutes,
    seller_name: owner?.name ?? '',
    seller_id: ad.user,
    is_merchant: live.p2p.trader(ad.user)?.isMerchant === true ? 1 : 0,
    ...recordOf(live.p2p.trader(ad.user), live.timeMs),
    level: terms.takers.level,
    registered_days: terms.takers.registeredDays,
    completed_deals: terms.takers.completedDeals,
    completion_rate: formatDecimal(BigInt(terms.takers.completionBps), BPS_SCALE),
    remark,
    obstacle: obstacle ?? '',
  };
}

/** @param autoReply the owner's */
export function ownAdRow(
  live: LiveView,
  ad: Ad,
  { autoReply, ...surroundings }: AdSurroundings & { readonly autoReply: string },
): OwnP2pAd {
  const { terms } = ad;
  const { scale } = currencyOf(live, ad.currency);
  const isFloating = terms.priceTicks === 0;
  const priced = { ad, priceTicks: priceNow(live, ad) };
  return {
    ...adRow(live, priced, surroundings),
    min_number: formatDecimal(terms.minQuantity, scale),
    max_number: formatDecimal(terms.maxQuantity, scale),
    obstacle: ownObstacleOf(live, priced) ?? '',
    version: ad.version,
    is_paused: ad.isPaused ? 1 : 0,
    open_number: formatDecimal(ad.open, scale),
    completed_number: formatDecimal(ad.completed, scale),
    offset: isFloating ? formatDecimal(BigInt(terms.offsetBps), BPS_SCALE) : '',
    min_price: isFloating ? formatTicks(terms.minTicks) : '',
    max_price: isFloating ? formatTicks(terms.maxTicks) : '',
    hours: formatHours(terms.hours),
    code: terms.code,
    auto_reply: autoReply,
  };
}

/** Price at which an ad can be taken now, 0 while it rests. */
export function priceNow(live: LiveView, { currency, terms }: Ad): number {
  const coin = live.p2p.termsOf(currency);
  return coin === undefined ? 0 : adPriceTicks(terms, live.p2p.reference(coin));
}

/** The part of a trader's record that stands at each ad. */
export function recordOf(
  trader: TraderRecord | undefined,
  timeMs: number,
): Pick<P2pAd, 'orders_30d' | 'completed_30d' | 'completed_all'> {
  const { completed, cancelled } = ofMonth(trader?.days ?? [], shanghaiDay(timeMs));
  return {
    orders_30d: completed + cancelled,
    completed_30d: completed,
    completed_all: trader?.completed ?? 0,
  };
}

/** Own cancellations that are left today, before the user can begin no new deal. */
export function cancelsLeft(trader: TraderRecord | undefined, timeMs: number): number {
  const isToday = trader?.cancelDay === shanghaiDay(timeMs);
  return Math.max(0, CANCELS_A_DAY - (isToday ? trader.cancels : 0));
}

/** The data shown with a deal besides its row. */
export interface DealSurroundings {
  readonly buyer: Person | undefined;
  readonly seller: Person | undefined;
  readonly payee: Payee | undefined;
  /** Whether the two sides may still see each other's real name, phone and account. */
  readonly isShown: boolean;
  readonly past: PastRulings;
}

/** Whether the two sides of a deal may still see each other's real name, phone and account. */
export function arePartiesShown({ endedMs }: Pick<DealRow, 'endedMs'>, nowMs: number): boolean {
  return endedMs === 0 || endedMs + PARTY_DAYS * DAY_MS > nowMs;
}

export function dealRow(
  live: LiveView,
  deal: DealRow,
  { user, language }: { readonly user: UserId; readonly language: Language },
  { buyer, seller, payee, isShown, past }: DealSurroundings,
): P2pDeal {
  const currency = currencyOf(live, deal.currency);
  const isBuyer = deal.buyer === user;
  const other = isBuyer ? seller : buyer;
  return {
    id: deal.id,
    ad_id: deal.ad,
    type: isBuyer ? 'buy' : 'sell',
    is_sure: STATE[deal.state],
    version: deal.version,
    currency_id: currency.id,
    currency_name: currency.code,
    number: formatDecimal(deal.quantity, currency.scale),
    price: formatTicks(deal.priceTicks),
    deal_money: formatFiat(deal.fiat),
    way: WIRE_WAY[deal.way],
    way_name: textOf(language, `p2p.way.${WIRE_WAY[deal.way]}`),
    create_time: Math.floor(deal.openedMs / 1_000),
    format_create_time: shanghaiTime(deal.openedMs),
    pay_time_ms: deal.payDueMs,
    release_time_ms: deal.releaseDueMs,
    end_time_ms: deal.endedMs,
    appeal_until_ms: appealUntilMs(deal, isBuyer, past),
    ended_by: deal.endedBy ?? '',
    is_cancel_asked: deal.isCancelAsked ? 1 : 0,
    appeal_id: deal.appeal,
    is_maker: (deal.taker === 'buyer') === isBuyer ? 0 : 1,
    seller_name: other?.name ?? '',
    trader_id: isBuyer ? deal.seller : deal.buyer,
    seller_phone: isShown ? (seller?.phone ?? '') : '',
    phone: isShown ? (other?.phone ?? '') : '',
    hes_realname: isShown ? (other?.realName ?? '') : '',
    sell_cash_info: cashInfo(isShown ? payee : undefined),
    user_cash_info: { ...cashInfo(undefined), real_name: isShown ? (buyer?.realName ?? '') : '' },
  };
}

/** Until when a side may appeal a deal that has ended; 0 where it has the coins, or may not. */
function appealUntilMs(
  { quantity, toBuyer, endedMs, appeal }: DealRow,
  isBuyer: boolean,
  { rulings, lastRuledMs }: PastRulings,
): number {
  const missing = isBuyer ? quantity - toBuyer : toBuyer;
  if (endedMs === 0 || appeal !== 0 || rulings >= MAX_RULINGS || missing === 0n) return 0;
  return appealableUntilMs({ endedMs, lastRuledMs });
}

function cashInfo(payee: Payee | undefined): P2pDeal['sell_cash_info'] {
  const account = (way: PaymentWay): string => (payee?.way === way ? payee.account : '');
  return {
    real_name: payee?.realName ?? '',
    bank_name: payee?.bankName ?? '',
    bank_account: account('bank'),
    wechat_account: account('weChat'),
    alipay_account: account('aliPay'),
  };
}

function priceOf({
  price,
  offset,
  min_price,
  max_price,
}: AdInput): Pick<AdTerms, 'priceTicks' | 'offsetBps' | 'minTicks' | 'maxTicks'> {
  if (price !== undefined) {
    const priceTicks = priceTicksOf(price, 'price');
    return { priceTicks, offsetBps: 0, minTicks: 0, maxTicks: 0 };
  }
  if (offset === undefined) throw new Refusal('field_missing', { field: 'price' });
  if (min_price === undefined || max_price === undefined)
    throw new Refusal('field_missing', { field: 'min_price' });
  const [minTicks, maxTicks] = [
    priceTicksOf(min_price, 'min_price'),
    priceTicksOf(max_price, 'max_price'),
  ];
  if (maxTicks < minTicks) throw new Refusal('number_range', { field: 'max_price' });
  const offsetBps = bpsOf(offset, [-5_000n, 5_000n], 'offset');
  return { priceTicks: 0, offsetBps, minTicks, maxTicks };
}

/** Percent of a call in hundredths of a percent, within bounds. */
function bpsOf(
  text: string,
  [least, most]: readonly [least: bigint, most: bigint],
  field: string,
): number {
  const bps = unitsOf(text, BPS_SCALE, field);
  if (bps < least || bps > most) throw new Refusal('number_range', { field });
  return Number(bps);
}

export function currencyOf(live: LiveView, id: CurrencyId): Currency {
  const currency = live.currency(id);
  if (currency === undefined) throw new Error(`currency ${id} is not listed`);
  return currency;
}
