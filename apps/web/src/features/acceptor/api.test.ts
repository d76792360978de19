import { expect, test } from 'vitest';
import { customerAccount, dealState } from './api.ts';

const WAITING = { is_sure: 0, is_disputed: 0, is_marked: 0, ruling: '' } as const;

test.each([
  [{}, 'waiting'],
  [{ is_marked: 1 }, 'marked'],
  [{ is_marked: 1, is_disputed: 1 }, 'disputed'],
  [{ is_sure: 1, is_marked: 1 }, 'confirmed'],
  [{ is_sure: 1, is_disputed: 1, ruling: 'pay' }, 'confirmed'],
  [{ is_sure: 2 }, 'rejected'],
  [{ is_sure: 2, is_disputed: 1, ruling: 'return' }, 'returned'],
] as const)('a deal with %o is %s', (parts, state) => {
  expect(dealState({ ...WAITING, ...parts })).toBe(state);
});

test('a transfer names holder, bank and account, and an older deal its account alone', () => {
  const deal = { deal_holder: 'Ana Ruiz', deal_bank: 'First Bank', deal_account: '6222' };
  expect(customerAccount(deal)).toBe('Ana Ruiz, First Bank, 6222');
  expect(customerAccount({ ...deal, deal_holder: '', deal_bank: '' })).toBe('6222');
});
