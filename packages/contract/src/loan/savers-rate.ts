const HOURS_OF_DAY = 24;
const FULL_BPS = 10_000;

/** Interest that a loan brings to savings, beside the rate that they promise: billionths a day. */
export interface SaversRate {
  /** Where all that may be lent is lent. */
  readonly broughtPpb: number;
  readonly promisedPpb: number;
  readonly lendBps: number;
}

interface Savings {
  /** Of a day, billionths. */
  readonly ratePpb: number;
  /** The part of their principal that may be lent. */
  readonly lendBps: number;
}

/**
 * Of the savings in the coin of a loan, those whose promise is furthest above the most that the
 * loan brings; undefined where there are none.
 * @param ratePpb interest of an hour
 * @param fundBps part of it that the insurance gets
 */
export function saversRate(
  { ratePpb, fundBps }: { readonly ratePpb: number; readonly fundBps: number },
  savings: readonly Savings[],
): SaversRate | undefined {
  return savings
    .map(({ ratePpb: promisedPpb, lendBps }) => {
      const part = ((FULL_BPS - fundBps) / FULL_BPS) * (lendBps / FULL_BPS);
      return { broughtPpb: Math.floor(ratePpb * HOURS_OF_DAY * part), promisedPpb, lendBps };
    })
    .reduce<SaversRate | undefined>(
      (worst, each) =>
        worst === undefined ||
        each.promisedPpb - each.broughtPpb > worst.promisedPpb - worst.broughtPpb
          ? each
          : worst,
      undefined,
    );
}
