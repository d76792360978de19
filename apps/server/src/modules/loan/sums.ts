import type { ListedMarket } from '@meridian/core/catalog/listings';
import type { MarketId } from '@meridian/core/ids';
import type { Loan } from '@meridian/core/loan/loan-events';
import { debtOf, interestDue, nextHourMs, ticksOfLevel } from '@meridian/core/loan/loan-sums';
import { notionalUnit } from '@meridian/money/market-scale';
import type { LiveView } from '../live-view.ts';

const FULL_BPS = 10_000n;

/** The parts of a market that the core's sums of loans read. */
export type PricedMarket = Pick<ListedMarket, 'settings' | 'unit'>;

/** Figures of a loan at a moment, in the core's units. */
export interface LoanSums {
  readonly interest: bigint;
  readonly debt: bigint;
  /** Hundredths of a percent, rounded up. Undefined before the first price. */
  readonly ltvBps: number | undefined;
  /** Prices at which the three warnings come, and at which collateral is sold. */
  readonly warnTicks: readonly number[];
  readonly liquidationTicks: number;
  readonly nextHourMs: number;
}

export function sumsOf(live: LiveView, loan: Loan, timeMs: number): LoanSums {
  const market = pricedMarket(live, loan.market);
  const debt = debtOf(loan, timeMs);
  const { warnBps, liquidationBps } = loan.terms;
  const ticksAt = (level: number): number =>
    ticksOfLevel(debt, loan.pledged, market as ListedMarket, level);
  return {
    interest: interestDue(loan, timeMs),
    debt,
    ltvBps: ltvBpsAt(debt, loan.pledged, market, live.mark(loan.market)),
    warnTicks: warnBps.map(ticksAt),
    liquidationTicks: ticksAt(liquidationBps),
    nextHourMs: nextHourMs(loan, timeMs),
  };
}

/**
 * The least level that a debt is within at a price (see `isWithinLevel` of the core), in hundredths
 * of a percent; undefined where the collateral is worth nothing.
 */
export function ltvBpsAt(
  debt: bigint,
  pledged: bigint,
  { settings, unit }: PricedMarket,
  ticks: number,
): number | undefined {
  const worth = pledged * BigInt(ticks) * unit;
  if (worth === 0n) return undefined;
  return Number((debt * settings.lotSize * FULL_BPS + worth - 1n) / worth);
}

function pricedMarket(live: LiveView, id: MarketId): PricedMarket {
  const settings = live.market(id);
  const unit = notionalUnit(live.scale(id));
  if (settings === undefined || unit === undefined)
    throw new Error(`a loan is in market ${id}, which is not listed`);
  return { settings, unit };
}
