import { NETWORKS } from '@meridian/contract/custody/networks';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCurrencyAmount } from '../../../realtime/currency-amounts.ts';
import { MISSING } from '../../../shared/figures.ts';
import { useMoneyCall } from '../../../shared/http/money-call.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import type { Column } from '../../../shared/ui/data-table.tsx';
import { PagedTable } from '../../../shared/ui/paged-table.tsx';
import { Empty } from '../../../shared/ui/states.tsx';
import { Trace } from '../../../shared/ui/trace.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';
import type { Withdrawal, WithdrawalStatus } from '../model/withdrawal.ts';
import { refreshWithdrawals, takeBack, type withdrawalsQuery } from '../withdrawals-api.ts';
import { HoldNotice } from './hold-notice.tsx';
import styles from './lists.module.css';
import { statusLabel } from './status-labels.ts';

const TONES = {
  applying: 'accent',
  agreed: 'accent',
  success: 'success',
  failure: 'danger',
  rejected: 'danger',
  inSite: 'success',
  cancelled: 'neutral',
} as const satisfies Record<WithdrawalStatus, string>;

/** States of withdrawals of which nothing arrives. */
const GIVEN_BACK: ReadonlySet<WithdrawalStatus> = new Set(['failure', 'rejected', 'cancelled']);

/** Withdrawals, newest first. One can be taken back until it is signed. */
export function WithdrawalList({
  query: options,
}: {
  readonly query: ReturnType<typeof withdrawalsQuery>;
}) {
  const t = useTranslate();
  const query = useInfiniteQuery(options);
  const rows = query.data?.pages.flatMap(({ list }) => list);
  const [cancelling, setCancelling] = useState<Withdrawal>();
  const columns = useColumns(setCancelling);
  return (
    <>
      <PagedTable
        label={t('wallet.withdrawals')}
        size="roomy"
        columns={columns}
        query={query}
        rows={rows}
        rowKey={({ id }) => id}
        empty={<Empty>{t('wallet.noWithdrawals')}</Empty>}
        skeletonRows={1}
        narrow="wideCards"
      />
      <CancelDialog withdrawal={cancelling} onDone={() => setCancelling(undefined)} />
    </>
  );
}

function useColumns(cancel: (withdrawal: Withdrawal) => void): readonly Column<Withdrawal>[] {
  const t = useTranslate();
  const client = useQueryClient();
  const inCurrency = useCurrencyAmount();
  return [
    {
      name: 'number',
      header: t('wallet.amount'),
      cell: ({ amount, code, status, reason, hold }) => (
        <div className={styles['main']}>
          <span>
            {inCurrency(amount, code)} {code}
          </span>
          <Badge tone={TONES[status]}>{t(statusLabel({ status, hold }))}</Badge>
          {hold.text !== '' && (
            <div className={styles['reason']}>
              <HoldNotice hold={hold} onEnd={() => void refreshWithdrawals(client)} />
            </div>
          )}
          {reason !== '' && <span className={styles['reason']}>{reason}</span>}
        </div>
      ),
    },
    {
      name: 'received',
      header: t('wallet.received'),
      cell: ({ received, code, status }) =>
        GIVEN_BACK.has(status) ? MISSING : inCurrency(received, code),
    },
    {
      name: 'network',
      header: t('wallet.network'),
      align: 'start',
      cell: ({ network }) => NETWORKS[network].label,
    },
    {
      name: 'time',
      header: t('wallet.time'),
      align: 'start',
      cell: ({ createdAt }) => createdAt,
    },
    {
      name: 'address',
      header: t('wallet.toAddress'),
      align: 'start',
      cell: ({ address }) => <Trace text={address} what={t('wallet.toAddress')} />,
    },
    {
      name: 'hash',
      header: t('wallet.hash'),
      align: 'start',
      cell: ({ hash }) => <Trace text={hash} what={t('wallet.hash')} />,
    },
    {
      name: 'cancel',
      isSticky: true,
      header: t('wallet.actions'),
      cell: (withdrawal) =>
        withdrawal.isCancellable && (
          <Button isSmall onClick={() => cancel(withdrawal)}>
            {t('wallet.takeBack')}
          </Button>
        ),
    },
  ];
}

function CancelDialog({
  withdrawal,
  onDone,
}: {
  readonly withdrawal: Withdrawal | undefined;
  readonly onDone: () => void;
}) {
  const t = useTranslate();
  const inCurrency = useCurrencyAmount();
  const client = useQueryClient();
  const { isBusy, send } = useMoneyCall(takeBack, {
    onDone: (message) => showToast('success', message),
    onFailed: ({ message }) => showToast('error', message),
    refresh: () => {
      onDone();
      return refreshWithdrawals(client);
    },
  });
  return (
    <ConfirmDialog
      isOpen={withdrawal !== undefined}
      title={t('wallet.takeBackTitle')}
      confirmLabel={t('wallet.takeBack')}
      cancelLabel={t('wallet.takeBackNot')}
      isBusy={isBusy}
      onConfirm={() => withdrawal !== undefined && void send({ id: withdrawal.id })}
      onCancel={onDone}
    >
      {withdrawal !== undefined && (
        <p>
          {t('wallet.takeBackText', {
            amount: inCurrency(withdrawal.amount, withdrawal.code),
            coin: withdrawal.code,
          })}
        </p>
      )}
    </ConfirmDialog>
  );
}
