import { useQuery, useQueryClient } from '@tanstack/react-query';
import { wireTime } from '../../../shared/dates.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { securityStateQuery } from '../../../shared/step-up/security-api.ts';
import { Countdown } from '../../../shared/ui/countdown.tsx';
import styles from './withdrawal-hold.module.css';

/** Shows the end of a hold of withdrawals after a change of security. Nothing without a hold. */
export function WithdrawalHold() {
  const t = useTranslate();
  const client = useQueryClient();
  const { data } = useQuery(securityStateQuery);
  const until = data?.withdrawalsHeldUntil ?? '';
  if (until === '') return null;
  return (
    <div className={styles['hold']}>
      <p>{t('security.hold', { time: until })}</p>
      <Countdown
        endMs={wireTime(until)}
        label={t('security.holdEnds')}
        onEnd={() => void client.invalidateQueries(securityStateQuery)}
      />
    </div>
  );
}
