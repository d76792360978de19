import { WALLET_FIELDS, type BalanceRow } from '@meridian/contract/wallet/calls';
import { describe, expect, test } from 'vitest';
import { ownCurrency, WIRE_WALLETS } from '../../../realtime/wallet-translate.ts';
import type { OwnCurrency } from '../../../shared/wallets.ts';
import {
  holdingOf,
  holdingsOf,
  holdingsOfAll,
  inCny,
  inCoinCny,
  partsOf,
  productsWorth,
  sortedHoldings,
  withoutSmall,
  worthOf,
  type Holding,
} from './wallets.ts';

const row = (currency: number, code: string, fields: Partial<BalanceRow>): OwnCurrency =>
  ownCurrency({
    currency,
    currency_name: code,
    currency_type: code.toLowerCase(),
    decimals: 8,
    is_match: 1,
    is_legal: 0,
    is_lever: 0,
    is_micro: 0,
    legal_balance: '0',
    lock_legal_balance: '0',
    change_balance: '0',
    lock_change_balance: '0',
    micro_balance: '0',
    lock_micro_balance: '0',
    lever_balance: '0',
    lock_lever_balance: '0',
    lever_profits: '0',
    savings_balance: '0',
    loan_debt: '0',
    usdt_price: '1',
    logo: '',
    ...fields,
  });
const BTC = row(1, 'BTC', {
  change_balance: '0.5',
  lock_change_balance: '0.25',
  usdt_price: '66000.12345678',
});
const USDT = row(3, 'USDT', {
  is_legal: 1,
  is_lever: 1,
  change_balance: '0.99',
  lever_balance: '100',
  lock_lever_balance: '0.00000001',
});
const NEW = row(99, 'NEW', { change_balance: '5', usdt_price: '0', legal_balance: '1' });
const ROWS = [BTC, USDT, NEW];
const codes = (holdings: readonly Holding[]) => holdings.map(({ code }) => code);

test('there is a page for each wallet of the contract', () =>
  expect(Object.values(WIRE_WALLETS)).toEqual(WALLET_FIELDS));

describe('a wallet', () => {
  test('has the currencies that it is for, and those that are in it', () => {
    expect(codes(holdingsOf(ROWS, 'spot'))).toEqual(['BTC', 'USDT', 'NEW']);
    expect(codes(holdingsOf(ROWS, 'margin'))).toEqual(['USDT']);
    expect(codes(holdingsOf(ROWS, 'p2p'))).toEqual(['USDT', 'NEW']);
    expect(codes(holdingsOf(ROWS, 'seconds'))).toEqual([]);
  });

  test('is worth what is available and what is held, rounded down', () => {
    expect(holdingOf(ROWS, 'spot', 1)).toMatchObject({
      available: '0.5',
      held: '0.25',
      worth: '49500.09259258',
    });
    expect(holdingOf(ROWS, 'margin', 3)?.worth).toBe('100.00000001');
    expect(holdingOf(ROWS, 'spot', 7)).toBeUndefined();
  });

  test('says nothing of the worth of what no market prices', () => {
    expect(holdingOf(ROWS, 'spot', 99)?.worth).toBeUndefined();
    expect(holdingOf(ROWS, 'seconds', 99)?.worth).toBe('0');
    expect(worthOf(holdingsOf(ROWS, 'spot'))).toBe('49501.08259258');
  });
});

describe('open positions', () => {
  const open = (lever_profits: string) => [
    row(3, 'USDT', {
      is_lever: 1,
      change_balance: '50',
      lever_balance: '90.48',
      lock_lever_balance: '100',
      lever_profits,
    }),
  ];
  test('count in the contract wallet and in the total, and nowhere else', () => {
    expect(holdingOf(open('-48.1'), 'margin', 3)).toMatchObject({
      available: '90.48',
      held: '100',
      profits: '-48.1',
      worth: '142.38',
    });
    expect(worthOf(holdingsOf(open('127.68'), 'margin'))).toBe('318.16');
    expect(worthOf(holdingsOfAll(open('-48.1')))).toBe('192.38');
    expect(holdingOf(open('-48.1'), 'spot', 3)).toMatchObject({ profits: '0', worth: '50' });
    expect([partsOf(holdingsOfAll(open('-48.1'))), partsOf(holdingsOfAll(open('0')))]).toEqual([
      ['profits'],
      [],
    ]);
  });
  test('never make the wallet worth less than nothing', () => {
    expect(holdingOf(open('-500'), 'margin', 3)).toMatchObject({ profits: '-500', worth: '0' });
    expect(worthOf(holdingsOfAll(open('-500')))).toBe('50');
  });
});

test('savings and debts count in the total, and in no wallet', () => {
  const rows = [row(3, 'USDT', { change_balance: '50', savings_balance: '7.5', loan_debt: '20' })];
  expect(holdingOf(rows, 'spot', 3)).toMatchObject({ worth: '50', savings: '0', debt: '0' });
  expect(holdingsOfAll(rows)).toMatchObject([{ worth: '37.5', savings: '7.5', debt: '20' }]);
  expect(partsOf(holdingsOfAll(rows))).toEqual(['savings', 'debt']);
  expect([productsWorth(rows, 'savings'), productsWorth(rows, 'debt')]).toEqual(['7.5', '-20']);
});

test('all wallets together', () =>
  expect(holdingsOfAll(ROWS).find(({ code }) => code === 'USDT')).toMatchObject({
    available: '100.99',
    held: '0.00000001',
    worth: '100.99000001',
  }));

test('small ones are those below one USDT; what has no price is not small where there is some', () => {
  expect(codes(withoutSmall(holdingsOf(ROWS, 'spot')))).toEqual(['BTC', 'NEW']);
  expect(codes(withoutSmall(holdingsOf(ROWS, 'p2p')))).toEqual(['NEW']);
});

test('CNY needs both figures', () => {
  expect([inCny('10.5', '7.2'), inCny(undefined, '7.2'), inCny('10.5', undefined)]).toEqual([
    '75.6',
    undefined,
    undefined,
  ]);
});

test('a coin in CNY counts what is held too, and says nothing without a price', () => {
  const holding = { decimals: 2, available: '1.5', held: '0.5' };
  expect([
    inCoinCny(holding, '10.25'),
    inCoinCny(holding, '0'),
    inCoinCny(holding, undefined),
    inCoinCny({ decimals: 2, available: '0', held: '0' }, '0'),
  ]).toEqual(['20.5', undefined, undefined, '0']);
});

describe('sorting', () => {
  const holdings = holdingsOf(ROWS, 'spot');
  test.each<[Parameters<typeof sortedHoldings>[1], string[]]>([
    [undefined, ['BTC', 'USDT', 'NEW']],
    [{ name: 'coin', isDescending: false }, ['BTC', 'NEW', 'USDT']],
    [{ name: 'available', isDescending: true }, ['NEW', 'USDT', 'BTC']],
    [{ name: 'held', isDescending: true }, ['BTC', 'USDT', 'NEW']],
    [{ name: 'worth', isDescending: true }, ['BTC', 'USDT', 'NEW']],
    [{ name: 'worth', isDescending: false }, ['USDT', 'BTC', 'NEW']],
  ])('by %j', (sort, expected) => expect(codes(sortedHoldings(holdings, sort))).toEqual(expected));
});
