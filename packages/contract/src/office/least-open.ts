/**
 * A sale or a vote is open for so many milliseconds at least, a day: else two operators could open
 * and end one among friends while nobody looks.
 */
export const LEAST_OPEN_MS = 86_400_000;
