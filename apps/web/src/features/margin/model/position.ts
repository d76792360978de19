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
   * The index that it was opened at, the limit of an order; '0' while a market order waits for a
   * price that is younger.
   */
  readonly orderPrice: string;
  /** With the spread. */
  readonly entryPrice: string;
  /** The price that it was closed at once it is closed, as is the mark price. */
  readonly indexPrice: string;
  readonly markPrice: string;
  /** Its owner has asked to close it, and it waits for a price that is younger. */
  readonly isClosing: boolean;
  /** A close that waits until the index is at its price. */
  readonly limitClose: { readonly lots: number; readonly price: string } | undefined;
  /** Whether it has a margin of its own, and the account pays nothing else for it. */
  readonly isIsolated: boolean;
  /** Margin of an isolated position beyond `margin`, and what of it leaves with the next price. */
  readonly added: string;
  readonly leaving: string;
  /** '0' for none. */
  readonly takeProfit: string;
  readonly stopLoss: string;
  readonly margin: string;
  /** What closing it would free: margin and profit. */
  readonly freed: string;
  readonly fee: string;
  readonly nightFees: string;
  readonly profit: string;
  /** '' where no price would liquidate the account. */
  readonly liquidationPrice: string;
  /** Times on the wall of the exchange, '' where they have not come. */
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

/** What the contracts of a market are offered under, and how the account stands. */
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
  /** '0' before the first. */
  readonly indexPrice: string;
  /** Undefined where it is not published. */
  readonly nightFee: string | undefined;
}

/** Which positions and orders are listed. What is left out is not filtered by. */
export interface PositionFilter extends Partial<Pair> {
  readonly side?: MarginSide;
}

/** An order as it is sent. One at the market has no price. */
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
}

/** The close of one position: of all its lots, or of some; at the next index or at a price. */
export interface Close {
  readonly id: number;
  readonly lots?: string;
  readonly limitPrice?: string;
}

/** Margin that is added to an isolated position or taken back, in quote currency. */
export interface MarginChange {
  readonly id: number;
  readonly amount: string;
}

/** Which positions are closed at once: all of a side, or of both; of one quote currency. */
export interface BatchClose {
  readonly side: MarginSide | 'all';
  readonly quoteId?: number;
}
