import { unitsOfTyped } from '../shared/units-of-typed.ts';

/** Checks the terms of a coin against each other; errors by field. */
export function p2pFaults(terms: Readonly<Record<string, unknown>>): Record<string, string> {
  const [least, most] = [unitsOfTyped(terms['min_money']), unitsOfTyped(terms['max_money'])];
  const faults: Record<string, string> = {};
  if (least === 0n) faults['min_money'] = 'Must be above zero';
  if (least !== undefined && most !== undefined && most < least)
    faults['max_money'] = 'Must not be below the least';
  return faults;
}
