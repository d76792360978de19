import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { useMoneyCall } from '../../../shared/http/money-call.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { OWN } from '../../../shared/session.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { Empty, Failure, Skeleton } from '../../../shared/ui/states.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';
import type { Trader } from '../model/trader-page.ts';
import { blocksQuery, blockTrader } from '../trader-api.ts';
import styles from './trader.module.css';

/** Blocks a trader after a question, or ends that. */
export function BlockButton({
  trader: { id, name, isBlocked },
}: {
  readonly trader: Pick<Trader, 'id' | 'name' | 'isBlocked'>;
}) {
  const t = useTranslate();
  const [isAsked, setAsked] = useState(false);
  const client = useQueryClient();
  const { isBusy, send } = useMoneyCall(blockTrader, {
    onDone: (message) => {
      showToast('success', message);
      setAsked(false);
    },
    onFailed: ({ message }) => showToast('error', message),
    refresh: () => client.invalidateQueries({ queryKey: [OWN, 'p2p'] }),
  });
  const set = (isNow: boolean): void => void send({ id, isBlocked: isNow }, { isSetting: true });
  return (
    <>
      <Button isSmall isBusy={isBusy} onClick={() => (isBlocked ? set(false) : setAsked(true))}>
        {t(isBlocked ? 'p2p.block.end' : 'p2p.block.begin')}
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        title={t('p2p.block.ask', { name })}
        confirmLabel={t('p2p.block.begin')}
        isBusy={isBusy}
        onConfirm={() => set(true)}
        onCancel={() => setAsked(false)}
      >
        <p>{t('p2p.block.about')}</p>
      </ConfirmDialog>
    </>
  );
}

/** Whom the user blocks. */
export function BlockList() {
  const t = useTranslate();
  const { data, error, refetch } = useQuery(blocksQuery);
  return (
    <Card title={t('p2p.block.list')} about={t('p2p.block.about')}>
      {data === undefined &&
        (error === null ? (
          <Skeleton rows={2} height={32} />
        ) : (
          <Failure message={error.message} onRetry={() => void refetch()} />
        ))}
      {data?.length === 0 && <Empty>{t('p2p.block.none')}</Empty>}
      {data !== undefined && data.length > 0 && (
        <ul className={styles['people']}>
          {data.map(({ id, name }) => (
            <li key={id}>
              <Link to={`/c2cTrader?id=${id}`}>{name}</Link>
              <BlockButton trader={{ id, name, isBlocked: true }} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
