import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { wireTime } from '../../../shared/dates.ts';
import { grouped } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Countdown } from '../../../shared/ui/countdown.tsx';
import type { Column } from '../../../shared/ui/data-table.tsx';
import { PagedTable } from '../../../shared/ui/paged-table.tsx';
import { Empty } from '../../../shared/ui/states.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';
import { fetchForm, paymentsQuery } from '../api.ts';
import { COIN, FIAT, type Payment } from '../model/payment.ts';
import styles from './payment.module.css';
import { useLeaving } from './use-leaving.ts';

/** While a payment is pending: notices of the gateway cause no event. */
const POLL_MS = 3_000;
const TONES = {
  waiting: 'warn',
  paid: 'accent',
  credited: 'success',
  expired: 'neutral',
  refused: 'neutral',
  late: 'accent',
  refunded: 'neutral',
} as const;

/** Own payments, newest first. An unpaid one can be resumed at the gateway. */
export function PaymentList() {
  const t = useTranslate();
  const client = useQueryClient();
  const query = useInfiniteQuery({
    ...paymentsQuery,
    refetchInterval: ({ state }) =>
      state.data?.pages[0]?.list.some(
        (payment) => payment.state === 'waiting' || payment.state === 'paid',
      ) === true
        ? POLL_MS
        : false,
  });
  const { isLeaving, leave } = useLeaving();
  const again = useMutation({
    mutationFn: ({ order }: Payment) => fetchForm(order),
    onSuccess: leave,
    onError: (error) => {
      showToast('error', error.message);
      void client.invalidateQueries(paymentsQuery);
    },
  });
  const rows = query.data?.pages.flatMap((page) => page.list);
  const columns = useColumns({
    payAgain: again.mutate,
    busyOrder: again.isPending || isLeaving ? again.variables?.order : undefined,
  });
  return (
    <PagedTable
      label={t('payment.list')}
      size="roomy"
      columns={columns}
      query={query}
      rows={rows}
      rowKey={({ order }) => order}
      empty={<Empty>{t('payment.none')}</Empty>}
      skeletonRows={3}
    />
  );
}

interface Again {
  readonly payAgain: (payment: Payment) => void;
  readonly busyOrder: string | undefined;
}

function useColumns({ payAgain, busyOrder }: Again): readonly Column<Payment>[] {
  const t = useTranslate();
  const language = useLanguage();
  return [
    { name: 'time', header: t('payment.time'), cell: ({ createdAt }) => createdAt },
    {
      name: 'money',
      header: t('payment.money'),
      cell: ({ money, account }) => (
        <span className={styles['two']}>
          <span>{`${grouped(money, language)} ${FIAT}`}</span>
          <span>{account}</span>
        </span>
      ),
    },
    {
      name: 'coins',
      header: t('payment.coins'),
      cell: ({ coins, rate }) => (
        <span className={styles['two']}>
          <span>{`${grouped(coins, language)} ${COIN}`}</span>
          <span>{t('payment.rate', { rate: grouped(rate, language) })}</span>
        </span>
      ),
    },
    {
      name: 'state',
      header: t('payment.status'),
      cell: (payment) => (
        <span className={styles['state']}>
          <StateOf payment={payment} />
          {payment.state === 'waiting' && (
            <Button
              isSmall
              look="accent"
              isBusy={busyOrder === payment.order}
              aria-label={t('payment.againFor', { amount: grouped(payment.money, language) })}
              onClick={() => payAgain(payment)}
            >
              {t('payment.again')}
            </Button>
          )}
        </span>
      ),
    },
  ];
}

function StateOf({ payment: { state, expiresAt } }: { readonly payment: Payment }) {
  const t = useTranslate();
  const client = useQueryClient();
  const hint =
    state === 'paid'
      ? t('payment.hint.paid')
      : state === 'late'
        ? t('payment.hint.late')
        : undefined;
  return (
    <span className={styles['two']}>
      <span>
        <Badge tone={TONES[state]}>{t(`payment.state.${state}`)}</Badge>
      </span>
      {state === 'waiting' && (
        <span>
          <Countdown
            endMs={wireTime(expiresAt)}
            label={t('payment.timeLeft')}
            onEnd={() => void client.invalidateQueries(paymentsQuery)}
          />
        </span>
      )}
      {hint !== undefined && <span>{hint}</span>}
    </span>
  );
}
