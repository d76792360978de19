import type { IdentityState } from '@meridian/contract/identity';
import { parseDecimal } from '@meridian/money/decimal';
import type { Queries } from '../../database/database.ts';

/** Worth in USDT of what an account of each verification level may withdraw in a day, where the operator has set nothing else. */
const STARTING_LIMITS = ['2000', '100000', '1000000'] as const;
/** Keys of site_settings that hold the operator's. */
export const LIMIT_KEYS = ['daily_limit_1', 'daily_limit_2', 'daily_limit_3'] as const;
const USDT_SCALE = 8;

/** The limits of the three levels, lowest first. */
export async function dailyLimits(queries: Queries): Promise<IdentityState['daily_limits']> {
  const rows = await queries.selectFrom('site_settings').selectAll().where('key', 'in', LIMIT_KEYS).execute();
  const set = new Map(rows.map(({ key, value }) => [key, value]));
  return LIMIT_KEYS.map((key, index) => {
    const value = set.get(key) ?? '';
    return { level: index + 1, usdt: parseDecimal(value, USDT_SCALE).ok ? value : (STARTING_LIMITS[index] ?? '0') };
  });
}
