import type { Language } from '@meridian/contract/languages';
import type {
  FinishedOrder,
  OpenOrder,
  transactionComplete,
  transactionDel,
  transactionInList,
  transactionOpen,
  transactionOutList,
} from '@meridian/contract/spot/calls';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { FINISHED_ORDERS, OPEN_ORDERS } from '../../realtime/account-feed.ts';
import { apiCall } from '../../shared/http/api-call.ts';
import { moneyCall } from '../../shared/http/money-call.ts';
import type { OrderFilter } from './model/order-filter.ts';

export const revokeOrder = moneyCall<typeof transactionDel>({
  method: 'POST',
  path: '/api/transaction_del',
  envelope: 'bare',
});
const fetchOrders = apiCall<typeof transactionOpen>({
  method: 'POST',
  path: '/api/transaction_open',
});
const fetchBuyOrders = apiCall<typeof transactionInList>({
  method: 'POST',
  path: '/api/transaction_in',
});
const fetchSellOrders = apiCall<typeof transactionOutList>({
  method: 'POST',
  path: '/api/transaction_out',
});
const fetchFinished = apiCall<typeof transactionComplete>({
  method: 'POST',
  path: '/api/transaction_complete',
});

/** One page of ended orders, for a file of all of them. */
export async function finishedOrdersPage(
  { side, ...filter }: OrderFilter,
  page: number,
): Promise<readonly FinishedOrder[]> {
  return (
    await fetchFinished({
      page,
      ...filter,
      ...(side === undefined ? {} : { type: side === 'buy' ? 'in' : 'out' }),
    })
  ).list;
}

const ORDERS_PER_PAGE = 10;
/** Refreshed this often while no live socket brings the news. */
export const POLL_MS = 5_000;

function fetchOpenOf(side: OrderFilter['side']) {
  return side === undefined ? fetchOrders : side === 'buy' ? fetchBuyOrders : fetchSellOrders;
}

/** One page of open orders, for whatever is done to all of them. */
export async function openOrdersPage(
  { side, ...filter }: OrderFilter,
  page: number,
): Promise<readonly OpenOrder[]> {
  return (await fetchOpenOf(side)({ page, ...filter })).list;
}

export function openOrdersQuery({ side, ...filter }: OrderFilter) {
  const fetchOpen = fetchOpenOf(side);
  return infiniteQueryOptions({
    queryKey: [...OPEN_ORDERS, side ?? 'both', filter],
    queryFn: ({ pageParam, signal }) => fetchOpen({ page: pageParam, ...filter }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) =>
      pages.reduce((count, page) => count + page.list.length, 0) < last.total &&
      last.list.length > 0
        ? last.page + 1
        : undefined,
  });
}

export function finishedOrdersQuery({ side, ...filter }: OrderFilter, language: Language) {
  const ofSide = side === undefined ? {} : ({ type: side === 'buy' ? 'in' : 'out' } as const);
  return infiniteQueryOptions({
    queryKey: [...FINISHED_ORDERS, side ?? 'both', filter, language],
    queryFn: ({ pageParam, signal }) =>
      fetchFinished({ page: pageParam, ...filter, ...ofSide }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.list.length === ORDERS_PER_PAGE ? last.page + 1 : undefined),
  });
}
