import { ordersEventName } from '@meridian/contract/spot/events';
import type { OrderId, UserId } from '@meridian/core/ids';
import type { CloseReason } from '@meridian/core/spot/spot-events';
import type { Audience, SocketFeed } from '../../gateway/sockets/frames.ts';
import { stampOf } from '../../gateway/sockets/stamp.ts';
import type { LiveOrder } from '../../live/live-orders.ts';
import type { LiveView } from '../live-view.ts';
import { pairOfMarket } from '../market/translate.ts';
import { orderRow, type OrderState } from './translate.ts';

/** Orders that changed, for their owners. */
export class SpotFeed implements SocketFeed {
  readonly #live: LiveView;
  readonly #audience: Audience;
  readonly #orders = new Map<UserId, Map<OrderId, OrderState>>();

  constructor(live: LiveView, audience: Audience) {
    this.#live = live;
    this.#audience = audience;
    live.onOrderChange((order, reason) => this.#noteOrder(order, reason));
  }

  flush(): void {
    for (const [user, states] of this.#orders) {
      const orders = [...states.values()].map((state) =>
        orderRow(state, pairOfMarket(this.#live, state.order.market)),
      );
      this.#audience.notify(user, ordersEventName(user), { orders, ...stampOf(this.#live) });
    }
    this.#orders.clear();
  }

  #noteOrder(order: LiveOrder, reason: CloseReason | undefined): void {
    if (!this.#audience.isWatched(order.user)) return;
    let states = this.#orders.get(order.user);
    if (states === undefined) {
      states = new Map();
      this.#orders.set(order.user, states);
    }
    states.set(order.id, { order: { ...order }, reason });
  }
}
