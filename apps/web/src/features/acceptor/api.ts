import type { Output } from '@meridian/contract/client/named-calls';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { apiCall } from '../../shared/http/api-call.ts';
import { moneyCall } from '../../shared/http/money-call.ts';
import { OWN } from '../../shared/session.ts';

const fetchList = apiCall('GET /api/acceptor/list');
const fetchInfo = apiCall('GET /api/acceptor/info');
const fetchDeals = apiCall('GET /api/acceptor/my_deal');
const fetchRegion = apiCall('GET /api/user/region_users');
const fetchAccounts = apiCall('POST /api/user/cash_info');
const fetchStatements = apiCall('GET /api/acceptor/statements');
export const addStatement = apiCall('POST /api/acceptor/statement');
export const makeDeal = moneyCall('POST /api/acceptor/deal');
export const actOnDeal = apiCall('POST /api/acceptor/act');

export type Acceptor = Output<'GET /api/acceptor/list'>[number];
export type Deal = Output<'GET /api/acceptor/my_deal'>['list'][number];
export type Statement = Output<'GET /api/acceptor/statements'>[number];
export type Side = 'user' | 'acceptor';

/** Currencies of deals with acceptors. */
export const FIAT = 'CNY';
export const COIN = 'USDT';

/** Acts of the other side cause no event. */
export const DEALS_POLL_MS = 5_000;

export const acceptorsQuery = queryOptions({
  queryKey: [OWN, 'acceptors'],
  queryFn: ({ signal }) => fetchList({}, { signal }),
});

export function acceptorQuery(id: number) {
  return queryOptions({
    queryKey: [OWN, 'acceptors', id],
    queryFn: ({ signal }) => fetchInfo({ id }, { signal }),
  });
}

/** Saved accounts that the user is paid to. */
export const accountsQuery = queryOptions({
  queryKey: [OWN, 'receipt'],
  queryFn: ({ signal }) => fetchAccounts({}, { signal }),
});

export function statementsQuery(id: number) {
  return queryOptions({
    queryKey: [OWN, 'statements', id],
    queryFn: ({ signal }) => fetchStatements({ id }, { signal }),
  });
}

export function dealsQuery(side: Side) {
  return infiniteQueryOptions({
    queryKey: [OWN, 'deals', side],
    queryFn: ({ pageParam, signal }) => fetchDeals({ page: pageParam, as: side }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.list.length === last.limit ? last.page + 1 : undefined),
  });
}

/** One page of deals, for a file of them. */
export const dealsPage = async (side: Side, page: number): Promise<readonly Deal[]> =>
  (await fetchDeals({ page, as: side })).list;

export const regionQuery = infiniteQueryOptions({
  queryKey: [OWN, 'region'],
  queryFn: ({ pageParam, signal }) => fetchRegion({ page: pageParam }, { signal }),
  initialPageParam: 1,
  getNextPageParam: (last) => (last.list.length === last.limit ? last.page + 1 : undefined),
});
