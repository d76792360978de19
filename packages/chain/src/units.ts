/** Every currency has eight decimals inside the exchange, however many its chain has. */
export const EXCHANGE_DECIMALS = 8;

export interface Converted {
  readonly units: bigint;
  /**
   * The part that the target cannot hold, in units of the source. It stays where it is: nobody is
   * credited or paid with it.
   */
  readonly remainder: bigint;
}

/** Chain units to units of the exchange, rounded down. @param units 0 or more */
export function toExchange(units: bigint, decimals: number): Converted {
  return rescale(units, decimals, EXCHANGE_DECIMALS);
}

/** Units of the exchange to chain units, rounded down. @param units 0 or more */
export function toChain(units: bigint, decimals: number): Converted {
  return rescale(units, EXCHANGE_DECIMALS, decimals);
}

function rescale(units: bigint, from: number, to: number): Converted {
  if (units < 0n) throw new RangeError('an amount is 0 or more');
  if (to >= from) return { units: units * 10n ** BigInt(to - from), remainder: 0n };
  const divisor = 10n ** BigInt(from - to);
  return { units: units / divisor, remainder: units % divisor };
}
