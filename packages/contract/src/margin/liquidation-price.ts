const PERCENT = 100n;

/** An account in one legal currency. Quote units. */
export interface AccountAtPrice {
  /**
   * A hundred times the loss that takes the account below maintenance: 100 x equity less the sum of
   * margin x maintenance percent.
   */
  readonly slack: bigint;
  /**
   * Worth of a tick of the market to all its positions together: below zero where it is short on
   * the whole.
   */
  readonly perTick: bigint;
  /** The price of the market at which `slack` is computed, in ticks. */
  readonly atTicks: number;
}

/**
 * The first price of a market, in ticks, at which the account would be liquidated if no other
 * market moved; undefined where no price of this market would do it. The list of positions and the
 * form that opens one both show it, so both use this function. An estimate: other markets move too.
 */
export function liquidationTicks({ slack, perTick, atTicks }: AccountAtPrice): number | undefined {
  if (perTick === 0n) return undefined;
  const room = slack / (PERCENT * (perTick > 0n ? perTick : -perTick)) + 1n;
  const ticks = perTick > 0n ? BigInt(atTicks) - room : BigInt(atTicks) + room;
  return ticks < 1n || ticks > BigInt(Number.MAX_SAFE_INTEGER) ? undefined : Number(ticks);
}
