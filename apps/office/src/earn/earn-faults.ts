import { unitsOfTyped } from '../shared/units-of-typed.ts';

type Form = Readonly<Record<string, unknown>>;

/** Checks the terms of a product against each other; errors by field. */
export function earnFaults(product: Form): Record<string, string> {
  const faults: Record<string, string> = {};
  const [least, most] = [unitsOfTyped(product['min']), unitsOfTyped(product['max'])];
  if (least === 0n) faults['min'] = 'Must be above zero';
  if (least !== undefined && most !== undefined && most < least)
    faults['max'] = 'Must not be below the least';
  const isSavings = product['kind'] === 'savings';
  const days = Number(product['days'] ?? 0);
  if (isSavings && days !== 0) faults['days'] = 'Savings have no term: 0';
  if (!isSavings && days < 1) faults['days'] = 'At least one day';
  if (!isSavings && Number(product['lend_bps'] ?? 0) !== 0)
    faults['lend_bps'] = 'Only savings are lent';
  return faults;
}
