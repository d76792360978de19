import type { PLAN_DAYS } from '@meridian/contract/convert/bounds';
import type { PLAN_SKIPS } from '@meridian/contract/convert/calls';

/** A currency that converts. Plain decimals. */
export interface Coin {
  readonly id: number;
  readonly code: string;
  readonly decimals: number;
  readonly least: string;
  readonly most: string;
  /** A typed amount of either side is a multiple of it. */
  readonly step: string;
  /** The desk's part of each conversion. */
  readonly marginBps: number;
  /** The largest distance of a price from the index. */
  readonly capBps: number;
  /** Of one coin in the hub, '' while there is none. */
  readonly indexPrice: string;
}

/** The amount that is typed, of the two. */
export type Side = 'from' | 'to';

/** A firm price. */
export interface Quote {
  readonly id: number;
  readonly fromAmount: string;
  readonly toAmount: string;
  readonly spreadBps: number;
  /** Null where the book has too little. */
  readonly bookBps: number | null;
  /**
   * Received coins for one given coin at the index, '' where there is no price; `bookPrice`
   * likewise in the book.
   */
  readonly indexPrice: string;
  readonly bookPrice: string;
  /** Worth that is lost at the index, and its currency. */
  readonly cost: string;
  readonly costCode: string;
  /** Expiry by this machine's clock, computed from the lifetime that the server gave. */
  readonly endMs: number;
  /** Its whole lifetime. */
  readonly spanMs: number;
}

export interface Conversion {
  readonly key: string;
  readonly kind: 'quote' | 'dust' | 'plan';
  readonly fromCode: string;
  readonly toCode: string;
  readonly fromAmount: string;
  readonly toAmount: string;
  readonly spreadBps: number;
  readonly bookBps: number | null;
  readonly timeMs: number;
}

/** A small balance, and the amount that its conversion would bring. */
export interface Dust {
  readonly id: number;
  readonly code: string;
  readonly amount: string;
  readonly brings: string;
}

export type EveryDays = (typeof PLAN_DAYS)[number];
export type Skip = (typeof PLAN_SKIPS)[number];

/** A past run of a plan. */
export interface PlanRun {
  readonly due: string;
  readonly fromAmount: string;
  readonly toAmount: string;
  readonly spreadBps: number | null;
  /** '' where it converted. */
  readonly skipped: Skip | '';
}

/** A recurring purchase. */
export interface Plan {
  readonly id: number;
  readonly fromCode: string;
  readonly toCode: string;
  readonly amount: string;
  readonly everyDays: number;
  readonly maxSpreadBps: number;
  readonly nextMs: number;
  readonly runs: readonly PlanRun[];
}
