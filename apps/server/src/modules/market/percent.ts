import { formatDecimal, formatFixed } from '@meridian/money/decimal';
import { divide } from '@meridian/money/rounding';

const HOURS_OF_YEAR = 8_760n;
const DAYS_OF_YEAR = 365n;
/** Parts per billion of a hundredth of a percent. */
const PPB_OF_HUNDREDTH = 100_000n;
/** Decimals of a percent that parts per billion fill. */
const PPB_SCALE = 7;

/** Basis points as percent. */
export function percent(bps: number): string {
  return formatDecimal(BigInt(bps), 2);
}

/** Parts per billion as percent. */
export function percentOfPpb(ppb: number): string {
  return formatDecimal(BigInt(ppb), PPB_SCALE);
}

/** Interest of a year in percent, without compounding. @param ratePpb of an hour */
export function yearRate(ratePpb: number): string {
  return formatDecimal(BigInt(ratePpb) * HOURS_OF_YEAR, PPB_SCALE);
}

/** The same of a rate of a day, to two decimals. */
export function yearRateOfDays(ratePpb: number): string {
  return formatFixed(divide(BigInt(ratePpb) * DAYS_OF_YEAR, PPB_OF_HUNDREDTH, 'halfUp'), 2);
}
