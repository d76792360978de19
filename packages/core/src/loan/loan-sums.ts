import type { Market } from '../catalog/catalog.ts';
import type { ListedMarket } from '../catalog/listings.ts';
import { divideUp, FULL_BPS, WHOLE_PPB } from '../integers.ts';
import type { LoanTerms } from './loan-commands.ts';
import type { Loan } from './loan-events.ts';

const HOUR_MS = 3_600_000;

/** The part of a loan that its debt follows from. */
type Owing = Pick<Loan, 'principal' | 'sinceMs' | 'interestPpb' | 'terms'>;

/** Hours that have begun since interest was fixed. */
export function hoursBegun({ sinceMs }: Pick<Loan, 'sinceMs'>, timeMs: number): number {
  return timeMs < sinceMs ? 0 : Math.floor((timeMs - sinceMs) / HOUR_MS) + 1;
}

/** When the next hour begins that costs interest. */
export function nextHourMs(loan: Pick<Loan, 'sinceMs'>, timeMs: number): number {
  return loan.sinceMs + hoursBegun(loan, timeMs) * HOUR_MS;
}

/**
 * The loan with its interest fixed: each hour that has begun costs `principal × rate`, exactly, in
 * billionths of a unit.
 */
export function withInterestFixed(
  loan: Owing,
  timeMs: number,
): Pick<Loan, 'sinceMs' | 'interestPpb'> {
  const hours = hoursBegun(loan, timeMs);
  return {
    sinceMs: loan.sinceMs + hours * HOUR_MS,
    interestPpb: loan.interestPpb + loan.principal * BigInt(loan.terms.ratePpb) * BigInt(hours),
  };
}

/** Unpaid interest in whole units, rounded up. */
export function interestDue(loan: Owing, timeMs: number): bigint {
  return divideUp(withInterestFixed(loan, timeMs).interestPpb, WHOLE_PPB);
}

export function debtOf(loan: Owing, timeMs: number): bigint {
  return loan.principal + interestDue(loan, timeMs);
}

/**
 * The highest price at which a debt is at least this part of the collateral's worth: 0 where no
 * price is high enough to say.
 * @returns ticks, rounded down
 */
export function ticksOfLevel(
  debt: bigint,
  pledged: bigint,
  { settings, unit }: ListedMarket,
  levelBps: number,
): number {
  if (pledged === 0n) return 0;
  return Number((debt * settings.lotSize * FULL_BPS) / (BigInt(levelBps) * pledged * unit));
}

/** Whether a debt is at most this part of the collateral's worth at a price. */
export function isWithinLevel(
  debt: bigint,
  pledged: bigint,
  { settings, unit }: ListedMarket,
  { levelBps, ticks }: { readonly levelBps: number; readonly ticks: number },
): boolean {
  return debt * settings.lotSize * FULL_BPS <= BigInt(levelBps) * pledged * BigInt(ticks) * unit;
}

/**
 * The least number of lots whose sale at a price brings the debt back to the initial ratio, after
 * both fees; at most all, at least the worth that the market takes.
 */
export function lotsToSell(
  debt: bigint,
  { pledged, terms }: Pick<Loan, 'pledged' | 'terms'>,
  { settings, unit }: ListedMarket,
  { ticks, lowestTicks }: { readonly ticks: number; readonly lowestTicks: number },
): number {
  const { lotSize, takerFeeBps, minNotional, maxQuantityLots } = settings;
  const perLot = BigInt(ticks) * unit;
  const initial = BigInt(terms.initialBps);
  // (debt - lots × net) = initial × (worth - lots × perLot), each times 10,000 and the lot size.
  const missing = (debt * FULL_BPS - (initial * pledged * perLot) / lotSize) as bigint;
  const net = FULL_BPS - BigInt(takerFeeBps) - BigInt(terms.feeBps) - initial;
  const all = pledged / lotSize;
  let lots = net <= 0n ? all : missing <= 0n ? 0n : divideUp(missing, perLot * net);
  const least = divideUp(minNotional, BigInt(lowestTicks) * unit);
  if (lots < least) lots = least;
  if (lots > all) lots = all;
  return Math.min(Number(lots), maxQuantityLots);
}

/**
 * Whether a sale at the lowest price that terms allow pays the debt of the last level, after the
 * fees of the market and of the sale.
 */
export function paysAtBound(
  { liquidationBps, boundBps, feeBps }: LoanTerms,
  { takerFeeBps }: Pick<Market, 'takerFeeBps'>,
): boolean {
  const full = Number(FULL_BPS);
  const net = full - feeBps - takerFeeBps;
  return liquidationBps * full <= (full - boundBps) * net;
}
