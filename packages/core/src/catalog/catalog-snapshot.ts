import type { AmountText } from '../amount-text.ts';
import type { Market } from './catalog.ts';

/** A market with its prices. Amounts are decimal strings. */
export type SnapshotMarket = {
  readonly [Field in keyof Market]: Market[Field] extends bigint ? AmountText : Market[Field];
} & {
  /** 0 before the first. */
  readonly indexTicks: number;
  readonly indexTimeMs: number;
  readonly indexQuotedAtMs: number;
  readonly indexSources: number;
  readonly markTicks: number;
  /** Price of the last trade, 0 before the first. */
  readonly lastTicks: number;
};
