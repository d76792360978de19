import { maskedAccount } from '@meridian/contract/account/masked-account';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { securityStateQuery } from '../../../shared/step-up/security-api.ts';
import { Avatar } from '../../../shared/ui/avatar.tsx';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { CopyButton } from '../../../shared/ui/copy-button.tsx';
import { Failure } from '../../../shared/ui/states.tsx';
import { ownAccountQuery } from '../api.ts';
import { registrationLink } from '../../../shared/registration-link.ts';
import styles from './overview-card.module.css';
import { SecurityLevel } from './security-level.tsx';

const REVIEW_TONES = ['neutral', 'warn', 'success', 'danger'] as const;

/** Name and security level of the account, and its invitation code. */
export function OverviewCard() {
  const t = useTranslate();
  const info = useQuery(ownAccountQuery);
  const security = useQuery(securityStateQuery);
  const error =
    info.data === undefined ? info.error : security.data === undefined ? security.error : null;
  const retry = (): void => {
    void info.refetch();
    void security.refetch();
  };
  return (
    <Card title={t('account.overview')}>
      {error === null ? (
        <div
          className={styles['overview']}
          aria-busy={info.data === undefined || security.data === undefined || undefined}
        >
          <div className={styles['person']}>
            {info.data === undefined ? (
              <span className={styles['face']} aria-hidden="true" />
            ) : (
              <Avatar name={info.data.account} size={48} />
            )}
            <div>
              <p className={styles['account']}>
                {info.data === undefined ? <Waiting /> : maskedAccount(info.data.account)}
              </p>
              <p className={styles['identity']}>
                {info.data === undefined ? (
                  <Waiting />
                ) : (
                  <>
                    <Badge tone={REVIEW_TONES[info.data.reviewStatus]}>
                      {t(`identityStatus.${info.data.reviewStatus}`)}
                    </Badge>
                    <Link to="/authentication">
                      {t(
                        info.data.reviewStatus === 2
                          ? 'account.showIdentity'
                          : 'account.verifyIdentity',
                      )}
                    </Link>
                  </>
                )}
              </p>
            </div>
          </div>
          <SecurityLevel security={security.data} />
          <dl className={styles['facts']}>
            <Fact name={t('account.userId')} value={info.data && String(info.data.id)} />
            <Fact name={t('account.number')} value={info.data?.accountNumber} />
            <Fact name={t('account.invitation')} value={info.data?.referralCode} />
            <Fact
              name={t('account.registrationLink')}
              value={info.data && registrationLink(location.origin, info.data.referralCode)}
              isLong
            />
          </dl>
        </div>
      ) : (
        <div className={styles['failed']}>
          <Failure message={error.message} onRetry={retry} />
        </div>
      )}
    </Card>
  );
}

/** A value to copy. */
function Fact({
  name,
  value,
  isLong = false,
}: {
  readonly name: string;
  readonly value: string | undefined;
  readonly isLong?: boolean;
}): ReactNode {
  return (
    <div data-long={isLong || undefined}>
      <dt>{name}</dt>
      <dd>
        {value === undefined ? (
          <Waiting />
        ) : (
          <>
            <span>{value}</span>
            <CopyButton value={value} what={name} />
          </>
        )}
      </dd>
    </div>
  );
}

function Waiting() {
  return <span className={styles['waiting']} aria-hidden="true" />;
}
