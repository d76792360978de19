import { formatDecimal, parseDecimal } from '@meridian/money/decimal';
import { LEVELS, rateOf, type Level, type LoanTerms, type SaleRules } from './loan.ts';

/**
 * The exact sums of a loan for pages, at an amount or at a price. They follow the exchange's own
 * sums, by which the server alone decides, in units of 10^-8 of amounts and prices.
 */
const SCALE = 8;
const ONE = 10n ** BigInt(SCALE);
const FULL_BPS = 10_000n;
const WHOLE_PPB = 1_000_000_000n;
/** Decimals of a percent that parts per billion fill. */
const PPB_SCALE = 7;
const HOURS_OF_DAY = 24n;
const ROOM_BPS = 50n;

/** The parts of a loan that decide its ratio. Plain decimals. */
export interface Owed {
  readonly debt: string;
  readonly pledged: string;
}

/** A possible sale of collateral. Plain decimals. */
export interface Sale {
  readonly sold: string;
  /** After the fee of the trade. */
  readonly proceeds: string;
  readonly fee: string;
  readonly after: Owed;
}

/** A plain decimal in units of 10^-8; undefined for another text. */
function units(text: string, scale = SCALE): bigint | undefined {
  const parsed = parseDecimal(text, scale);
  return parsed.ok && parsed.units >= 0n ? parsed.units : undefined;
}

function plain(value: bigint): string {
  return formatDecimal(value, SCALE);
}

function divideUp(value: bigint, by: bigint): bigint {
  return value <= 0n ? 0n : (value + by - 1n) / by;
}

/** Percent with two decimals as basis points. */
function bps(rate: string): bigint {
  return units(rate, 2) ?? 0n;
}

/**
 * The ratio of a debt to its collateral, in percent, rounded up to two decimals; undefined where a
 * part of it is no amount above zero.
 */
export function ltvOf({ debt, pledged }: Owed, price: string): string | undefined {
  const [owed, coins, each] = [units(debt), units(pledged), units(price)];
  if (owed === undefined || coins === undefined || each === undefined) return undefined;
  const worth = coins * each;
  if (worth === 0n) return undefined;
  return formatDecimal(divideUp(owed * ONE * FULL_BPS, worth), 2);
}

/** The highest price at which a level is reached, rounded down to the market's steps. */
export function priceAt({ debt, pledged }: Owed, rate: string, step: string): string | undefined {
  const [owed, coins, tick] = [units(debt), units(pledged), units(step)];
  if (owed === undefined || !coins || !tick) return undefined;
  return plain(((owed * FULL_BPS * ONE) / (bps(rate) * coins * tick)) * tick);
}

/** The debt of a new loan: its first hour costs interest at once. */
export function firstDebt(principal: string, { hourRate }: LoanTerms): string | undefined {
  const lent = units(principal);
  return lent === undefined ? undefined : plain(lent + interestOf(lent, hourRate));
}

/** Interest of a day, rounded up. */
export function dayInterest(principal: string, { hourRate }: LoanTerms): string | undefined {
  const lent = units(principal);
  if (lent === undefined) return undefined;
  return plain(divideUp(lent * ppb(hourRate) * HOURS_OF_DAY, WHOLE_PPB));
}

function interestOf(principal: bigint, hourRate: string): bigint {
  return divideUp(principal * ppb(hourRate), WHOLE_PPB);
}

function ppb(hourRate: string): bigint {
  return units(hourRate, PPB_SCALE) ?? 0n;
}

/**
 * The most that can be borrowed against coins at a ratio, at most the offer's bounds.
 * @param rate percent of their worth
 */
export function mostLoan(
  pledged: string,
  { price, rate, bounds }: { price: string; rate: string; bounds: readonly string[] },
  { hourRate }: LoanTerms,
): string {
  const [coins, each] = [units(pledged), units(price)];
  if (coins === undefined || each === undefined) return '0';
  const limit = (coins * each * bps(rate)) / (ONE * FULL_BPS);
  let most = (limit * WHOLE_PPB) / (WHOLE_PPB + ppb(hourRate));
  while (most > 0n && most + interestOf(most, hourRate) > limit) most--;
  for (const bound of bounds) {
    const value = units(bound);
    if (value !== undefined && value < most) most = value;
  }
  return plain(most);
}

/**
 * The most collateral that can be taken back, so that the rest keeps the initial ratio. Undefined
 * where there is no price.
 */
export function mostRemovable(
  { debt, pledged, terms }: Owed & { readonly terms: Pick<LoanTerms, 'initialRate'> },
  price: string,
): string | undefined {
  const [owed, coins, each] = [units(debt), units(pledged), units(price)];
  if (owed === undefined || coins === undefined || !each) return undefined;
  const kept = divideUp(owed * ONE * FULL_BPS, each * bps(terms.initialRate));
  return plain(kept >= coins ? 0n : coins - kept);
}

/**
 * A share of the highest ratio of a new loan, in percent. The whole one is half a point less: the
 * price moves until the loan is made, and it would often be refused.
 * @param share percent, 0 to 100
 */
export function rateOfShare({ initialRate }: LoanTerms, share: number): string {
  return formatDecimal(((bps(initialRate) - ROOM_BPS) * BigInt(share)) / 100n, 2);
}

/** The share that a ratio is of the highest one, at most 100. */
export function shareOfRate(terms: LoanTerms, ltv: string | undefined): number {
  if (ltv === undefined) return 0;
  const share = (bps(ltv) * 100n) / (bps(terms.initialRate) - ROOM_BPS);
  return Number(share > 100n ? 100n : share);
}

/** The highest level that a ratio has reached, undefined below all. @param ltv percent */
export function levelAt(ltv: string, terms: LoanTerms): Level | undefined {
  const ratio = bps(ltv);
  return LEVELS.findLast((level) =>
    level === 'initial' ? ratio > bps(terms.initialRate) : ratio >= bps(rateOf(terms, level)),
  );
}

/**
 * The sale that restores the initial ratio at a price: the least number of lots after both fees, at
 * least the worth that the market takes, at most all.
 */
export function saleAt(
  { debt, pledged }: Owed,
  price: string,
  { terms, rules }: { readonly terms: LoanTerms; readonly rules: SaleRules },
): Sale | undefined {
  const [owed, coins, each] = [units(debt), units(pledged), units(price)];
  const [lot, tick] = [units(rules.lot), units(rules.priceStep)];
  if (owed === undefined || !coins || !each || !lot || !tick) return undefined;
  const initial = bps(terms.initialRate);
  const [tradeFee, fee] = [bps(rules.tradeFeeRate), bps(terms.liquidationFeeRate)];
  const perLot = (each * lot) / ONE;
  const missing = owed * FULL_BPS - (initial * coins * perLot) / lot;
  const net = FULL_BPS - tradeFee - fee - initial;
  const all = coins / lot;
  const boundBps = FULL_BPS - bps(terms.saleBoundRate);
  const lowest = divideUp(each * boundBps, FULL_BPS * tick) * tick;
  const least = divideUp((units(rules.leastWorth) ?? 0n) * ONE, lowest * lot);
  const most = (units(rules.mostSold) ?? 0n) / lot;
  const wanted = net <= 0n ? all : divideUp(missing, perLot * net);
  const lots = smaller(smaller(wanted > least ? wanted : least, all), most);
  const worth = lots * perLot;
  const proceeds = worth - divideUp(worth * tradeFee, FULL_BPS);
  const taken = divideUp(proceeds * fee, FULL_BPS);
  const paid = smaller(proceeds - taken, owed);
  return {
    sold: plain(lots * lot),
    proceeds: plain(proceeds),
    fee: plain(taken),
    after: { debt: plain(owed - paid), pledged: plain(coins - lots * lot) },
  };
}

/** A price that is a part of another one, on the market's steps. @param percent 0 to 100 */
export function partOfPrice(price: string, percent: number, step: string): string {
  const [each, tick] = [units(price), units(step)];
  if (each === undefined || !tick) return '';
  return plain(((each * BigInt(percent)) / 100n / tick) * tick);
}

/** A plain decimal less or more another one; undefined where it would be below zero. */
export function changed(
  value: string,
  by: string,
  direction: 'add' | 'remove',
): string | undefined {
  const [one, other] = [units(value), units(by)];
  if (one === undefined || other === undefined) return undefined;
  const sum = direction === 'add' ? one + other : one - other;
  return sum < 0n ? undefined : plain(sum);
}

/**
 * The loan after a payment, with no debt below zero. Undefined where a part is no amount, or more
 * is sold than there is.
 * @param sold collateral that brought the payment
 */
export function afterPaying(
  { debt, pledged }: Owed,
  { paid, sold = '0' }: { readonly paid: string; readonly sold?: string },
): Owed | undefined {
  const [owed, coins, payment, gone] = [units(debt), units(pledged), units(paid), units(sold)];
  if (owed === undefined || coins === undefined) return undefined;
  if (payment === undefined || gone === undefined || gone > coins) return undefined;
  return { debt: plain(owed - smaller(payment, owed)), pledged: plain(coins - gone) };
}

/** The smaller of two plain decimals. */
export function lesser(one: string, other: string): string {
  return (units(one) ?? 0n) < (units(other) ?? 0n) ? one : other;
}

function smaller(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}
