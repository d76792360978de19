import { marginSubmit } from '@meridian/contract/margin/calls';
import { walletChange } from '@meridian/contract/wallet/calls';
import type { Customer } from './scene.ts';

/** Moves 500 USDT out of the spot wallet, and refreshes the index, since a stale one is refused. */
export async function bring(customer: Customer, to_field: 'lever' | 'micro'): Promise<void> {
  await customer.ask(walletChange, {
    number: '500',
    currency_id: 3,
    from_field: 'change',
    to_field,
  });
  await customer.scene.tick();
}

/** A position or a waiting order of a customer who has just transferred money for it. */
export async function leverPosition(
  customer: Customer,
  more: { status: '0' | '1'; target_price?: string; isolated?: '0' | '1' },
): Promise<string> {
  await bring(customer, 'lever');
  const { id } = await customer.ask(marginSubmit, {
    legal_id: 3,
    currency_id: 1,
    multiple: 10,
    share: '10',
    type: '1',
    ...more,
  });
  if (more.status === '1') await customer.scene.tick();
  return String(id);
}
