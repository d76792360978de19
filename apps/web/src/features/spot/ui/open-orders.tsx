import type { OpenOrder } from '@meridian/contract/spot';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refreshAccount } from '../../../realtime/account-feed.ts';
import { useConnection } from '../../../realtime/connection.ts';
import { dateAndTime, figure, fixed } from '../../../shared/figures.ts';
import { newIdempotencyKey } from '../../../shared/http/idempotency-key.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import type { Market } from '../../../shared/market/market.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { DataTable, type Column } from '../../../shared/ui/data-table.tsx';
import { LoadMore, useShownRows } from '../../../shared/ui/load-more.tsx';
import { Empty, Failure } from '../../../shared/ui/states.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';
import { openOrdersQuery, POLL_MS, revokeOrder } from '../api.ts';
import type { Side } from '../model/trade-inputs.ts';
import { DirectionText } from './direction-text.tsx';

interface OpenOrdersProps {
  readonly market: Market;
  readonly side: Side;
  readonly onTrade: () => void;
}

/** Orders of one side that rest in the book, each with a way to revoke it. */
export function OpenOrders({ market, side, onTrade }: OpenOrdersProps) {
  const t = useTranslate();
  const isLive = useConnection(({ status }) => status === 'live');
  const query = useInfiniteQuery({ ...openOrdersQuery(market, side), refetchInterval: isLive ? false : POLL_MS });
  const orders = query.data?.pages.flatMap((page) => page.list);
  const { shown, hasMore, showMore } = useShownRows(orders ?? [], query);
  const [revoking, setRevoking] = useState<OpenOrder>();
  const columns = useColumns(market, setRevoking);
  if (orders === undefined && query.error !== null) return <Failure message={query.error.message} onRetry={() => void query.refetch()} />;
  const empty = <Empty action={<Button isSmall onClick={onTrade}>{t('orders.placeFirst')}</Button>}>{t(side === 'buy' ? 'orders.noBuys' : 'orders.noSells')}</Empty>;
  return (
    <>
      <DataTable label={t('orders.current')} columns={columns} rows={orders && shown} rowKey={({ id }) => id} empty={empty} skeletonRows={3} />
      {hasMore && <LoadMore isBusy={query.isFetchingNextPage} onClick={showMore} />}
      <RevokeDialog order={revoking} market={market} onDone={() => setRevoking(undefined)} />
    </>
  );
}

function useColumns({ priceDecimals, quantityDecimals }: Market, revoke: (order: OpenOrder) => void): readonly Column<OpenOrder>[] {
  const t = useTranslate();
  const language = useLanguage();
  const quantity = (text: string): string => fixed(text, quantityDecimals, { language });
  return [
    { name: 'time', header: t('orders.time'), cell: ({ create_time_ms }) => dateAndTime(create_time_ms) },
    { name: 'pair', header: t('orders.pair'), align: 'start', cell: ({ currency_name, legal_name }) => `${currency_name}/${legal_name}` },
    { name: 'direction', header: t('orders.direction'), align: 'start', cell: ({ type }) => <DirectionText type={type} /> },
    { name: 'price', header: t('orders.price'), cell: ({ price }) => fixed(price, priceDecimals, { language }) },
    { name: 'quantity', header: t('orders.quantity'), cell: ({ total_number }) => quantity(total_number) },
    { name: 'filled', header: t('orders.filled'), cell: ({ complete_number }) => quantity(complete_number) },
    { name: 'total', header: t('orders.total'), cell: ({ total_money }) => figure(total_money, 'total', language) },
    {
      name: 'action',
      header: t('orders.action'),
      cell: (order) => (
        <Button isSmall look="text" aria-label={t('orders.revokeOrder', { quantity: order.number, price: order.price })} onClick={() => revoke(order)}>
          {t('orders.revoke')}
        </Button>
      ),
    },
  ];
}

function RevokeDialog({ order, market, onDone }: { readonly order: OpenOrder | undefined; readonly market: Market; readonly onDone: () => void }) {
  const t = useTranslate();
  const language = useLanguage();
  const client = useQueryClient();
  const { isPending, mutate } = useMutation({
    mutationFn: ({ id, type }: OpenOrder) => revokeOrder({ id, type }, { idempotencyKey: newIdempotencyKey() }),
    onSuccess: ({ message }) => showToast('success', message),
    onError: (error) => showToast('error', error.message),
    onSettled: () => {
      refreshAccount(client);
      onDone();
    },
  });
  return (
    <ConfirmDialog isOpen={order !== undefined} title={t('orders.revokeTitle')} confirmLabel={t('orders.revoke')} isBusy={isPending} onConfirm={() => order !== undefined && mutate(order)} onCancel={onDone}>
      {order !== undefined && (
        <p>
          {t(order.type === 'in' ? 'orders.revokeBuy' : 'orders.revokeSell', {
            quantity: fixed(order.number, market.quantityDecimals, { language }),
            coin: order.currency_name,
            price: fixed(order.price, market.priceDecimals, { language }),
            currency: order.legal_name,
          })}
        </p>
      )}
    </ConfirmDialog>
  );
}
