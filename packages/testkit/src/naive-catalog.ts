import type { Rejection } from '@meridian/core/rejections';

/** The parts of the naive exchange that custody uses. */
export interface NaiveCatalog {
  readonly scaleOf: (currency: number) => number | undefined;
  /** The rejection if an amount must stay in a margin wallet. */
  readonly mayMoveMargin: (user: number, currency: number) => Rejection | undefined;
  readonly mayLeaveMargin: (
    user: number,
    currency: number,
    amount: bigint,
  ) => Rejection | undefined;
  /** The part of a margin wallet that backs no losses, if it can be computed now. */
  readonly freeMargin: (user: number, currency: number) => bigint;
  /** Ends all orders of a user that have not become a trade or a position. */
  readonly cancelOrders: (user: number) => void;
  /** Sum that all running tickets of a currency could win from the house. */
  readonly couldWin: (currency: number) => bigint;
  /** Whether the present rules add up outflows, and let new addresses wait. */
  readonly countsOutflows: () => boolean;
  /** Version of the present rules; the newest where it is not told. */
  readonly rules?: () => number;
  /** Redeems so much of a user's savings, as far as they are not lent. Whether any came free. */
  readonly collectSavings: (user: number, currency: number, most: bigint) => boolean;
  /** Frees commitments of a user to undecided sales, until they are so much. Whether any were. */
  readonly collectCommitments: (user: number, currency: number, most: bigint) => boolean;
  /** The part of its margin wallet that the house may take out. */
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
