import type { EarnLockEvent } from '@meridian/contract/earn/events';
import type { UserId } from '@meridian/core/ids';
import type { Audience, OpenFeed } from '../../gateway/sockets/frames.ts';
import { rooms } from '../../gateway/sockets/rooms.ts';
import { stampOf } from '../../gateway/sockets/stamp.ts';
import type { LiveView } from '../live-view.ts';

interface ChangedLock {
  readonly user: UserId;
  readonly product: number;
  readonly what: EarnLockEvent['what'];
}

/** Locks and savings that changed, for their owners, and terms and days of savings, for all. */
export const openEarnFeed: OpenFeed = (live: LiveView, audience: Audience) => {
  const locks = new Map<number, ChangedLock>();
  const savings = new Map<string, { readonly user: UserId; readonly product: number }>();
  const terms = { quick: new Set<number>(), slow: new Set<number>() };
  const noteSaving = (user: UserId, product: number): void => {
    savings.set(`${product} ${user}`, { user, product });
  };
  const noteTerms = (product: number): void => {
    terms.quick.add(product);
    terms.slow.add(product);
  };
  const publish = (room: string, products: Set<number>): void => {
    if (products.size > 0 && audience.has(room))
      audience.publish(room, 'earn_terms', { ids: [...products], ...stampOf(live) });
    products.clear();
  };
  return {
    notes: {
      lockOpened: ({ lock: { id, user, product } }) =>
        locks.set(id, { user, product, what: 'opened' }),
      interestAccrued: ({ lock, user, product }) =>
        locks.set(lock, { user, product, what: 'paid' }),
      lockRenewalSet: ({ lock, user }) => {
        const product = live.earn.lock(lock)?.product;
        if (product !== undefined) locks.set(lock, { user, product, what: 'changed' });
      },
      lockEnded: ({ lock, user, product }) => locks.set(lock, { user, product, what: 'ended' }),
      savingChanged: ({ saving: { user, product } }) => noteSaving(user, product),
      autoSaveSet: ({ user, product }) => noteSaving(user, product),
      earnProductListed: ({ product }) => noteTerms(product.id),
      savingsDayEnded: ({ product }) => noteTerms(product),
    },
    flush() {
      for (const [id, { user, product, what }] of locks)
        if (audience.isWatched(user))
          audience.notify(user, 'earn_lock', { id, product_id: product, what, ...stampOf(live) });
      locks.clear();
      for (const { user, product } of savings.values())
        if (audience.isWatched(user))
          audience.notify(user, 'earn_saving', { id: product, ...stampOf(live) });
      savings.clear();
      publish(rooms.daymarket, terms.quick);
    },
    flushSlow() {
      publish(rooms.everything, terms.slow);
    },
  };
};
