import type { ReactNode } from 'react';
import type { OrderFilter } from '../model/order-filter.ts';

/** Props of each list of orders. */
export interface OrderListProps {
  readonly filter: OrderFilter;
  /** The way to a first order, where there is none. */
  readonly empty: ReactNode;
  /** As of `DataTable`: `dense` for terminals, `roomy` for pages. */
  readonly size: 'dense' | 'roomy';
}
