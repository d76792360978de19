import { useQuery } from '@tanstack/react-query';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { ButtonLink } from '../../../shared/ui/button-link.tsx';
import { isVerifiedQuery } from '../api.ts';
import { mostMore, type Sale } from '../model/sale.ts';
import { CommitForm } from './commit-form.tsx';
import styles from './sale.module.css';

/** The form of a commitment, or the step that a user has to take before it. */
export function CommitBlock({ sale }: { readonly sale: Sale }) {
  const t = useTranslate();
  // The form is shown until that is known, so that nothing moves for a verified user.
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
