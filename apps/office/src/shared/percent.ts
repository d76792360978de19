import { formatFixed } from '@meridian/money/decimal';

/** Basis points as percent: 10 → `0.10%`. */
export function percentOf(bps: number): string {
  return `${formatFixed(BigInt(bps), 2)}%`;
}
