import { PASSWORD_LENGTH, type PasswordPolicy } from '@meridian/contract/account/password-policy';
import { SETTING_KEYS, SETTINGS, type SettingKey } from '@meridian/contract/site/settings';
import type { Queries } from './database/database.ts';

/** The settings of the whole site: the values that operators have set, else the defaults. */
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

/** The rules for a new password. */
export async function passwordPolicy(queries: Queries): Promise<PasswordPolicy> {
  const { password_min_length, password_letters_and_digits } = await readSettings(queries);
  return {
    least: Number(password_min_length),
    most: PASSWORD_LENGTH.most,
    letters_and_digits: password_letters_and_digits === '1' ? 1 : 0,
  };
}
