import { expect, test } from 'vitest';
import { UnansweredWithdrawals } from './unanswered-withdrawals.ts';

const order = { currency: 3, type: 'erc20', address: '0x42', number: '50' } as const;
const sent = { ...order, ticket: 'T', value: '123456' };

test('what was sent is asked after with the proof of the first time, until it is answered', () => {
  const unanswered = new UnansweredWithdrawals();
  expect(unanswered.of(order)).toBeUndefined();
  unanswered.keep(sent);
  expect(unanswered.of({ ...order })).toBe(sent);
  unanswered.forget(order);
  expect(unanswered.of(order)).toBeUndefined();
});

test('another amount, address, network or coin is another withdrawal', () => {
  const unanswered = new UnansweredWithdrawals();
  unanswered.keep(sent);
  for (const other of [
    { number: '51' },
    { address: '0x43' },
    { type: 'trc20' },
    { currency: 2 },
  ] as const)
    expect(unanswered.of({ ...order, ...other })).toBeUndefined();
});
