import type { Amount } from '@meridian/money/amount';
import { isAmount } from '../amount-field.ts';
import type { CurrencyId } from '../ids.ts';
import { isWithin } from '../integers.ts';
import { MAX_CURRENCY_ID } from './ledger.ts';

interface Funding {
  readonly currency: CurrencyId;
  readonly direction: 'in' | 'out';
  readonly amount: Amount;
}

/** Whether a command that moves the house's money into an account of an area, or out, is one. */
export function isFunding({ currency, direction, amount }: Funding): boolean {
  const isDirection = direction === 'in' || direction === 'out';
  return isWithin(currency, 1, MAX_CURRENCY_ID) && isDirection && isAmount(amount, 1n);
}
