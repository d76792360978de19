import { i18n, type Messages } from '@lingui/core';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@meridian/contract/languages';
import { create } from 'zustand';
import { readStored, writeStored } from '../stored.ts';

/** Each language's own name, for the menu. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  ko: '한국어',
  ja: '日本語',
  'zh-CN': '简体中文',
  'zh-TW': '繁體中文',
  es: 'Español',
};

type Catalogue = Promise<{ messages: Messages }>;
/**
 * Only the language in use is fetched, and of it only the requested parts
 * (build/compiled-catalogues.ts).
 */
const CATALOGUES: Readonly<Record<Language, readonly (() => Catalogue)[]>> = {
  en: [
    () => import('virtual:texts/first/en'),
    () => import('virtual:texts/trading/en'),
    () => import('virtual:texts/contracts/en'),
    () => import('virtual:texts/rest/en'),
  ],
  ko: [
    () => import('virtual:texts/first/ko'),
    () => import('virtual:texts/trading/ko'),
    () => import('virtual:texts/contracts/ko'),
    () => import('virtual:texts/rest/ko'),
  ],
  ja: [
    () => import('virtual:texts/first/ja'),
    () => import('virtual:texts/trading/ja'),
    () => import('virtual:texts/contracts/ja'),
    () => import('virtual:texts/rest/ja'),
  ],
  'zh-CN': [
    () => import('virtual:texts/first/zh-CN'),
    () => import('virtual:texts/trading/zh-CN'),
    () => import('virtual:texts/contracts/zh-CN'),
    () => import('virtual:texts/rest/zh-CN'),
  ],
  'zh-TW': [
    () => import('virtual:texts/first/zh-TW'),
    () => import('virtual:texts/trading/zh-TW'),
    () => import('virtual:texts/contracts/zh-TW'),
    () => import('virtual:texts/rest/zh-TW'),
  ],
  es: [
    () => import('virtual:texts/first/es'),
    () => import('virtual:texts/trading/es'),
    () => import('virtual:texts/contracts/es'),
    () => import('virtual:texts/rest/es'),
  ],
};
/** Parts of a language in their order: each needs those before it. */
export const TEXT_PARTS = ['first', 'trading', 'contracts', 'rest'] as const;
export type TextPart = (typeof TEXT_PARTS)[number];
/** Number of requested parts. */
let partCount = 1;

function storedLanguage(): Language {
  const stored = readStored('locale') ?? readStored('lang');
  return LANGUAGES.find((language) => language === stored) ?? DEFAULT_LANGUAGE;
}

/** The language in use. Change it with `changeLanguage`. */
export const useLanguage = create<Language>(storedLanguage);

/** Fetches a language's catalogue, then shows all texts in it and stores the choice. */
export async function changeLanguage(language: Language): Promise<void> {
  await activateLanguage(language);
  writeStored('locale', language);
  writeStored('lang', language);
}

/** Shows all texts in `language`. Called at boot with the stored one. */
export async function activateLanguage(language: Language = storedLanguage()): Promise<void> {
  const messages = await textsOf(language);
  i18n.loadAndActivate({ locale: language, messages });
  document.documentElement.lang = language;
  useLanguage.setState(language, true);
}

/**
 * Fetches the texts up to a part, for this and any later language. Components that show them wait
 * for this.
 */
export async function fetchTexts(part: TextPart): Promise<void> {
  partCount = Math.max(partCount, TEXT_PARTS.indexOf(part) + 1);
  const language = useLanguage.getState();
  i18n.load(language, await textsOf(language));
}

/** A part of the code that is fetched later, once the texts that it shows are there too. */
export async function withTexts<Part>(part: Promise<Part>): Promise<Part> {
  const [fetched] = await Promise.all([part, fetchTexts('rest')]);
  return fetched;
}

async function textsOf(language: Language): Promise<Messages> {
  const count = partCount;
  const parts = await Promise.all(
    CATALOGUES[language].slice(0, count).map((fetchPart) => fetchPart()),
  );
  // Another caller may have requested more parts meanwhile.
  return count === partCount
    ? (Object.assign({}, ...parts.map(({ messages }) => messages)) as Messages)
    : textsOf(language);
}
