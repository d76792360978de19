import type { IdentityState } from '@meridian/contract/identity';
import type { Queries } from '../../database/database.ts';
import type { Identities } from './identities.ts';
import { readSettings } from '../../site-settings.ts';

/** Worth in USDT of what an account of each of the three verification levels may withdraw in a day, lowest first. */
export async function dailyLimits(queries: Queries): Promise<IdentityState['daily_limits']> {
  const { daily_limit_1, daily_limit_2, daily_limit_3 } = await readSettings(queries);
  return [daily_limit_1, daily_limit_2, daily_limit_3].map((usdt, index) => ({ level: index + 1, usdt }));
}

/** The same for one account, at its level. */
export async function dailyLimitOf(queries: Queries, identities: Identities, user: number): Promise<string> {
  const [limits, { level }] = await Promise.all([dailyLimits(queries), identities.stateOf(user)]);
  return limits[level - 1]?.usdt ?? '0';
}
