import { compareDecimals, parseDecimal } from '@meridian/money/decimal';
import type { LoanOffer } from './loan.ts';
import { firstDebt, ltvOf } from './loan-math.ts';

export interface BorrowInputs {
  /** Collateral and amount, as typed. */
  readonly pledged: string;
  readonly amount: string;
}

export type BorrowFault =
  'pledgedMissing' | 'amountMissing' | 'balance' | 'bounds' | 'lendable' | 'ratio' | 'price';

/** The first fault that stops a loan, and its field. */
export function borrowFault(
  { pledged, amount }: BorrowInputs,
  offer: LoanOffer,
  available: string | undefined,
): { readonly field: 'pledged' | 'amount'; readonly fault: BorrowFault } | undefined {
  if (isTooLarge(pledged)) return { field: 'pledged', fault: 'balance' };
  if (!isAmount(pledged)) return { field: 'pledged', fault: 'pledgedMissing' };
  if (available !== undefined && isAbove(pledged, available))
    return { field: 'pledged', fault: 'balance' };
  if (isTooLarge(amount)) return { field: 'amount', fault: 'bounds' };
  if (!isAmount(amount)) return { field: 'amount', fault: 'amountMissing' };
  if (isAbove(offer.least, amount) || isAbove(amount, offer.most))
    return { field: 'amount', fault: 'bounds' };
  if (isAbove(amount, offer.lendable)) return { field: 'amount', fault: 'lendable' };
  const ltv = ltvOf({ debt: firstDebt(amount, offer.terms) ?? '', pledged }, offer.price);
  if (ltv === undefined) return { field: 'amount', fault: 'price' };
  return isAbove(ltv, offer.terms.initialRate) ? { field: 'amount', fault: 'ratio' } : undefined;
}

/** Decimals of all amounts. */
export const AMOUNT_DECIMALS = 8;

/** Whether a text is an amount above zero. */
export function isAmount(text: string): boolean {
  const parsed = parseDecimal(text, AMOUNT_DECIMALS);
  return parsed.ok && parsed.units > 0n;
}

function isTooLarge(text: string): boolean {
  const parsed = parseDecimal(text, AMOUNT_DECIMALS);
  return !parsed.ok && parsed.error === 'range';
}

function isAbove(one: string, other: string): boolean {
  return compareDecimals(one, other) === 1;
}
