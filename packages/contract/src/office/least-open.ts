/**
 * What operators hold for customers is open for a day at least, milliseconds: else two of them
 * could open and end a sale or a vote among friends while nobody looks.
 */
export const LEAST_OPEN_MS = 86_400_000;
