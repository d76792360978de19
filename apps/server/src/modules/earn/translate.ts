import type {
  LockProduct,
  OwnLock,
  OwnSaving,
  SavingsProduct,
  SheetRow,
  Unlock,
} from '@meridian/contract/earn/calls';
import { LOCK_STATUS } from '@meridian/contract/earn/calls';
import type { Currency } from '@meridian/core/catalog/catalog';
import type { EarnProduct } from '@meridian/core/earn/earn-commands';
import { interestOf, keptEarly } from '@meridian/core/earn/interest';
import { unneeded } from '@meridian/core/earn/savings-pool';
import type { CurrencyId, UserId } from '@meridian/core/ids';
import { WHOLE_PPB } from '@meridian/core/integers';
import { shanghaiDay, shanghaiMidnight } from '@meridian/core/timers/shanghai-day';
import { formatDecimal } from '@meridian/money/decimal';
import type { LiveView } from '../live-view.ts';
import { percent, percentOfPpb } from '../market/percent.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import type { LiveLock } from './live.ts';
import { SHEET_DAYS, type LockRow, type SheetSums } from './queries.ts';

/** The products of a kind that a caller sees: those that are open, and those that he has. */
export function shownProducts(
  live: LiveView,
  kind: EarnProduct['kind'],
  user: UserId | undefined,
): EarnProduct[] {
  const has = (id: number): boolean =>
    user !== undefined &&
    (kind === 'savings'
      ? live.earn.saving(id, user) !== undefined || live.earn.autoKeep(id, user) !== undefined
      : lockIn(live, id, user) !== undefined);
  return live.earn.products().filter((each) => each.kind === kind && (each.isOpen || has(each.id)));
}

/** @param now the exchange's clock */
export function lockProduct(
  live: LiveView,
  product: EarnProduct,
  user: UserId | undefined,
  now: number,
): LockProduct {
  const { id, currency, ratePpb, days, min, max, earlyKeepBps } = product;
  const { code, scale } = currencyOf(live, currency);
  const text = (units: bigint): string => formatDecimal(units, scale);
  const lock = user === undefined ? undefined : lockIn(live, id, user);
  const { available } = live.earn.source(product);
  const fromDay = shanghaiDay(now) + 1;
  return {
    id,
    currency_id: currency,
    currency_name: code,
    decimals: scale,
    period: days,
    min_single_limit: text(min),
    max_single_limit: text(max),
    min_daily_return_rate: percentOfPpb(ratePpb),
    number: text(lock?.principal ?? 0n),
    exists: lock === undefined ? 0 : 1,
    early_keep_rate: earlyKeepBps === undefined ? '' : percent(earlyKeepBps),
    ...roomOf(live, product, now, text),
    funded_left: text(product.isOpen ? fundedFor(available, ratePpb, days) : 0n),
    starts_at: shanghaiMidnight(fromDay) / 1_000,
    ends_at: shanghaiMidnight(fromDay + days) / 1_000,
  };
}

/** The largest principal whose interest of the term is at most `available`. */
export function fundedFor(available: bigint, ratePpb: number, days: number): bigint {
  return ((available + 1n) * WHOLE_PPB - 1n) / (BigInt(ratePpb) * BigInt(days));
}

/** The principal that can still come in, in all and today: none where the product is closed. */
function roomOf(
  live: LiveView,
  { id, capacity, dayQuota, isOpen }: EarnProduct,
  now: number,
  text: (units: bigint) => string,
): { capacity_left: string; today_left: string } {
  const left = (most: bigint, taken: bigint): string =>
    text(isOpen && most > taken ? most - taken : 0n);
  return {
    capacity_left: left(capacity, live.earn.principal(id)),
    today_left: left(dayQuota, live.earn.today(id, now)),
  };
}

export function ownLock(live: LiveView, row: LockRow, now: number): OwnLock {
  const { id, product, currency, principal, ratePpb, days, earlyKeepBps, boughtMs } = row;
  const { code, scale } = currencyOf(live, currency);
  const text = (units: bigint): string => formatDecimal(units, scale);
  const isOver = row.endedBy !== '';
  const total = interestOf(principal, ratePpb, days);
  const nextMs = shanghaiMidnight(row.fromDay + row.paidDays + 1);
  // Before its first midnight every lock can be undone.
  const lastMs = earlyKeepBps === null ? shanghaiMidnight(row.fromDay) : endOf(row);
  const canExit = !isOver && now < lastMs;
  return {
    id,
    product_id: product,
    show_add_time: shanghaiTime(boughtMs),
    show_end_time: shanghaiTime(isOver ? row.endedMs : endOf(row)),
    caution_money: text(principal),
    status: isOver ? LOCK_STATUS.finished : LOCK_STATUS.ongoing,
    product: {
      currency_name: code,
      period: days,
      min_daily_return_rate: percentOfPpb(ratePpb),
    },
    interest_paid: text(isOver ? row.kept : row.paid),
    interest_total: text(total),
    reserved: text(isOver ? 0n : total - row.paid),
    days_paid: row.paidDays,
    next_pay_at: isOver ? 0 : nextMs / 1_000,
    renews: row.renews ? 1 : 0,
    can_exit: canExit ? 1 : 0,
    exit_keeps: canExit ? text(keptEarly(row.paid, earlyKeepBps ?? 0)) : '',
    ended_by: row.endedBy,
    renewed_by: row.renewedBy,
  };
}

export function unlockOf(live: LiveView, lock: LiveLock): Unlock {
  const { code, scale } = currencyOf(live, lock.currency);
  const { id, product, kind, principal, ratePpb, days, renews } = lock;
  return {
    lock: id,
    product_id: product,
    kind,
    currency_name: code,
    ends_at: endOf(lock) / 1_000,
    principal: formatDecimal(principal, scale),
    interest: formatDecimal(interestOf(principal, ratePpb, days), scale),
    renews: renews ? 1 : 0,
  };
}

export function savingsProduct(
  live: LiveView,
  product: EarnProduct,
  user: UserId | undefined,
  now: number,
): SavingsProduct {
  const { id, currency, ratePpb, min, max, lendBps } = product;
  const { code, scale } = currencyOf(live, currency);
  const text = (units: bigint): string => formatDecimal(units, scale);
  const own = user === undefined ? undefined : live.earn.saving(id, user);
  const keep = user === undefined ? undefined : live.earn.autoKeep(id, user);
  return {
    id,
    currency_id: currency,
    currency_name: code,
    decimals: scale,
    rate: percentOfPpb(live.earn.pool(id).ratePpb),
    next_rate: percentOfPpb(ratePpb),
    min_single_limit: text(min),
    max_limit: text(max),
    number: text(own === undefined ? 0n : own.earning + own.pending),
    ...roomOf(live, product, now, text),
    lend_rate: percent(lendBps),
    idle: text(live.earn.principal(id) - live.earn.lent(product)),
    is_auto: keep === undefined ? 0 : 1,
    auto_keep: keep === undefined ? '' : text(keep),
    starts_at: shanghaiMidnight(shanghaiDay(now) + 1) / 1_000,
  };
}

/** Undefined where the user has nothing in it. */
export function ownSaving(
  live: LiveView,
  product: EarnProduct,
  user: UserId,
): OwnSaving | undefined {
  const own = live.earn.saving(product.id, user);
  if (own === undefined) return undefined;
  const { code, scale } = currencyOf(live, product.currency);
  const text = (units: bigint): string => formatDecimal(units, scale);
  const has = own.earning + own.pending;
  const pool = { ...live.earn.pool(product.id), lent: live.earn.lent(product) };
  const idle = pool.earning + pool.pending - pool.lent;
  // On coins of the day that loans need, something was lent.
  const bound = unneeded(pool, product.lendBps);
  const free = own.earning + (own.pending < bound ? own.pending : bound);
  return {
    id: product.id,
    currency_name: code,
    number: text(has),
    earning: text(own.earning),
    pending: text(own.pending),
    interest: text(own.interest),
    redeemable: text(free < idle ? free : idle),
    rate: percentOfPpb(live.earn.pool(product.id).ratePpb),
  };
}

/** @param sums of the last 30 days; a product without any has none */
export function sheetRow(
  live: LiveView,
  product: EarnProduct,
  { income, paid, losses, paidDays }: SheetSums,
): SheetRow {
  const { id, kind, currency, days, isOpen } = product;
  const { code, scale } = currencyOf(live, currency);
  const text = (units: bigint): string => formatDecimal(units, scale);
  const { available, held } = live.earn.source(product);
  const principal = live.earn.principal(id);
  const lent = live.earn.lent(product);
  return {
    id,
    kind,
    currency_name: code,
    period: days,
    is_open: isOpen ? 1 : 0,
    principal: text(principal),
    lent: text(lent),
    idle: text(kind === 'savings' ? principal - lent : 0n),
    reserved: text(held),
    budget: text(available),
    income_30d: text(income),
    paid_30d: text(paid),
    insurance_rate: insuranceRate(live, id),
    losses_30d: text(losses),
    // One decimal, rounded down, at the pace of the days that were paid: thirty are a month.
    months:
      paid > 0n
        ? formatDecimal((available * 10n * BigInt(paidDays)) / (paid * BigInt(SHEET_DAYS)), 1)
        : null,
  };
}

/** The part of borrowers' interest that does not reach the savers of a product, percent. */
function insuranceRate(live: LiveView, product: number): string {
  const parts = live.loan
    .offers()
    .filter((offer) => offer.isOpen && offer.product === product)
    .map(({ terms }) => terms.fundBps);
  return parts.length === 0 ? '' : percent(Math.max(...parts));
}

function lockIn(live: LiveView, product: number, user: UserId): LiveLock | undefined {
  return live.earn.locks(user).find((lock) => lock.product === product);
}

export function endOf({ fromDay, days }: Pick<LiveLock, 'fromDay' | 'days'>): number {
  return shanghaiMidnight(fromDay + days);
}

/** `YYYY-MM-DD` of a Shanghai day. */
export function dayText(day: number): string {
  return new Date(day * 86_400_000).toISOString().slice(0, 10);
}

export function currencyOf(live: LiveView, id: CurrencyId): Currency {
  const currency = live.currency(id);
  if (currency === undefined)
    throw new Error(`a product pays interest in currency ${id}, which is not listed`);
  return currency;
}
