import type { AmountText } from '../amount-text.ts';
import type { UserId } from '../ids.ts';
import type { SaleId, SaleTerms } from './sale-commands.ts';
import type { SaleState } from './sale-events.ts';

type TermAmount = 'lotSize' | 'lotPrice' | 'supply' | 'target' | 'min' | 'max' | 'cap';

/** See sale-commands.ts. */
export type SnapshotSaleTerms = Omit<SaleTerms, TermAmount> & {
  readonly [Name in TermAmount]: AmountText;
};

/** A commitment that is not paid out. */
export interface SnapshotSaleEntry {
  readonly entry: number;
  readonly user: UserId;
  readonly person: string;
  readonly committed: AmountText;
  /** Coins, once they are decided; before that 0. */
  readonly allotted: AmountText;
}

/** A sale that is not over, with its entries by number. */
export interface SnapshotSale {
  readonly terms: SnapshotSaleTerms;
  readonly state: Exclude<SaleState, 'done'>;
  readonly entries: readonly SnapshotSaleEntry[];
}

/** Bought coins that are not free yet. */
export interface SnapshotVesting {
  readonly entry: number;
  readonly sale: SaleId;
  readonly user: UserId;
  /** Coins that were not free at once, and those that are not free now. */
  readonly bound: AmountText;
  readonly left: AmountText;
  /** Instalments that are free. */
  readonly instalments: number;
}

/** Sales by number, bought coins by entry. */
export interface SnapshotSales {
  /** Number of the newest sale, 0 before the first. */
  readonly lastSale: SaleId;
  readonly nextEntry: number;
  readonly sales: readonly SnapshotSale[];
  readonly vestings: readonly SnapshotVesting[];
}
