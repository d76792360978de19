import type { ComponentProps } from 'react';
import { useNavigate } from 'react-router';
import { grouped } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { serverNowMs } from '../../../shared/server-clock.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { ButtonLink } from '../../../shared/ui/button-link.tsx';
import { Countdown } from '../../../shared/ui/countdown.tsx';
import type { Column } from '../../../shared/ui/data-table.tsx';
import { PagedTable } from '../../../shared/ui/paged-table.tsx';
import { Empty } from '../../../shared/ui/states.tsx';
import { FIAT } from '../model/ad.ts';
import type { Deal } from '../model/deal.ts';
import { stageOf, type DealStage } from '../model/deal-stage.ts';
import styles from './deal-table.module.css';

type DealPages = ComponentProps<typeof PagedTable>['query'] & {
  readonly data: { readonly pages: readonly { readonly deals: readonly Deal[] }[] } | undefined;
};

const TONES: Readonly<Record<DealStage, 'neutral' | 'accent' | 'success' | 'warn' | 'danger'>> = {
  unpaid: 'accent',
  overdue: 'neutral',
  paid: 'warn',
  appeal: 'danger',
  completed: 'success',
  ruled: 'neutral',
  cancelled: 'neutral',
  expired: 'neutral',
  calledOff: 'neutral',
  refunded: 'neutral',
};

/** Deals, newest first. A press on a row opens the deal. */
export function DealTable({ query }: { readonly query: DealPages }) {
  const t = useTranslate();
  const navigate = useNavigate();
  const columns = useColumns();
  return (
    <PagedTable
      label={t('p2p.deal.list')}
      size="roomy"
      narrow="wideCards"
      columns={columns}
      query={query}
      rows={query.data?.pages.flatMap(({ deals }) => deals)}
      rowKey={({ id }) => id}
      onRow={({ id }) => void navigate(`/c2cOrder?id=${id}`)}
      empty={
        <Empty action={<ButtonLink to="/fiatradCenter">{t('p2p.deal.toMarket')}</ButtonLink>}>
          {t('p2p.deal.none')}
        </Empty>
      }
      skeletonRows={4}
    />
  );
}

function useColumns(): readonly Column<Deal>[] {
  const t = useTranslate();
  const language = useLanguage();
  return [
    {
      name: 'deal',
      header: t('p2p.deal.column.deal'),
      cell: ({ side, coin, id }) => (
        <span className={styles['deal']} data-side={side}>
          <span>{t(`p2p.deal.kind.${side}`, { coin })}</span>
          <span>{t('p2p.deal.number', { id: String(id) })}</span>
        </span>
      ),
    },
    {
      name: 'quantity',
      header: t('p2p.deal.column.quantity'),
      cell: ({ quantity, coin }) => `${grouped(quantity, language)} ${coin}`,
    },
    {
      name: 'price',
      header: t('p2p.deal.column.price'),
      cell: ({ price }) => `${grouped(price, language)} ${FIAT}`,
    },
    {
      name: 'total',
      header: t('p2p.deal.column.total'),
      cell: ({ money }) => `${grouped(money, language)} ${FIAT}`,
    },
    {
      name: 'trader',
      header: t('p2p.deal.column.trader'),
      align: 'start',
      cell: ({ traderName }) => traderName,
    },
    { name: 'time', header: t('p2p.deal.time'), cell: ({ openedAt }) => openedAt },
    {
      name: 'state',
      header: t('p2p.deal.stateColumn'),
      align: 'start',
      cell: (deal) => <Stage deal={deal} />,
    },
  ];
}

/** The stage of a deal; while it is to be paid, with the time left. */
function Stage({ deal }: { readonly deal: Deal }) {
  const t = useTranslate();
  const stage = stageOf(deal, serverNowMs());
  return (
    <span className={styles['state']}>
      <Badge tone={TONES[stage]}>{t(`p2p.deal.badge.${stage}`)}</Badge>
      {stage === 'unpaid' && <Countdown label={t('p2p.deal.timeToPay')} endMs={deal.payDueMs} />}
    </span>
  );
}
