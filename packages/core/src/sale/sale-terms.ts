/** The terms of a token sale: whether they are sound, and their canonical text. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { AMOUNT, isAmount } from '../amount-field.ts';
import { isWithin } from '../integers.ts';
import { MAX_SALE_ID } from '../ledger/accounts.ts';
import { MAX_CURRENCY_ID } from '../ledger/ledger.ts';
import { pickTerms, type AllOf, type TermChecks } from '../terms.ts';
import { isHash } from './sale-commands-check.ts';
import {
  LONGEST_MS,
  LONGEST_WAIT_MS,
  MOST_INSTALMENTS,
  SALE_KINDS,
  type SaleTerms,
} from './sale-commands.ts';
import type { SnapshotSaleTerms } from './sale-snapshot.ts';

const WHOLE_BPS = 10_000;
const LAST_MS = Number.MAX_SAFE_INTEGER - (MOST_INSTALMENTS + 2) * LONGEST_WAIT_MS;

/** In the order of the canonical text. */
const TERMS = [
  ['id', ({ id }) => isWithin(id, 1, MAX_SALE_ID)],
  ['kind', ({ kind }) => SALE_KINDS.includes(kind)],
  ['currency', ({ currency }) => isWithin(currency, 1, MAX_CURRENCY_ID)],
  ['paidIn', ({ paidIn, currency }) => isWithin(paidIn, 1, MAX_CURRENCY_ID) && paidIn !== currency],
  ['lotSize', ({ lotSize }) => isAmount(lotSize, 1n)],
  ['lotPrice', ({ lotPrice }) => isAmount(lotPrice, 1n)],
  ['supply', (terms) => isAmount(terms.supply, 1n) && isSupply(terms)],
  ['target', (terms) => isAmount(terms.target, 0n) && isTarget(terms)],
  ['min', ({ min, lotPrice }) => isAmount(min, 1n) && min % lotPrice === 0n],
  ['max', ({ max, min, lotPrice }) => isAmount(max, min) && max % lotPrice === 0n],
  [
    'cap',
    ({ cap, min, max, lotPrice }) => isAmount(cap, min) && cap <= max && cap % lotPrice === 0n,
  ],
  ['opensMs', ({ opensMs }) => isWithin(opensMs, 0, LAST_MS - LONGEST_MS)],
  ['closesMs', ({ opensMs, closesMs }) => isWithin(closesMs, opensMs + 1, opensMs + LONGEST_MS)],
  ['freeBps', ({ freeBps }) => isWithin(freeBps, 0, WHOLE_BPS)],
  [
    'cliffMs',
    ({ freeBps, closesMs, cliffMs }) =>
      freeBps === WHOLE_BPS
        ? isWithin(cliffMs, 0, 0)
        : isWithin(cliffMs, closesMs, closesMs + LONGEST_WAIT_MS),
  ],
  [
    'instalments',
    ({ freeBps, instalments }) =>
      freeBps === WHOLE_BPS
        ? isWithin(instalments, 0, 0)
        : isWithin(instalments, 1, MOST_INSTALMENTS),
  ],
  [
    'instalmentMs',
    ({ instalments, instalmentMs }) =>
      instalments < 2 ? isWithin(instalmentMs, 0, 0) : isWithin(instalmentMs, 1, LONGEST_WAIT_MS),
  ],
  ['texts', ({ texts }) => isHash(texts)],
] as const satisfies TermChecks<SaleTerms>;
export type SaleTerm = AllOf<(typeof TERMS)[number][0], keyof SaleTerms>;

/** The terms and nothing else, in a fixed order; undefined where they are none. */
export function pickSaleTerms(terms: SaleTerms): SaleTerms | undefined {
  return pickTerms(terms, TERMS);
}

/**
 * The text whose SHA-256 is published with a sale: JSON without spaces, the fields in the order of
 * `TERMS`, amounts as decimal strings of smallest units, times in milliseconds.
 * @param terms from `pickSaleTerms`
 */
export function termsText(terms: SaleTerms): string {
  return JSON.stringify(encodeTerms(terms));
}

/** @returns 64 hexadecimal digits */
export function termsHash(terms: SaleTerms): string {
  return bytesToHex(sha256(utf8ToBytes(termsText(terms))));
}

/** Takes malformed terms too, as its codec does: a value that is no amount becomes null. */
export function encodeTerms(terms: SaleTerms): SnapshotSaleTerms {
  return changeAmounts(terms, AMOUNT.encode) as SnapshotSaleTerms;
}

/** @param terms amounts are decimal strings; the null of a malformed one stays */
export function decodeTerms(terms: SnapshotSaleTerms): SaleTerms {
  return changeAmounts(terms, AMOUNT.decode) as SaleTerms;
}

/** How many lots are sold at most. */
export function lotsOf({ supply, lotSize }: SaleTerms): bigint {
  return supply / lotSize;
}

/** The part of bought coins that is free at once. */
export function freeOf({ freeBps }: SaleTerms, allotted: bigint): bigint {
  return (allotted * BigInt(freeBps)) / BigInt(WHOLE_BPS);
}

/** Coins that are still bound after so many instalments. */
export function leftAfter({ instalments }: SaleTerms, bound: bigint, paid: number): bigint {
  return paid >= instalments ? 0n : bound - (bound / BigInt(instalments)) * BigInt(paid);
}

/** When an instalment is free. @param instalment from 1 */
export function dueOf({ cliffMs, instalmentMs }: SaleTerms, instalment: number): number {
  return cliffMs + (instalment - 1) * instalmentMs;
}

/** Instalments that are due at a time. */
export function dueAt({ cliffMs, instalments, instalmentMs }: SaleTerms, timeMs: number): number {
  if (timeMs < cliffMs) return 0;
  if (instalmentMs === 0) return instalments;
  return Math.min(instalments, 1 + Math.floor((timeMs - cliffMs) / instalmentMs));
}

/** Whole lots, which together cost an amount. */
function isSupply({ supply, lotSize, lotPrice }: SaleTerms): boolean {
  return supply % lotSize === 0n && isAmount((supply / lotSize) * lotPrice, 1n);
}

function isTarget({ kind, target, supply, lotSize, lotPrice }: SaleTerms): boolean {
  return kind === 'sale' ? target === 0n : target > 0n && target <= (supply / lotSize) * lotPrice;
}

function changeAmounts(terms: unknown, change: (amount: never) => unknown): unknown {
  if (typeof terms !== 'object' || terms === null) return terms;
  const fields = terms as Record<string, never>;
  return {
    ...fields,
    lotSize: change(fields['lotSize'] as never),
    lotPrice: change(fields['lotPrice'] as never),
    supply: change(fields['supply'] as never),
    target: change(fields['target'] as never),
    min: change(fields['min'] as never),
    max: change(fields['max'] as never),
    cap: change(fields['cap'] as never),
  };
}
