/** Whether a decimal of the wire is zero, however many zeros it is written with. */
export function isZero(decimal: string): boolean {
  return /^-?0+(?:\.0+)?$/.test(decimal);
}
