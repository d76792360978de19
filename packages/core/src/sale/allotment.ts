/**
 * The lots of each commitment in an oversubscribed sale: pro rata of the commitments, no more than
 * the cap for each. Lots above the cap go to the other commitments by their share, and again, until
 * none is above the cap.
 */

interface Offer {
  /** Lots that are sold. */
  readonly supply: bigint;
  /** Lots that one commitment gets at most. */
  readonly cap: bigint;
}

/** Lots that each commitment can get at most, without regard to the others. */
export function demandOf(commitments: readonly bigint[], cap: bigint): bigint[] {
  return commitments.map((lots) => (lots < cap ? lots : cap));
}

/**
 * The lots of each commitment: together the supply, or all that is wanted. Shares are exact
 * fractions until the end; then each is rounded down, and the lots that are left go one each to the
 * largest remainders, of equal ones to the earlier commitment. Nobody draws anything.
 * @param commitments in lots, each above zero, in the order of their entries
 */
export function allot(commitments: readonly bigint[], { supply, cap }: Offer): bigint[] {
  const allotted = demandOf(commitments, cap);
  if (sumOf(allotted) <= supply) return allotted;
  const order = commitments.map((_, index) => index).sort(largestFirst(commitments));
  let left = supply;
  let weight = sumOf(commitments);
  let capped = 0;
  // A share is commitment * left / weight. One that is above the cap ends there, which raises all
  // shares that follow. After one that stays below, none is above: they are no larger.
  while (commitments[order[capped]] * left > cap * weight) {
    left -= cap;
    weight -= commitments[order[capped]];
    capped++;
  }
  const rest = order.slice(capped);
  const remainders = commitments.map(() => 0n);
  for (const index of rest) {
    const exact = commitments[index] * left;
    allotted[index] = exact / weight;
    remainders[index] = exact % weight;
  }
  // Fewer lots than there are remainders above zero, so that nobody is raised above their share by
  // a whole lot, and nobody above the cap.
  const spare = left - sumOf(rest.map((index) => allotted[index]));
  for (const index of rest.sort(largestFirst(remainders)).slice(0, Number(spare)))
    allotted[index]++;
  return allotted;
}

export function sumOf(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, amount) => sum + amount, 0n);
}

/**
 * Compares indices of a list by their values, the largest first; of equals, the earlier one comes
 * first.
 */
function largestFirst(values: readonly bigint[]): (a: number, b: number) => number {
  return (a, b) => {
    if (values[a] === values[b]) return a - b;
    return values[a] > values[b] ? -1 : 1;
  };
}
