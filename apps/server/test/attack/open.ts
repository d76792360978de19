/**
 * Attacks that are not held yet, by the number of their row, with what is missing. A row that is
 * held may not stand here, and one that is not must: so the list only shrinks.
 */
export const OPEN: ReadonlyMap<string, string> = new Map<string, string>();
