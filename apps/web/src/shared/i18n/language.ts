import { i18n, type Messages } from '@lingui/core';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@meridian/contract/languages';
import { create } from 'zustand';
import { readStored, writeStored } from '../stored.ts';

/** Each language in itself, for the menu. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  ko: '한국어',
  ja: '日本語',
  'zh-CN': '简体中文',
  'zh-TW': '繁體中文',
  es: 'Español',
};

type Catalogue = Promise<{ messages: Messages }>;
/** Only the catalogue of the language in use is fetched. The build compiles them (build/compiled-catalogues.ts). */
const CATALOGUES: Readonly<Record<Language, () => Catalogue>> = {
  en: () => import('../../locales/en.json') as unknown as Catalogue,
  ko: () => import('../../locales/ko.json') as unknown as Catalogue,
  ja: () => import('../../locales/ja.json') as unknown as Catalogue,
  'zh-CN': () => import('../../locales/zh-CN.json') as unknown as Catalogue,
  'zh-TW': () => import('../../locales/zh-TW.json') as unknown as Catalogue,
  es: () => import('../../locales/es.json') as unknown as Catalogue,
};

function storedLanguage(): Language {
  const stored = readStored('locale') ?? readStored('lang');
  return LANGUAGES.find((language) => language === stored) ?? DEFAULT_LANGUAGE;
}

/** The language in use. Change it with `changeLanguage`. */
export const useLanguage = create<Language>(storedLanguage);

/** Fetches a language's catalogue, then shows everything in it and remembers it. */
export async function changeLanguage(language: Language): Promise<void> {
  await activateLanguage(language);
  writeStored('locale', language);
  writeStored('lang', language);
}

/** Shows everything in `language`. Called at boot with the stored one. */
export async function activateLanguage(language: Language = storedLanguage()): Promise<void> {
  const { messages } = await CATALOGUES[language]();
  i18n.loadAndActivate({ locale: language, messages });
  document.documentElement.lang = language;
  useLanguage.setState(language, true);
}
