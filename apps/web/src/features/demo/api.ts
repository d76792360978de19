import type { testDeposit } from '@meridian/contract/custody/calls';
import type { demoAccounts, demoOutbox } from '@meridian/contract/demo/calls';
import { queryOptions } from '@tanstack/react-query';
import { apiCall } from '../../shared/http/api-call.ts';

export const sendTestDeposit = apiCall<typeof testDeposit>({
  method: 'POST',
  path: '/api/demo/test_deposit',
});
const fetchOutbox = apiCall<typeof demoOutbox>({ method: 'GET', path: '/api/demo/outbox' });
const fetchAccounts = apiCall<typeof demoAccounts>({ method: 'GET', path: '/api/demo/accounts' });
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
