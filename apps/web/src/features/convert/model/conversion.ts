import type { PLAN_DAYS } from '@meridian/contract/convert/bounds';
import type { PLAN_SKIPS } from '@meridian/contract/convert/calls';

/** A currency that converts. Plain decimals. */
export interface Coin {
  readonly id: number;
  readonly code: string;
  readonly decimals: number;
  readonly least: string;
  readonly most: string;
  /** What is given is a multiple of it. */
  readonly step: string;
  /** The desk's part of each conversion. */
  readonly marginBps: number;
  /** The furthest that a price may be from the index. */
  readonly capBps: number;
  /** Of one coin in the hub, '' while there is none. */
  readonly indexPrice: string;
}

/** Which of the two amounts is typed. */
export type Side = 'from' | 'to';

/** A firm price. */
export interface Quote {
  readonly id: number;
  readonly fromAmount: string;
  readonly toAmount: string;
  readonly spreadBps: number;
  /** Null where the book has too little. */
  readonly bookBps: number | null;
  /** Of what is received for one of what is given, '' where there is none, as the following. */
  readonly indexPrice: string;
  readonly bookPrice: string;
  /** Worth that is lost at the index, and its currency. */
  readonly cost: string;
  readonly costCode: string;
  /** When it runs out, by this machine's clock: the server said how long it stays. */
  readonly endMs: number;
  /** How long it stays in all. */
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

/** A small balance, and what it would bring. */
export interface Dust {
  readonly id: number;
  readonly code: string;
  readonly amount: string;
  readonly brings: string;
}

export type EveryDays = (typeof PLAN_DAYS)[number];
export type Skip = (typeof PLAN_SKIPS)[number];

/** A past time of a plan. */
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
