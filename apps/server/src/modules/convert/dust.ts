import { convert, worthAtIndex } from '@meridian/core/convert/conversion-price';
import type { CurrencyId, UserId } from '@meridian/core/ids';
import type { LiveView } from '../live-view.ts';
import { worthInLiveBook } from './book-worth.ts';
import { legOf } from './leg.ts';

/** A balance that is small enough to be swept, and the amount that it would bring. */
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
