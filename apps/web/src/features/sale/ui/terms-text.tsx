import { Link } from 'react-router';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { HashedTerms } from '../../../shared/ui/hashed-terms.tsx';
import type { Sale } from '../model/sale.ts';
import { HELP } from './help-page.ts';

/** The hash of the terms, the hashed texts, and the link to the page that explains them. */
export function TermsText({ sale: { terms, termsHash, texts } }: { readonly sale: Sale }) {
  const t = useTranslate();
  return (
    <HashedTerms
      label={t('sale.hash')}
      hash={termsHash}
      texts={[
        { name: t('terms.text'), note: t('sale.termsNote'), text: terms },
        { name: t('sale.texts'), note: t('sale.textsNote'), text: texts },
      ]}
    >
      <Link to={HELP}>{t('sale.help')}</Link>
    </HashedTerms>
  );
}
