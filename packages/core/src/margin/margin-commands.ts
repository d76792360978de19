import type { Amount, PriceTicks, QuantityLots } from '@meridian/money/amount';
import type { CurrencyId, MarketId, UserId } from '../ids.ts';

/** One number for an order that waits and for the position that it becomes. */
export type PositionId = number;
export type PositionSide = 'long' | 'short';

/**
 * Terms under which positions of a market are opened. A lot here is `lotSize`, and has nothing to
 * do with the lot of the market's book. Terms that matter after the opening are copied into each
 * position, so new terms do not change an open one.
 */
export interface MarginTerms {
  /** The listed market whose index decides everything. */
  readonly market: MarketId;
  /** Leverages that may be chosen, ascending, 1 to 20 whole numbers from 1 to 1,000. */
  readonly leverages: readonly number[];
  /** Smallest base units of one lot. */
  readonly lotSize: Amount;
  /** Bounds of one order, in lots. */
  readonly minLots: number;
  readonly maxLots: number;
  /** Added to the price of a long, taken from that of a short. Basis points, 0 to 1,000. */
  readonly spreadBps: number;
  /** Of the contract value, once, on opening. Basis points, 0 to 1,000. */
  readonly feeBps: number;
  /**
   * Of the contract value, for each midnight (Asia/Shanghai) that the position is open. Basis
   * points, 0 to 1,000.
   */
  readonly overnightBps: number;
  /** Below this margin ratio positions are liquidated. Percent, 1 to 100. */
  readonly maintenancePercent: number;
  /**
   * The most contract value, in quote units, that all users together may be long, and the same for
   * short.
   */
  readonly exposureCap: Amount;
  /** Whether new positions are taken. Closing always works. */
  readonly isOpen: boolean;
  /**
   * An order fills at the first index whose quotes are all younger than it by more than this. 0 to
   * 10,000 ms, 100 without it.
   */
  readonly fillDelayMs?: number;
  /**
   * How long a market order or a close waits for such an index before it is void. 1,000 to 600,000
   * ms, 10,000 without it.
   */
  readonly fillTimeoutMs?: number;
  /**
   * How far from the index of the command a market order may fill. Basis points, 1 to 1,000, 50
   * without it.
   */
  readonly slippageBps?: number;
  /**
   * Fee of the contract value at the close, paid to the insurance from the money that a liquidation
   * leaves. Basis points, 0 to 1,000, 0 without it.
   */
  readonly liquidationFeeBps?: number;
  /**
   * The price move against the house whose losses it must be able to pay. Basis points, 0 to
   * 10,000, 1,000 without it.
   */
  readonly houseMoveBps?: number;
  /** Fewer venues in the index open nothing. 1 to 100, 1 without it. */
  readonly minSources?: number;
}

/** Offers margin trading on a market, or replaces its terms. */
export interface SetMarginTerms {
  readonly kind: 'margin.terms';
  readonly terms: MarginTerms;
}

/**
 * The terms that the customer saw, basis points: another value of the market refuses the command.
 * Whatever is absent is not compared.
 */
export interface SeenMarginTerms {
  readonly seenSpreadBps?: number;
  readonly seenFeeBps?: number;
  readonly seenSlippageBps?: number;
}

export interface OpenPosition extends SeenMarginTerms {
  readonly kind: 'margin.open';
  readonly user: UserId;
  readonly market: MarketId;
  readonly side: PositionSide;
  readonly type: 'market' | 'limit';
  readonly leverage: number;
  readonly lots: QuantityLots;
  /** Of the index, before the spread; 0 for a market order. */
  readonly priceTicks: PriceTicks;
  /**
   * Of a market order: the worst index that it may fill at, where that is nearer than the slippage
   * of the terms.
   */
  readonly worstTicks?: number;
  /** Stops of the position from its fill on, as mark prices; 0 or absent for none. */
  readonly takeProfitTicks?: number;
  readonly stopLossTicks?: number;
  /** The position has a margin of its own, and the account pays nothing else for it. */
  readonly isIsolated?: boolean;
  readonly key?: string;
}

/**
 * Takes back an order that still waits, or the wishes to close a position that wait for their
 * price, from the first younger index on.
 */
export interface CancelMarginOrder {
  readonly kind: 'margin.cancel';
  readonly user: UserId;
  readonly position: PositionId;
  readonly key?: string;
}

/** Closes a position, or a part of it, at the first index that is younger and at its price. */
export interface ClosePosition {
  readonly kind: 'margin.close';
  readonly user: UserId;
  readonly position: PositionId;
  /** Lots to close, 1 to those of the position; all of them without it. */
  readonly lots?: number;
  /**
   * Waits until the index is at this price, or better for the owner; at the first younger index
   * without it.
   */
  readonly priceTicks?: number;
  readonly key?: string;
}

/**
 * Turns a position round: closes it whole and opens the other side with its lots and leverage at
 * the market, both at the first index that is younger, or neither.
 */
export interface ReversePosition extends SeenMarginTerms {
  readonly kind: 'margin.reverse';
  readonly user: UserId;
  readonly position: PositionId;
  readonly key?: string;
}

/** Moves free money of the account to the margin of an isolated position. */
export interface AddMargin {
  readonly kind: 'margin.addMargin';
  readonly user: UserId;
  readonly position: PositionId;
  readonly amount: Amount;
  readonly key?: string;
}

/**
 * Takes margin that was added back, at the first index that is younger, while the position stays at
 * its initial margin or above.
 */
export interface RemoveMargin {
  readonly kind: 'margin.removeMargin';
  readonly user: UserId;
  readonly position: PositionId;
  readonly amount: Amount;
  readonly key?: string;
}

/** Closes all positions of a user, those of one price command with the most profit first. */
export interface ClosePositions {
  readonly kind: 'margin.closeAll';
  readonly user: UserId;
  readonly which: 'all' | PositionSide;
  /** Only those of the margin account in this quote currency; of all accounts without it. */
  readonly currency?: CurrencyId;
  readonly key?: string;
}

/**
 * A reduce-only order: closes lots of the user's open positions of the other side in a market,
 * oldest first, as far as none of their closes waits already. It opens nothing, even where lots are
 * left.
 */
export interface ReducePositions {
  readonly kind: 'margin.reduce';
  readonly user: UserId;
  readonly market: MarketId;
  /** Of the order: a long reduces shorts. */
  readonly side: PositionSide;
  readonly lots: number;
  /** Of the index, as in a close with a price; 0 for the first younger index. */
  readonly priceTicks: number;
  readonly key?: string;
}

/**
 * Sets at which mark prices a position is closed, 0 for none. They replace the old ones at the
 * first younger index.
 */
export interface SetStops {
  readonly kind: 'margin.stops';
  readonly user: UserId;
  readonly position: PositionId;
  readonly takeProfitTicks: number;
  readonly stopLossTicks: number;
  readonly key?: string;
}

export type MarginCommand =
  | SetMarginTerms
  | OpenPosition
  | CancelMarginOrder
  | ClosePosition
  | ClosePositions
  | ReducePositions
  | ReversePosition
  | AddMargin
  | RemoveMargin
  | SetStops;
