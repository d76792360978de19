import { useQueryClient } from '@tanstack/react-query';
import { refreshAccount } from '../../../realtime/account-feed.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { RevokeAll } from '../../../shared/orders/revoke-all.tsx';
import { allOpenOrders, revokeOrder } from '../orders-api.ts';
import type { OrderFilter } from '../model/order-filter.ts';

interface RevokeOrdersProps {
  /** What is listed is what is revoked. */
  readonly filter: OrderFilter;
  /** The market that the filter is about; of all without. */
  readonly pair: string | undefined;
  readonly isDisabled?: boolean;
}

/** Revokes all open spot orders that are listed. */
export function RevokeOrders({ filter, pair, isDisabled = false }: RevokeOrdersProps) {
  const t = useTranslate();
  const client = useQueryClient();
  const orders = async () => (await allOpenOrders(filter)).map(({ id, side }) => ({ id, side }));
  const text = (count: number): string =>
    t('orders.revokeAllText', {
      count,
      pairs: pair ?? t('orders.allPairs'),
      sides: t(`orders.side.${filter.side ?? 'both'}`),
    });
  return (
    <RevokeAll
      request={revokeOrder}
      orders={orders}
      text={text}
      refresh={() => refreshAccount(client)}
      isDisabled={isDisabled}
    />
  );
}
