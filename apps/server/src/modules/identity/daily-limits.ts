import type { IdentityState } from '@meridian/contract/identity/calls';
import type { Amount } from '@meridian/money/amount';
import { parseDecimal } from '@meridian/money/decimal';
import type { Queries } from '../../database/database.ts';
import type { LiveView } from '../live-view.ts';
import { unitScale } from '../market/valuation.ts';
import type { Identities } from './identities.ts';
import { readSettings } from '../../site-settings.ts';

/**
 * Most that an account of each of the three verification levels may withdraw in a day, in USDT,
 * lowest first.
 */
export async function dailyLimits(queries: Queries): Promise<IdentityState['daily_limits']> {
  const { daily_limit_1, daily_limit_2, daily_limit_3 } = await readSettings(queries);
  return [daily_limit_1, daily_limit_2, daily_limit_3].map((usdt, index) => ({
    level: index + 1,
    usdt,
  }));
}

/**
 * The limit of one account's outflows in a day at its level, over all ways out, in units of worth.
 */
export async function dayLimitOf(
  {
    queries,
    identities,
    live,
  }: { readonly queries: Queries; readonly identities: Identities; readonly live: LiveView },
  user: number,
): Promise<Amount> {
  const [limits, { level }] = await Promise.all([dailyLimits(queries), identities.stateOf(user)]);
  const parsed = parseDecimal(limits[level - 1]?.usdt ?? '0', unitScale(live));
  return (parsed.ok ? parsed.units : 0n) as Amount;
}
