import { queryOptions } from '@tanstack/react-query';
import { apiCall } from '../../shared/http/api-call.ts';

export const sendTestDeposit = apiCall('POST /api/demo/test_deposit');
const fetchOutbox = apiCall('GET /api/demo/outbox');
const fetchAccounts = apiCall('GET /api/demo/accounts');
const REFRESH_MS = 3_000;

/** Messages that were sent to `to`, or to anybody. */
export function outboxQuery(to: string) {
  return queryOptions({
    queryKey: ['demo', 'outbox', to],
    queryFn: ({ signal }) => fetchOutbox(to === '' ? {} : { to }, { signal }),
    refetchInterval: REFRESH_MS,
  });
}

/** Whether this is a demo: in production its calls do not exist. */
export const demoQuery = queryOptions({
  queryKey: ['demo'],
  queryFn: ({ signal }) =>
    fetchOutbox({ to: 'nobody' }, { signal }).then(
      () => true,
      () => false,
    ),
  staleTime: Number.POSITIVE_INFINITY,
});

/**
 * Accounts that visitors may use; none where this is no demo. The pages themselves know no
 * password.
 */
export const demoAccountsQuery = queryOptions({
  queryKey: ['demo', 'accounts'],
  queryFn: ({ signal }) => fetchAccounts({}, { signal }).catch(() => []),
  staleTime: Number.POSITIVE_INFINITY,
});
