import { unitsOfTyped } from '../shared/units-of-typed.ts';

/** Checks the terms of a currency against each other; errors by field. */
export function convertFaults(terms: Readonly<Record<string, unknown>>): Record<string, string> {
  const [min, max, step] = [terms['min'], terms['max'], terms['step']].map(unitsOfTyped);
  const { margin_bps, cap_bps } = terms;
  const faults: Record<string, string> = {};
  if (min === 0n) faults['min'] = 'Must be above zero';
  if (step === 0n) faults['step'] = 'Must be above zero';
  if (min !== undefined && max !== undefined && max < min)
    faults['max'] = 'Must not be below the least';
  if (typeof margin_bps === 'number' && typeof cap_bps === 'number' && cap_bps < margin_bps)
    faults['cap_bps'] = 'Must not be below the margin';
  return faults;
}
