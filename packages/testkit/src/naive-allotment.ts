import { isLess, over, times, whole, type Fraction } from './naive-fraction.ts';

interface Wish {
  readonly entry: number;
  /** Lots. */
  readonly committed: bigint;
}

/**
 * The lots of each entry, in rounds as they are explained to customers: each round shares the lots
 * that are left among the entries without a result, in proportion to their commitments. An entry
 * that would be above the cap gets the cap and leaves, and the next round begins. The last round
 * rounds down, and hands out the remaining lots one by one, each time to the largest fraction.
 */
export function naiveAllotment(
  wishes: readonly Wish[],
  supply: bigint,
  cap: bigint,
): Map<number, bigint> {
  const got = new Map<number, bigint>();
  const most = (wish: Wish): bigint => (wish.committed > cap ? cap : wish.committed);
  if (total(wishes.map(most)) <= supply) {
    for (const wish of wishes) got.set(wish.entry, most(wish));
    return got;
  }
  let left = supply;
  let open = [...wishes];
  for (;;) {
    const rate = over(left, total(open.map(({ committed }) => committed)));
    const isAbove = ({ committed }: Wish): boolean =>
      isLess(whole(cap), times(whole(committed), rate));
    const above = open.filter(isAbove);
    if (above.length === 0) {
      lastRound(open, left, rate, got);
      return got;
    }
    for (const { entry } of above) got.set(entry, cap);
    left -= cap * BigInt(above.length);
    open = open.filter((wish) => !above.includes(wish));
  }
}

function lastRound(
  open: readonly Wish[],
  left: bigint,
  rate: Fraction,
  got: Map<number, bigint>,
): void {
  const parts = open.map(({ entry, committed }) => {
    const share = times(whole(committed), rate);
    const lots = share.top / share.bottom;
    return { entry, lots, fraction: over(share.top - lots * share.bottom, share.bottom) };
  });
  let rest = left - total(parts.map(({ lots }) => lots));
  for (const { entry, lots } of parts) got.set(entry, lots);
  const waiting = [...parts].sort((one, another) => one.entry - another.entry);
  while (rest > 0n) {
    let best = 0;
    for (let at = 1; at < waiting.length; at++)
      if (isLess(fractionAt(waiting, best), fractionAt(waiting, at))) best = at;
    const [winner] = waiting.splice(best, 1);
    if (winner === undefined) throw new Error('more lots are left than there are entries');
    got.set(winner.entry, winner.lots + 1n);
    rest--;
  }
}

function fractionAt(parts: readonly { readonly fraction: Fraction }[], at: number): Fraction {
  return parts[at]?.fraction ?? whole(0n);
}

function total(amounts: readonly bigint[]): bigint {
  let sum = 0n;
  for (const amount of amounts) sum += amount;
  return sum;
}
