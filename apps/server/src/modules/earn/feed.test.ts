import type { Amount } from '@meridian/money/amount';
import { expect, it } from 'vitest';
import type { LiveView } from '../live-view.ts';
import { openEarnFeed } from './feed.ts';

const [OWNER, STRANGER] = [1, 2];
const ACCRUED = {
  type: 'interestAccrued',
  lock: 7,
  user: OWNER,
  product: 3,
  currency: 3,
  day: 20_000,
  paidDays: 1,
  amount: 1n as Amount,
  paid: 1n as Amount,
} as const;
const ENDED_DAY = {
  type: 'savingsDayEnded',
  product: 6,
  currency: 3,
  day: 20_000,
  ratePpb: 1,
  earned: 0n as Amount,
  paid: 0n as Amount,
  index: 1n,
  nextRatePpb: 1,
  nextEarning: 0n as Amount,
} as const;

function open(isListened: boolean) {
  const told: unknown[] = [];
  const audience = { isListened };
  const here = new Set([OWNER, STRANGER]);
  const feed = openEarnFeed({ seq: 5, timeMs: 9 } as LiveView, {
    has: () => audience.isListened,
    isWatched: (user) => here.has(user),
    watched: () => here,
    publish: (room, event, payload) => told.push([room, event, payload]),
    notify: (user, event, payload) => told.push([user, event, payload]),
  });
  return { feed, told, here, audience };
}

it('tells the owner of a lock, if they are there, the last of a frame, and nobody else', () => {
  const { feed, told, here } = open(true);
  feed.notes?.interestAccrued?.(ACCRUED);
  feed.notes?.lockEnded?.({
    type: 'lockEnded',
    lock: 7,
    user: OWNER,
    product: 3,
    kind: 'wealth',
    currency: 3,
    cause: 'matured',
    principal: 1n as Amount,
    interest: 1n as Amount,
    forfeited: 0n as Amount,
    renewedBy: 0,
  });
  feed.flush();
  feed.flush();
  const ended = { id: 7, product_id: 3, what: 'ended', seq: 5, ts: 9 };
  expect(told).toEqual([[OWNER, 'earn_lock', ended]]);
  here.delete(OWNER);
  feed.notes?.interestAccrued?.(ACCRUED);
  feed.notes?.autoSaveSet?.({
    type: 'autoSaveSet',
    user: OWNER,
    product: 6,
    isOn: true,
    keep: 0n as Amount,
  });
  feed.flush();
  expect(told).toHaveLength(1);
});

it('tells everybody who listens that a day of savings has begun, once in each pace', () => {
  const { feed, told } = open(true);
  feed.notes?.savingsDayEnded?.(ENDED_DAY);
  feed.notes?.savingsDayEnded?.(ENDED_DAY);
  feed.flush();
  feed.flushSlow?.();
  feed.flush();
  feed.flushSlow?.();
  const event = { ids: [6], seq: 5, ts: 9 };
  expect(told).toEqual([
    ['daymarket', 'earn_terms', event],
    ['everything', 'earn_terms', event],
  ]);
});

it('keeps nothing for a room without listeners', () => {
  const { feed, told, audience } = open(false);
  feed.notes?.savingsDayEnded?.(ENDED_DAY);
  feed.flush();
  feed.flushSlow?.();
  audience.isListened = true;
  feed.flush();
  feed.flushSlow?.();
  expect(told).toEqual([]);
});
