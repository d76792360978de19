import { compareDecimals, formatDecimal, parseDecimal } from '@meridian/money/decimal';

export type LockKind = 'wealth' | 'pledge';
export type EarnKind = LockKind | 'savings';

/** A product that locks coins for a term. Plain decimals; rates in percent a day. */
export interface LockProduct {
  readonly id: number;
  readonly currencyId: number;
  readonly currency: string;
  readonly decimals: number;
  readonly days: number;
  /** Bounds of one purchase. */
  readonly min: string;
  readonly max: string;
  readonly dailyRate: string;
  /** The own amount locked in it. */
  readonly number: string;
  readonly isBought: boolean;
  /** Percent of the paid interest that an early exit keeps, '' without one. */
  readonly earlyKeep: string;
  readonly capacityLeft: string;
  readonly todayLeft: string;
  readonly fundedLeft: string;
  /** If it is bought now. */
  readonly startsAtMs: number;
  readonly endsAtMs: number;
}

export interface OwnLock {
  readonly id: number;
  readonly currency: string;
  readonly days: number;
  /** In Shanghai. */
  readonly endsAt: string;
  readonly principal: string;
  /** Percent a day, for the whole term. */
  readonly dailyRate: string;
  readonly isOngoing: boolean;
  readonly interestPaid: string;
  readonly interestTotal: string;
  readonly paidDays: number;
  readonly renews: boolean;
  readonly canExit: boolean;
  /** Interest that an exit now would keep. */
  readonly exitKeeps: string;
  readonly endedBy: '' | 'matured' | 'exited' | 'collected';
  readonly isRenewed: boolean;
}

/** Interest of a lock by the end of a day of its term, and the part that an exit then keeps. */
export interface ExitRow {
  readonly day: number;
  readonly interest: string;
  readonly kept: string;
}

export interface SavingsProduct {
  readonly id: number;
  readonly currencyId: number;
  readonly currency: string;
  readonly decimals: number;
  readonly rate: string;
  readonly nextRate: string;
  readonly min: string;
  /** Bound of the own amount in it. */
  readonly max: string;
  readonly number: string;
  readonly capacityLeft: string;
  readonly todayLeft: string;
  /** Percent of the principal that may be lent. */
  readonly lendRate: string;
  readonly idle: string;
  readonly isAuto: boolean;
  readonly autoKeep: string;
  /** Time at which coins that are saved now begin to earn. */
  readonly startsAtMs: number;
}

export interface OwnSaving {
  /** Of the product. */
  readonly id: number;
  readonly currency: string;
  readonly number: string;
  readonly earning: string;
  readonly pending: string;
  readonly interest: string;
  readonly redeemable: string;
}

export interface RateDay {
  readonly day: string;
  readonly rate: string;
  readonly wanted: string;
  readonly isCut: boolean;
  readonly earnedOn: string;
  readonly interest: string;
}

export interface SheetRow {
  readonly id: number;
  readonly kind: EarnKind;
  readonly currency: string;
  /** Of a term, 0 for savings. */
  readonly days: number;
  readonly principal: string;
  readonly lent: string;
  readonly idle: string;
  readonly reserved: string;
  readonly budget: string;
  /** Of the last 30 days, as the following. */
  readonly income: string;
  readonly paid: string;
  /** For loans whose collateral did not suffice. */
  readonly losses: string;
  /** Percent of borrowers' interest that the insurance gets, '' where no loan is offered. */
  readonly insuranceRate: string;
  readonly months: string | null;
}

export interface Unlock {
  readonly lock: number;
  readonly kind: LockKind;
  readonly currency: string;
  readonly endsAtMs: number;
  readonly principal: string;
  readonly interest: string;
  readonly renews: boolean;
}

export interface InterestDay {
  readonly day: string;
  readonly product: number;
  readonly kind: EarnKind;
  /** 0 for savings, as the days of the term. */
  readonly lock: number;
  readonly days: number;
  readonly currency: string;
  /** For an early exit: the interest so far, of which `rate` is the kept part. */
  readonly principal: string;
  readonly rate: string;
  readonly paidDays: number;
  readonly interest: string;
  readonly formula: 'lock' | 'savings' | 'exit' | 'debt';
}

const YEAR_DAYS = 365n;
/** Decimals of a rate of a day in percent. */
const RATE_SCALE = 7;
/** Decimals of all amounts. */
const AMOUNT_SCALE = 8;

/** Percent a year of a rate of a day, without interest on interest. */
export function yearRate(dailyPercent: string): string {
  const parsed = parseDecimal(dailyPercent, RATE_SCALE);
  return parsed.ok ? formatDecimal(parsed.units * YEAR_DAYS, RATE_SCALE) : dailyPercent;
}

/**
 * Interest of a day, rounded down to a unit; undefined where the amount is none above zero.
 * @param dailyPercent the rate of a day
 */
export function dayInterest(
  amount: string,
  dailyPercent: string,
  decimals: number,
): string | undefined {
  const [principal, rate] = [
    parseDecimal(amount, decimals),
    parseDecimal(dailyPercent, RATE_SCALE),
  ];
  if (!principal.ok || !rate.ok || principal.units <= 0n) return undefined;
  return formatDecimal(
    (principal.units * rate.units) / (100n * 10n ** BigInt(RATE_SCALE)),
    decimals,
  );
}

/** The sum of two plain decimals of amounts. */
export function sumOf(one: string, other: string): string {
  const [first, second] = [parseDecimal(one, AMOUNT_SCALE), parseDecimal(other, AMOUNT_SCALE)];
  return first.ok && second.ok ? formatDecimal(first.units + second.units, AMOUNT_SCALE) : one;
}

/** The smallest of some plain decimals. */
export function least(first: string, ...others: readonly string[]): string {
  return others.reduce((found, each) => (isLess(each, found) ? each : found), first);
}

export type AmountFault = 'syntax' | 'tooSmall' | 'tooLarge' | 'balance' | undefined;

/** The fault of a typed amount; undefined without one. */
export function amountFault(
  amount: string,
  bounds: {
    readonly decimals: number;
    readonly min: string;
    readonly max: string;
    /** Undefined while it is not known: then the server decides. */
    readonly available: string | undefined;
  },
): AmountFault {
  const { decimals, min, max, available } = bounds;
  const parsed = parseDecimal(amount, decimals);
  if (!parsed.ok) return parsed.error === 'range' ? 'tooLarge' : 'syntax';
  if (parsed.units <= 0n) return 'syntax';
  if (isLess(amount, min)) return 'tooSmall';
  if (isLess(max, amount)) return 'tooLarge';
  return available !== undefined && isLess(available, amount) ? 'balance' : undefined;
}

function isLess(one: string, other: string): boolean {
  return compareDecimals(one, other) === -1;
}
