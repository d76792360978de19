import type { ErrorCode, ErrorMessages, ErrorParams } from './errors.ts';
import type { Language } from './languages.ts';
import { en } from './messages/en.ts';
import { es } from './messages/es.ts';
import { ja } from './messages/ja.ts';
import { ko } from './messages/ko.ts';
import { zhCN } from './messages/zh-cn.ts';
import { zhTW } from './messages/zh-tw.ts';

export const ERROR_MESSAGES: Readonly<Record<Language, ErrorMessages>> = {
  en,
  ko,
  ja,
  'zh-CN': zhCN,
  'zh-TW': zhTW,
  es,
};

/** `{name}`, or a plural in ICU syntax: `{name, plural, one {# second} other {# seconds}}`. */
const PLACE = /\{(\w+)(?:, plural, one \{([^{}]*)\} other \{([^{}]*)\})?\}/g;

/** The text of a code in a language, for people. */
export function errorMessage(
  code: ErrorCode,
  language: Language,
  params: ErrorParams = {},
): string {
  return ERROR_MESSAGES[language][code].replace(
    PLACE,
    (place, name: string, one?: string, other?: string) => {
      const value = params[name];
      if (value === undefined) return place;
      if (one === undefined || other === undefined) return String(value);
      return (
        new Intl.PluralRules(language).select(Number(value)) === 'one' ? one : other
      ).replaceAll('#', () => String(value));
    },
  );
}
