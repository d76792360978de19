/**
 * Price alerts of a customer that are on at a time, letters of a note, and the minutes that a
 * repeated alert rests after it was met.
 */
export const ALERT_RULES = { most: 50, noteLetters: 80, restMinutes: 60 } as const;
