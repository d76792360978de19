import type { Amount } from '@meridian/money/amount';
import type { Currency, Market } from './catalog/catalog.ts';
import type { OrderType, SelfTrade, Side, TimeInForce } from './commands.ts';
import type { CustodyEvent, CustodyReason } from './custody/custody-events.ts';
import type { CurrencyId, MarketId, OrderId, UserId } from './ids.ts';
import type { Wallet } from './ledger/accounts.ts';
import type { TransferKind } from './ledger/transfer-id.ts';
import type { MarginEvent, MarginReason } from './margin/margin-events.ts';
import type { Rejection } from './rejections.ts';
import type { SecondsEvent, SecondsReason } from './seconds/seconds-events.ts';

export interface CurrencyListed {
  readonly type: 'currencyListed';
  readonly currency: Currency;
}
export interface MarketListed {
  readonly type: 'marketListed';
  readonly market: Market;
}
export interface IndexPriceSet {
  readonly type: 'indexPriceSet';
  readonly market: MarketId;
  readonly priceTicks: number;
  readonly source: string;
  /**
   * Time of the oldest quote that made the price, milliseconds UTC, at most the time of the
   * command.
   */
  readonly quotedAtMs: number;
  /** How many venues the price was made of. */
  readonly sources: number;
  /** The mark price that follows from it. */
  readonly markTicks: number;
}

/**
 * Why money moved. `hold` and `release` move between available and held of one account; the sum of
 * the account stays.
 */
export type PostingReason =
  | 'deposit'
  | 'credit'
  | 'hold'
  | 'release'
  | 'trade'
  | 'fee'
  | CustodyReason
  | MarginReason
  | SecondsReason;

/** One leg of a double entry: what it added to one account, and the balances after it. */
export interface Posted {
  readonly type: 'posted';
  readonly user: UserId;
  readonly wallet: Wallet;
  readonly currency: CurrencyId;
  readonly reason: PostingReason;
  /** Signed changes. */
  readonly available: Amount;
  readonly held: Amount;
  readonly availableAfter: Amount;
  readonly heldAfter: Amount;
  /**
   * The trade (`trade`, `fee`), the order, withdrawal, position, ticket ... (`hold`, `release`, and
   * payments of these) that it belongs to, else 0.
   */
  readonly subject: number;
  /** `reference` of a deposit or credit; of a hold, who owns it ('' for an order); else ''. */
  readonly reference: string;
}

/** The command's transfer id was used, which happens once for ever. */
export interface TransferMade {
  readonly type: 'transferMade';
  readonly kind: TransferKind;
  readonly number: number;
}

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
  /** Taken from what each side received: base for the buyer, quote for the seller. */
  readonly makerFee: Amount;
  readonly takerFee: Amount;
  /** What is left of the maker's order after it. */
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
 * `ioc` remainder that found nobody, `selfTrade`, `slippage` (cap of a market order), `band` (next
 * price outside the band; not since version 2 of the rules), `hold` (a market order had used what
 * it could spend), `decrement` (self-trade prevention used it up), `outOfBand` (a resting order
 * that the band had left behind was met). `operator`: an operator cancelled it. `debt`: its owner
 * came into debt, and what it held pays that.
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
   * Whether it was in the book: then its level lost what remained of it. That is `cancelledLots`,
   * but for a maker that ends by `decrement`: what self-trade prevention took last has no
   * `orderReduced` of its own.
   */
  readonly wasResting: boolean;
}

export type Event =
  | CurrencyListed
  | MarketListed
  | IndexPriceSet
  | Posted
  | TransferMade
  | OrderPlaced
  | OrderRested
  | Traded
  | OrderReduced
  | OrderClosed
  | CustodyEvent
  | MarginEvent
  | SecondsEvent;
export type EventType = Event['type'];

/** What an accepted command answers. `order` fields only where it is about an order. */
export interface Accepted {
  readonly ok: true;
  readonly order?: OrderId;
  /** The withdrawal, position or ticket that it made. */
  readonly id?: number;
  readonly status?: 'open' | 'filled' | 'partlyFilled' | 'cancelled';
  readonly filledLots?: number;
  /** In smallest quote units. */
  readonly filledNotional?: Amount;
  /** Orders that an operator's command cancelled. */
  readonly cancelled?: number;
}
export interface Refused {
  readonly ok: false;
  readonly rejection: Rejection;
}
/**
 * The answer to a command. A repeated command (same user, key and content) gives the first answer
 * again, without events.
 */
export type Outcome = Accepted | Refused;

/** One command with what it caused: the unit that becomes durable, is published and projected. */
export interface Applied {
  readonly seq: number;
  /** Engine time of the command, milliseconds UTC. */
  readonly timeMs: number;
  readonly outcome: Outcome;
  readonly events: readonly Event[];
}
