import { useQuery } from '@tanstack/react-query';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { registrationLink } from '../../../shared/registration-link.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { CopyButton } from '../../../shared/ui/copy-button.tsx';
import { QrCode } from '../../../shared/ui/qr-code.tsx';
import { Failure } from '../../../shared/ui/states.tsx';
import { ownCodeQuery } from '../referral-api.ts';
import { InvitePicture } from './invite-picture.tsx';
import styles from './invite-card.module.css';

const QR_SIZE = 144;

/** The user's invitation code, as text, as link and as QR code. */
export function InviteCard() {
  const t = useTranslate();
  const { data: code, error, refetch } = useQuery(ownCodeQuery);
  const link = code === undefined ? undefined : registrationLink(location.origin, code);
  return (
    <Card title={t('referral.invite')} about={t('referral.about')}>
      {code === undefined && error !== null ? (
        <Failure message={error.message} onRetry={() => void refetch()} />
      ) : (
        <div className={styles['invite']} aria-busy={link === undefined || undefined}>
          <dl className={styles['facts']}>
            <Fact name={t('referral.code')} value={code} isLarge />
            <Fact name={t('referral.link')} value={link} />
          </dl>
          <div className={styles['code']}>
            {link === undefined ? (
              <span
                className={styles['blank']}
                style={{ width: QR_SIZE, height: QR_SIZE }}
                aria-hidden="true"
              />
            ) : (
              <QrCode value={link} label={t('referral.qr')} size={QR_SIZE} />
            )}
            <p>{t('referral.scan')}</p>
            {code !== undefined && link !== undefined && <InvitePicture code={code} link={link} />}
          </div>
        </div>
      )}
    </Card>
  );
}

/** A value to copy. */
function Fact({
  name,
  value,
  isLarge = false,
}: {
  readonly name: string;
  readonly value: string | undefined;
  readonly isLarge?: boolean;
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd data-large={isLarge || undefined}>
        {value === undefined ? (
          <span className={styles['waiting']} aria-hidden="true" />
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
