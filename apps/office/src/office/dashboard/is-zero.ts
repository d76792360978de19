/** Whether a wire decimal is zero, with any number of zeros. */
export function isZero(decimal: string): boolean {
  return /^-?0+(?:\.0+)?$/.test(decimal);
}
