import { balanceEventName } from '@meridian/contract/wallet/events';
import type { CurrencyId, UserId } from '@meridian/core/ids';
import type { Audience, Notes, SocketFeed } from '../../gateway/sockets/frames.ts';
import type { LiveView } from '../live-view.ts';
import { isPlay } from '../market/play-money.ts';
import { updateBalanceEvent } from './translate.ts';

/** Balances that changed, for their owners. */
export class WalletFeed implements SocketFeed {
  readonly #live: LiveView;
  readonly #audience: Audience;
  readonly #balances = new Map<UserId, Set<CurrencyId>>();
  readonly notes: Notes = {
    posted: ({ user, currency }) => this.#noteBalance(user, currency),
  };

  constructor(live: LiveView, audience: Audience) {
    this.#live = live;
    this.#audience = audience;
  }

  flush(): void {
    for (const [user, currencies] of this.#balances) {
      this.#audience.notify(
        user,
        balanceEventName(user),
        updateBalanceEvent(this.#live, user, currencies),
      );
    }
    this.#balances.clear();
  }

  #noteBalance(user: UserId, currency: CurrencyId): void {
    if (isPlay(currency) || !this.#audience.isWatched(user)) return;
    let currencies = this.#balances.get(user);
    if (currencies === undefined) {
      currencies = new Set();
      this.#balances.set(user, currencies);
    }
    currencies.add(currency);
  }
}
