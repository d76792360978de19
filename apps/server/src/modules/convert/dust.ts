import { convert, worthAtIndex, type Leg } from '@meridian/core/convert/conversion-price';
import type { ListedMarket } from '@meridian/core/catalog/listings';
import type { CurrencyId, UserId } from '@meridian/core/ids';
import { notionalUnit } from '@meridian/money/market-scale';
import type { LiveView } from '../live-view.ts';
import { worthInLiveBook } from './book-worth.ts';

/** A balance that is small enough to be swept, and what it would convert into. */
interface Dust {
  readonly currency: CurrencyId;
  readonly amount: bigint;
  readonly brings: bigint;
}

/**
 * Own balances that are small enough to be swept, reckoned by the core's own formula. Balances
 * whose price is not known now are left out, and those that would bring less than one unit.
 */
export function dustOf(live: LiveView, user: UserId, to: CurrencyId): Dust[] {
  const into = legOf(live, to);
  if (into === undefined) return [];
  const book = worthInLiveBook(live);
  return live.convert.allTerms().flatMap(({ currency, dust }) => {
    const amount = live.balance(user, 'spot', currency).available;
    if (currency === to || amount === 0n) return [];
    const from = legOf(live, currency);
    if (from === undefined || worthAtIndex(from, amount) > dust) return [];
    const conversion = convert({ from, to: into }, 'from', amount, book);
    return conversion === undefined ? [] : [{ currency, amount, brings: conversion.received }];
  });
}

/** A side of a conversion; undefined where it does not convert now. */
function legOf(live: LiveView, currency: CurrencyId): Leg | undefined {
  const terms = live.convert.termsOf(currency);
  if (terms?.isOpen !== true) return undefined;
  if (terms.market === 0) return { terms, market: undefined, isBound: true };
  const settings = live.market(terms.market);
  if (settings?.status !== 'open') return undefined;
  const { priceTicks, timeMs, isStale } = live.index(settings.id);
  const unit = notionalUnit(live.scale(settings.id));
  if (isStale || unit === undefined) return undefined;
  // The formula reads settings, unit, index and mark; the rest belongs to the core's own books.
  const market = {
    settings,
    unit,
    unitNumber: Number(unit),
    indexTicks: priceTicks,
    markTicks: live.mark(settings.id),
    indexTimeMs: timeMs,
  } as ListedMarket;
  return { terms, market, isBound: true };
}
