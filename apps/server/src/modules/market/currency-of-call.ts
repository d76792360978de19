import type { Currency } from '@meridian/core/catalog/catalog';
import type { CurrencyId } from '@meridian/core/ids';
import type { Amount } from '@meridian/money/amount';
import { parseDecimal } from '@meridian/money/decimal';
import { Refusal } from '../../gateway/refusal.ts';
import type { LiveView } from '../live-view.ts';
import { isPlay } from './play-money.ts';

const PERCENT_SCALE = 2;

/** The currency of a call. Refuses one that is not listed, and play money. */
export function listedCurrency(live: LiveView, id: number, field = 'currency'): Currency {
  const currency = live.currency(id as CurrencyId);
  if (currency === undefined || isPlay(currency.id))
    throw new Refusal('currency_unknown', { field });
  return currency;
}

/** An amount of a call, above zero and on the currency's scale. */
export function amountOf(text: string, currency: Currency, field: string): Amount {
  const units = unitsOf(text, currency.scale, field);
  if (units <= 0n) throw new Refusal('number_not_positive', { field });
  return units as Amount;
}

/** A decimal of a call, in units of its last place. */
export function unitsOf(text: string, scale: number, field: string): bigint {
  const parsed = parseDecimal(text, scale);
  if (!parsed.ok) throw new Refusal(`number_${parsed.error}`, { field });
  return parsed.units;
}

/** A percent of a call in basis points, within those that terms can have, both included. */
export function bpsOf(
  text: string,
  [least, most]: readonly [least: number, most: number],
  field: string,
): number {
  const bps = Number(unitsOf(text, PERCENT_SCALE, field));
  if (bps < least || bps > most) throw new Refusal('input_invalid', { field });
  return bps;
}

/**
 * An amount that `number` says, or 0 for `all`, as the core means all by it. Refuses neither and
 * both: a field that was left blank must not move everything.
 */
export function amountOrAll(
  { number, all }: { readonly number?: string; readonly all?: '1' },
  currency: Currency,
): Amount {
  if (number === undefined) {
    if (all === undefined) throw new Refusal('field_missing', { field: 'number' });
    return 0n as Amount;
  }
  if (all !== undefined) throw new Refusal('input_invalid', { field: 'all' });
  return amountOf(number, currency, 'number');
}

/** A whole number of a call that has bounds, both included. */
export function wholeWithin(
  value: number,
  [least, most]: readonly [least: number, most: number],
  field: string,
): number {
  if (value < least || value > most)
    throw new Refusal('number_not_between', { field, least, most });
  return value;
}
