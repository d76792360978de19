import { useQuery } from '@tanstack/react-query';
import { dateAndTime, grouped } from '../../shared/figures.ts';
import { useLanguage } from '../../shared/i18n/language.ts';
import { useTranslate } from '../../shared/i18n/translate.ts';
import { DataTable, type Column } from '../../shared/ui/data-table.tsx';
import { PanelBoundary } from '../../shared/ui/panel-boundary.tsx';
import { Empty, Failure } from '../../shared/ui/states.tsx';
import { ADS_POLL_MS, escrowQuery } from './api.ts';
import styles from './escrow-page.module.css';
import { P2pFrame } from './ui/p2p-frame.tsx';

interface Escrow {
  readonly code: string;
  readonly held: string;
  readonly inOrders: string;
  readonly openOrders: number;
}

/**
 * The public page of escrow: for each coin the amount that the exchange holds beside the amount in
 * open orders, for everybody to compare.
 */
export function EscrowPage() {
  const t = useTranslate();
  const { data, error, refetch } = useQuery({ ...escrowQuery, refetchInterval: ADS_POLL_MS });
  return (
    <P2pFrame title={t('p2p.escrow.title')}>
      <section className={styles['panel']} aria-label={t('p2p.escrow.title')}>
        <p className={styles['about']}>{t('p2p.escrow.about')}</p>
        <PanelBoundary>
          {data === undefined && error !== null ? (
            <Failure message={error.message} onRetry={() => void refetch()} />
          ) : (
            <Coins coins={data?.coins} />
          )}
          <p className={styles['time']}>
            {data && t('p2p.escrow.time', { time: dateAndTime(data.timeMs) })}
          </p>
        </PanelBoundary>
      </section>
    </P2pFrame>
  );
}

/** @param coins undefined while loading */
function Coins({ coins }: { readonly coins: readonly Escrow[] | undefined }) {
  const t = useTranslate();
  const language = useLanguage();
  const columns: readonly Column<Escrow>[] = [
    { name: 'coin', header: t('p2p.escrow.coin'), cell: ({ code }) => code },
    {
      name: 'held',
      header: t('p2p.escrow.held'),
      cell: ({ code, held }) => `${grouped(held, language)} ${code}`,
    },
    {
      name: 'orders',
      header: t('p2p.escrow.inOrders'),
      cell: ({ code, inOrders }) => `${grouped(inOrders, language)} ${code}`,
    },
    {
      name: 'count',
      header: t('p2p.escrow.count'),
      cell: ({ openOrders }) => grouped(String(openOrders), language),
    },
  ];
  return (
    <DataTable
      label={t('p2p.escrow.inOrders')}
      size="roomy"
      columns={columns}
      rows={coins}
      rowKey={({ code }) => code}
      empty={<Empty>{t('p2p.market.closed')}</Empty>}
      skeletonRows={3}
    />
  );
}
