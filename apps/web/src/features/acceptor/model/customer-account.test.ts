import { expect, test } from 'vitest';
import { customerAccount } from './customer-account.ts';

test('a transfer names holder, bank and account, and an older deal its account alone', () => {
  const deal = { deal_holder: 'Ana Ruiz', deal_bank: 'First Bank', deal_account: '6222' };
  expect(customerAccount(deal)).toBe('Ana Ruiz, First Bank, 6222');
  expect(customerAccount({ ...deal, deal_holder: '', deal_bank: '' })).toBe('6222');
});
