import { expect, test } from 'vitest';
import { standingAt } from './ticket-standing.ts';

const ticket = {
  direction: 'up',
  openPrice: '60000.5',
  stake: '100',
  fee: '2.005',
  netProfit: '77.995',
} as const;

test('a ticket would win or lose by the side of its open price that the index is on', () => {
  const won = { result: 'won', net: '77.995' };
  const lost = { result: 'lost', net: '-102.005' };
  expect(standingAt(ticket, '60000.51')).toEqual(won);
  expect(standingAt(ticket, '9999.99')).toEqual(lost);
  expect(standingAt({ ...ticket, direction: 'down' }, '60000.51')).toEqual(lost);
  expect(standingAt({ ...ticket, direction: 'down' }, '9999.99')).toEqual(won);
});

test('at its open price it gets back what it holds', () => {
  expect(standingAt(ticket, '60000.50')).toEqual({ result: 'drawn', net: '0' });
});

test('without an open price or an index nobody can tell', () => {
  expect(standingAt({ ...ticket, openPrice: '' }, '60000.5')).toBeUndefined();
  expect(standingAt(ticket, undefined)).toBeUndefined();
});
