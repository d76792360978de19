/**
 * Whether the commands of earning products are what their types say: the journal and the fuzzer may
 * bring anything.
 */
import { decodeAmount, encodeAmount, isAmount } from '../amount-field.ts';
import { isWithin } from '../integers.ts';
import { MAX_PRODUCT_ID } from '../ledger/accounts.ts';
import { MAX_CURRENCY_ID } from '../ledger/ledger.ts';
import { isTradingUser } from '../ledger/trading-user.ts';
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

/**
 * The product with its fields and nothing else, in a fixed order; undefined where it is none.
 */
export function pickProduct(product: EarnProduct): EarnProduct | undefined {
  if (typeof product !== 'object' || product === null) return undefined;
  const { id, kind, currency, ratePpb, days, min, max, capacity, dayQuota } = product;
  const { earlyKeepBps, lendBps, isOpen } = product;
  if (!isWithin(id, 1, MAX_PRODUCT_ID) || !isWithin(currency, 1, MAX_CURRENCY_ID)) return undefined;
  if (!EARN_KINDS.includes(kind) || !isWithin(ratePpb, 1, MAX_RATE_PPB)) return undefined;
  const isSavings = kind === 'savings';
  if (!isWithin(days, isSavings ? 0 : 1, isSavings ? 0 : MAX_DAYS)) return undefined;
  if (!isWithin(lendBps, 0, isSavings ? MAX_LEND_BPS : 0)) return undefined;
  if (!isAmount(min, 1n) || !isAmount(max, min)) return undefined;
  if (!isAmount(capacity, 0n) || !isAmount(dayQuota, 0n)) return undefined;
  if (earlyKeepBps !== undefined && (isSavings || !isWithin(earlyKeepBps, 0, FULL_BPS)))
    return undefined;
  if (typeof isOpen !== 'boolean') return undefined;
  return {
    id,
    kind,
    currency,
    ratePpb,
    days,
    min,
    max,
    capacity,
    dayQuota,
    ...(earlyKeepBps === undefined ? {} : { earlyKeepBps }),
    lendBps,
    isOpen,
  };
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

/** Takes no product too, like the codec that asks: what is no amount becomes null. */
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
