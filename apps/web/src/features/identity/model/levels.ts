import { REVIEW_STATUS, type IdentityState, type ReviewStatus } from './review-status.ts';

export interface Level {
  readonly level: number;
  /** Worth in USDT of a day's withdrawals, plain decimal. */
  readonly dailyLimit: string;
  readonly status: ReviewStatus;
  /** Whether this is the level that counts today. */
  readonly isCurrent: boolean;
}

/** What each level raises, and how far this account is with it. The first one everybody has. */
export function levelsOf({
  level: current,
  daily_limits,
  review_status,
  asset_status,
}: IdentityState): Level[] {
  const statuses: readonly ReviewStatus[] = [REVIEW_STATUS.approved, review_status, asset_status];
  return daily_limits.map(({ level, usdt }) => ({
    level,
    dailyLimit: usdt,
    status: statuses[level - 1] ?? REVIEW_STATUS.none,
    isCurrent: level === current,
  }));
}
