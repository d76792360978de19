import type { Event } from '@meridian/core/events';
import type { Appeal, Deal, DealCause } from '@meridian/core/p2p/p2p-events';
import type { Amount } from '@meridian/money/amount';
import { expect, test } from 'vitest';
import { toldOfP2pDeal } from './told-of-p2p.ts';

const [BUYER, SELLER] = [100_001, 100_002];
const DEAL = {
  id: 7,
  buyer: BUYER,
  seller: SELLER,
  taker: 'buyer',
  currency: 3,
  quantity: 500n as Amount,
  toBuyer: 200n as Amount,
} as Deal;

const told = (cause: DealCause, deal: Partial<Deal> = {}, beside: readonly Event[] = []) =>
  toldOfP2pDeal({ type: 'dealChanged', cause, deal: { ...DEAL, ...deal } }, beside);

test.each<[DealCause, readonly number[]]>([
  ['opened', [SELLER]],
  ['paid', [SELLER]],
  ['extended', [BUYER]],
  ['cancelAsked', [BUYER]],
  ['cancelRefused', [SELLER]],
  ['cancelled', [SELLER]],
  ['expired', [BUYER, SELLER]],
  ['released', [BUYER, SELLER]],
  ['ruled', [BUYER, SELLER]],
])('%s is told to who did not cause it', (cause, users) => {
  expect(told(cause).map(({ user }) => user)).toEqual(users);
});

test('who gives coins away is told too, in words of their own', () => {
  expect(told('released').map(({ kind }) => kind)).toEqual(['p2p_released', 'p2p_release_made']);
  expect(told('cancelled', { endedBy: 'both' }).map(({ user }) => user)).toEqual([BUYER, SELLER]);
});

test('the owner of the ad is told that it was taken, whichever side that is', () => {
  expect(told('opened', { taker: 'seller' }).map(({ user }) => user)).toEqual([BUYER]);
});

test('an appeal is told to the other side', () => {
  const beside = (by: Appeal['by']): readonly Event[] => [
    { type: 'appealChanged', appeal: { id: 1, deal: 7, by } as Appeal },
  ];
  expect(told('appealed', {}, beside('buyer')).map(({ user }) => user)).toEqual([SELLER]);
  expect(told('appealWithdrawn', {}, beside('seller')).map(({ user }) => user)).toEqual([BUYER]);
});

test('a ruling names the coins that the buyer receives, all else those of the order', () => {
  expect(told('ruled')[0]?.facts).toEqual({ subject: 7, currency: 3, amount: '200' });
  expect(told('paid')[0]?.facts).toEqual({ subject: 7, currency: 3, amount: '500' });
});
