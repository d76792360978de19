import { unitsOfTyped } from '../shared/units-of-typed.ts';

interface Order {
  readonly less: string;
  readonly more: string;
  readonly fault: string;
  readonly mayBeEqual: boolean;
}

const ORDERS: readonly Order[] = [
  { less: 'fee', more: 'min_withdraw', mayBeEqual: false, fault: 'Must be above the fee' },
  {
    less: 'min_withdraw',
    more: 'max_withdraw',
    mayBeEqual: true,
    fault: 'Must not be below the least',
  },
  {
    less: 'max_per_hour',
    more: 'max_per_day',
    mayBeEqual: true,
    fault: 'Must not be below what may leave in an hour',
  },
  {
    less: 'one_approval_from',
    more: 'two_approvals_from',
    mayBeEqual: true,
    fault: 'Must not be below where one operator is enough',
  },
];

/**
 * Checks the terms of a network against each other; errors by field. Fields that are no decimals
 * report that themselves.
 */
export function networkFaults(terms: Readonly<Record<string, unknown>>): Record<string, string> {
  const faults: Record<string, string> = {};
  if (unitsOfTyped(terms['min_deposit']) === 0n) faults['min_deposit'] = 'Must be above zero';
  for (const { less, more, fault, mayBeEqual } of ORDERS) {
    const [low, high] = [unitsOfTyped(terms[less]), unitsOfTyped(terms[more])];
    if (low === undefined || high === undefined) continue;
    if (mayBeEqual ? low > high : low >= high) faults[more] = fault;
  }
  return faults;
}
