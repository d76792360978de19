/** Languages of the texts for people: screens, messages and articles. */
export const LANGUAGES = ['en', 'ko', 'ja', 'zh-CN', 'zh-TW', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The language of a caller who names none, or an unsupported one. */
export const DEFAULT_LANGUAGE: Language = 'en';

const BY_PRIMARY_TAG: ReadonlyMap<string, Language> = new Map<string, Language>([
  ['en', 'en'],
  ['ko', 'ko'],
  ['kr', 'ko'],
  ['ja', 'ja'],
  ['jp', 'ja'],
  ['zh', 'zh-CN'],
  ['hk', 'zh-TW'],
  ['tw', 'zh-TW'],
  ['es', 'es'],
  ['spa', 'es'],
]);
const TRADITIONAL = /^zh[-_](?:hant|tw|hk|mo)\b/;

/**
 * The language of a `lang` header: a BCP-47 tag, or one of the short forms `en ko kr ja jp zh hk tw
 * es spa`.
 */
export function resolveLanguage(tag: string | undefined): Language {
  if (tag === undefined) return DEFAULT_LANGUAGE;
  const lower = tag.trim().toLowerCase();
  if (TRADITIONAL.test(lower)) return 'zh-TW';
  return BY_PRIMARY_TAG.get(/^[a-z]*/.exec(lower)?.[0] ?? '') ?? DEFAULT_LANGUAGE;
}
