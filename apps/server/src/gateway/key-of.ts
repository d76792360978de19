/** The key of a request as a command carries it. */
export function keyOf(key: string | undefined): { key?: string } {
  return key === undefined ? {} : { key };
}
