/**
 * Hours after which a deal marked as paid but not confirmed by its seller becomes disputed. Time
 * alone never releases coins.
 */
export const ANSWER_HOURS = 24;
/** Minutes after which a deal that its buyer has not marked as paid ends, and its coins go back. */
export const UNPAID_MINUTES = 30;
/** Statements of each side of a disputed deal: their number, letters and pictures. */
export const STATEMENT_RULES = { perSide: 10, letters: 1_000, pictures: 3 } as const;
