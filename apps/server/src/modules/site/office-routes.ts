import type { CallInput } from '@meridian/contract/schema/call';
import { LANGUAGES } from '@meridian/contract/languages';
import { officeSettings, officeSettingSave } from '@meridian/contract/site/office';
import { PASSWORD_LENGTH } from '@meridian/contract/account/password-policy';
import { isWordList } from '@meridian/contract/p2p/watched-words';
import { SETTING_KEYS, SETTINGS, type SettingKey } from '@meridian/contract/site/settings';
import { parseDecimal } from '@meridian/money/decimal';
import type { Queries } from '../../database/database.ts';
import type { CallContext, CallRegistry } from '../../gateway/handler.ts';
import { checkLink } from '../../gateway/link.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { AREA_CODES } from '../account/countries.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import { readSettings } from '../../site-settings.ts';
import { textOf } from '../../texts.ts';

const USDT_SCALE = 8;
/** More than any exchange pays out in a day. */
const MOST_USDT = 10n ** 12n * 10n ** 8n;
const CNY_SCALE = 2;
const MOST_CNY = 10n ** 9n * 100n;
/** Allowed lifetime of the price of payments. */
const RATE_HOURS = [1, 168] as const;
/** Text messages of a day. */
const MOST_TEXTS = 100_000;
const FIELD = { field: 'value' } as const;

function checkLimit(value: string): void {
  const parsed = parseDecimal(value, USDT_SCALE);
  if (!parsed.ok) throw new Refusal(`number_${parsed.error}`, FIELD);
  if (parsed.units < 0n) throw new Refusal('number_not_positive', FIELD);
  if (parsed.units > MOST_USDT) throw new Refusal('number_range', FIELD);
}

/** Limit of one payment, in CNY. */
function checkPayment(value: string): void {
  const parsed = parseDecimal(value, CNY_SCALE);
  if (!parsed.ok) throw new Refusal(`number_${parsed.error}`, FIELD);
  if (parsed.units <= 0n) throw new Refusal('number_not_positive', FIELD);
  if (parsed.units > MOST_CNY) throw new Refusal('number_range', FIELD);
}

function checkHours(value: string): void {
  const [least, most] = RATE_HOURS;
  if (!/^[0-9]{1,3}$/.test(value) || Number(value) < least || Number(value) > most)
    throw new Refusal('number_not_between', { ...FIELD, least, most });
}

function isOneOf(values: readonly string[]): (value: string) => void {
  return (value) => {
    if (!values.includes(value)) throw new Refusal('input_invalid', FIELD);
  };
}

/** Calling codes without +, separated by commas; none twice. */
function checkAreaCodes(value: string): void {
  const codes = value === '' ? [] : value.split(',');
  if (codes.some((code) => !AREA_CODES.has(code)) || new Set(codes).size < codes.length)
    throw new Refusal('input_invalid', FIELD);
}

function checkTexts(value: string): void {
  const range = { least: 0, most: MOST_TEXTS };
  if (!/^[0-9]{1,6}$/.test(value) || Number(value) > range.most)
    throw new Refusal('number_not_between', { ...FIELD, ...range });
}

function checkLength(value: string): void {
  const { least, most } = PASSWORD_LENGTH;
  if (!/^[0-9]{1,3}$/.test(value) || Number(value) < least || Number(value) > most)
    throw new Refusal('number_not_between', { ...FIELD, least, most });
}

function checkWords(value: string): void {
  if (!isWordList(value)) throw new Refusal('input_invalid', FIELD);
}

/** Each throws the refusal of an invalid value. */
const CHECKS: Readonly<Record<SettingKey, (value: string) => void>> = {
  custorm_url: checkLink,
  forum_url: checkLink,
  app_url: checkLink,
  default_language: isOneOf(LANGUAGES),
  password_min_length: checkLength,
  password_letters_and_digits: isOneOf(['0', '1']),
  sms_area_codes: checkAreaCodes,
  sms_daily_limit: checkTexts,
  daily_limit_1: checkLimit,
  daily_limit_2: checkLimit,
  daily_limit_3: checkLimit,
  payment_min: checkPayment,
  payment_max: checkPayment,
  // Its bounds depend on the value before: `checkRate`.
  payment_rate: () => undefined,
  payment_rate_hours: checkHours,
  p2p_contact_words: checkWords,
  p2p_coin_words: checkWords,
};

interface SettingServices {
  readonly queries: Queries;
  /** Refuses an implausible price of payments, given the price before. */
  readonly checkRate: (value: string, before: string) => void;
}

/** Site settings for operators. */
export function registerSettingRoutes(gateway: CallRegistry, services: SettingServices): void {
  const { queries } = services;
  gateway.registerCall(officeSettings, async () => {
    const settings = await readSettings(queries);
    const set = new Map(
      (await queries.selectFrom('site_settings').select(['key', 'set_at']).execute()).map(
        ({ key, set_at }) => [key, shanghaiTime(set_at.getTime())],
      ),
    );
    return SETTING_KEYS.map((key) => ({ key, value: settings[key], set_time: set.get(key) ?? '' }));
  });
  // Without a price payments are closed: closing needs no second operator.
  const closes = ({ input }: { input: CallInput<typeof officeSettingSave> }): boolean =>
    input.key === 'payment_rate' && (input.value ?? '') === '';
  gateway.registerCall(officeSettingSave, (context) => save(services, context), closes);
}

async function save(
  { queries, checkRate }: SettingServices,
  { input, audit, language }: CallContext<typeof officeSettingSave>,
): Promise<string> {
  const { key, value = SETTINGS[key] } = input;
  CHECKS[key](value);
  await queries.transaction().execute(async (transaction) => {
    const before = (await readSettings(transaction))[key];
    if (key === 'payment_rate') checkRate(value, before);
    // Also for an unchanged value, which has been confirmed.
    const set_at = new Date();
    await transaction
      .insertInto('site_settings')
      .values({ key, value, set_at })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, set_at }))
      .execute();
    await audit(
      { action: 'setting.save', subject: `setting ${key}`, before, after: value },
      transaction,
    );
  });
  return textOf(language, 'answer.done');
}
