export type { ReviewStatus } from '@meridian/contract/identity/calls';

/** As on the wire. */
export const REVIEW_STATUS = { none: 0, underReview: 1, approved: 2, rejected: 3 } as const;
