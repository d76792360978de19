import { unitsOfTyped } from '../shared/units-of-typed.ts';

type Form = Readonly<Record<string, unknown>>;

/** Checks tiers against the ones before them; errors by row. */
export function feeTierFaults(form: Form): Record<string, unknown> {
  const tiers = Array.isArray(form['tiers']) ? (form['tiers'] as readonly (Form | null)[]) : [];
  const lowest = Math.min(...tiers.map((tier) => Number(tier?.['taker_fee_bps'])));
  const rows = tiers.map(
    (tier, index) =>
      tierFault(tier ?? {}, tiers[index - 1] ?? undefined) ?? rebateFault(tier ?? {}, lowest),
  );
  // A row without a fault is an empty one: the form asks each for its fields.
  return rows.some((row) => row !== undefined) ? { tiers: rows.map((row) => row ?? {}) } : {};
}

function tierFault(tier: Form, before: Form | undefined): Record<string, string> | undefined {
  const volume = unitsOfTyped(tier['volume']);
  if (volume === 0n) return { volume: 'Must be above zero' };
  if (before === undefined) return undefined;
  const least = unitsOfTyped(before['volume']);
  if (volume !== undefined && least !== undefined && volume <= least)
    return { volume: 'Must be above the tier before it' };
  for (const rate of ['maker_fee_bps', 'taker_fee_bps'])
    if (Number(tier[rate]) > Number(before[rate]))
      return { [rate]: 'Not above the tier before it' };
  return undefined;
}

/** @param lowest rate of takers, of all tiers; NaN while one is not a number */
function rebateFault(tier: Form, lowest: number): Record<string, string> | undefined {
  const rebate = -Number(tier['maker_fee_bps']);
  return rebate > 0 && rebate >= lowest
    ? { maker_fee_bps: 'A rebate must be below the lowest taker rate' }
    : undefined;
}
