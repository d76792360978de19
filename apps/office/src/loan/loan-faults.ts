import { unitsOfTyped } from '../shared/units-of-typed.ts';

type Faults = Record<string, string>;
type Form = Readonly<Record<string, unknown>>;

/** Each level is above the one before it. */
const LEVELS = [
  'initial_bps',
  'warn_1_bps',
  'warn_2_bps',
  'warn_3_bps',
  'liquidation_bps',
] as const;

/** Checks the terms of a loan against each other; errors by field. */
export function loanFaults(offer: Form): Faults {
  const faults: Faults = {};
  for (const [index, level] of LEVELS.entries()) {
    const before = LEVELS[index - 1];
    if (before === undefined) continue;
    const [low, high] = [offer[before], offer[level]];
    if (typeof low === 'number' && typeof high === 'number' && high <= low)
      faults[level] = 'Must be above the level before it';
  }
  const [least, most] = [unitsOfTyped(offer['min_number']), unitsOfTyped(offer['max_number'])];
  if (least === 0n) faults['min_number'] = 'Must be above zero';
  if (least !== undefined && most !== undefined && most < least)
    faults['max_number'] = 'Must not be below the least';
  return faults;
}
