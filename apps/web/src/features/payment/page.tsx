import { useQuery } from '@tanstack/react-query';
import { useTranslate } from '../../shared/i18n/translate.ts';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { Empty, Failure, Skeleton } from '../../shared/ui/states.tsx';
import { termsQuery } from './api.ts';
import styles from './page.module.css';
import { ExportPayments } from './ui/export-payments.tsx';
import { PaymentForm } from './ui/payment-form.tsx';
import { PaymentList } from './ui/payment-list.tsx';

/** Buys coins through the payment gateway, and lists earlier payments. */
export function PaymentPage() {
  const t = useTranslate();
  return (
    <div className={styles['page']}>
      <h1>{t('feature.payment')}</h1>
      <Card title={t('payment.title')} about={t('payment.about')}>
        <Offer />
      </Card>
      <Card title={t('payment.list')} tools={<ExportPayments />}>
        <PaymentList />
      </Card>
    </div>
  );
}

function Offer() {
  const t = useTranslate();
  const { data, error, refetch } = useQuery(termsQuery);
  if (data === undefined)
    return error === null ? (
      <Skeleton rows={4} height={48} />
    ) : (
      <Failure message={error.message} onRetry={() => void refetch()} />
    );
  if (!data.isOpen)
    return (
      <Empty action={<ButtonLink to="/rechargeMoney">{t('payment.otherWay')}</ButtonLink>}>
        {t('payment.closed')}
      </Empty>
    );
  return <PaymentForm terms={data} />;
}
