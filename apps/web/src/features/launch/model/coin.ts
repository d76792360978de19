import { formatDecimal, parseDecimal } from '@meridian/money/decimal';
import { divide } from '@meridian/money/rounding';

/** A new coin with its plan. Plain decimals. */
export interface NewCoin {
  readonly id: number;
  readonly name: string;
  /** '' before it is listed. */
  readonly code: string;
  /** Currency, 0 before it is listed. */
  readonly currency: number;
  /** Market that trades it, 0 without one. */
  readonly market: number;
  readonly state: 'upcoming' | 'running' | 'over';
  readonly issued: string;
  readonly planned: string;
  readonly startPrice: string;
  /** For people, on the clock of the exchange. */
  readonly start: string;
  readonly end: string;
  /** Address of the white paper, '' without one. */
  readonly paper: string;
}

/** A token sale or a crowdfunding of a coin that can be taken part in, now or soon. */
export interface CoinSale {
  readonly kind: SaleKind;
  readonly state: SaleState;
  readonly currency: number;
}
export const SALE_KINDS = ['sale', 'crowd'] as const;
export type SaleKind = (typeof SALE_KINDS)[number];
export const SALE_STATES = ['open', 'announced'] as const;
export type SaleState = (typeof SALE_STATES)[number];

/** Decimals of all currencies and plans. */
const SCALE = 8;
const PERCENT_SCALE = 2;

export interface Supply {
  readonly remaining: string;
  /** Issued of planned, percent with two decimals, rounded down; 100 where more is issued. */
  readonly percent: string;
}

/** The kinds of sale that offer a coin in a state. */
export function kindsOf(
  { currency }: Pick<NewCoin, 'currency'>,
  sales: readonly CoinSale[],
  state: SaleState,
): readonly SaleKind[] {
  const own = sales.filter((sale) => currency !== 0 && sale.currency === currency);
  return SALE_KINDS.filter((kind) =>
    own.some((sale) => sale.kind === kind && sale.state === state),
  );
}

/** The issued part of a plan, and the rest. */
export function supplyOf({ issued, planned }: Pick<NewCoin, 'issued' | 'planned'>): Supply {
  const [out, all] = [unitsOf(issued), unitsOf(planned)];
  if (all <= 0n || out >= all) return { remaining: '0', percent: '100' };
  const percent = divide(out * 10_000n, all, 'down');
  return {
    remaining: formatDecimal(all - out, SCALE),
    percent: formatDecimal(percent, PERCENT_SCALE),
  };
}

function unitsOf(text: string): bigint {
  const parsed = parseDecimal(text, SCALE);
  return parsed.ok && parsed.units > 0n ? parsed.units : 0n;
}
