import { PASSWORD_LENGTH, type PasswordPolicy } from '@meridian/contract/account/password-policy';
import { SETTING_KEYS, SETTINGS, type SettingKey } from '@meridian/contract/site/settings';
import type { Queries } from './database/database.ts';

/**
 * What holds for the site as a whole: what operators have set, else what stands where nothing is
 * set.
 */
export async function readSettings(
  queries: Queries,
): Promise<Readonly<Record<SettingKey, string>>> {
  const rows = await queries
    .selectFrom('site_settings')
    .selectAll()
    .where('key', 'in', SETTING_KEYS)
    .execute();
  return { ...SETTINGS, ...Object.fromEntries(rows.map(({ key, value }) => [key, value])) };
}

/** What a new password must be. */
export async function passwordPolicy(queries: Queries): Promise<PasswordPolicy> {
  const { password_min_length, password_letters_and_digits } = await readSettings(queries);
  return {
    least: Number(password_min_length),
    most: PASSWORD_LENGTH.most,
    letters_and_digits: password_letters_and_digits === '1' ? 1 : 0,
  };
}
