/**
 * Whether the commands of fees agree with their types: the journal and the fuzzer may bring
 * anything.
 */
import { decodeAmount, encodeAmount, isAmount } from '../amount-field.ts';
import { MAX_FEE_BPS } from '../catalog/listings.ts';
import { isWithin } from '../integers.ts';
import { MAX_CURRENCY_ID } from '../ledger/ledger.ts';
import { LEAST_MAKER_FEE_BPS, MOST_TIERS, type FeeTier, type SetFeeTiers } from './fee-commands.ts';
import type { SnapshotFeeTier } from './fee-snapshot.ts';

/**
 * The tiers with their fields and nothing else, in a fixed order; undefined where they are none.
 */
export function pickTiers({ currency, tiers }: SetFeeTiers): readonly FeeTier[] | undefined {
  if (!isWithin(currency, 1, MAX_CURRENCY_ID)) return undefined;
  if (!Array.isArray(tiers) || tiers.length > MOST_TIERS) return undefined;
  const picked: FeeTier[] = [];
  for (const tier of tiers as readonly FeeTier[]) {
    if (typeof tier !== 'object' || tier === null) return undefined;
    const { volume, makerFeeBps, takerFeeBps } = tier;
    const last = picked.at(-1);
    if (!isAmount(volume, (last?.volume ?? 0n) + 1n)) return undefined;
    if (!isWithin(makerFeeBps, LEAST_MAKER_FEE_BPS, last?.makerFeeBps ?? MAX_FEE_BPS))
      return undefined;
    if (!isWithin(takerFeeBps, 0, last?.takerFeeBps ?? MAX_FEE_BPS)) return undefined;
    picked.push({ volume, makerFeeBps, takerFeeBps });
  }
  return keepsSomething(picked) ? picked : undefined;
}

/**
 * Whether the exchange keeps something of a trade between any two tiers. As rates never rise, the
 * last tier has both the largest rebate and the lowest rate of takers.
 */
export function keepsSomething(tiers: readonly FeeTier[]): boolean {
  const last = tiers.at(-1);
  return last === undefined || last.makerFeeBps >= 0 || last.makerFeeBps + last.takerFeeBps > 0;
}

/** Takes malformed tiers too, as its codec does: a value that is no amount becomes null. */
export function encodeTiers(tiers: readonly FeeTier[]): readonly SnapshotFeeTier[] {
  return changeVolumes(tiers, encodeAmount) as readonly SnapshotFeeTier[];
}

/** @param tiers amounts are decimal strings; the null of a malformed one stays */
export function decodeTiers(tiers: readonly SnapshotFeeTier[]): readonly FeeTier[] {
  return changeVolumes(tiers, decodeAmount) as readonly FeeTier[];
}

function changeVolumes(tiers: unknown, change: (amount: unknown) => unknown): unknown {
  if (!Array.isArray(tiers)) return tiers;
  return tiers.map((tier: unknown) =>
    typeof tier === 'object' && tier !== null && !Array.isArray(tier)
      ? { ...tier, volume: change((tier as { volume?: unknown }).volume) }
      : tier,
  );
}
