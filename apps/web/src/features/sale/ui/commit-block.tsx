import { useQuery } from '@tanstack/react-query';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { ButtonLink } from '../../../shared/ui/button-link.tsx';
import { isVerifiedQuery } from '../api.ts';
import { mostMore, type Sale } from '../model/sale.ts';
import { CommitForm } from './commit-form.tsx';
import styles from './sale.module.css';

/** The form for who may commit, or what they have to do before. */
export function CommitBlock({ sale }: { readonly sale: Sale }) {
  const t = useTranslate();
  // Until that is known there is the form, so that nothing moves for who may use it.
  const { data: isVerified } = useQuery(isVerifiedQuery);
  if (isVerified === false)
    return (
      <div className={styles['form']}>
        <p className={styles['note']}>{t('sale.unverified')}</p>
        <ButtonLink to="/authentication" look="accent">
          {t('sale.verify')}
        </ButtonLink>
      </div>
    );
  if (mostMore(sale) === '0') return <p className={styles['note']}>{t('sale.atMost')}</p>;
  return <CommitForm sale={sale} />;
}
