import type { transferHistory, walletChange } from '@meridian/contract/wallet/calls';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { apiCall } from '../../shared/http/api-call.ts';
import { moneyCall } from '../../shared/http/money-call.ts';
import { OWN } from '../../shared/session.ts';

const fetchTransfers = apiCall<typeof transferHistory>({
  method: 'POST',
  path: '/api/wallet/transfers',
});
export const sendTransfer = moneyCall<typeof walletChange>({
  method: 'POST',
  path: '/api/wallet/change',
});

export const transfersQuery = infiniteQueryOptions({
  queryKey: [OWN, 'transfers'],
  queryFn: ({ pageParam, signal }) => fetchTransfers({ page: pageParam }, { signal }),
  initialPageParam: 1,
  getNextPageParam: (last) => (last.data.length === last.limit ? last.page + 1 : undefined),
});
