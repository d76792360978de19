import { useQuery } from '@tanstack/react-query';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { Failure, Skeleton } from '../../../shared/ui/states.tsx';
import { WayBack } from '../../../shared/ui/way-back.tsx';
import { receiptQuery } from '../receipt-api.ts';
import styles from './receipt-page.module.css';
import { ReceiptForm } from './receipt-form.tsx';

/**
 * The accounts to which buyers of the user's coins pay.
 * @param isAlone without a menu beside it
 */
export function ReceiptPage({ isAlone = false }: { readonly isAlone?: boolean }) {
  const t = useTranslate();
  const { data, error, refetch } = useQuery(receiptQuery);
  return (
    <div className={styles['page']} data-alone={isAlone || undefined}>
      <h1>{t('feature.receipt')}</h1>
      <WayBack />
      <Card title={t('receipt.title')} about={t('receipt.about')}>
        {data !== undefined ? (
          <ReceiptForm receipt={data} />
        ) : error !== null ? (
          <Failure message={error.message} onRetry={() => void refetch()} />
        ) : (
          <Skeleton rows={12} height={44} />
        )}
      </Card>
    </div>
  );
}
