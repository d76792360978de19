import { expect, test } from 'vitest';
import { leastInto, shownAmount, transferError, type TransferInputs } from './transfer-form.ts';

const USDT = {
  code: 'USDT',
  usdtPrice: '1',
  decimals: 8,
  wallets: {
    spot: { available: '250.5' },
    margin: { available: '0' },
    seconds: { available: '0' },
    p2p: { available: '0' },
  },
} as TransferInputs['currency'];
const BTC = {
  code: 'BTC',
  usdtPrice: '60000',
  decimals: 8,
  wallets: {
    spot: { available: '2' },
    margin: { available: '0' },
    seconds: { available: '0' },
    p2p: { available: '0' },
  },
} as TransferInputs['currency'];
const inputs: TransferInputs = { amount: '100', from: 'spot', to: 'p2p', currency: USDT };

test('a transfer of what is there, from the least on, can be sent', () => {
  expect(transferError(inputs)).toBeUndefined();
  expect(transferError({ ...inputs, amount: '250.5' })).toBeUndefined();
});

test('what is wrong is said, the first thing first', () => {
  expect(transferError({ ...inputs, to: 'spot', amount: '' })).toMatchObject({
    id: 'transfer.error.same',
    field: 'to',
  });
  for (const amount of ['', '0', '-1', '1e3', '1.123456789'])
    expect(transferError({ ...inputs, amount })?.id).toBe('transfer.error.amount');
  expect(transferError({ ...inputs, amount: '100000000' })?.id).toBe('transfer.error.most');
  expect(transferError({ ...inputs, amount: '250.50000001' })?.id).toBe('transfer.error.balance');
  expect(transferError({ ...inputs, amount: '99.99999999' })).toMatchObject({
    id: 'transfer.error.least',
    least: '100',
  });
  expect(transferError({ ...inputs, from: 'p2p', to: 'spot' })?.id).toBe('transfer.error.balance');
});

test('all that there is can be moved, and less than the least back to the spot wallet', () => {
  const left = {
    ...USDT!,
    wallets: { ...USDT!.wallets, margin: { available: '56.12345677', held: '0', isOffered: true } },
  };
  expect(
    transferError({ amount: '56.12345677', from: 'margin', to: 'seconds', currency: left }),
  ).toBeUndefined();
  expect(
    transferError({ amount: '56.12345676', from: 'margin', to: 'seconds', currency: left })?.id,
  ).toBe('transfer.error.least');
  expect(
    transferError({ amount: '0.00000001', from: 'margin', to: 'spot', currency: left }),
  ).toBeUndefined();
});

test('of other coins the least is what is worth as much, rounded up', () => {
  expect(leastInto('margin', BTC!)).toBe(166_667n);
  expect(transferError({ ...inputs, currency: BTC, amount: '0.00166666' })).toMatchObject({
    least: '0.00166667',
  });
  expect(transferError({ ...inputs, currency: BTC, amount: '0.00166667' })).toBeUndefined();
  expect(leastInto('margin', { code: 'NEW', usdtPrice: '0', decimals: 8 })).toBe(0n);
});

test('a coin of fewer decimals is moved in its own units', () => {
  const coin = { ...BTC!, decimals: 4 };
  expect(leastInto('margin', coin)).toBe(17n);
  expect(transferError({ ...inputs, currency: coin, amount: '0.00171' })?.id).toBe(
    'transfer.error.amount',
  );
  expect(transferError({ ...inputs, currency: coin, amount: '0.0017' })).toBeUndefined();
});

test('amounts have two decimals, and those that they have beyond', () => {
  expect(['5', '5.1', '5.123'].map(shownAmount)).toEqual(['5.00', '5.10', '5.123']);
});
