/** Whether a field of a command is a whole number within bounds, ends included. */
export function isWithin(value: unknown, low: number, high: number): value is number {
  return Number.isSafeInteger(value) && (value as number) >= low && (value as number) <= high;
}

/** The smallest whole number that is no less than a quotient. @param value above or equal to 0 */
export function divideUp(value: bigint, by: bigint): bigint {
  return (value + by - 1n) / by;
}

/** A whole in billionths. */
export const WHOLE_PPB = 1_000_000_000n;

/** A whole in hundredths of a percent. */
export const FULL_BPS = 10_000n;
