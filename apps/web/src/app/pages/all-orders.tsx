import { OrdersPage } from '../../features/spot/ui/orders-page.tsx';

/** The user's orders by themselves, over the whole width. */
export function AllOrdersPage() {
  return <OrdersPage isAlone />;
}
