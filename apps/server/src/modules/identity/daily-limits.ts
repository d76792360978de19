import type { IdentityState } from '@meridian/contract/identity';
import type { Queries } from '../../database/database.ts';
import { readSettings } from '../../site-settings.ts';

/** Worth in USDT of what an account of each of the three verification levels may withdraw in a day, lowest first. */
export async function dailyLimits(queries: Queries): Promise<IdentityState['daily_limits']> {
  const { daily_limit_1, daily_limit_2, daily_limit_3 } = await readSettings(queries);
  return [daily_limit_1, daily_limit_2, daily_limit_3].map((usdt, index) => ({ level: index + 1, usdt }));
}
