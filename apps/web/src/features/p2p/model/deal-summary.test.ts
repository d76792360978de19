import { expect, test } from 'vitest';
import type { Deal } from './deal.ts';
import { isDivided, shownStageOf, summaryOf } from './deal-summary.ts';

const OPEN = {
  side: 'buy',
  state: 'paid',
  money: '14100.00',
  quantity: '2000',
  endedMs: 0,
  endedBy: '',
} as Deal;
const COMPLETED: Deal = { ...OPEN, state: 'completed', endedMs: 1, endedBy: 'seller' };
const RULED: Deal = { ...COMPLETED, endedBy: 'ruling' };
const EXPIRED: Deal = { ...OPEN, state: 'cancelled', endedMs: 1, endedBy: 'timer' };
const shown = (deal: Deal, toBuyer?: string): readonly string[] =>
  summaryOf(deal, toBuyer).map(({ name, amount }) => `${name} ${amount}`);
const sold = (deal: Deal): Deal => ({ ...deal, side: 'sell' });

test('a ruling that divides the coins says who received how many', () => {
  expect(shown(RULED, '1400')).toEqual(['gotCoins 1400', 'sellerBack 600', 'orderMoney 14100.00']);
  expect(shown(sold(RULED), '1400.5')).toEqual([
    'buyerGot 1400.5',
    'ownBack 599.5',
    'orderMoney 14100.00',
  ]);
  expect(shown(RULED)).toEqual(['orderMoney 14100.00', 'orderCoins 2000']);
});

test('a ruling after the end is one too, though the deal stays as it ended', () => {
  expect(shown(EXPIRED, '500')[0]).toBe('gotCoins 500');
  expect(shown(sold(COMPLETED), '0').slice(0, 2)).toEqual(['buyerGot 0', 'ownBack 2000']);
  expect([isDivided(EXPIRED, '0.00'), isDivided(COMPLETED, '2000.0')]).toEqual([false, false]);
  expect(isDivided(OPEN, '0')).toBe(false);
});

test('coins that were divided after the end are told as decided', () => {
  const stage = (deal: Deal, toBuyer?: string) => shownStageOf(deal, { nowMs: 9, toBuyer });
  const refunded: Deal = { ...EXPIRED, endedBy: 'ruling' };
  const deals = [EXPIRED, COMPLETED, refunded].map((deal) => ({ ...deal, appealId: 0 }));
  expect(deals.map((deal) => stage(deal, '500'))).toEqual(['ruled', 'ruled', 'ruled']);
  expect(deals.map((deal) => stage(deal))).toEqual(['expired', 'completed', 'refunded']);
  expect(stage({ ...refunded, appealId: 0 }, '0')).toBe('refunded');
  expect(stage({ ...COMPLETED, appealId: 7 }, '500')).toBe('appeal');
});

test('a deal that came to nothing does not say that anything is paid or received', () => {
  expect(shown(EXPIRED, '0')).toEqual(['wouldPay 14100.00', 'wouldGetCoins 2000']);
  expect(shown(sold(EXPIRED))).toEqual(['wouldGetMoney 14100.00', 'wouldGive 2000']);
  expect(shown({ ...OPEN, state: 'unpaid' })).toEqual(['pay 14100.00', 'getCoins 2000']);
  expect(shown(OPEN)).toEqual(['paid 14100.00', 'getCoins 2000']);
  expect(shown(sold(OPEN))).toEqual(['getMoney 14100.00', 'give 2000']);
  expect(shown(sold(COMPLETED), '2000')).toEqual(['gotMoney 14100.00', 'gave 2000']);
});
