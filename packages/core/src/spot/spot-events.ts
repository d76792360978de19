import type { Amount } from '@meridian/money/amount';
import type { OrderType, SelfTrade, TimeInForce } from './spot-commands.ts';
import type { Side } from '../catalog/side.ts';
import type { MarketId, OrderId, UserId } from '../ids.ts';

/**
 * An order was accepted. Trades of its arrival follow; then exactly one of `orderRested` and
 * `orderClosed`.
 */
export interface OrderPlaced {
  readonly type: 'orderPlaced';
  readonly order: OrderId;
  readonly user: UserId;
  readonly market: MarketId;
  readonly side: Side;
  readonly orderType: OrderType;
  /** 0 for a market order. */
  readonly priceTicks: number;
  readonly quantityLots: number;
  readonly timeInForce: TimeInForce;
  readonly postOnly: boolean;
  readonly selfTrade: SelfTrade;
  /** Absent where the user gave none. */
  readonly clientOrderId?: string;
}

/** The remainder of an order entered the book, behind all others of its price. */
export interface OrderRested {
  readonly type: 'orderRested';
  readonly order: OrderId;
  readonly user: UserId;
  readonly market: MarketId;
  readonly side: Side;
  readonly priceTicks: number;
  readonly remainingLots: number;
}

export interface Traded {
  readonly type: 'traded';
  /** From 1, over all markets. */
  readonly trade: number;
  readonly market: MarketId;
  readonly priceTicks: number;
  readonly quantityLots: number;
  /** In smallest quote units. */
  readonly notional: Amount;
  readonly takerSide: Side;
  readonly makerOrder: OrderId;
  readonly takerOrder: OrderId;
  readonly makerUser: UserId;
  readonly takerUser: UserId;
  /** Taken from each side's receipt: base from the buyer, quote from the seller. */
  readonly makerFee: Amount;
  readonly takerFee: Amount;
  /** The part of the taker's fee that the maker got, in the currency of that fee. 0 for none. */
  readonly makerRebate: Amount;
  /** Remaining lots of the maker's order. */
  readonly makerRemainingLots: number;
}

/** A resting order became smaller without a trade (self-trade prevention `decrement`). */
export interface OrderReduced {
  readonly type: 'orderReduced';
  readonly order: OrderId;
  readonly user: UserId;
  readonly market: MarketId;
  readonly side: Side;
  readonly priceTicks: number;
  readonly reducedLots: number;
  readonly remainingLots: number;
}

/**
 * Why an order ended. `filled`: nothing remained. `cancelled`: by its owner. The rest expired:
 * `ioc` remainder without a maker, `selfTrade`, `slippage` (cap of a market order), `band` (next
 * price outside the band; not since version 2 of the rules), `hold` (a market order had used its
 * budget), `decrement` (self-trade prevention used it up), `outOfBand` (a taker reached a resting
 * order outside the band). `operator`: an operator cancelled it. `debt`: its owner came into debt,
 * which its hold pays.
 */
export type CloseReason =
  | 'filled'
  | 'cancelled'
  | 'ioc'
  | 'selfTrade'
  | 'slippage'
  | 'band'
  | 'hold'
  | 'decrement'
  | 'outOfBand'
  | 'operator'
  | 'debt';

export interface OrderClosed {
  readonly type: 'orderClosed';
  readonly order: OrderId;
  readonly user: UserId;
  readonly market: MarketId;
  readonly side: Side;
  readonly priceTicks: number;
  readonly reason: CloseReason;
  /** Lots that were neither filled nor decremented. */
  readonly cancelledLots: number;
  /**
   * Whether it was in the book: then its level lost the remainder. The remainder is
   * `cancelledLots`, but for a maker that ends by `decrement`: the last lots that self-trade
   * prevention took have no `orderReduced` of their own.
   */
  readonly wasResting: boolean;
}

export type SpotEvent = OrderPlaced | OrderRested | Traded | OrderReduced | OrderClosed;
