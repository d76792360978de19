import {
  DEFAULT_PASSWORD_POLICY,
  keepsPolicy,
  type PasswordPolicy,
} from '@meridian/contract/account/password-policy';
import type { Output } from '@meridian/contract/client/named-calls';
import type { Language } from '@meridian/contract/languages';
import { queryOptions } from '@tanstack/react-query';
import { apiCall } from './http/api-call.ts';

const fetchConfig = apiCall('GET /api/site/config');
const fetchLinks = apiCall('GET /api/custorm');
const FRESH_MS = 300_000;

/** Rules of a new password. Lengths are in characters. */
export interface PasswordRules {
  readonly least: number;
  readonly most: number;
  readonly needsLettersAndDigits: boolean;
}

interface SiteConfig {
  readonly defaultLanguage: Language;
  readonly password: PasswordRules;
  /** Orders are cancelled, and nothing else is taken. */
  readonly isCancelOnly: boolean;
}

/** Site settings for every visitor. */
export const siteConfigQuery = queryOptions({
  queryKey: ['site', 'config'],
  queryFn: async ({ signal }) => siteConfigOf(await fetchConfig({}, { signal })),
  staleTime: FRESH_MS,
});

function siteConfigOf(config: Output<'GET /api/site/config'>): SiteConfig {
  return {
    defaultLanguage: config.default_language,
    password: rulesOf(config.password),
    isCancelOnly: config.trading === 'cancel_only',
  };
}

function rulesOf({ least, most, letters_and_digits }: PasswordPolicy): PasswordRules {
  return { least, most, needsLettersAndDigits: letters_and_digits === 1 };
}

/** The rules without settings. */
export const DEFAULT_PASSWORD_RULES = rulesOf(DEFAULT_PASSWORD_POLICY);

export function keepsRules(
  password: string,
  { least, most, needsLettersAndDigits }: PasswordRules,
): boolean {
  return keepsPolicy(password, { least, most, letters_and_digits: needsLettersAndDigits ? 1 : 0 });
}

/** Links that the operator sets: download of the app, customer service, forum. */
export type SiteLink = 'app' | 'service' | 'forum';

export const siteLinksQuery = queryOptions({
  queryKey: ['site', 'links'],
  queryFn: async ({ signal }): Promise<Readonly<Record<SiteLink, string>>> => {
    const { app_url, custorm_url, forum_url } = await fetchLinks({}, { signal });
    return { app: app_url, service: custorm_url, forum: forum_url };
  },
  staleTime: FRESH_MS,
});
