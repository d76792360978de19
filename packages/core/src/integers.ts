/** Whether a field of a command is a whole number within bounds, ends included. */
export function isWithin(value: unknown, low: number, high: number): value is number {
  return Number.isSafeInteger(value) && (value as number) >= low && (value as number) <= high;
}

/** A whole in hundredths of a percent. */
export const FULL_BPS = 10_000n;
