import type { DealAct } from '@meridian/contract/acceptor/calls';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { grouped } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { OWN } from '../../../shared/session.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import type { Column } from '../../../shared/ui/data-table.tsx';
import { PagedTable } from '../../../shared/ui/paged-table.tsx';
import { Empty } from '../../../shared/ui/states.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';
import { actOnDeal, DEALS_POLL_MS, dealsQuery } from '../api.ts';
import { COIN, FIAT } from '../model/acceptor.ts';
import type { Deal, DealState, Side } from '../model/deal.ts';
import styles from './deal.module.css';
import { StatementsDialog } from './statements-dialog.tsx';

const TONES = {
  waiting: 'warn',
  marked: 'accent',
  disputed: 'danger',
  confirmed: 'success',
  rejected: 'neutral',
  returned: 'neutral',
} as const satisfies Record<DealState, string>;

/** Deals of one side, newest first, with the permitted acts of each. */
export function DealList({ side }: { readonly side: Side }) {
  const t = useTranslate();
  const query = useInfiniteQuery({ ...dealsQuery(side), refetchInterval: DEALS_POLL_MS });
  const [asked, setAsked] = useState<{ readonly deal: Deal; readonly act: DealAct }>();
  const rows = query.data?.pages.flatMap((page) => page.list);
  const [read, setRead] = useState<number>();
  const columns = useColumns(side, {
    onAct: (deal, act) => setAsked({ deal, act }),
    onRead: ({ id }) => setRead(id),
  });
  const shownDeal = rows?.find(({ id }) => id === read);
  if (side === 'acceptor' && query.data?.pages[0]?.isAcceptor === false)
    return <Empty>{t('acceptor.isNone')}</Empty>;
  return (
    <>
      <PagedTable
        label={t('acceptor.deals')}
        size="roomy"
        columns={columns}
        query={query}
        rows={rows}
        rowKey={({ id }) => id}
        empty={<Empty>{t('acceptor.noDeals')}</Empty>}
        skeletonRows={3}
      />
      {shownDeal !== undefined && (
        <StatementsDialog deal={shownDeal} onClose={() => setRead(undefined)} />
      )}
      {asked !== undefined && (
        <ActDialog {...asked} side={side} onClose={() => setAsked(undefined)} />
      )}
    </>
  );
}

interface Handlers {
  readonly onAct: (deal: Deal, act: DealAct) => void;
  readonly onRead: (deal: Deal) => void;
}

function useColumns(side: Side, { onAct, onRead }: Handlers): readonly Column<Deal>[] {
  const t = useTranslate();
  const language = useLanguage();
  const inUnit = (amount: string, unit: string): string => `${grouped(amount, language)} ${unit}`;
  return [
    { name: 'time', header: t('acceptor.time'), cell: ({ createdAt }) => createdAt },
    {
      name: 'type',
      header: t('acceptor.kind'),
      align: 'start',
      cell: ({ type }) => t(`acceptor.type.${type}`),
    },
    {
      name: 'money',
      header: t('acceptor.money'),
      cell: ({ money, coins }) => (
        <span className={styles['accounts']}>
          <span>{inUnit(money, FIAT)}</span>
          <span>{inUnit(coins, COIN)}</span>
        </span>
      ),
    },
    {
      name: 'other',
      header: t(side === 'user' ? 'acceptor.name' : 'acceptor.customer'),
      align: 'start',
      cell: (deal) => (
        <span className={`${styles['accounts']} ${styles['who']}`}>
          <span>{side === 'user' ? deal.acceptor : deal.mobile}</span>
          <span>
            {t(`acceptor.way.${deal.way}`)}{' '}
            {side === 'user' ? deal.acceptorAccount : deal.customerAccount}
          </span>
          {side === 'user' && deal.type === 'sell' && (
            <span>
              {t('acceptor.account.sell')}: {deal.customerAccount}
            </span>
          )}
        </span>
      ),
    },
    {
      name: 'state',
      header: t('acceptor.state'),
      align: 'start',
      cell: (deal) => <StateCell deal={deal} side={side} onAct={onAct} onRead={onRead} />,
    },
  ];
}

interface StateCellProps extends Handlers {
  readonly deal: Deal;
  readonly side: Side;
}

/** The state of a deal, with everything that its side may do now. */
function StateCell({ deal, side, onAct, onRead }: StateCellProps) {
  const t = useTranslate();
  return (
    <span className={styles['states']}>
      <Badge tone={TONES[deal.state]}>{t(`acceptor.state.${deal.state}`)}</Badge>
      <StateNote deal={deal} />
      {(deal.acts.length > 0 || deal.wasDisputed) && (
        <span className={styles['acts']}>
          {deal.wasDisputed && (
            <Button
              isSmall
              aria-label={t('acceptor.statementsOf', { id: deal.id })}
              onClick={() => onRead(deal)}
            >
              {t('acceptor.statements')}
            </Button>
          )}
          {deal.acts.map((act) => (
            <Button
              key={act}
              isSmall
              look={act === 'confirm' || act === 'mark' ? 'accent' : 'quiet'}
              onClick={() => onAct(deal, act)}
            >
              {t(`acceptor.act.${wordOf(side, act)}`)}
            </Button>
          ))}
        </span>
      )}
    </span>
  );
}

/** An acceptor rejects a customer's deal; a customer cancels their own. */
function wordOf(side: Side, act: DealAct): DealAct | 'cancel' {
  return act === 'reject' && side === 'user' ? 'cancel' : act;
}

/** Details that the state alone lacks. */
function StateNote({
  deal: { disputesAt, returnsAt, isDisputed, ruling, rulingReason: reason },
}: {
  readonly deal: Deal;
}) {
  const t = useTranslate();
  if (ruling !== '') return <small>{t(`acceptor.ruled.${ruling}`, { reason })}</small>;
  if (isDisputed) return <small>{t('acceptor.underReview')}</small>;
  if (returnsAt !== '') return <small>{t('acceptor.returnsAt', { time: returnsAt })}</small>;
  return disputesAt === '' ? null : <small>{t('acceptor.disputesAt', { time: disputesAt })}</small>;
}

/** Repeats the terms of a deal before an irreversible act. */
function ActDialog({
  deal,
  act,
  side,
  onClose,
}: {
  readonly deal: Deal;
  readonly act: DealAct;
  readonly side: Side;
  readonly onClose: () => void;
}) {
  const t = useTranslate();
  const language = useLanguage();
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => actOnDeal(deal.id, act),
    onSuccess: (message) => showToast('success', message),
    onError: (error) => showToast('error', error.message),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: [OWN] });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      isOpen
      title={t(`acceptor.ask.${wordOf(side, act)}`)}
      confirmLabel={t(`acceptor.act.${wordOf(side, act)}`)}
      isBusy={isPending}
      onConfirm={() => mutate()}
      onCancel={onClose}
    >
      <p>
        {t('acceptor.askAbout', {
          money: grouped(deal.money, language),
          coins: grouped(deal.coins, language),
        })}
      </p>
      {(act === 'confirm' || act === 'dispute') && (
        <p>{t(`acceptor.askNote.${act}`, { statements: t('acceptor.statements') })}</p>
      )}
    </ConfirmDialog>
  );
}
