import { grouped } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import type { MarginOffer } from '../model/position.ts';

/** The rule under the form for an isolated position. */
export function IsolatedRule({ offer }: { readonly offer: MarginOffer }) {
  const t = useTranslate();
  const language = useLanguage();
  return t('position.isolatedRule', {
    maintenance: grouped(offer.maintenance, language),
    overnight: grouped(offer.nightFee, language),
  });
}
