import type { Rejection } from '@meridian/core/rejections';

/** What custody asks of the rest of the naive exchange. */
export interface NaiveCatalog {
  readonly scaleOf: (currency: number) => number | undefined;
  /** Why an amount must stay in a margin wallet. */
  readonly mayMoveMargin: (user: number, currency: number) => Rejection | undefined;
  readonly mayLeaveMargin: (
    user: number,
    currency: number,
    amount: bigint,
  ) => Rejection | undefined;
  /** What of a margin wallet backs no losses, where that can be known now. */
  readonly freeMargin: (user: number, currency: number) => bigint;
  /** Ends all orders of a user that have not become a trade or a position. */
  readonly cancelOrders: (user: number) => void;
  /** What all running tickets of a currency could win from the house. */
  readonly couldWin: (currency: number) => bigint;
  /** Whether the rules that decide now add up what leaves, and let new addresses wait. */
  readonly countsOutflows: () => boolean;
  /** What the house may take out of its margin wallet. */
  readonly houseMargin: (currency: number) => bigint;
  readonly marketOf: (id: number) =>
    | {
        readonly base: number;
        readonly tickSize: bigint;
        readonly indexMaxAgeMs: number;
        readonly indexTicks: number;
        readonly indexTimeMs: number;
      }
    | undefined;
}
