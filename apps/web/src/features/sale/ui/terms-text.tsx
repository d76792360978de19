import { Link } from 'react-router';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { CopyButton } from '../../../shared/ui/copy-button.tsx';
import type { Sale } from '../model/sale.ts';
import { HELP } from './help-page.ts';
import styles from './sale.module.css';

/** The hash of the terms, the text that was hashed, and the way to what both are for. */
export function TermsText({ sale: { terms, termsHash, texts } }: { readonly sale: Sale }) {
  const t = useTranslate();
  return (
    <div className={styles['terms']}>
      <p>
        {t('sale.hash')} <code>{termsHash}</code>
      </p>
      <details>
        <summary>{t('sale.terms')}</summary>
        <p>{t('sale.termsNote')}</p>
        <div className={styles['text']}>
          <code>{terms}</code>
          <CopyButton value={terms} what={t('sale.terms')} />
        </div>
        <p>{t('sale.textsNote')}</p>
        <div className={styles['text']}>
          <code>{texts}</code>
          <CopyButton value={texts} what={t('sale.texts')} />
        </div>
      </details>
      <Link to={HELP}>{t('sale.help')}</Link>
    </div>
  );
}
