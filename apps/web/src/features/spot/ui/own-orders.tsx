import type { ReactNode } from 'react';
import type { OrderFilter } from '../model/order-filter.ts';
import { FinishedDeals, FinishedOrders } from './finished-orders.tsx';
import styles from './market-orders.module.css';
import { OpenOrders } from './open-orders.tsx';

export type OrderList = 'current' | 'history' | 'deals';

interface OwnOrdersProps {
  readonly list: OrderList;
  readonly filter: OrderFilter;
  readonly empty: ReactNode;
}

/** Own orders of one list. Fetched for users with an account. */
export function OwnOrders({ list, filter, empty }: OwnOrdersProps) {
  const key = JSON.stringify(filter);
  return (
    <div className={styles['list']}>
      {list === 'current' && <OpenOrders key={key} filter={filter} empty={empty} size="dense" />}
      {list === 'history' && (
        <FinishedOrders key={key} filter={filter} empty={empty} size="dense" />
      )}
      {list === 'deals' && <FinishedDeals key={key} filter={filter} empty={empty} size="dense" />}
    </div>
  );
}
