import { unitsOfTyped } from '../shared/units-of-typed.ts';

const FULL_BPS = 10_000;

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
  const { bound_bps: bound, fee_bps: fee, liquidation_bps: last } = offer;
  const areNumbers =
    typeof bound === 'number' && typeof fee === 'number' && typeof last === 'number';
  // The fee of the market counts too: the server knows it.
  if (areNumbers && (FULL_BPS - bound) * (FULL_BPS - fee) < last * FULL_BPS)
    faults['bound_bps'] = 'A sale at this bound would not pay the debt of the last level';
  const [least, most] = [unitsOfTyped(offer['min_number']), unitsOfTyped(offer['max_number'])];
  if (least === 0n) faults['min_number'] = 'Must be above zero';
  if (least !== undefined && most !== undefined && most < least)
    faults['max_number'] = 'Must not be below the least';
  return faults;
}
