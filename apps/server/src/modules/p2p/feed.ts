import { IS_SURE } from '@meridian/contract/p2p/calls';
import type { P2pDealEvent } from '@meridian/contract/p2p/events';
import type { DealId } from '@meridian/core/p2p/p2p-commands';
import type { Deal } from '@meridian/core/p2p/p2p-events';
import type { Audience, OpenFeed } from '../../gateway/sockets/frames.ts';
import { stampOf } from '../../gateway/sockets/stamp.ts';
import type { LiveView } from '../live-view.ts';

/** Deals that changed, for their two sides. */
export const openP2pFeed: OpenFeed = (live: LiveView, audience: Audience) => {
  const changed = new Map<DealId, Deal>();
  return {
    notes: { dealChanged: ({ deal }) => changed.set(deal.id, deal) },
    flush() {
      for (const { id, state, version, appeal, buyer, seller } of changed.values()) {
        const event: P2pDealEvent = {
          id,
          is_sure: IS_SURE[state],
          version,
          appeal_id: appeal,
          ...stampOf(live),
        };
        for (const user of [buyer, seller])
          if (audience.isWatched(user)) audience.notify(user, 'p2p_deal', event);
      }
      changed.clear();
    },
  };
};
