import type { Deal } from '../api.ts';

type PaidTo = Pick<Deal, 'deal_holder' | 'deal_bank' | 'deal_account'>;

/** The customer's account, as a transfer names it. Older deals have the account alone. */
export function customerAccount({ deal_holder, deal_bank, deal_account }: PaidTo): string {
  return [deal_holder, deal_bank, deal_account].filter((part) => part !== '').join(', ');
}
