import { DEFAULT_LANGUAGE } from '../languages.ts';
import { DEFAULT_PASSWORD_POLICY } from '../account/password-policy.ts';
import { COIN_WORDS, CONTACT_WORDS } from '../p2p/watched-words.ts';

/**
 * Settings of the whole site that operators can change, with their defaults. All values are text.
 */
export const SETTINGS = {
  custorm_url: '',
  forum_url: '',
  app_url: '',
  default_language: DEFAULT_LANGUAGE as string,
  password_min_length: String(DEFAULT_PASSWORD_POLICY.least),
  password_letters_and_digits: String(DEFAULT_PASSWORD_POLICY.letters_and_digits),
  sms_area_codes: '',
  sms_daily_limit: '5000',
  daily_limit_1: '2000',
  daily_limit_2: '100000',
  daily_limit_3: '1000000',
  payment_min: '10',
  payment_max: '50000',
  /** Selling price of payments in CNY for one USDT; '' closes payments. */
  payment_rate: '',
  /** Hours for which the price is valid after it was set. */
  payment_rate_hours: '24',
  /** Words that chats of the marketplace are watched for, see p2p/watched-words.ts. */
  p2p_contact_words: CONTACT_WORDS,
  p2p_coin_words: COIN_WORDS,
} as const;
export type SettingKey = keyof typeof SETTINGS;
/** Characters of a value: a list of words is longer than a link. */
export const SETTING_LENGTH = 4_000;
export const SETTING_KEYS = Object.keys(SETTINGS) as SettingKey[];
