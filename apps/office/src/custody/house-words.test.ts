import { describe, expect, test } from 'vitest';
import { currenciesOf, fundsOf, placesOf, type Account } from './house-words.ts';

const account = (more: Partial<Account>): Account => ({
  owner: 'house',
  wallet: 'spot',
  currency: 3,
  currency_name: 'USDT',
  available: '7',
  is_movable: true,
  ...more,
});
const ACCOUNTS = [
  account({}),
  account({ wallet: 'margin', available: '9.5' }),
  account({ currency: 1, currency_name: 'BTC' }),
  account({ wallet: 'margin', currency: 1000, currency_name: 'PLAY', is_movable: false }),
  account({ owner: 'fees', currency: 2, currency_name: 'ETH', is_movable: false }),
];

describe('the accounts of the house', () => {
  test('give the currencies that can be moved, each once: no play money, nothing that is only collected', () => {
    expect(currenciesOf(ACCOUNTS)).toEqual([
      { id: 3, name: 'USDT' },
      { id: 1, name: 'BTC' },
    ]);
  });

  test('say what a wallet has', () => {
    expect([
      fundsOf(ACCOUNTS, 'margin', 3),
      fundsOf(ACCOUNTS, 'seconds', 3),
      fundsOf(ACCOUNTS, 'spot', 2),
    ]).toEqual(['9.5', '0', '0']);
  });

  test('stand by place: what pays is there when it is empty, what only collects is not', () => {
    expect(placesOf(ACCOUNTS).map(({ place, accounts }) => [place.name, accounts.length])).toEqual([
      ['House, spot', 2],
      ['House, contracts', 2],
      ['House, seconds', 0],
      ['Insurance', 0],
      ['Claim reserve', 0],
      ['Fees', 1],
    ]);
  });
});
