import type { UserId } from '@meridian/core/ids';
import type { Audience, Notes, SocketFeed } from '../../gateway/sockets/frames.ts';
import type { LiveView } from '../live-view.ts';
import { isPlayMarket } from '../market/play-money.ts';
import { accountEvents } from './translate.ts';

/** Margin accounts that look different now, for their owners. */
export class MarginFeed implements SocketFeed {
  readonly #live: LiveView;
  readonly #audience: Audience;
  readonly #margins = new Set<UserId>();
  #hasIndexMoved = false;
  readonly notes: Notes = {
    posted: ({ user, wallet }) => {
      if (wallet === 'margin' && this.#live.margin.has(user)) this.#noteMargin(user);
    },
    indexPriceSet: ({ market }) => {
      if (!isPlayMarket(market)) this.#hasIndexMoved = true;
    },
  };

  constructor(live: LiveView, audience: Audience) {
    this.#live = live;
    this.#audience = audience;
    live.margin.onChange((user) => this.#noteMargin(user));
  }

  /** Each index price changes the worth of open positions. */
  flush(): void {
    if (this.#hasIndexMoved) {
      for (const user of this.#audience.watched())
        if (this.#live.margin.has(user)) this.#margins.add(user);
    }
    this.#hasIndexMoved = false;
    for (const user of this.#margins) {
      for (const event of accountEvents(this.#live, user))
        this.#audience.notify(user, 'lever_trade', event);
    }
    this.#margins.clear();
  }

  #noteMargin(user: UserId): void {
    if (this.#audience.isWatched(user)) this.#margins.add(user);
  }
}
