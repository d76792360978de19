import type { Amount } from '@meridian/money/amount';
import type { FieldCodec } from './command-table.ts';

const AMOUNT_LIMIT = 1n << 62n;

/** Whether a field of a command is an amount, at least `low` and below 2^62. */
export function isAmount(value: unknown, low: bigint): value is Amount {
  return typeof value === 'bigint' && value >= low && value < AMOUNT_LIMIT;
}

/** Decimal digits. A malformed amount becomes null. */
export function encodeAmount(amount: unknown): string | null {
  return typeof amount === 'bigint' ? amount.toString() : null;
}

/** @param text decimal digits; the null of a malformed amount stays null */
export function decodeAmount(text: unknown): Amount {
  return (typeof text === 'string' ? BigInt(text) : null) as Amount;
}

/** A field with an amount in smallest units. */
export const AMOUNT = { encode: encodeAmount, decode: decodeAmount } satisfies FieldCodec<Amount>;
export const OPTIONAL_AMOUNT = { ...AMOUNT, isOptional: true } as const;
