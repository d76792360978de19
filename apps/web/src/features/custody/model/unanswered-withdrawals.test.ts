import { expect, test } from 'vitest';
import { UnansweredWithdrawals } from './unanswered-withdrawals.ts';

const order = { currency: 3, network: 'erc20', address: '0x42', amount: '50' } as const;
const sent = { ...order, ticket: 'T', proof: '123456' };

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
    { amount: '51' },
    { address: '0x43' },
    { network: 'trc20' },
    { currency: 2 },
  ] as const)
    expect(unanswered.of({ ...order, ...other })).toBeUndefined();
});
