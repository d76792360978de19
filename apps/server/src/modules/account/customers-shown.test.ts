import { expect, test } from 'vitest';
import { listShown } from './customers-shown.ts';

test('a page under a filter is one entry, whomever it shows when it is refreshed', () => {
  const first = listShown('orders.list', { page: 2, symbol: 'BTC', owner: undefined }, [7, 5, 7]);
  expect(first).toEqual({
    action: 'orders.list',
    subject: 'page 2, symbol BTC',
    after: { users: [5, 7] },
    isHourly: true,
  });
  expect(listShown('orders.list', { page: 2, symbol: 'BTC' }, [9]).subject).toBe(first.subject);
  expect(listShown('orders.list', {}, []).subject).toBe('page 1');
});

test('a search is an entry for the customers found, without what was searched for', () => {
  const entry = listShown('withdrawals.list', { q: 'ann@example.com', status: 'applying' }, [
    100_007n,
  ]);
  expect(entry).toEqual({
    action: 'withdrawals.list',
    subject: 'user 100007',
    after: { users: [100_007] },
    isHourly: true,
  });
});
