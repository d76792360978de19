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

/** The text of a code in a language, for people. */
export function errorMessage(
  code: ErrorCode,
  language: Language,
  params: ErrorParams = {},
): string {
  return ERROR_MESSAGES[language][code].replace(/\{(\w+)\}/g, (place, name: string) =>
    String(params[name] ?? place),
  );
}
