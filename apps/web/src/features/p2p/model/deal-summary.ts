import { compareDecimals, decimalsOf, formatDecimal, parseDecimal } from '@meridian/money/decimal';
import type { Deal } from './deal.ts';
import { stageOf, type DealStage } from './deal-stage.ts';

export type SummaryName =
  | 'pay'
  | 'getMoney'
  | 'getCoins'
  | 'give'
  | 'paid'
  | 'gotMoney'
  | 'gotCoins'
  | 'gave'
  | 'wouldPay'
  | 'wouldGetMoney'
  | 'wouldGetCoins'
  | 'wouldGive'
  | 'ownBack'
  | 'buyerGot'
  | 'sellerBack'
  | 'orderMoney'
  | 'orderCoins';

/** One amount of a deal: of the currency paid with, or of its coins. */
export interface SummaryRow {
  readonly name: SummaryName;
  readonly kind: 'money' | 'coins';
  readonly amount: string;
}

const NAMES = {
  unpaid: { buy: ['pay', 'getCoins'], sell: ['getMoney', 'give'] },
  paid: { buy: ['paid', 'getCoins'], sell: ['getMoney', 'give'] },
  completed: { buy: ['paid', 'gotCoins'], sell: ['gotMoney', 'gave'] },
  cancelled: { buy: ['wouldPay', 'wouldGetCoins'], sell: ['wouldGetMoney', 'wouldGive'] },
} as const;

/**
 * Whether a ruling divided the coins. A ruling on an appeal after the end shows in nothing but the
 * coins: the deal stays completed or cancelled.
 * @param toBuyer coins that the buyer received in the end, undefined while they are not known
 */
export function isDivided(deal: Deal, toBuyer: string | undefined): boolean {
  if (deal.endedMs === 0) return false;
  if (deal.endedBy === 'ruling') return true;
  const usual = deal.state === 'completed' ? deal.quantity : '0';
  return toBuyer !== undefined && compareDecimals(toBuyer, usual) !== 0;
}

/** The stage of a deal, `ruled` for one whose coins were divided after its end. */
export function shownStageOf(
  deal: Deal,
  { nowMs, toBuyer }: { readonly nowMs: number; readonly toBuyer: string | undefined },
): DealStage {
  const stage = stageOf(deal, nowMs);
  const isAsItEnded = stage === 'appeal' || !isDivided(deal, toBuyer);
  if (isAsItEnded) return stage;
  // `refunded` holds while neither the ruling that ended the deal nor a later one gave the buyer
  // coins.
  return stage === 'refunded' && compareDecimals(toBuyer ?? '0', '0') === 0 ? 'refunded' : 'ruled';
}

/** The amounts of a deal for its own side, the two main ones first. */
export function summaryOf(deal: Deal, toBuyer: string | undefined): readonly SummaryRow[] {
  const { side, state, money, quantity } = deal;
  if (isDivided(deal, toBuyer)) {
    const order: SummaryRow = { name: 'orderMoney', kind: 'money', amount: money };
    if (toBuyer === undefined)
      return [order, { name: 'orderCoins', kind: 'coins', amount: quantity }];
    const names =
      side === 'buy' ? (['gotCoins', 'sellerBack'] as const) : (['buyerGot', 'ownBack'] as const);
    return [
      { name: names[0], kind: 'coins', amount: toBuyer },
      { name: names[1], kind: 'coins', amount: rest(quantity, toBuyer) },
      order,
    ];
  }
  const [moneyName, coinsName] = NAMES[state][side];
  return [
    { name: moneyName, kind: 'money', amount: money },
    { name: coinsName, kind: 'coins', amount: quantity },
  ];
}

/** A plain decimal less a part of it; '0' where one of them is no decimal. */
function rest(whole: string, part: string): string {
  const scale = Math.max(decimalsOf(whole), decimalsOf(part));
  const [all, taken] = [whole, part].map((text) => parseDecimal(text, scale));
  return all?.ok === true && taken?.ok === true
    ? formatDecimal(all.units - taken.units, scale)
    : '0';
}
