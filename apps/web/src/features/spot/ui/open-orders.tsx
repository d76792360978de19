import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { refreshAccount } from '../../../realtime/account-feed.ts';
import { useConnection } from '../../../realtime/connection.ts';
import { useMarketFigures, useMarketOf } from '../../../realtime/market-figures.ts';
import { dateAndTime, grouped } from '../../../shared/figures.ts';
import { useMoneyCall } from '../../../shared/http/money-call.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import type { Column } from '../../../shared/ui/data-table.tsx';
import { PagedTable } from '../../../shared/ui/paged-table.tsx';
import { Empty } from '../../../shared/ui/states.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';
import { useConfirmsOrders } from '../draft.ts';
import type { OpenOrder } from '../model/order.ts';
import { openOrdersQuery, POLL_MS, revokeOrder } from '../orders-api.ts';
import { DirectionText } from './direction-text.tsx';
import { EditOrder } from './later.ts';
import type { OrderListProps } from './order-list.ts';

const EMPTY = { buy: 'orders.noBuys', sell: 'orders.noSells', both: 'orders.noOpen' } as const;

/** Orders that rest in the book, each with a way to revoke it. */
export function OpenOrders({ filter, empty: way, size }: OrderListProps) {
  const t = useTranslate();
  const isLive = useConnection(({ status }) => status === 'live');
  const query = useInfiniteQuery({
    ...openOrdersQuery(filter),
    refetchInterval: isLive ? false : POLL_MS,
  });
  const orders = query.data?.pages.flatMap((page) => page.list);
  const [edited, edit] = useState<OpenOrder>();
  const editedMarket = useMarketOf()(edited ?? { baseId: 0, quoteId: 0 });
  const columns = useColumns(edit);
  const empty = <Empty action={way}>{t(EMPTY[filter.side ?? 'both'])}</Empty>;
  return (
    <>
      <PagedTable
        label={t('orders.current')}
        columns={columns}
        query={query}
        rows={orders}
        rowKey={({ id }) => id}
        empty={empty}
        skeletonRows={3}
        size={size}
        marksNew
      />
      {edited !== undefined && editedMarket !== undefined && (
        <Suspense>
          <EditOrder order={edited} market={editedMarket} onClose={() => edit(undefined)} />
        </Suspense>
      )}
    </>
  );
}

function useColumns(edit: (order: OpenOrder) => void): readonly Column<OpenOrder>[] {
  const t = useTranslate();
  const { price, quantity, total } = useMarketFigures();
  return [
    {
      name: 'time',
      header: t('orders.time'),
      cell: ({ placedAtMs }) => dateAndTime(placedAtMs),
    },
    {
      name: 'pair',
      header: t('orders.pair'),
      align: 'start',
      cell: ({ symbol }) => symbol,
    },
    {
      name: 'direction',
      header: t('orders.direction'),
      align: 'start',
      cell: ({ side }) => <DirectionText side={side} />,
    },
    { name: 'price', header: t('orders.price'), cell: (order) => price(order, order.price) },
    {
      name: 'quantity',
      header: t('orders.quantity'),
      cell: (order) => quantity(order, order.quantity),
    },
    {
      name: 'filled',
      header: t('orders.filled'),
      cell: (order) => quantity(order, order.filledQuantity),
    },
    {
      name: 'total',
      header: t('orders.total'),
      cell: (order) => total(order, order.remainingTotal),
    },
    {
      name: 'action',
      isSticky: true,
      header: t('orders.action'),
      cell: (order) => <OrderActs order={order} edit={edit} />,
    },
  ];
}

interface OrderActsProps {
  readonly order: OpenOrder;
  readonly edit: (order: OpenOrder) => void;
}

/** Each row revokes by itself: the next one need not wait for its answer. */
function OrderActs({ order, edit }: OrderActsProps) {
  const t = useTranslate();
  const language = useLanguage();
  const { asked, isBusy, revoke, confirm, takeBack } = useRevoking();
  const named = {
    quantity: grouped(order.remainingQuantity, language),
    price: grouped(order.price, language),
  };
  return (
    <>
      <Button
        isSmall
        look="text"
        aria-label={t('orders.editOrder', named)}
        onClick={() => edit(order)}
      >
        {t('orders.edit')}
      </Button>
      <Button
        isSmall
        look="text"
        aria-label={t('orders.revokeOrder', named)}
        isBusy={isBusy}
        onClick={() => revoke(order)}
      >
        {t('orders.revoke')}
      </Button>
      <RevokeDialog order={asked} isBusy={isBusy} onConfirm={confirm} onCancel={takeBack} />
    </>
  );
}

/** Revokes at one press, or asks before where the person wants to be asked. */
function useRevoking() {
  const client = useQueryClient();
  const isAsking = useConfirmsOrders(({ isOn }) => isOn);
  const [asked, setAsked] = useState<OpenOrder>();
  const { isBusy, send } = useMoneyCall(revokeOrder, {
    onDone: ({ message }) => showToast('success', message),
    onFailed: ({ message }) => showToast('error', message),
    refresh: () => {
      refreshAccount(client);
      setAsked(undefined);
    },
  });
  const now = ({ id, side }: OpenOrder): void => void send({ id, side });
  return {
    asked,
    isBusy,
    revoke: (order: OpenOrder): void => (isAsking ? setAsked(order) : now(order)),
    confirm: () => asked !== undefined && now(asked),
    takeBack: () => setAsked(undefined),
  };
}

interface RevokeDialogProps {
  readonly order: OpenOrder | undefined;
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

function RevokeDialog({ order, isBusy, onConfirm, onCancel }: RevokeDialogProps) {
  const t = useTranslate();
  const { price, quantity } = useMarketFigures();
  return (
    <ConfirmDialog
      isOpen={order !== undefined}
      title={t('orders.revokeTitle')}
      confirmLabel={t('orders.revokeOne')}
      cancelLabel={t('orders.keep')}
      isBusy={isBusy}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      {order !== undefined && (
        <p>
          {t(order.side === 'buy' ? 'orders.revokeBuy' : 'orders.revokeSell', {
            quantity: quantity(order, order.remainingQuantity),
            coin: order.base,
            price: price(order, order.price),
            currency: order.quote,
          })}
        </p>
      )}
    </ConfirmDialog>
  );
}
