/** The terms of token sales a second time: their shape, and the text that is hashed. */
import { createHash } from 'node:crypto';
import type { SaleCommand, SaleTerms } from '@meridian/core/sale/sale-commands';
import { isTrader, isWholeNumber, LARGEST_NOTIONAL } from './naive-rules.ts';

const NINETY_DAYS_MS = 7_776_000_000;
const TEN_YEARS_MS = 315_532_800_000;
const LATEST_MS = Number.MAX_SAFE_INTEGER - 122 * TEN_YEARS_MS;

/** The text of the terms of a sale, from fields that everybody can write down again. */
export function saleTextOf(terms: SaleTerms): string {
  const number = (name: keyof SaleTerms): string => `"${name}":${String(Number(terms[name]))}`;
  const amount = (name: keyof SaleTerms): string => `"${name}":"${String(terms[name])}"`;
  const fields = [
    number('id'),
    `"kind":"${terms.kind}"`,
    ...(['currency', 'paidIn'] as const).map(number),
    ...(['lotSize', 'lotPrice', 'supply', 'target', 'min', 'max', 'cap'] as const).map(amount),
    ...(['opensMs', 'closesMs', 'freeBps', 'cliffMs'] as const).map(number),
    ...(['instalments', 'instalmentMs'] as const).map(number),
    `"texts":"${terms.texts}"`,
  ];
  return `{${fields.join(',')}}`;
}

export function saleHashOf(terms: SaleTerms): string {
  return createHash('sha256').update(saleTextOf(terms)).digest('hex');
}

/** Whether every field has its type and range, in any state. */
export function isSaleWellFormed(command: SaleCommand): boolean {
  switch (command.kind) {
    case 'sale.fund':
      return (
        isSale(command.sale) &&
        isWholeNumber(command.currency, 1, 1_023) &&
        ['in', 'out'].includes(command.direction) &&
        isAmount(command.amount)
      );
    case 'sale.announce':
      return areTerms(command.terms) && isHexadecimal(command.hash, 64);
    case 'sale.cancel':
      return isSale(command.sale) && isWholeNumber(command.operator, 1);
    case 'sale.commit':
      return (
        isTrader(command.user) &&
        command.user >= 100_000 &&
        isSale(command.sale) &&
        isAmount(command.amount) &&
        isWholeNumber(command.level, 0, 2) &&
        isHexadecimal(command.person, 32)
      );
    default:
      return false;
  }
}

function areTerms(terms: SaleTerms): boolean {
  if (typeof terms !== 'object' || terms === null) return false;
  const { id, kind, currency, paidIn, opensMs, closesMs } = terms;
  return (
    isSale(id) &&
    ['sale', 'crowd'].includes(kind) &&
    isWholeNumber(currency, 1, 1_023) &&
    isWholeNumber(paidIn, 1, 1_023) &&
    currency !== paidIn &&
    areAmounts(terms) &&
    isWholeNumber(opensMs, 0, LATEST_MS - NINETY_DAYS_MS) &&
    isWholeNumber(closesMs, 0) &&
    closesMs > opensMs &&
    closesMs - opensMs <= NINETY_DAYS_MS &&
    isSchedule(terms) &&
    isHexadecimal(terms.texts, 64)
  );
}

function areAmounts({
  kind,
  lotSize,
  lotPrice,
  supply,
  target,
  min,
  max,
  cap,
}: SaleTerms): boolean {
  if (![lotSize, lotPrice, supply, min, max, cap].every(isAmount)) return false;
  if (supply % lotSize !== 0n) return false;
  const all = (supply / lotSize) * lotPrice;
  const isTarget =
    typeof target === 'bigint' && (kind === 'crowd' ? target > 0n && target <= all : target === 0n);
  return (
    isAmount(all) &&
    isTarget &&
    [min, max, cap].every((amount) => amount % lotPrice === 0n) &&
    min <= cap &&
    cap <= max
  );
}

function isSchedule({ closesMs, freeBps, cliffMs, instalments, instalmentMs }: SaleTerms): boolean {
  if (!isWholeNumber(freeBps, 0, 10_000)) return false;
  if (freeBps === 10_000)
    return [cliffMs, instalments, instalmentMs].every((value) => isWholeNumber(value, 0, 0));
  return (
    isWholeNumber(cliffMs, closesMs, closesMs + TEN_YEARS_MS) &&
    isWholeNumber(instalments, 1, 120) &&
    (instalments === 1
      ? isWholeNumber(instalmentMs, 0, 0)
      : isWholeNumber(instalmentMs, 1, TEN_YEARS_MS))
  );
}

function isSale(value: unknown): boolean {
  return isWholeNumber(value, 1, 9_999);
}

function isAmount(value: unknown): value is bigint {
  return typeof value === 'bigint' && value >= 1n && value < LARGEST_NOTIONAL;
}

function isHexadecimal(text: unknown, digits: number): boolean {
  return (
    typeof text === 'string' &&
    text.length === digits &&
    [...text].every((digit) => '0123456789abcdef'.includes(digit))
  );
}
