import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import type { WithdrawalOrder } from '../model/withdrawal.ts';
import { confirmationQuery, lastHold } from '../withdrawals-api.ts';
import { HoldNotice } from './hold-notice.tsx';
import styles from './withdraw-form.module.css';

/**
 * The notice of a hold that will delay a withdrawal. Until the server has answered for this one, it
 * shows the last known hold of the same destination.
 */
export function ForecastNotice({ order }: { readonly order: WithdrawalOrder }) {
  const t = useTranslate();
  const client = useQueryClient();
  const { data, errorUpdatedAt } = useQuery({ ...confirmationQuery(order), enabled: false });
  if (data === undefined && errorUpdatedAt === 0) return null;
  const hold = data?.hold ?? lastHold(client, order);
  if (data !== undefined && data.hold.text === '') return null;
  return (
    <div className={styles['warning']} role="status">
      {hold !== undefined && <HoldNotice hold={hold} />}
      {data === undefined && (
        <p>{t(hold === undefined ? 'wallet.forecastSoon' : 'wallet.forecastAgain')}</p>
      )}
    </div>
  );
}
