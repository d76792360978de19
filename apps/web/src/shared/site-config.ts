import { DEFAULT_PASSWORD_POLICY, keepsPolicy } from '@meridian/contract/account/password-policy';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { apiCall } from './http/api-call.ts';
import { useTranslate } from './i18n/translate.ts';

const fetchConfig = apiCall('GET /api/site/config');
const FRESH_MS = 300_000;

/** Site settings for every visitor. */
export const siteConfigQuery = queryOptions({
  queryKey: ['site', 'config'],
  queryFn: ({ signal }) => fetchConfig({}, { signal }),
  staleTime: FRESH_MS,
});

/** The policy of new passwords in words, and its check, before the server is asked. */
export function usePasswordPolicy(): { readonly words: string; isKept(password: string): boolean } {
  const t = useTranslate();
  const { data } = useQuery(siteConfigQuery);
  const policy = data?.password ?? DEFAULT_PASSWORD_POLICY;
  const { least, most, letters_and_digits } = policy;
  return {
    words:
      letters_and_digits === 1
        ? t('auth.error.password', { least, most })
        : t('auth.error.passwordLength', { least, most }),
    isKept: (password) => keepsPolicy(password, policy),
  };
}
