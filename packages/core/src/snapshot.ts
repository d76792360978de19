import type { SnapshotConvert } from './convert/convert-snapshot.ts';
import type { SnapshotEarn } from './earn/earn-snapshot.ts';
import type { SnapshotFees } from './fee/fee-snapshot.ts';
import type { CurrencyId, UserId } from './ids.ts';
import type { Outcome } from './outcome.ts';
import type { SnapshotLoans } from './loan/loan-snapshot.ts';
import type { SnapshotMargin } from './margin/margin-snapshot.ts';
import type { SnapshotRebates } from './rebate/rebate-snapshot.ts';
import type { SnapshotSales } from './sale/sale-snapshot.ts';
import type { SnapshotSeconds } from './seconds/seconds-snapshot.ts';
import type { SnapshotVotes } from './vote/vote-snapshot.ts';
import type { SnapshotP2p } from './p2p/p2p-snapshot.ts';
import type { SnapshotAccount, SnapshotTransfers } from './ledger/ledger-snapshot.ts';
import type { SnapshotMarket } from './catalog/catalog-snapshot.ts';
import type { SnapshotOrder, SnapshotClientOrder } from './spot/spot-snapshot.ts';
import type { SnapshotCustody, SnapshotEscrows } from './custody/custody-snapshot.ts';

export interface SnapshotKey {
  readonly user: UserId;
  readonly key: string;
  readonly fingerprint: string;
  readonly timeMs: number;
  /** Amounts as decimal strings. */
  readonly outcome: Outcome | Record<string, unknown>;
}

/**
 * The whole state of the exchange after command `seq`, in canonical order: currencies, markets and
 * accounts by id, orders by market, side (buy first), best price first, oldest first; idempotency
 * keys oldest first. Two exchanges with the same history give equal snapshots, even with another
 * layout in memory.
 */
export interface ExchangeSnapshot {
  readonly format: 11;
  /** The version of the rules in force, see rules.ts. */
  readonly rules: number;
  readonly seq: number;
  readonly timeMs: number;
  readonly nextOrder: number;
  readonly nextTrade: number;
  readonly currencies: readonly {
    readonly id: CurrencyId;
    readonly code: string;
    readonly scale: number;
  }[];
  readonly markets: readonly SnapshotMarket[];
  readonly accounts: readonly SnapshotAccount[];
  readonly orders: readonly SnapshotOrder[];
  readonly clientOrders: readonly SnapshotClientOrder[];
  readonly custody: SnapshotCustody;
  readonly escrows: SnapshotEscrows;
  readonly transfers: SnapshotTransfers;
  readonly margin: SnapshotMargin;
  readonly seconds: SnapshotSeconds;
  readonly p2p: SnapshotP2p;
  readonly earn: SnapshotEarn;
  readonly convert: SnapshotConvert;
  readonly loan: SnapshotLoans;
  readonly fee: SnapshotFees;
  readonly vote: SnapshotVotes;
  readonly rebate: SnapshotRebates;
  readonly sale: SnapshotSales;
  readonly keys: readonly SnapshotKey[];
}
