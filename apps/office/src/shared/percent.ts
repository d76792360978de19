import { formatFixed } from '@meridian/money/decimal';

/** Hundredths of a percent as people read them: 10 → `0.10 %`. */
export function percentOf(bps: number): string {
  return `${formatFixed(BigInt(bps), 2)} %`;
}
