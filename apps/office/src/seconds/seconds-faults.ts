import { COMMA_NEEDS_SPACE, isAmbiguous, partsOf } from '../shared/comma-list.ts';
import { unitsOfTyped } from '../shared/units-of-typed.ts';

const MOST_AMOUNTS = 12;

type Faults = Record<string, unknown>;
type Form = Readonly<Record<string, unknown>>;

/**
 * Checks the terms of seconds contracts against each other; errors by field, those of durations by
 * row.
 */
export function secondsFaults(terms: Form): Faults {
  const faults: Faults = {};
  const amounts = partsOf(terms['amounts']);
  if (isAmbiguous(terms['amounts'])) faults['amounts'] = COMMA_NEEDS_SPACE;
  else if (amounts.some((amount) => (unitsOfTyped(amount) ?? 0n) <= 0n))
    faults['amounts'] = 'Plain decimals above zero with commas, like 10, 50, 100';
  else if (amounts.length > MOST_AMOUNTS) faults['amounts'] = `At most ${MOST_AMOUNTS}`;
  const durations = Array.isArray(terms['durations'])
    ? (terms['durations'] as readonly (Form | null | undefined)[])
    : [];
  const rows = durations.map((duration, index) =>
    durationFault(duration ?? {}, durations.slice(0, index)),
  );
  if (rows.some((row) => row !== undefined)) faults['durations'] = rows;
  if (unitsOfTyped(terms['exposure_cap']) === 0n) faults['exposure_cap'] = 'Must be above zero';
  return faults;
}

/** Checks the terms of an insurance against each other; errors by field. */
export function insuranceFaults(offer: Form): Faults {
  const [least, most] = [unitsOfTyped(offer['min_insured']), unitsOfTyped(offer['max_insured'])];
  const faults: Faults = {};
  if (least === 0n) faults['min_insured'] = 'Must be above zero';
  if (least !== undefined && most !== undefined && most < least)
    faults['max_insured'] = 'Must not be below the least';
  return faults;
}

function durationFault(
  duration: Form,
  before: readonly (Form | null | undefined)[],
): Record<string, string> | undefined {
  const [least, most] = [unitsOfTyped(duration['min_stake']), unitsOfTyped(duration['max_stake'])];
  if (
    before.some(
      (other) => other?.['seconds'] !== undefined && other['seconds'] === duration['seconds'],
    )
  )
    return { seconds: 'Each only once' };
  if (least === 0n) return { min_stake: 'Must be above zero' };
  return least !== undefined && most !== undefined && most < least
    ? { max_stake: 'Must not be below the least' }
    : undefined;
}
