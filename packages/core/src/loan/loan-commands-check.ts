/**
 * Whether the commands of loans agree with their types: the journal and the fuzzer may bring
 * anything.
 */
import { decodeAmount, encodeAmount, isAmount } from '../amount-field.ts';
import { isWithin } from '../integers.ts';
import { MAX_PRODUCT_ID } from '../ledger/accounts.ts';
import { isTradingUser } from '../ledger/trading-user.ts';
import { pickTerms, type AllOf, type TermChecks } from '../terms.ts';
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

const TERMS = [
  ['ratePpb', ({ ratePpb }) => isWithin(ratePpb, 1, MAX_RATE_PPB)],
  ['fundBps', ({ fundBps }) => isWithin(fundBps, 0, MAX_FUND_BPS)],
  ['initialBps', ({ initialBps }) => isWithin(initialBps, ...INITIAL_BPS)],
  ['warnBps', ({ warnBps }) => Array.isArray(warnBps) && warnBps.length === 3],
  ['liquidationBps', areLevelsRising],
  ['feeBps', ({ feeBps }) => isWithin(feeBps, 0, MAX_FEE_BPS)],
  ['boundBps', ({ boundBps }) => isWithin(boundBps, ...BOUND_BPS)],
] as const satisfies TermChecks<LoanTerms>;
export type LoanTerm = AllOf<(typeof TERMS)[number][0], keyof LoanTerms>;

const OFFER = [
  ['id', ({ id }) => isWithin(id, 1, MAX_OFFER_ID)],
  ['market', ({ market }) => isWithin(market, 1, MAX_MARKET_ID)],
  ['product', ({ product }) => isWithin(product, 1, MAX_PRODUCT_ID)],
  ['min', ({ min }) => isAmount(min, 1n)],
  ['max', ({ min, max }) => isAmount(max, min)],
  ['terms', ({ terms }) => pickTerms(terms, TERMS) !== undefined],
  ['isOpen', ({ isOpen }) => typeof isOpen === 'boolean'],
] as const satisfies TermChecks<LoanOffer>;
export type LoanOfferTerm = AllOf<(typeof OFFER)[number][0], keyof LoanOffer>;

/** The offer and nothing else, in a fixed order; undefined where it is none. */
export function pickOffer(offer: LoanOffer): LoanOffer | undefined {
  const picked = pickTerms(offer, OFFER);
  const terms = picked && pickTerms(picked.terms, TERMS);
  if (picked === undefined || terms === undefined) return undefined;
  const [first, second, third] = terms.warnBps;
  return { ...picked, terms: { ...terms, warnBps: [first, second, third] } };
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

/** Takes a malformed offer too, as its codec does: a value that is no amount becomes null. */
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

/** Each level is above the one before it. */
function areLevelsRising({ initialBps, warnBps, liquidationBps }: LoanTerms): boolean {
  const levels = [initialBps, ...(warnBps as readonly number[]), liquidationBps];
  return levels.every(
    (level, index) =>
      index === 0 || isWithin(level, (levels[index - 1] as number) + 1, MAX_LIQUIDATION_BPS),
  );
}

function isNumber(value: unknown): boolean {
  return isWithin(value, 1, Number.MAX_SAFE_INTEGER);
}
