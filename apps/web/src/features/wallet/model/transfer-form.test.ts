import { expect, test } from 'vitest';
import { leastInto, shownAmount, transferError, type TransferInputs } from './transfer-form.ts';

const USDT = {
  currency_name: 'USDT',
  usdt_price: '1',
  decimals: 8,
  change_balance: '250.5',
  legal_balance: '0',
  lever_balance: '0',
  micro_balance: '0',
} as TransferInputs['currency'];
const BTC = {
  currency_name: 'BTC',
  usdt_price: '60000',
  decimals: 8,
  change_balance: '2',
  legal_balance: '0',
  lever_balance: '0',
  micro_balance: '0',
} as TransferInputs['currency'];
const inputs: TransferInputs = { number: '100', from: 'change', to: 'legal', currency: USDT };

test('a transfer of what is there, from the least on, can be sent', () => {
  expect(transferError(inputs)).toBeUndefined();
  expect(transferError({ ...inputs, number: '250.5' })).toBeUndefined();
});

test('what is wrong is said, the first thing first', () => {
  expect(transferError({ ...inputs, to: 'change', number: '' })).toMatchObject({
    id: 'transfer.error.same',
    field: 'to',
  });
  for (const number of ['', '0', '-1', '1e3', '1.123456789'])
    expect(transferError({ ...inputs, number })?.id).toBe('transfer.error.amount');
  expect(transferError({ ...inputs, number: '100000000' })?.id).toBe('transfer.error.most');
  expect(transferError({ ...inputs, number: '250.50000001' })?.id).toBe('transfer.error.balance');
  expect(transferError({ ...inputs, number: '99.99999999' })).toMatchObject({
    id: 'transfer.error.least',
    least: '100',
  });
  expect(transferError({ ...inputs, from: 'legal', to: 'change' })?.id).toBe(
    'transfer.error.balance',
  );
});

test('all that there is can be moved, and less than the least back to the spot wallet', () => {
  const left = { ...USDT!, lever_balance: '56.12345677' };
  expect(
    transferError({ number: '56.12345677', from: 'lever', to: 'micro', currency: left }),
  ).toBeUndefined();
  expect(
    transferError({ number: '56.12345676', from: 'lever', to: 'micro', currency: left })?.id,
  ).toBe('transfer.error.least');
  expect(
    transferError({ number: '0.00000001', from: 'lever', to: 'change', currency: left }),
  ).toBeUndefined();
});

test('of other coins the least is what is worth as much, rounded up', () => {
  expect(leastInto('lever', BTC!)).toBe(166_667n);
  expect(transferError({ ...inputs, currency: BTC, number: '0.00166666' })).toMatchObject({
    least: '0.00166667',
  });
  expect(transferError({ ...inputs, currency: BTC, number: '0.00166667' })).toBeUndefined();
  expect(leastInto('lever', { currency_name: 'NEW', usdt_price: '0', decimals: 8 })).toBe(0n);
});

test('a coin of fewer decimals is moved in its own units', () => {
  const coin = { ...BTC!, decimals: 4 };
  expect(leastInto('lever', coin)).toBe(17n);
  expect(transferError({ ...inputs, currency: coin, number: '0.00171' })?.id).toBe(
    'transfer.error.amount',
  );
  expect(transferError({ ...inputs, currency: coin, number: '0.0017' })).toBeUndefined();
});

test('amounts have two decimals, and those that they have beyond', () => {
  expect(['5', '5.1', '5.123'].map(shownAmount)).toEqual(['5.00', '5.10', '5.123']);
});
