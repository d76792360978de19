/** Levels of a loan in percent of the collateral's worth, and its rates. */
export interface LoanTerms {
  readonly hourRate: string;
  readonly yearRate: string;
  readonly initialRate: string;
  readonly warnRates: readonly string[];
  readonly liquidationRate: string;
  readonly liquidationFeeRate: string;
  readonly saleBoundRate: string;
}

/** The coins of a loan. */
export interface LoanPair {
  readonly collateralId: number;
  readonly collateral: string;
  readonly coinId: number;
  readonly coin: string;
}

/** How a market sells collateral. Plain decimals. */
export interface SaleRules {
  readonly priceStep: string;
  readonly lot: string;
  readonly leastWorth: string;
  readonly mostSold: string;
  readonly tradeFeeRate: string;
}

export interface LoanOffer extends LoanPair {
  readonly id: number;
  readonly least: string;
  readonly most: string;
  readonly lendable: string;
  /** '' before there is one. */
  readonly price: string;
  readonly terms: LoanTerms;
  readonly rules: SaleRules;
}

export interface Loan extends LoanPair {
  readonly id: number;
  readonly offer: number;
  readonly pledged: string;
  readonly principal: string;
  readonly interestDue: string;
  readonly debt: string;
  /** Percent, '' where there is none. */
  readonly ltv: string;
  readonly level: number;
  readonly state: 'active' | 'repaid' | 'liquidated' | 'lost';
  readonly warnPrices: readonly string[];
  readonly liquidationPrice: string;
  readonly openedMs: number;
  readonly nextInterestMs: number;
  readonly endedMs: number;
  /** Of its whole life, '' while it runs, as the following. */
  readonly borrowed: string;
  readonly repaid: string;
  readonly interestPaid: string;
  readonly feesPaid: string;
  readonly terms: LoanTerms;
}

/** The kind of an event in the life of a loan. */
export type LoanEventKind =
  | 'borrowed'
  | 'repaid'
  | 'added'
  | 'removed'
  | 'calmed'
  | 'covered'
  | 'warned'
  | 'liquidated'
  | 'lost';
export type Channel = 'inbox' | 'mail' | 'socket' | 'push';

export interface LoanStep {
  readonly kind: LoanEventKind;
  readonly atMs: number;
  readonly amount: string;
  readonly interest: string;
  readonly pledged: string;
  readonly principal: string;
  readonly level: number;
  readonly price: string;
  readonly debt: string;
  readonly channels: readonly { readonly channel: Channel; readonly atMs: number }[];
  readonly order: number;
  readonly sold: string;
  readonly proceeds: string;
  readonly fee: string;
  readonly averagePrice: string;
}

/** Levels of a loan in rising order, as the bar and the lists show them. */
export const LEVELS = ['initial', 'warn1', 'warn2', 'warn3', 'liquidation'] as const;
export type Level = (typeof LEVELS)[number];

/** The ratio at which a level is reached, percent. */
export function rateOf(terms: LoanTerms, level: Level): string {
  switch (level) {
    case 'initial':
      return terms.initialRate;
    case 'liquidation':
      return terms.liquidationRate;
    default:
      return terms.warnRates[Number(level.slice(-1)) - 1] ?? terms.liquidationRate;
  }
}
