import { DEFAULT_LANGUAGE, LANGUAGES } from '@meridian/contract/languages';
import type { QueryClient } from '@tanstack/react-query';
import { activateLanguage } from '../shared/i18n/language.ts';
import { siteConfigQuery } from '../shared/site-api.ts';
import { readStored } from '../shared/stored.ts';

/** Longest delay of the first paint for the language that the operator has set. */
const PATIENCE_MS = 600;

/**
 * Shows the language chosen before; without a choice, the one that the link names (mails do that),
 * or the operator's default.
 */
export async function showFirstLanguage(client: QueryClient): Promise<void> {
  const hasChosen = (readStored('locale') ?? readStored('lang')) !== undefined;
  if (hasChosen) return activateLanguage();
  const named = new URLSearchParams(location.search).get('lang');
  const ofLink = LANGUAGES.find((language) => language === named);
  if (ofLink !== undefined) return activateLanguage(ofLink);
  const answer = client.fetchQuery({ ...siteConfigQuery, retry: false }).then(
    (config) => config.defaultLanguage,
    () => DEFAULT_LANGUAGE,
  );
  const patience = new Promise<typeof DEFAULT_LANGUAGE>((resolve) =>
    setTimeout(() => resolve(DEFAULT_LANGUAGE), PATIENCE_MS),
  );
  // It is nearly always the default, so its texts are fetched without waiting for the answer.
  const [set] = await Promise.all([
    Promise.race([answer, patience]),
    activateLanguage(DEFAULT_LANGUAGE),
  ]);
  if (set !== DEFAULT_LANGUAGE) await activateLanguage(set);
}
