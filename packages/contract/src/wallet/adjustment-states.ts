/** An adjustment waits for a second person, who approves or rejects it. */
export const ADJUSTMENT_STATES = ['proposed', 'approved', 'rejected'] as const;
export type AdjustmentState = (typeof ADJUSTMENT_STATES)[number];
