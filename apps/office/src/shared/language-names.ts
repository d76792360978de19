import type { Language } from '@meridian/contract/languages';

export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  ko: 'Korean',
  ja: 'Japanese',
  'zh-CN': 'Chinese, simplified',
  'zh-TW': 'Chinese, traditional',
  es: 'Spanish',
};
