import { DEFAULT_PASSWORD_POLICY, keepsPolicy } from '@meridian/contract/account/password-policy';
import type { siteConfig } from '@meridian/contract/site/calls';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { apiCall } from './http/api-call.ts';
import { useTranslate } from './i18n/translate.ts';

const fetchConfig = apiCall<typeof siteConfig>({ method: 'GET', path: '/api/site/config' });
const FRESH_MS = 300_000;

/** What the operator has set that every visitor needs. */
export const siteConfigQuery = queryOptions({
  queryKey: ['site', 'config'],
  queryFn: ({ signal }) => fetchConfig({}, { signal }),
  staleTime: FRESH_MS,
});

/**
 * What a new password must be, in words, and whether one is: what the server asks for, said before
 * it is asked.
 */
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
