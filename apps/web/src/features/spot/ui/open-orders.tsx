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
import { LoadMore, useShownRows } from '../../../shared/ui/load-more.tsx';
import { Empty, Failure, Skeleton } from '../../../shared/ui/states.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';
import { openOrdersQuery, POLL_MS, revokeOrder } from '../api.ts';
import type { Side } from '../model/trade-inputs.ts';
import styles from './orders-table.module.css';

/** Orders of one side that rest in the book, each with a way to revoke it. */
export function OpenOrders({ market, side }: { readonly market: Market; readonly side: Side }) {
  const t = useTranslate();
  const isLive = useConnection(({ status }) => status === 'live');
  const query = useInfiniteQuery({ ...openOrdersQuery(market, side), refetchInterval: isLive ? false : POLL_MS });
  const orders = query.data?.pages.flatMap((page) => page.list) ?? [];
  const { shown, hasMore, showMore } = useShownRows(orders, query);
  const [revoking, setRevoking] = useState<OpenOrder>();
  if (query.data === undefined) return query.error === null ? <Skeleton rows={3} height={32} /> : <Failure message={query.error.message} onRetry={() => void query.refetch()} />;
  if (orders.length === 0) return <Empty>{t(side === 'buy' ? 'orders.noBuys' : 'orders.noSells')}</Empty>;
  return (
    <>
      <div className={styles['scroll']} role="region" tabIndex={0} aria-label={t('orders.current')}>
        <table className={styles['table']}>
          <thead>
            <tr>
              <th scope="col">{t('orders.time')}</th>
              <th scope="col">{t('orders.pair')}</th>
              <th scope="col">{t('orders.direction')}</th>
              <th scope="col">{t('orders.price')}</th>
              <th scope="col">{t('orders.quantity')}</th>
              <th scope="col">{t('orders.filled')}</th>
              <th scope="col">{t('orders.total')}</th>
              <th scope="col">{t('orders.action')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((order) => (
              <OpenOrderRow key={order.id} order={order} market={market} onRevoke={() => setRevoking(order)} />
            ))}
          </tbody>
        </table>
      </div>
      {hasMore && <LoadMore isBusy={query.isFetchingNextPage} onClick={showMore} />}
      <RevokeDialog order={revoking} market={market} onDone={() => setRevoking(undefined)} />
    </>
  );
}

function OpenOrderRow({ order, market, onRevoke }: { readonly order: OpenOrder; readonly market: Market; readonly onRevoke: () => void }) {
  const t = useTranslate();
  const language = useLanguage();
  const isBuy = order.type === 'in';
  return (
    <tr>
      <td data-label={t('orders.time')}>{dateAndTime(order.create_time_ms)}</td>
      <td data-label={t('orders.pair')}>
        {order.currency_name}/{order.legal_name}
      </td>
      <td data-label={t('orders.direction')} className={isBuy ? 'up' : 'down'}>
        {t(isBuy ? 'side.buy' : 'side.sell')}
      </td>
      <td data-label={t('orders.price')}>{fixed(order.price, market.priceDecimals, { language })}</td>
      <td data-label={t('orders.quantity')}>{fixed(order.total_number, market.quantityDecimals, { language })}</td>
      <td data-label={t('orders.filled')}>{fixed(order.complete_number, market.quantityDecimals, { language })}</td>
      <td data-label={t('orders.total')}>{figure(order.total_money, 'total', language)}</td>
      <td data-label={t('orders.action')}>
        <Button isSmall look="text" aria-label={t('orders.revokeOrder', { quantity: order.number, price: order.price })} onClick={onRevoke}>
          {t('orders.revoke')}
        </Button>
      </td>
    </tr>
  );
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
