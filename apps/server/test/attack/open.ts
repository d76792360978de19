/**
 * Attacks that are not held yet, by the number of their row, with the missing defence. A held row
 * must not be in this list, and one that is not held must be: so the list only shrinks.
 */
export const OPEN: ReadonlyMap<string, string> = new Map<string, string>();
