import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { Hold } from './model/withdrawal.ts';
import { confirmationQuery, lastHold } from './withdrawals-api.ts';

const ORDER = { currency: 3, network: 'erc20', address: '0x42', amount: '60' } as const;
const ADDRESS = { reason: 'new_address', text: 'The address is new', until: '' } as const;
const AMOUNT = { reason: 'amount', text: 'The amount is large', until: '' } as const;

function told(client: QueryClient, order: Parameters<typeof confirmationQuery>[0], hold: Hold) {
  client.setQueryData(confirmationQuery(order).queryKey, {
    ticket: 't',
    methods: ['email'],
    options: '',
    sentTo: '',
    resendSeconds: 60,
    fee: '3',
    hold,
  });
}

test('the last forecast counts for another amount to the same address, and for no other address', () => {
  const client = new QueryClient();
  const hold = { text: 'Our staff look at it', reasons: [ADDRESS, AMOUNT], waitsUntil: '' };
  expect(lastHold(client, ORDER)).toBeUndefined();
  told(client, ORDER, hold);
  expect(lastHold(client, { ...ORDER, amount: '42' } as never)).toEqual({
    ...hold,
    reasons: [ADDRESS],
  });
  expect(lastHold(client, { ...ORDER, address: '0x57' })).toBeUndefined();
});

test('a forecast of the amount alone says nothing of another amount', () => {
  const client = new QueryClient();
  told(client, ORDER, { text: 'Our staff look at it', reasons: [AMOUNT], waitsUntil: '' });
  expect(lastHold(client, ORDER)).toBeUndefined();
});
