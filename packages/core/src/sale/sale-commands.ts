import type { Amount } from '@meridian/money/amount';
import type { CurrencyId, UserId } from '../ids.ts';

/** The server's number of a token sale, 1 to `MAX_SALE_ID`. */
export type SaleId = number;

/** `crowd` gives everything back where the demand is below the target at the end. */
export const SALE_KINDS = ['sale', 'crowd'] as const;
export type SaleKind = (typeof SALE_KINDS)[number];

/**
 * All terms that decide the allotment of a sale. Fixed from its announcement on. Coins are sold in
 * whole lots, so that no division of a price is ever rounded.
 */
export interface SaleTerms {
  /** Above those of all sales before it. */
  readonly id: SaleId;
  readonly kind: SaleKind;
  /** The currency that is sold. */
  readonly currency: CurrencyId;
  /** The currency that is paid, another one. */
  readonly paidIn: CurrencyId;
  /** A lot, in smallest units of the currency that is sold. */
  readonly lotSize: Amount;
  /** The price of a lot, in smallest units of the currency that is paid. */
  readonly lotPrice: Amount;
  /** Whole lots, in smallest units of the currency that is sold. */
  readonly supply: Amount;
  /**
   * The least demand, commitments counted up to `cap`; at most the price of all lots, 0 for a
   * `sale`.
   */
  readonly target: Amount;
  /** Bounds of one person's commitment: prices of whole lots. */
  readonly min: Amount;
  readonly max: Amount;
  /** The most that one person can buy for: the price of whole lots, `min` to `max`. */
  readonly cap: Amount;
  /** Engine time, milliseconds; not before the announcement. */
  readonly opensMs: number;
  /** Engine time, milliseconds; after the opening, at most `LONGEST_MS` after it. */
  readonly closesMs: number;
  /** The share of the bought coins that is free at once, hundredths of a percent, rounded down. */
  readonly freeBps: number;
  /** When the first instalment of the rest is free; 0 where there is no rest. */
  readonly cliffMs: number;
  /** Number of equal parts of the rest, rounded down; the last part has the remainder. */
  readonly instalments: number;
  /** From one instalment to the next, milliseconds; 0 with fewer than two. */
  readonly instalmentMs: number;
  /** SHA-256 of the texts that are published about the sale, hexadecimal. */
  readonly texts: string;
}

/** Moves coins between the house's spot wallet and the account that a sale sells from. */
export interface FundSale {
  readonly kind: 'sale.fund';
  readonly sale: SaleId;
  readonly currency: CurrencyId;
  readonly direction: 'in' | 'out';
  readonly amount: Amount;
}

/**
 * Operators announce a sale, whose account has the supply. Nothing of it changes afterwards: it is
 * decided at its end, or cancelled before.
 */
export interface AnnounceSale {
  readonly kind: 'sale.announce';
  readonly terms: SaleTerms;
  /** SHA-256 of the terms' canonical text (see sale-terms.ts), hexadecimal. */
  readonly hash: string;
}

/** Operators end a sale without a result, before its end. Everybody gets everything back. */
export interface CancelSale {
  readonly kind: 'sale.cancel';
  readonly sale: SaleId;
  readonly operator: number;
}

/** A verified user commits money to a sale, or more of it. It stays committed until the end. */
export interface CommitToSale {
  readonly kind: 'sale.commit';
  readonly user: UserId;
  readonly sale: SaleId;
  /** To be added: the price of whole lots, in smallest units of the currency that is paid. */
  readonly amount: Amount;
  /** Level of the user's identity, 0 to 2, as the server knows it. */
  readonly level: number;
  /** 32 hexadecimal digits that stand for the document of the user's identity. */
  readonly person: string;
  readonly key?: string;
}

/** Sales that are announced or open at the same time. */
export const MOST_SALES = 20;
/** Ninety days. */
export const LONGEST_MS = 90 * 86_400_000;
/** From the end to the first instalment, and from each to the next: at most ten years. */
export const LONGEST_WAIT_MS = 3_652 * 86_400_000;
export const MOST_INSTALMENTS = 120;
/** The level of identity that a buyer needs: verified. */
export const BUYER_LEVEL = 1;

export type SaleCommand = FundSale | AnnounceSale | CancelSale | CommitToSale;
