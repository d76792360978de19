import type { ConvertEvent } from '@meridian/contract/convert/events';
import type { CurrencyId, UserId } from '@meridian/core/ids';
import type { Audience, OpenFeed } from '../../gateway/sockets/frames.ts';
import { rooms } from '../../gateway/sockets/rooms.ts';
import { stampOf } from '../../gateway/sockets/stamp.ts';
import type { LiveView } from '../live-view.ts';

type Own = Pick<ConvertEvent, 'what' | 'id' | 'skipped'> & { readonly user: UserId };

/** Events of conversions, for their owners; changed terms, for everybody. */
export const openConvertFeed: OpenFeed = (live: LiveView, audience: Audience) => {
  let own: Own[] = [];
  const changed = new Set<CurrencyId>();
  const tell = (told: Own): void => {
    if (audience.isWatched(told.user)) own.push(told);
  };
  return {
    notes: {
      quoteEnded: ({ cause, quote: { user, id } }) => {
        if (cause === 'accepted') tell({ user, what: 'accepted', id, skipped: '' });
      },
      dustSwept: ({ user }) => tell({ user, what: 'swept', id: 0, skipped: '' }),
      planRan: ({ plan: { user, id }, skipped }) =>
        tell({ user, what: skipped === null ? 'ran' : 'skipped', id, skipped: skipped ?? '' }),
      convertTermsListed: ({ terms: { currency } }) => void changed.add(currency),
    },
    flush() {
      for (const { user, ...told } of own)
        audience.notify(user, 'convert', { ...told, ...stampOf(live) } satisfies ConvertEvent);
      own = [];
      if (changed.size === 0) return;
      const payload = { currency_ids: [...changed].sort((a, b) => a - b), ...stampOf(live) };
      changed.clear();
      for (const room of [rooms.everything, rooms.daymarket])
        if (audience.has(room)) audience.publish(room, 'convert_terms', payload);
    },
  };
};
