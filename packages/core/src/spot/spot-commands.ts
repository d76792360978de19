import type { PriceTicks, QuantityLots } from '@meridian/money/amount';
import type { MarketId, OrderId, UserId } from '../ids.ts';
import type { Side } from '../catalog/side.ts';

export type OrderType = 'limit' | 'market';
export type TimeInForce = 'gtc' | 'ioc' | 'fok';
/** The rule for an order that would trade with an order of the same user. */
export type SelfTrade = 'expireTaker' | 'expireMaker' | 'expireBoth' | 'decrement';

export interface PlaceOrder {
  readonly kind: 'spot.place';
  readonly user: UserId;
  readonly market: MarketId;
  readonly side: Side;
  readonly type: OrderType;
  /** 0 for a market order. */
  readonly priceTicks: PriceTicks;
  readonly quantityLots: QuantityLots;
  /** A market order is always `ioc` or `fok`. */
  readonly timeInForce: TimeInForce;
  readonly postOnly: boolean;
  readonly selfTrade: SelfTrade;
  /**
   * The user's own name of the order: 1 to 36 letters, digits and `. _ : / -`. Unique among the
   * user's open orders and those that ended within 24 hours; a placement with the same id and
   * content gets the answer of the first one.
   */
  readonly clientOrderId?: string;
  /** Idempotency key of the user, 1 to 64 printable ASCII characters. */
  readonly key?: string;
}

export interface CancelOrder {
  readonly kind: 'spot.cancel';
  readonly user: UserId;
  readonly order: OrderId;
  readonly key?: string;
}

/** The orders that an operator cancels: one order, all of a user, all of a market. */
export type CancelScope = 'order' | 'user' | 'market';

/**
 * An operator cancels open orders, in any state of their market. One command cancels at most
 * `MOST_CANCELLED` (spot/operator-cancel.ts) and answers how many; it is sent again while there are
 * more.
 */
export interface CancelByOperator {
  readonly kind: 'spot.cancelByOperator';
  /** The operator's number in the back office. */
  readonly operator: number;
  /** Why, for the record: 1 to 300 characters. */
  readonly reason: string;
  readonly scope: CancelScope;
  /** Number of the order, user or market. */
  readonly id: number;
}

export type SpotCommand = PlaceOrder | CancelOrder | CancelByOperator;
