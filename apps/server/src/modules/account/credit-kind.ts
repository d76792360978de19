/** The purpose of a payment by the house. */
export type CreditKind = 'faucet' | 'welcome' | 'payment' | 'adjustment' | 'prize' | 'funding';

const PATTERNS: readonly (readonly [RegExp, CreditKind])[] = [
  [/^demo-faucet/, 'faucet'],
  [/^demo-welcome/, 'welcome'],
  [/^payment-/, 'payment'],
  [/^adjustment-/, 'adjustment'],
  [/^contest-\d+-prize/, 'prize'],
  [/^demo-funding|^funding/, 'funding'],
];

/**
 * Reads the reference that names a `ledger.credit` or `ledger.deposit` in the journal; undefined
 * for kinds that customers do not see.
 */
export function creditKind(reference: string): CreditKind | undefined {
  return PATTERNS.find(([pattern]) => pattern.test(reference))?.[1];
}
