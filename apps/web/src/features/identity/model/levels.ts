import type { Identity } from './identity.ts';
import { REVIEW_STATUS, type ReviewStatus } from './review-status.ts';

export interface Level {
  readonly level: number;
  /** Limit of a day's withdrawals in USDT, plain decimal. */
  readonly dailyLimit: string;
  readonly status: ReviewStatus;
  /** Whether this is the present level. */
  readonly isCurrent: boolean;
}

/** The limit of each level, and this account's progress. Every account has the first one. */
export function levelsOf({ level: current, dailyLimits, status, assetStatus }: Identity): Level[] {
  const statuses: readonly ReviewStatus[] = [REVIEW_STATUS.approved, status, assetStatus];
  return dailyLimits.map(({ level, usdt }) => ({
    level,
    dailyLimit: usdt,
    status: statuses[level - 1] ?? REVIEW_STATUS.none,
    isCurrent: level === current,
  }));
}
