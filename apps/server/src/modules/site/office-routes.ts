import { LANGUAGES } from '@meridian/contract/languages';
import { officeSettings, officeSettingSave } from '@meridian/contract/office';
import { PASSWORD_LENGTH } from '@meridian/contract/password-policy';
import { SETTING_KEYS, SETTINGS, type SettingKey } from '@meridian/contract/settings';
import { parseDecimal } from '@meridian/money/decimal';
import type { Queries } from '../../database/database.ts';
import type { CallRegistry } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { ACCOUNT_TEXTS } from '../account/messages.ts';
import { readSettings } from '../../site-settings.ts';

/** Never `javascript:` and the like. */
const LINK = /^(?:|https?:\/\/\S+|mailto:\S+|\/(?![/\\])\S*)$/;
const USDT_SCALE = 8;
/** More than any exchange lets out in a day. */
const MOST_USDT = 10n ** 12n * 10n ** 8n;
const CNY_SCALE = 2;
const MOST_CNY = 10n ** 9n * 100n;
const FIELD = { field: 'value' } as const;

function checkLink(value: string): void {
  if (!LINK.test(value)) throw new Refusal('link_invalid', FIELD);
}

function checkLimit(value: string): void {
  const parsed = parseDecimal(value, USDT_SCALE);
  if (!parsed.ok) throw new Refusal(`number_${parsed.error}`, FIELD);
  if (parsed.units < 0n) throw new Refusal('number_not_positive', FIELD);
  if (parsed.units > MOST_USDT) throw new Refusal('number_range', FIELD);
}

/** Of one payment, in CNY. */
function checkPayment(value: string): void {
  const parsed = parseDecimal(value, CNY_SCALE);
  if (!parsed.ok) throw new Refusal(`number_${parsed.error}`, FIELD);
  if (parsed.units <= 0n) throw new Refusal('number_not_positive', FIELD);
  if (parsed.units > MOST_CNY) throw new Refusal('number_range', FIELD);
}

function isOneOf(values: readonly string[]): (value: string) => void {
  return (value) => {
    if (!values.includes(value)) throw new Refusal('input_invalid', FIELD);
  };
}

function checkLength(value: string): void {
  const { least, most } = PASSWORD_LENGTH;
  if (!/^[0-9]{1,3}$/.test(value) || Number(value) < least || Number(value) > most) throw new Refusal('number_not_between', { ...FIELD, least, most });
}

/** Each throws the refusal of a value that cannot be. */
const CHECKS: Readonly<Record<SettingKey, (value: string) => void>> = {
  custorm_url: checkLink,
  app_url: checkLink,
  default_language: isOneOf(LANGUAGES),
  password_min_length: checkLength,
  password_letters_and_digits: isOneOf(['0', '1']),
  daily_limit_1: checkLimit,
  daily_limit_2: checkLimit,
  daily_limit_3: checkLimit,
  payment_min: checkPayment,
  payment_max: checkPayment,
};

/** Settings of the site as operators change them. */
export function registerSettingRoutes(gateway: CallRegistry, { queries }: { queries: Queries }): void {
  gateway.registerCall(officeSettings, async () => {
    const settings = await readSettings(queries);
    return SETTING_KEYS.map((key) => ({ key, value: settings[key] }));
  });
  gateway.registerCall(officeSettingSave, async ({ input, audit, language }) => {
    const { key, value = SETTINGS[key] } = input;
    CHECKS[key](value);
    await queries.transaction().execute(async (transaction) => {
      const before = (await readSettings(transaction))[key];
      await transaction.insertInto('site_settings').values({ key, value }).onConflict((conflict) => conflict.column('key').doUpdateSet({ value })).execute();
      await audit({ action: 'setting.save', subject: `setting ${key}`, before, after: value }, transaction);
    });
    return ACCOUNT_TEXTS[language].done;
  });
}
