import { useQueryClient } from '@tanstack/react-query';
import { allRows } from '../../../shared/export/all-rows.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { RevokeAll } from '../../../shared/orders/revoke-all.tsx';
import { refreshMargin } from '../api.ts';
import { cancelOrder, fetchCloseOrders, positionsPage } from '../positions-api.ts';
import { revocationOf } from '../model/close-order.ts';
import type { PositionFilter } from '../model/position.ts';

interface RevokeWaitingProps {
  /** Filter of the list: the orders that it lists are the orders that are revoked. */
  readonly filter: PositionFilter;
  /** The market and the side that the filter is about, in words. */
  readonly pairs: string;
  readonly sides: string;
  readonly isDisabled: boolean;
}

/** Revokes all contract orders and closes that are listed and still wait for their price. */
export function RevokeWaiting({ filter, pairs, sides, isDisabled }: RevokeWaitingProps) {
  const t = useTranslate();
  const client = useQueryClient();
  const orders = async () => {
    const waiting = allRows(
      (page) => positionsPage('entrusted', filter, page),
      ({ id }) => id,
    );
    const rows = (await Promise.all([waiting, fetchCloseOrders(filter)])).flat();
    return rows.map(revocationOf);
  };
  return (
    <RevokeAll
      request={cancelOrder}
      orders={orders}
      text={(count) => t('position.revokeAllText', { count, pairs, sides })}
      refresh={() => refreshMargin(client)}
      isDisabled={isDisabled}
    />
  );
}
