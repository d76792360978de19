import { useQuery } from '@tanstack/react-query';
import { useTranslate } from './i18n/translate.ts';
import { DEFAULT_PASSWORD_RULES, keepsRules, siteConfigQuery } from './site-api.ts';

/** The rules of new passwords in words, and their check, before the server is asked. */
export function usePasswordPolicy(): { readonly words: string; isKept(password: string): boolean } {
  const t = useTranslate();
  const { data } = useQuery(siteConfigQuery);
  const rules = data?.password ?? DEFAULT_PASSWORD_RULES;
  const { least, most, needsLettersAndDigits } = rules;
  return {
    words: needsLettersAndDigits
      ? t('auth.error.password', { least, most })
      : t('auth.error.passwordLength', { least, most }),
    isKept: (password) => keepsRules(password, rules),
  };
}
