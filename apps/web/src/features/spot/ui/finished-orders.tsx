import type { FinishedOrder } from '@meridian/contract/spot';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useConnection } from '../../../realtime/connection.ts';
import { dateAndTime, figure, fixed } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import type { Market } from '../../../shared/market/market.ts';
import { LoadMore, useShownRows } from '../../../shared/ui/load-more.tsx';
import { Empty, Failure, Skeleton } from '../../../shared/ui/states.tsx';
import { finishedOrdersQuery, POLL_MS } from '../api.ts';
import styles from './orders-table.module.css';

interface FinishedOrdersProps {
  readonly market: Market;
  /** The orders themselves, or the deals that they made. */
  readonly shows: 'orders' | 'deals';
}

/** Orders that have ended. Asked for every 5 seconds only while no live socket brings them. */
export function FinishedOrders({ market, shows }: FinishedOrdersProps) {
  const t = useTranslate();
  const language = useLanguage();
  const isLive = useConnection(({ status }) => status === 'live');
  const query = useInfiniteQuery({ ...finishedOrdersQuery(market, language), refetchInterval: isLive ? false : POLL_MS });
  const orders = query.data?.pages.flatMap((page) => page.list) ?? [];
  const deals = orders.flatMap((order) => order.fills.map((fill) => ({ order, fill })));
  const ofOrders = useShownRows(orders, query);
  const ofDeals = useShownRows(deals, query);
  const { hasMore, showMore } = shows === 'orders' ? ofOrders : ofDeals;
  if (query.data === undefined) return query.error === null ? <Skeleton rows={3} height={32} /> : <Failure message={query.error.message} onRetry={() => void query.refetch()} />;
  if ((shows === 'orders' ? orders : deals).length === 0) return <Empty>{t(shows === 'orders' ? 'orders.noHistory' : 'orders.noDeals')}</Empty>;
  return (
    <>
      <div className={styles['scroll']} role="region" tabIndex={0} aria-label={t(shows === 'orders' ? 'orders.history' : 'orders.deals')}>
        <table className={styles['table']}>
          <thead>
            <tr>
              <th scope="col">{t('orders.time')}</th>
              <th scope="col">{t('orders.pair')}</th>
              <th scope="col">{t('orders.direction')}</th>
              <th scope="col">{t('orders.price')}</th>
              <th scope="col">{t('orders.quantity')}</th>
              <th scope="col">{t('orders.dealTotal')}</th>
              <th scope="col">{t(shows === 'orders' ? 'orders.status' : 'orders.fee')}</th>
            </tr>
          </thead>
          <tbody>
            {shows === 'orders' && ofOrders.shown.map((order) => <OrderRow key={order.id} order={order} market={market} />)}
            {shows === 'deals' && ofDeals.shown.map(({ order, fill }) => <DealRow key={`${order.id}:${fill.id}`} order={order} fill={fill} market={market} />)}
          </tbody>
        </table>
      </div>
      {hasMore && <LoadMore isBusy={query.isFetchingNextPage} onClick={showMore} />}
    </>
  );
}

function OrderRow({ order, market }: { readonly order: FinishedOrder; readonly market: Market }) {
  const t = useTranslate();
  const language = useLanguage();
  const quantity = `${fixed(order.number, market.quantityDecimals, { language })} / ${fixed(order.total_number, market.quantityDecimals, { language })}`;
  return (
    <tr>
      <RowHead timeMs={order.time_ms} order={order} />
      <td data-label={t('orders.price')}>{fixed(order.price, market.priceDecimals, { language })}</td>
      <td data-label={t('orders.quantity')}>{quantity}</td>
      <td data-label={t('orders.dealTotal')}>{figure(order.total, 'total', language)}</td>
      <td data-label={t('orders.status')}>{t(`orders.status.${order.status}`)}</td>
    </tr>
  );
}

function DealRow({ order, fill, market }: { readonly order: FinishedOrder; readonly fill: FinishedOrder['fills'][number]; readonly market: Market }) {
  const t = useTranslate();
  const language = useLanguage();
  return (
    <tr>
      <RowHead timeMs={fill.time_ms} order={order} />
      <td data-label={t('orders.price')}>{fixed(fill.price, market.priceDecimals, { language })}</td>
      <td data-label={t('orders.quantity')}>{fixed(fill.number, market.quantityDecimals, { language })}</td>
      <td data-label={t('orders.dealTotal')}>{figure(fill.total, 'total', language)}</td>
      <td data-label={t('orders.fee')}>
        {figure(fill.fee, 'balance', language)} {order.type === 'in' ? order.currency_name : order.legal_name}
      </td>
    </tr>
  );
}

/** What both kinds of row begin with. */
function RowHead({ timeMs, order }: { readonly timeMs: number; readonly order: FinishedOrder }) {
  const t = useTranslate();
  const isBuy = order.type === 'in';
  return (
    <>
      <td data-label={t('orders.time')}>{dateAndTime(timeMs)}</td>
      <td data-label={t('orders.pair')}>
        {order.currency_name}/{order.legal_name}
      </td>
      <td data-label={t('orders.direction')} className={isBuy ? 'up' : 'down'}>
        {t(isBuy ? 'side.buy' : 'side.sell')}
      </td>
    </>
  );
}
