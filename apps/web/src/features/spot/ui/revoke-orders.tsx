import { useQueryClient } from '@tanstack/react-query';
import { refreshAccount } from '../../../realtime/account-feed.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { RevokeAll } from '../../../shared/orders/revoke-all.tsx';
import { allOpenOrders, revokeOrder } from '../orders-api.ts';
import type { OrderFilter } from '../model/order-filter.ts';

interface RevokeOrdersProps {
  /** Filter of the list: the orders that it lists are the orders that are revoked. */
  readonly filter: OrderFilter;
  /** The market that the filter is about; undefined for all markets. */
  readonly pair: string | undefined;
  readonly isDisabled?: boolean;
}

/** Revokes all open spot orders that are listed. */
export function RevokeOrders({ filter, pair, isDisabled = false }: RevokeOrdersProps) {
  const t = useTranslate();
  const client = useQueryClient();
  const orders = async () =>
    (await allOpenOrders(filter)).map(({ id, side }) => ({ input: { id, side } }));
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
