import { useState } from 'react';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { REVIEW_STATUS, type IdentityState } from '../model/review-status.ts';
import styles from './identity-card.module.css';
import { IdentityForm } from './identity-form.tsx';
import { ReviewNotice } from './review-notice.tsx';

/** Name and document: the form, or the state of the review. */
export function IdentityCard({ state }: { readonly state: IdentityState }) {
  const t = useTranslate();
  const [isAgain, setAgain] = useState(false);
  const { review_status: status, reason } = state;
  const isForm = status === REVIEW_STATUS.none || (status === REVIEW_STATUS.rejected && isAgain);
  return (
    <Card
      title={t('identity.document')}
      {...(isForm ? { about: t('identity.documentAbout') } : {})}
    >
      {isForm ? (
        <IdentityForm />
      ) : (
        <ReviewNotice
          status={status}
          title={t(`identity.title.${status}`)}
          text={
            status === REVIEW_STATUS.rejected && reason !== ''
              ? t('identity.reason', { reason })
              : t(`identity.text.${status}`)
          }
        >
          {status === REVIEW_STATUS.rejected ? (
            <Button look="accent" onClick={() => setAgain(true)}>
              {t('identity.again')}
            </Button>
          ) : (
            <dl className={styles['submitted']}>
              <div>
                <dt>{t('identity.name')}</dt>
                <dd>{state.name}</dd>
              </div>
              <div>
                <dt>{t('identity.number')}</dt>
                <dd>{state.card_id}</dd>
              </div>
            </dl>
          )}
        </ReviewNotice>
      )}
    </Card>
  );
}
