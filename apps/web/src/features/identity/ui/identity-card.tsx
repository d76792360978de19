import { useState } from 'react';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import type { Identity } from '../model/identity.ts';
import { REVIEW_STATUS } from '../model/review-status.ts';
import styles from './identity-card.module.css';
import { IdentityForm } from './identity-form.tsx';
import { ReviewNotice } from './review-notice.tsx';

/** Name and document: the form, or the state of the review. */
export function IdentityCard({ identity }: { readonly identity: Identity }) {
  const t = useTranslate();
  const [isAgain, setAgain] = useState(false);
  const { status, reason } = identity;
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
                <dd>{identity.name}</dd>
              </div>
              <div>
                <dt>{t('identity.number')}</dt>
                <dd>{identity.documentNumber}</dd>
              </div>
            </dl>
          )}
        </ReviewNotice>
      )}
    </Card>
  );
}
