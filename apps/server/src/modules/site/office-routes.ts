import { SETTINGS, officeSettings, officeSettingSave, type SettingKey } from '@meridian/contract/office';
import { parseDecimal } from '@meridian/money/decimal';
import type { Queries } from '../../database/database.ts';
import type { CallRegistry } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { ACCOUNT_TEXTS } from '../account/messages.ts';

const keys = Object.keys(SETTINGS) as SettingKey[];
/** Never `javascript:` and the like. */
const LINK = /^(?:|https?:\/\/\S+|mailto:\S+|\/(?!\/)\S*)$/;
const USDT_SCALE = 8;

function isLimit(value: string): boolean {
  const parsed = parseDecimal(value, USDT_SCALE);
  return parsed.ok && parsed.units >= 0n;
}

const IS_VALID: Readonly<Record<SettingKey, (value: string) => boolean>> = {
  custorm_url: (value) => LINK.test(value),
  app_url: (value) => LINK.test(value),
  daily_limit_1: isLimit,
  daily_limit_2: isLimit,
  daily_limit_3: isLimit,
};

/** Settings of the site as operators change them. */
export function registerSettingRoutes(gateway: CallRegistry, { queries }: { queries: Queries }): void {
  const read = async (): Promise<Map<string, string>> => new Map((await queries.selectFrom('site_settings').selectAll().execute()).map(({ key, value }) => [key, value]));
  gateway.registerCall(officeSettings, async () => {
    const set = await read();
    return keys.map((key) => ({ key, value: set.get(key) ?? SETTINGS[key] }));
  });
  gateway.registerCall(officeSettingSave, async ({ input, audit, language }) => {
    const { key, value } = input;
    if (!IS_VALID[key](value)) throw new Refusal('input_invalid', { field: 'value' });
    const before = (await read()).get(key) ?? SETTINGS[key];
    await queries.transaction().execute(async (transaction) => {
      await transaction.insertInto('site_settings').values({ key, value }).onConflict((conflict) => conflict.column('key').doUpdateSet({ value })).execute();
      await audit({ action: 'setting.save', subject: `setting ${key}`, before, after: value }, transaction);
    });
    return ACCOUNT_TEXTS[language].done;
  });
}
