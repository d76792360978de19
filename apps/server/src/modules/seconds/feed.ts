import type { TicketClosed } from '@meridian/core/seconds/seconds-events';
import type { Audience, SocketFeed } from '../../gateway/sockets/frames.ts';
import { stampOf } from '../../gateway/sockets/stamp.ts';
import type { LiveView } from '../live-view.ts';
import type { LiveTicket } from './live.ts';
import { endedOrder } from './translate.ts';

/** Tickets that ended, for their owners. */
export class SecondsFeed implements SocketFeed {
  readonly #live: LiveView;
  readonly #audience: Audience;
  #closed: { readonly ticket: LiveTicket; readonly closed: TicketClosed }[] = [];

  constructor(live: LiveView, audience: Audience) {
    this.#live = live;
    this.#audience = audience;
    live.seconds.onClosed((ticket, closed) => {
      if (audience.isWatched(ticket.user)) this.#closed.push({ ticket, closed });
    });
  }

  flush(): void {
    for (const { ticket, closed } of this.#closed) {
      this.#audience.notify(ticket.user, 'closed_microorder', {
        ...endedOrder(this.#live, ticket, closed),
        ...stampOf(this.#live),
      });
    }
    this.#closed = [];
  }
}
