import type { InterestDay } from '@meridian/contract/earn/calls';
import type { UserId } from '@meridian/core/ids';
import { formatDecimal } from '@meridian/money/decimal';
import type { Queries } from '../../database/database.ts';
import type { LiveView } from '../live-view.ts';
import { interestOfDays, type InterestPage } from './queries.ts';
import { percentOfPpb } from '../market/percent.ts';
import { currencyOf, dayText } from './translate.ts';

/** Decimals of a unit that interest in savings has. */
const PPB_SCALE = 9;

/** A page of a user's interest, day by day, with what it was computed from. */
export async function interestDays(
  { queries, live }: { readonly queries: Queries; readonly live: LiveView },
  user: UserId,
  page: InterestPage,
): Promise<InterestDay[]> {
  const rows = await interestOfDays(queries, user, page);
  return rows.map((row) => {
    const { day, product, kind, lock, currency, principal, ratePpb, paidDays, amount } = row;
    const { code, scale } = currencyOf(live, currency);
    return {
      day: dayText(day),
      product_id: product,
      kind,
      lock,
      currency_name: code,
      principal: formatDecimal(principal, scale),
      rate: percentOfPpb(ratePpb),
      paid_days: paidDays,
      interest:
        kind === 'savings'
          ? formatDecimal(principal * BigInt(ratePpb), scale + PPB_SCALE)
          : formatDecimal(amount, scale),
      formula: kind === 'savings' ? 'savings' : 'lock',
    };
  });
}
