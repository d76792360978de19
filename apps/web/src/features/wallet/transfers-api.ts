import { infiniteQueryOptions } from '@tanstack/react-query';
import { apiCall } from '../../shared/http/api-call.ts';
import { asking, moneyCall } from '../../shared/http/money-call.ts';
import { OWN } from '../../shared/session.ts';
import { walletOf, WIRE_WALLETS } from '../../realtime/wallet-translate.ts';
import type { WalletName } from '../../shared/wallets.ts';
import type { Transfer } from './model/movement.ts';

const fetchTransfers = apiCall('POST /api/wallet/transfers');
interface TransferOrder {
  readonly amount: string;
  readonly currency: number;
  readonly from: WalletName;
  readonly to: WalletName;
}

export const sendTransfer = asking(
  moneyCall('POST /api/wallet/change'),
  ({ amount, currency, from, to }: TransferOrder) => ({
    number: amount,
    currency_id: currency,
    from_field: WIRE_WALLETS[from],
    to_field: WIRE_WALLETS[to],
  }),
);

export const transfersQuery = infiniteQueryOptions({
  queryKey: [OWN, 'transfers'],
  queryFn: async ({ pageParam, signal }) => {
    const { data, ...page } = await fetchTransfers({ page: pageParam }, { signal });
    return {
      ...page,
      transfers: data.map((row): Transfer => ({
        id: row.id,
        time: row.add_time,
        from: walletOf(row.from_field),
        to: walletOf(row.to_field),
        amount: row.number,
        currency: row.currency_name,
      })),
    };
  },
  initialPageParam: 1,
  getNextPageParam: (last) => (last.transfers.length === last.limit ? last.page + 1 : undefined),
});
