import type { Generated } from 'kysely';
import type { SaleState } from '@meridian/core/sale/sale-events';

/**
 * Tables of migrations/166-sales.sql, which describes each column but the two sums described here.
 */
export interface SaleTables {
  sale_texts: {
    id: Generated<bigint>;
    title: string;
    about: string;
    paper: string;
    words: string;
    cancelled: string | null;
  };
  sales: {
    id: bigint;
    terms: string;
    terms_hash: string;
    state: SaleState;
    announced_ms: bigint;
    entries: number | null;
    /** The sum of all commitments. */
    committed: bigint | null;
    /** The sum of all commitments, of each at most the cap. */
    demanded: bigint | null;
    sold: bigint | null;
    paid: bigint | null;
  };
  sale_entries: {
    id: bigint;
    sale: bigint;
    user_id: bigint;
    committed: bigint;
    time_ms: bigint;
    state: 'open' | 'settled' | 'taken';
    allotted: bigint | null;
    free: bigint | null;
    paid: bigint | null;
    refunded: bigint | null;
    bound: bigint | null;
    instalments: number | null;
  };
}
