import { expect, it } from 'vitest';
import { acceptorFaults } from './acceptor-faults.ts';

const GOOD = {
  recharge_rate: '7.25',
  cash_rate: '7.1234',
  recharge_amount: '5000',
  cash_amount: '0.01',
  ali_account: 'a',
};

it('finds nothing wrong with good terms', () => {
  expect(acceptorFaults(GOOD)).toEqual({});
});

it('names what is wrong', () => {
  expect(acceptorFaults({ ...GOOD, recharge_rate: '0.00' })).toEqual({ recharge_rate: 'Above 0' });
  expect(acceptorFaults({ ...GOOD, cash_rate: '7.12345' })).toEqual({
    cash_rate: 'At most 4 decimals',
  });
  expect(acceptorFaults({ ...GOOD, cash_amount: '1.001' })).toEqual({
    cash_amount: 'At most 2 decimals',
  });
  expect(acceptorFaults({ ...GOOD, ali_account: '', bank_account: null })).toEqual({
    bank_account: 'At least one way of payment',
  });
});
