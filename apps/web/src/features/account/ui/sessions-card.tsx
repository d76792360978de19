import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MISSING } from '../../../shared/figures.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { DataTable, type Column } from '../../../shared/ui/data-table.tsx';
import { Empty, Failure } from '../../../shared/ui/states.tsx';
import { endOtherSessions, endSession, sessionsQuery } from '../api.ts';
import type { OpenSession } from '../model/own-account.ts';
import styles from './sessions-card.module.css';
import { useChange } from './use-change.ts';

/** Sessions of the account, each with a button that ends it. */
export function SessionsCard() {
  const t = useTranslate();
  const { data, error, refetch } = useQuery(sessionsQuery);
  const columns = useColumns();
  return (
    <Card
      title={t('sessions.title')}
      about={t('sessions.about')}
      tools={data !== undefined && data.length > 1 && <EndOthers />}
    >
      {data === undefined && error !== null ? (
        <Failure message={error.message} onRetry={() => void refetch()} />
      ) : (
        <DataTable
          label={t('sessions.list')}
          size="roomy"
          columns={columns}
          rows={data?.toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent))}
          rowKey={({ id }) => id}
          empty={<Empty>{t('sessions.none')}</Empty>}
          skeletonRows={1}
        />
      )}
    </Card>
  );
}

function useColumns(): readonly Column<OpenSession>[] {
  const t = useTranslate();
  const end = useChange(endSession);
  return [
    {
      name: 'device',
      header: t('sessions.device'),
      cell: ({ device, isCurrent }) => (
        <span className={styles['device']}>
          {device === '' ? MISSING : device}
          {isCurrent && <Badge tone="success">{t('sessions.current')}</Badge>}
        </span>
      ),
    },
    {
      name: 'address',
      header: t('sessions.address'),
      align: 'start',
      cell: ({ address }) => address,
    },
    {
      name: 'created',
      header: t('sessions.created'),
      align: 'start',
      cell: ({ createdAt }) => createdAt,
    },
    {
      name: 'used',
      header: t('sessions.lastUsed'),
      align: 'start',
      cell: ({ lastUsedAt }) => lastUsedAt,
    },
    {
      name: 'action',
      header: t('market.action'),
      cell: ({ id, device, address, isCurrent }) =>
        isCurrent ? null : (
          <Button
            isSmall
            isBusy={end.isPending && end.variables.id === id}
            aria-label={t('sessions.endOf', { device, address })}
            onClick={() => end.mutate({ id })}
          >
            {t('sessions.end')}
          </Button>
        ),
    },
  ];
}

function EndOthers() {
  const t = useTranslate();
  const [isAsked, setAsked] = useState(false);
  const end = useChange(endOtherSessions, { onDone: () => setAsked(false) });
  return (
    <>
      <Button isSmall onClick={() => setAsked(true)}>
        {t('sessions.endOthers')}
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        title={t('sessions.endOthersAsk')}
        confirmLabel={t('sessions.endOthers')}
        isBusy={end.isPending}
        onConfirm={() => end.mutate({})}
        onCancel={() => setAsked(false)}
      >
        {t('sessions.endOthersAbout')}
      </ConfirmDialog>
    </>
  );
}
