import type {
  acceptorAct,
  acceptorDeal,
  acceptorDeals,
  acceptorInfo,
  acceptorList,
  dealStatementAdd,
  dealStatements,
  regionUsers,
} from '@meridian/contract/acceptor/calls';
import type { CallOutput } from '@meridian/contract/schema/call';
import type { cashInfo } from '@meridian/contract/identity/calls';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { apiCall } from '../../shared/http/api-call.ts';
import { moneyCall } from '../../shared/http/money-call.ts';
import { OWN } from '../../shared/session.ts';

const fetchList = apiCall<typeof acceptorList>({ method: 'GET', path: '/api/acceptor/list' });
const fetchInfo = apiCall<typeof acceptorInfo>({ method: 'GET', path: '/api/acceptor/info' });
const fetchDeals = apiCall<typeof acceptorDeals>({ method: 'GET', path: '/api/acceptor/my_deal' });
const fetchRegion = apiCall<typeof regionUsers>({ method: 'GET', path: '/api/user/region_users' });
const fetchAccounts = apiCall<typeof cashInfo>({ method: 'POST', path: '/api/user/cash_info' });
const fetchStatements = apiCall<typeof dealStatements>({
  method: 'GET',
  path: '/api/acceptor/statements',
});
export const addStatement = apiCall<typeof dealStatementAdd>({
  method: 'POST',
  path: '/api/acceptor/statement',
});
export const makeDeal = moneyCall<typeof acceptorDeal>({
  method: 'POST',
  path: '/api/acceptor/deal',
});
export const actOnDeal = apiCall<typeof acceptorAct>({ method: 'POST', path: '/api/acceptor/act' });

export type Acceptor = CallOutput<typeof acceptorList>[number];
export type Deal = CallOutput<typeof acceptorDeals>['list'][number];
export type Statement = CallOutput<typeof dealStatements>[number];
export type Side = 'user' | 'acceptor';

/** What deals with acceptors are about. */
export const FIAT = 'CNY';
export const COIN = 'USDT';

/** What somebody else does with a deal comes with no event. */
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

/** Accounts of their own that people are paid to. */
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
