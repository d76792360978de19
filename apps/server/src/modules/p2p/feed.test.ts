import type { Deal } from '@meridian/core/p2p/p2p-events';
import type { Amount } from '@meridian/money/amount';
import { expect, it } from 'vitest';
import type { LiveView } from '../live-view.ts';
import { openP2pFeed } from './feed.ts';

const [BUYER, SELLER, STRANGER] = [1, 2, 3];
const DEAL: Deal = {
  id: 7,
  ad: 1,
  buyer: BUYER,
  seller: SELLER,
  taker: 'buyer',
  currency: 3,
  quantity: 1n as Amount,
  priceTicks: 1,
  fiat: 1n as Amount,
  method: { id: 1, way: 'bank' },
  state: 'unpaid',
  version: 1,
  openedMs: 1,
  payDueMs: 2,
  paidMs: 0,
  releaseDueMs: 0,
  endedMs: 0,
  isCancelAsked: false,
  appeal: 0,
  toBuyer: 0n as Amount,
};

it('tells the two sides of a deal, if they are there, how it stands now, and nobody else', () => {
  const told: unknown[] = [];
  const here = new Set([BUYER, STRANGER]);
  const feed = openP2pFeed({ seq: 5, timeMs: 9 } as LiveView, {
    has: () => true,
    isWatched: (user) => here.has(user),
    watched: () => here,
    publish: () => expect.unreachable('a deal is not public'),
    notify: (user, event, payload) => told.push([user, event, payload]),
  });
  const change = (deal: Partial<Deal>): void =>
    feed.notes?.dealChanged?.({ type: 'dealChanged', cause: 'paid', deal: { ...DEAL, ...deal } });
  change({});
  change({ state: 'paid', version: 2 });
  feed.flush();
  const paid = { id: 7, is_sure: 3, version: 2, appeal_id: 0, seq: 5, ts: 9 };
  expect(told).toEqual([[BUYER, 'p2p_deal', paid]]);
  here.add(SELLER);
  change({ state: 'paid', version: 3, appeal: 4 });
  feed.flush();
  feed.flush();
  const appealed = { ...paid, version: 3, appeal_id: 4 };
  expect(told.slice(1)).toEqual([
    [BUYER, 'p2p_deal', appealed],
    [SELLER, 'p2p_deal', appealed],
  ]);
});
