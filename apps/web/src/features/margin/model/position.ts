import type { Pair } from '../../../shared/market/market.ts';

export type MarginSide = 'long' | 'short';

/** The lists that positions and orders stand in: each is in one of them at a time. */
export const LISTS = ['holding', 'entrusted', 'closed', 'revoked'] as const;
export type ListName = (typeof LISTS)[number];

/** A position, or the order that it was. Plain decimals in quote currency. */
export interface Position extends Pair {
  readonly id: number;
  readonly side: MarginSide;
  readonly list: ListName;
  /** For example BTC/USDT. */
  readonly symbol: string;
  readonly leverage: number;
  readonly lots: number;
  /** Lots times lot size, in base currency. */
  readonly quantity: string;
  /**
   * Index price at which a position was opened, or limit price of an order. '0' while a market
   * order waits for a younger price.
   */
  readonly orderPrice: string;
  /** With the spread. */
  readonly entryPrice: string;
  /** Index price now; once the position is closed, the price of its close, as is the mark price. */
  readonly indexPrice: string;
  readonly markPrice: string;
  /** Whether its owner has asked to close it, and the close waits for a younger price. */
  readonly isClosing: boolean;
  /** A close that waits until the index is at its price. */
  readonly limitClose: { readonly lots: number; readonly price: string } | undefined;
  /** Set in a row that is a close waiting for its price: the position that it closes. */
  readonly closes?: Position;
  /** Whether it has a margin of its own, and the account pays nothing else for it. */
  readonly isIsolated: boolean;
  /**
   * Margin added to an isolated position beyond `margin`, and its part that is taken back with the
   * next price.
   */
  readonly added: string;
  readonly leaving: string;
  /** '0' for none. */
  readonly takeProfit: string;
  readonly stopLoss: string;
  readonly margin: string;
  /** Amount that closing the position would free: its margin and profit. */
  readonly freed: string;
  readonly fee: string;
  readonly nightFees: string;
  readonly profit: string;
  /** '' where no price would liquidate the account. */
  readonly liquidationPrice: string;
  /** Times in the time zone of the exchange, '' before they come. */
  readonly openedAt: string;
  readonly endedAt: string;
  readonly reason: string;
}

/** How an account stands. Plain decimals in quote currency. */
export interface Standing {
  /** Margin ratio in percent; '0' without positions. */
  readonly ratio: string;
  readonly equity: string;
  readonly available: string;
  readonly margins: string;
  readonly profits: string;
  /** Equity below which it is liquidated. */
  readonly maintained: string;
}

/** An account of one quote currency with all that is open in it. */
export interface MarginAccount extends Standing {
  readonly quoteId: number;
  readonly positions: readonly Position[];
  readonly orders: readonly Position[];
}

/** Terms on which the contracts of a market are offered, and the standing of the account. */
export interface MarginOffer extends Standing {
  readonly leverages: readonly number[];
  /** Lots that are offered to be chosen. */
  readonly lotChoices: readonly number[];
  readonly minLots: number;
  readonly maxLots: number;
  /** One lot in base currency. */
  readonly lotSize: string;
  readonly indexPrice: string;
  readonly isOpen: boolean;
  /** Percent. */
  readonly spread: string;
  readonly fee: string;
  readonly slippage: string;
  readonly nightFee: string;
  readonly maintenance: string;
  /** Own open positions of the market. */
  readonly positions: readonly Position[];
}

/** Public terms of a market's contracts. Rates in percent. */
export interface PublicTerms {
  /** One lot in base currency. */
  readonly lotSize: string;
  readonly spread: string;
  readonly fee: string;
  readonly maintenance: string;
  /** '0' before the first index price. */
  readonly indexPrice: string;
  /** Undefined where it is not published. */
  readonly nightFee: string | undefined;
}

/** Filter of the listed positions and orders. An omitted field does not filter. */
export interface PositionFilter extends Partial<Pair> {
  readonly side?: MarginSide;
}

/** Terms of a market as the exchange told them, percent. It refuses what was sent under others. */
export interface SeenTerms {
  readonly spread: string;
  readonly fee: string;
  readonly slippage: string;
}

export function areSameTerms(one: SeenTerms, other: SeenTerms): boolean {
  return one.spread === other.spread && one.fee === other.fee && one.slippage === other.slippage;
}

/** A position that is to be turned round. */
export interface Reversal {
  readonly id: number;
  readonly seen: SeenTerms;
}

/** An order as it is sent. A market order has no limit price. */
export interface MarginOrder extends Pair {
  readonly side: MarginSide;
  readonly leverage: number;
  readonly lots: string;
  readonly limitPrice?: string;
  readonly isIsolated?: boolean;
  /** '0' for none. */
  readonly takeProfit?: string;
  readonly stopLoss?: string;
  /** It closes lots of the other side, and opens nothing. */
  readonly isReduceOnly?: boolean;
  readonly seen: SeenTerms;
}

/** The close of one position: of all its lots, or of some; at the next index or at a price. */
export interface Close {
  readonly id: number;
  readonly lots?: string;
  readonly limitPrice?: string;
}

/** Lots that were closed, at which price, and what they gained or lost. */
export interface Closed {
  readonly lots: number;
  readonly price: string;
  /** Without the fee of their nights, as in the history. */
  readonly profit: string;
}

/** Margin that is added to an isolated position or taken back, in quote currency. */
export interface MarginChange {
  readonly id: number;
  readonly amount: string;
}

/**
 * The positions that one call closes: all of one side or of both, where given of one quote
 * currency.
 */
export interface BatchClose {
  readonly side: MarginSide | 'all';
  readonly quoteId?: number;
}
