import type { InterestDay } from '@meridian/contract/earn/calls';
import type { UserId } from '@meridian/core/ids';
import { formatDecimal } from '@meridian/money/decimal';
import type { Queries } from '../../database/database.ts';
import type { LiveView } from '../live-view.ts';
import { interestOfDays, type InterestPage, type InterestRow } from './queries.ts';
import { percent, percentOfPpb } from '../market/percent.ts';
import { currencyOf, dayText } from './translate.ts';

/** Decimals of a unit that interest in savings has. */
const PPB_SCALE = 9;

/** A page of a user's interest, day by day, with the figures that it was computed from. */
export async function interestDays(
  { queries, live }: { readonly queries: Queries; readonly live: LiveView },
  user: UserId,
  page: InterestPage,
): Promise<InterestDay[]> {
  const rows = await interestOfDays(queries, user, page);
  return rows.map((row) => {
    const { day, product, kind, lock, days, currency, principal, paidDays } = row;
    const { code, scale } = currencyOf(live, currency);
    return {
      day: dayText(day),
      product_id: product,
      kind,
      lock,
      period: days,
      currency_name: code,
      principal: formatDecimal(principal, scale),
      paid_days: paidDays,
      ...computed(row, scale),
    };
  });
}

function computed(
  { kind, principal, ratePpb, amount, endedBy, keptBps }: InterestRow,
  scale: number,
): Pick<InterestDay, 'rate' | 'interest' | 'formula'> {
  if (endedBy !== null) {
    const formula = endedBy === 'exited' ? 'exit' : 'debt';
    return { rate: percent(keptBps ?? 0), interest: formatDecimal(amount, scale), formula };
  }
  const rate = percentOfPpb(ratePpb);
  return kind === 'savings'
    ? {
        rate,
        interest: formatDecimal(principal * BigInt(ratePpb), scale + PPB_SCALE),
        formula: 'savings',
      }
    : { rate, interest: formatDecimal(amount, scale), formula: 'lock' };
}
