import type { InterestDay } from '@meridian/contract/earn/calls';
import { formatDecimal } from '@meridian/money/decimal';
import type { LiveView } from '../live-view.ts';
import type { InterestRow } from './queries.ts';
import { currencyOf, dailyPercent, dayText } from './translate.ts';

/** Decimals of a unit that interest in savings has. */
const PPB_SCALE = 9;

/** Interest of days with what it was computed from, for their owner. */
export function interestDays(live: LiveView, rows: readonly InterestRow[]): InterestDay[] {
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
      rate: dailyPercent(ratePpb),
      paid_days: paidDays,
      interest:
        kind === 'savings'
          ? formatDecimal(principal * BigInt(ratePpb), scale + PPB_SCALE)
          : formatDecimal(amount, scale),
      formula: kind === 'savings' ? 'savings' : 'lock',
    };
  });
}
