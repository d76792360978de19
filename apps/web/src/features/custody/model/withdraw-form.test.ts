import { expect, test } from 'vitest';
import {
  addressFault,
  amountFault,
  mostOf,
  receivedOf,
  type WithdrawTerms,
} from './withdraw-form.ts';

const TERMS: WithdrawTerms = {
  code: 'USDT',
  decimals: 8,
  available: '500',
  min: '10',
  max: '1000',
  fee: '3',
  dayLimit: '100000',
  dayLeft: '100000',
  heldUntil: '',
  isOpen: true,
};

test.each([
  ['', 'missing'],
  ['0', 'missing'],
  ['.', 'missing'],
  ['10.000000001', 'precision'],
  ['9.99999999', 'tooSmall'],
  ['10', undefined],
  ['500', undefined],
  ['500.00000001', 'tooMuch'],
  ['1000.00000001', 'tooLarge'],
  ['9'.repeat(30), 'tooLarge'],
])('an amount of %j: %s', (amount, fault) => expect(amountFault(amount, TERMS)).toBe(fault));

test('what the fee eats does not leave', () =>
  expect(amountFault('2', { ...TERMS, min: '1', fee: '2' })).toBe('feeOnly'));

test.each([
  ['10', '7'],
  ['3', '0'],
  ['1', '0'],
  ['3.00000001', '0.00000001'],
  ['', undefined],
  ['1e3', undefined],
])('of %j arrives %s', (amount, received) => expect(receivedOf(amount, TERMS)).toBe(received));

test('an amount has the decimals of its currency', () => {
  expect(amountFault('10.005', { ...TERMS, decimals: 2 })).toBe('precision');
  expect(receivedOf('10.05', { ...TERMS, decimals: 2 })).toBe('7.05');
});

test('the most is what is there, up to the limit', () => {
  expect(mostOf(TERMS)).toBe('500');
  expect(mostOf({ ...TERMS, available: '5000' })).toBe('1000');
});

test('what may leave today bounds USDT; of other coins only the server knows the worth', () => {
  const used = { ...TERMS, dayLeft: '120.5' };
  expect([mostOf(used), amountFault('120.5', used), amountFault('120.50000001', used)]).toEqual([
    '120.5',
    undefined,
    'overDay',
  ]);
  expect([mostOf({ ...used, code: 'BTC' }), amountFault('200', { ...used, code: 'BTC' })]).toEqual([
    '500',
    undefined,
  ]);
});

test.each([
  ['', 'missing'],
  ['  ', 'missing'],
  ['0xab cd', 'spaces'],
  [' 0xabcd ', undefined],
])('an address %j: %s', (address, fault) => expect(addressFault(address)).toBe(fault));
