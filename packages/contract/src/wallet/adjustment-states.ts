/** An adjustment waits for a second person, then it is paid or not. */
export const ADJUSTMENT_STATES = ['proposed', 'approved', 'rejected'] as const;
export type AdjustmentState = (typeof ADJUSTMENT_STATES)[number];
