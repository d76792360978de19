import type { Amount } from '@meridian/money/amount';
import { LARGEST_NOTIONAL } from './naive-rules.ts';
import type { SeededRandom } from './seeded-random.ts';

/** An amount that a user with one of these sizes of deposits may just own, or a part of it. */
export function drawAmount(random: SeededRandom, purse: readonly bigint[]): Amount {
  return (random.pick(purse) / BigInt(random.pick([1, 3, 20, 300])) +
    BigInt(random.below(100)) +
    1n) as Amount;
}

/** A bound of terms: one of the sizes times one of the factors, as far as terms may go. */
export function drawBound(
  random: SeededRandom,
  purse: readonly bigint[],
  factors: readonly bigint[],
): Amount {
  const bound = random.pick(purse) * random.pick(factors);
  return (bound < LARGEST_NOTIONAL ? bound : LARGEST_NOTIONAL - 1n) as Amount;
}
