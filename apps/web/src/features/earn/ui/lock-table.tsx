import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fixed, grouped } from '../../../shared/figures.ts';
import { useMoneyCall } from '../../../shared/http/money-call.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import type { Column } from '../../../shared/ui/data-table.tsx';
import { PagedTable } from '../../../shared/ui/paged-table.tsx';
import { Empty } from '../../../shared/ui/states.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';
import { exitLock, locksQuery, refreshEarn, setRenewal } from '../api.ts';
import { sumOf, yearRate, type LockKind, type OwnLock } from '../model/product.ts';
import styles from './earn.module.css';
import { Fact, Facts } from '../../../shared/ui/facts.tsx';

/** The own locks with their paid interest, newest first. */
export function LockTable({ kind }: { readonly kind: LockKind }) {
  const t = useTranslate();
  const query = useInfiniteQuery(locksQuery(kind));
  const [ending, setEnding] = useState<OwnLock>();
  const columns = useColumns(kind, setEnding);
  return (
    <>
      <PagedTable
        query={query}
        label={t('earn.ownLocks')}
        columns={columns}
        rows={query.data?.pages.flatMap(({ rows }) => rows)}
        rowKey={({ id }) => id}
        empty={<Empty>{t('earn.noLocks')}</Empty>}
        size="roomy"
        narrow="wideCards"
      />
      {ending !== undefined && (
        <ExitDialog kind={kind} lock={ending} onDone={() => setEnding(undefined)} />
      )}
    </>
  );
}

function useColumns(kind: LockKind, onEnd: (lock: OwnLock) => void): readonly Column<OwnLock>[] {
  const t = useTranslate();
  const language = useLanguage();
  return [
    {
      name: 'product',
      header: t('earn.product'),
      cell: ({ id, currency, days }) =>
        t('earn.lockOf', { product: t('earn.productTitle', { currency, days }), lock: id }),
    },
    {
      name: 'state',
      header: t('earn.state'),
      cell: (lock) => <State kind={kind} lock={lock} />,
    },
    {
      name: 'principal',
      header: t('earn.principal'),
      cell: ({ principal }) => grouped(principal, language),
    },
    {
      name: 'rate',
      header: t('earn.ownRate'),
      cell: ({ dailyRate }) => `${fixed(yearRate(dailyRate), 2, { language })}%`,
    },
    {
      name: 'interest',
      header: t('earn.paidOfTotal'),
      cell: ({ interestPaid: paid, interestTotal: total }) =>
        `${grouped(paid, language)} / ${grouped(total, language)}`,
    },
    {
      name: 'progress',
      header: t('earn.progress'),
      cell: (lock) => <Progress lock={lock} />,
    },
    // Terms end at midnight in Shanghai, so the day says it.
    { name: 'end', header: t('earn.ends'), cell: ({ endsAt: end }) => end.slice(0, 10) },
    {
      name: 'actions',
      header: t('earn.actions'),
      isSticky: true,
      cell: (lock) => lock.isOngoing && <Actions lock={lock} onEnd={() => onEnd(lock)} />,
    },
  ];
}

function Progress({ lock: { paidDays: paid, days } }: { readonly lock: OwnLock }) {
  const t = useTranslate();
  const text = t('earn.daysPaid', { paid, days });
  return (
    <span className={styles['progress']}>
      <progress value={paid} max={days} aria-label={text} />
      {text}
    </span>
  );
}

function State({ kind, lock }: { readonly kind: LockKind; readonly lock: OwnLock }) {
  const t = useTranslate();
  if (lock.isOngoing)
    return (
      <Badge tone="accent">{t(kind === 'wealth' ? 'earn.ongoing' : 'earn.underPledge')}</Badge>
    );
  if (lock.endedBy === 'exited') return <Badge>{t('earn.exited')}</Badge>;
  if (lock.endedBy === 'collected') return <Badge>{t('earn.collected')}</Badge>;
  return (
    <Badge tone="success">
      {t(lock.isRenewed ? 'earn.renewed' : kind === 'wealth' ? 'earn.finished' : 'earn.completed')}
    </Badge>
  );
}

function Actions({ lock, onEnd }: { readonly lock: OwnLock; readonly onEnd: () => void }) {
  const t = useTranslate();
  const client = useQueryClient();
  const { isBusy, send } = useMoneyCall(setRenewal, {
    onDone: (message) => showToast('success', message),
    onFailed: ({ message }) => showToast('error', message),
    refresh: () => refreshEarn(client),
  });
  const renews = lock.renews;
  return (
    <span className={styles['actions']}>
      <Button
        isSmall
        isBusy={isBusy}
        aria-pressed={renews}
        onClick={() => void send({ id: lock.id, renews: !renews }, { isSetting: true })}
      >
        {t(renews ? 'earn.renewalOn' : 'earn.renewalOff')}
      </Button>
      {lock.canExit && (
        <Button isSmall onClick={onEnd}>
          {t('earn.exit')}
        </Button>
      )}
    </span>
  );
}

function ExitDialog({
  kind,
  lock,
  onDone,
}: {
  readonly kind: LockKind;
  readonly lock: OwnLock;
  readonly onDone: () => void;
}) {
  const t = useTranslate();
  const language = useLanguage();
  const client = useQueryClient();
  const { isBusy, send } = useMoneyCall(exitLock[kind], {
    onDone: (message) => showToast('success', message),
    onFailed: ({ message }) => showToast('error', message),
    refresh: () => {
      onDone();
      refreshEarn(client);
    },
  });
  const { principal, interestPaid: paid, exitKeeps: kept } = lock;
  const amount = (text: string): string => `${grouped(text, language)} ${lock.currency}`;
  return (
    <ConfirmDialog
      isOpen
      title={t('earn.exitTitle')}
      confirmLabel={t('earn.exit')}
      isBusy={isBusy}
      onConfirm={() => void send({ id: lock.id })}
      onCancel={onDone}
      fields={
        <Facts>
          <Fact label={t('earn.principal')}>{amount(principal)}</Fact>
          <Fact label={t('earn.paid')}>{amount(paid)}</Fact>
          <Fact label={t('earn.keptInterest')}>{amount(kept)}</Fact>
          <Fact label={t('earn.receive')}>{amount(sumOf(principal, kept))}</Fact>
        </Facts>
      }
    >
      <p>{t('earn.exitText')}</p>
    </ConfirmDialog>
  );
}
