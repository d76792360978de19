/**
 * Whether the commands of earning products agree with their types: the journal and the fuzzer may
 * bring anything.
 */
import { decodeAmount, encodeAmount, isAmount } from '../amount-field.ts';
import { isWithin } from '../integers.ts';
import { MAX_PRODUCT_ID } from '../ledger/accounts.ts';
import { MAX_CURRENCY_ID } from '../ledger/ledger.ts';
import { isTradingUser } from '../ledger/trading-user.ts';
import { pickTerms, type AllOf, type TermChecks } from '../terms.ts';
import {
  EARN_KINDS,
  type EarnProduct,
  type ExitLock,
  type FundEarnProduct,
  type LockCoins,
  type RedeemSavings,
  type RenewLock,
  type SaveCoins,
  type SetAutoSave,
} from './earn-commands.ts';
import type { SnapshotEarnProduct } from './earn-snapshot.ts';

const MAX_RATE_PPB = 50_000_000;
const MAX_DAYS = 1_825;
const MAX_LEND_BPS = 9_000;
const FULL_BPS = 10_000;

const TERMS = [
  ['id', ({ id }) => isWithin(id, 1, MAX_PRODUCT_ID)],
  ['kind', ({ kind }) => EARN_KINDS.includes(kind)],
  ['currency', ({ currency }) => isWithin(currency, 1, MAX_CURRENCY_ID)],
  ['ratePpb', ({ ratePpb }) => isWithin(ratePpb, 1, MAX_RATE_PPB)],
  [
    'days',
    ({ kind, days }) => (kind === 'savings' ? isWithin(days, 0, 0) : isWithin(days, 1, MAX_DAYS)),
  ],
  ['min', ({ min }) => isAmount(min, 1n)],
  ['max', ({ min, max }) => isAmount(max, min)],
  ['capacity', ({ capacity }) => isAmount(capacity, 0n)],
  ['dayQuota', ({ dayQuota }) => isAmount(dayQuota, 0n)],
  [
    'earlyKeepBps',
    ({ kind, earlyKeepBps }) =>
      earlyKeepBps === undefined || (kind !== 'savings' && isWithin(earlyKeepBps, 0, FULL_BPS)),
  ],
  ['lendBps', ({ kind, lendBps }) => isWithin(lendBps, 0, kind === 'savings' ? MAX_LEND_BPS : 0)],
  ['isOpen', ({ isOpen }) => typeof isOpen === 'boolean'],
] as const satisfies TermChecks<EarnProduct>;
export type EarnTerm = AllOf<(typeof TERMS)[number][0], keyof EarnProduct>;

/**
 * The product with its terms and nothing else, in a fixed order; undefined where it is none.
 */
export function pickProduct(product: EarnProduct): EarnProduct | undefined {
  return pickTerms(product, TERMS);
}

export function isFunding({ product, direction, amount }: FundEarnProduct): boolean {
  const isDirection = direction === 'in' || direction === 'out';
  return isWithin(product, 1, MAX_PRODUCT_ID) && isDirection && isAmount(amount, 1n);
}

export function isLocking({ user, product, amount, renews }: LockCoins): boolean {
  return isOfProduct({ user, product }) && isAmount(amount, 1n) && typeof renews === 'boolean';
}

export function isExit({ user, lock }: ExitLock): boolean {
  return isTradingUser(user) && isWithin(lock, 1, Number.MAX_SAFE_INTEGER);
}

export function isRenewal({ user, lock, renews }: Omit<RenewLock, 'kind'>): boolean {
  return (
    isTradingUser(user) && isWithin(lock, 1, Number.MAX_SAFE_INTEGER) && typeof renews === 'boolean'
  );
}

export function isSaving({ user, product, amount }: SaveCoins): boolean {
  return isOfProduct({ user, product }) && isAmount(amount, 1n);
}

export function isRedemption({ user, product, amount }: RedeemSavings): boolean {
  return isOfProduct({ user, product }) && isAmount(amount, 0n);
}

export function isAutoSave({ user, product, isOn, keep }: SetAutoSave): boolean {
  return isOfProduct({ user, product }) && typeof isOn === 'boolean' && isAmount(keep, 0n);
}

/** Takes a malformed product too, as its codec does: a value that is no amount becomes null. */
export function encodeProduct(product: EarnProduct): SnapshotEarnProduct {
  return changeAmounts(product, encodeAmount) as SnapshotEarnProduct;
}

/** @param product amounts are decimal strings; the null of a malformed one stays */
export function decodeProduct(product: SnapshotEarnProduct): EarnProduct {
  return changeAmounts(product, decodeAmount) as EarnProduct;
}

function changeAmounts(product: unknown, change: (amount: unknown) => unknown): unknown {
  if (typeof product !== 'object' || product === null) return product;
  const { min, max, capacity, dayQuota } = product as Record<string, unknown>;
  return {
    ...product,
    min: change(min),
    max: change(max),
    capacity: change(capacity),
    dayQuota: change(dayQuota),
  };
}

function isOfProduct({ user, product }: { user: unknown; product: unknown }): boolean {
  return isTradingUser(user) && isWithin(product, 1, MAX_PRODUCT_ID);
}
