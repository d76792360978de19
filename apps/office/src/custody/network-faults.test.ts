import { expect, test } from 'vitest';
import { networkFaults } from './network-faults.ts';

const TERMS = {
  min_deposit: '100',
  min_withdraw: '10',
  max_withdraw: '1000000',
  fee: '3',
  max_per_hour: '1250000',
  max_per_day: '5000000',
  one_approval_from: '1000',
  two_approvals_from: '50000',
  confirmations: 6,
};

test('terms that fit together have no fault', () => {
  expect(networkFaults(TERMS)).toEqual({});
  expect(
    networkFaults({
      ...TERMS,
      max_withdraw: '10',
      max_per_day: '1250000.0',
      two_approvals_from: '1000',
    }),
  ).toEqual({});
});

test.each([
  [{ fee: '10' }, 'min_withdraw'],
  [{ fee: '10.00000001' }, 'min_withdraw'],
  [{ max_withdraw: '9.99' }, 'max_withdraw'],
  [{ max_per_day: '1249999' }, 'max_per_day'],
  [{ two_approvals_from: '999.99999999' }, 'two_approvals_from'],
  [{ min_deposit: '0.00' }, 'min_deposit'],
])('%j is a fault of %s', (changed, field) => {
  expect(Object.keys(networkFaults({ ...TERMS, ...changed }))).toEqual([field]);
});

test('what is no decimal is compared with nothing', () => {
  expect(networkFaults({ ...TERMS, max_withdraw: 'a lot', fee: '' })).toEqual({});
});
