import { LANGUAGES } from '@meridian/contract/languages';
import { PASSWORD_LENGTH } from '@meridian/contract/account/password-policy';
import type { SettingKey } from '@meridian/contract/site/settings';
import { LANGUAGE_NAMES } from '../shared/language-names.ts';

export interface Setting {
  readonly key: SettingKey;
  readonly label: string;
  /** Its name in a sentence, if the label needs the group's title to be understood. */
  readonly name?: string;
  readonly help: string;
  /** Whether the value expires: it can be proposed again unchanged. */
  readonly isDated?: boolean;
  readonly kind: 'link' | 'text' | 'words' | 'decimal' | 'whole' | 'choice';
  readonly choices?: readonly { readonly id: string; readonly name: string }[];
}

export interface SettingGroup {
  readonly title: string;
  readonly settings: readonly Setting[];
}

const limit = (level: 1 | 2 | 3, who: string): Setting => ({
  key: `daily_limit_${level}`,
  label: `Level ${level}: ${who}`,
  name: `Daily withdrawals of level ${level}`,
  help: 'USDT a day.',
  kind: 'decimal',
});

export const SETTING_GROUPS: readonly SettingGroup[] = [
  {
    title: 'Links',
    settings: [
      {
        key: 'custorm_url',
        label: 'Customer service',
        name: 'Customer service link',
        help: 'Where "Support" leads. {id} and {name} stand for user id and account number. Empty: the button says that there is none.',
        kind: 'link',
      },
      {
        key: 'forum_url',
        label: 'Forum',
        name: 'Forum link',
        help: 'Where "Forum" in the menu leads. {id} and {name} stand for user id and account number. Empty: there is no such entry.',
        kind: 'link',
      },
      {
        key: 'app_url',
        label: 'Download of the app',
        name: 'App download link',
        help: 'Where "Download" leads. Empty: there is no such button.',
        kind: 'link',
      },
    ],
  },
  {
    title: 'Withdrawals of a day',
    settings: [
      limit(1, 'without identity'),
      limit(2, 'identity approved'),
      limit(3, 'assets proven'),
    ],
  },
  {
    title: 'Online payment',
    settings: [
      {
        key: 'payment_rate',
        label: 'CNY for one USDT',
        name: 'Price of payments',
        help: 'What payments sell at. A change moves it by a tenth at most. Empty: payments are closed, at once.',
        kind: 'decimal',
        isDated: true,
      },
      {
        key: 'payment_rate_hours',
        label: 'The price is good for',
        name: 'Hours for which the price of payments is good',
        help: 'Hours, 1 to 168, after it was set. Then payments close until two operators have looked at it again.',
        kind: 'whole',
      },
      {
        key: 'payment_min',
        label: 'Least amount',
        name: 'Least online payment',
        help: 'CNY of one payment.',
        kind: 'decimal',
      },
      {
        key: 'payment_max',
        label: 'Most',
        name: 'Largest online payment',
        help: 'CNY of one payment.',
        kind: 'decimal',
      },
    ],
  },
  {
    title: 'P2P chats',
    settings: [
      {
        key: 'p2p_contact_words',
        label: 'Ways around the exchange',
        name: 'Words of P2P chats about ways around the exchange',
        help: 'Messengers and links, separated by commas. A message with one of them is marked for both sides. Empty: as at first.',
        kind: 'words',
      },
      {
        key: 'p2p_coin_words',
        label: 'Words about coins',
        name: 'Words of P2P chats about coins',
        help: 'Words that a bank may stop a payment for, separated by commas. Latin words are found whole, others anywhere. Empty: as at first.',
        kind: 'words',
      },
    ],
  },
  {
    title: 'Text messages',
    settings: [
      {
        key: 'sms_area_codes',
        label: 'Calling codes',
        name: 'Calling codes that text messages go to',
        help: 'Codes of verification go to these numbers only: for example 86,852,44. Empty: to all countries of the registration form.',
        kind: 'text',
      },
      {
        key: 'sms_daily_limit',
        label: 'Most in a day',
        name: 'Most text messages in a day',
        help: 'Codes by text message to all numbers together.',
        kind: 'whole',
      },
    ],
  },
  {
    title: 'Passwords',
    settings: [
      {
        key: 'password_min_length',
        label: 'Least length',
        name: 'Least length of passwords',
        help: `${PASSWORD_LENGTH.least} to ${PASSWORD_LENGTH.most} characters. Holds for new passwords; old ones stay good.`,
        kind: 'whole',
      },
      {
        key: 'password_letters_and_digits',
        label: 'Letters and digits',
        name: 'Letters and digits in passwords',
        help: 'Common passwords are always refused.',
        kind: 'choice',
        choices: [
          { id: '1', name: 'Both are needed' },
          { id: '0', name: 'Not asked for' },
        ],
      },
    ],
  },
  {
    title: 'Language',
    settings: [
      {
        key: 'default_language',
        label: 'Default language',
        help: 'For visitors who have chosen none.',
        kind: 'choice',
        choices: LANGUAGES.map((id) => ({ id, name: LANGUAGE_NAMES[id] })),
      },
    ],
  },
];

/**
 * The name of a setting in a sentence: `Customer service link`. A setting that no page shows keeps
 * its key.
 */
export function settingName(key: string): string {
  const found = SETTING_GROUPS.flatMap(({ settings }) => settings).find(
    (setting) => setting.key === key,
  );
  return found?.name ?? found?.label ?? key;
}
