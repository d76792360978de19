export type Direction = 'up' | 'down';
/** Its result; '' while it runs. */
export type TicketResult = '' | 'won' | 'lost' | 'drawn' | 'void';
/** Colours of results. */
export const TONES = { won: 'success', lost: 'danger', drawn: 'neutral', void: 'neutral' } as const;

/** The public facts of a ticket, enough to recompute it. Plain decimals. */
export interface PublicTicket {
  readonly id: number;
  /** Number of its market. */
  readonly market: number;
  /** For example BTC/USDT. */
  readonly symbol: string;
  readonly direction: Direction;
  readonly seconds: number;
  /** Percent of the stake that is won. */
  readonly payoutRatio: string;
  /** In the time zone of the exchange. */
  readonly openedAt: string;
  readonly openedAtMs: number;
  /** Ticks at or before it count. */
  readonly dueAtMs: number;
  /** An end price with quotes older than this makes it void. */
  readonly maxTickAgeMs: number;
  /**
   * Milliseconds by which its first tick must be younger than the opening; null for old contracts.
   */
  readonly openDelayMs: number | null;
  /** Least number of venues that its first tick must have. */
  readonly minSources: number;
  /** Numbers of ticks in the public file, 0 for none; prices, '' for none. */
  readonly openTick: number;
  readonly openPrice: string;
  readonly endTick: number;
  readonly endPrice: string;
  readonly result: TicketResult;
}

/** An own ticket. */
export interface Ticket extends PublicTicket {
  readonly isRunning: boolean;
  readonly stake: string;
  readonly currency: string;
  readonly fee: string;
  /** Net gain or loss of the wallet; while the ticket runs, the gain if it is won. */
  readonly netProfit: string;
}

/** A duration that is offered. */
export interface Duration {
  readonly seconds: number;
  readonly payoutRatio: string;
  readonly leastStake: string;
  readonly mostStake: string;
}

/** A currency that tickets are paid in, with the own wallet: zeros for a visitor. */
export interface PayableCurrency {
  readonly id: number;
  readonly name: string;
  /** Decimals that an amount of it can have. */
  readonly decimals: number;
  /** Stakes that are proposed. */
  readonly stakes: readonly string[];
  /** Percent of the stake. */
  readonly feeRatio: string;
  /** Whether tickets are taken. */
  readonly isOpen: boolean;
  readonly available: string;
  /** The insurance that is offered, the first of them. */
  readonly offer: InsuranceOffer | undefined;
  /** The own insurance that runs. */
  readonly policy: InsurancePolicy | undefined;
}

export interface InsuranceOffer {
  readonly id: number;
  /** Percent of the insured amount, and of a loss that is paid. */
  readonly premiumRatio: string;
  readonly coverRatio: string;
  readonly leastAmount: string;
  readonly days: number;
}

export interface InsurancePolicy {
  readonly id: number;
  readonly amount: string;
  /** Amount that the insurance could still pay today. */
  readonly left: string;
}
