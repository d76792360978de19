/**
 * Whether the commands of loans are what their types say: the journal and the fuzzer may bring
 * anything.
 */
import { decodeAmount, encodeAmount, isAmount } from '../amount-field.ts';
import { isWithin } from '../integers.ts';
import { MAX_PRODUCT_ID } from '../ledger/accounts.ts';
import { isTradingUser } from '../ledger/trading-user.ts';
import type {
  Borrow,
  CoverLoan,
  LoanOffer,
  LoanTerms,
  MoveCollateral,
  RepayLoan,
} from './loan-commands.ts';
import type { SnapshotLoanOffer } from './loan-snapshot.ts';

const MAX_OFFER_ID = 1_023;
const MAX_MARKET_ID = 65_535;
const MAX_RATE_PPB = 10_000_000;
const MAX_FUND_BPS = 5_000;
const INITIAL_BPS = [1_000, 8_000] as const;
const MAX_LIQUIDATION_BPS = 9_500;
const MAX_FEE_BPS = 500;
const BOUND_BPS = [10, 2_000] as const;

/**
 * The offer with its fields and nothing else, in a fixed order; undefined where it is none.
 */
export function pickOffer(offer: LoanOffer): LoanOffer | undefined {
  if (typeof offer !== 'object' || offer === null) return undefined;
  const { id, market, product, min, max, isOpen } = offer;
  const terms = pickTerms(offer.terms);
  if (!isWithin(id, 1, MAX_OFFER_ID) || !isWithin(market, 1, MAX_MARKET_ID)) return undefined;
  if (!isWithin(product, 1, MAX_PRODUCT_ID) || terms === undefined) return undefined;
  if (!isAmount(min, 1n) || !isAmount(max, min) || typeof isOpen !== 'boolean') return undefined;
  return { id, market, product, min, max, terms, isOpen };
}

export function isBorrowing({ user, offer, collateral, amount }: Borrow): boolean {
  return (
    isTradingUser(user) &&
    isWithin(offer, 1, MAX_OFFER_ID) &&
    isAmount(collateral, 1n) &&
    isAmount(amount, 1n)
  );
}

export function isRepayment({ user, loan, amount, quote }: RepayLoan): boolean {
  if (!isTradingUser(user) || !isNumber(loan) || !isAmount(amount, 0n)) return false;
  return quote === undefined || (isNumber(quote) && amount === 0n);
}

export function isMove({ user, loan, direction, amount }: MoveCollateral): boolean {
  const isDirection = direction === 'add' || direction === 'remove';
  return isTradingUser(user) && isNumber(loan) && isDirection && isAmount(amount, 1n);
}

export function isCover({ loan }: CoverLoan): boolean {
  return isNumber(loan);
}

/** Takes no offer too, like the codec that asks: what is no amount becomes null. */
export function encodeOffer(offer: LoanOffer): SnapshotLoanOffer {
  return changeAmounts(offer, encodeAmount) as SnapshotLoanOffer;
}

/** @param offer amounts are decimal strings; the null of a malformed one stays */
export function decodeOffer(offer: SnapshotLoanOffer): LoanOffer {
  return changeAmounts(offer, decodeAmount) as LoanOffer;
}

function changeAmounts(offer: unknown, change: (amount: unknown) => unknown): unknown {
  if (typeof offer !== 'object' || offer === null) return offer;
  const { min, max } = offer as Record<string, unknown>;
  return { ...offer, min: change(min), max: change(max) };
}

function pickTerms(terms: LoanTerms): LoanTerms | undefined {
  if (typeof terms !== 'object' || terms === null) return undefined;
  const { ratePpb, fundBps, initialBps, warnBps, liquidationBps, feeBps, boundBps } = terms;
  if (!isWithin(ratePpb, 1, MAX_RATE_PPB) || !isWithin(fundBps, 0, MAX_FUND_BPS)) return undefined;
  if (!isWithin(feeBps, 0, MAX_FEE_BPS) || !isWithin(boundBps, ...BOUND_BPS)) return undefined;
  if (!Array.isArray(warnBps) || warnBps.length !== 3) return undefined;
  if (!isWithin(initialBps, ...INITIAL_BPS)) return undefined;
  const levels = [initialBps, ...(warnBps as readonly number[]), liquidationBps];
  const isRising = levels.every(
    (level, index) =>
      index === 0 || isWithin(level, (levels[index - 1] as number) + 1, MAX_LIQUIDATION_BPS),
  );
  if (!isRising) return undefined;
  const [first, second, third] = warnBps as readonly [number, number, number];
  return {
    ratePpb,
    fundBps,
    initialBps,
    warnBps: [first, second, third],
    liquidationBps,
    feeBps,
    boundBps,
  };
}

function isNumber(value: unknown): boolean {
  return isWithin(value, 1, Number.MAX_SAFE_INTEGER);
}
