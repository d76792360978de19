import { queryOptions } from '@tanstack/react-query';
import { apiCall } from '../../shared/http/api-call.ts';

const requestDeposit = apiCall('POST /api/demo/test_deposit');
const fetchOutbox = apiCall('GET /api/demo/outbox');
const fetchAccounts = apiCall('GET /api/demo/accounts');
const REFRESH_MS = 3_000;

/** Sends test coins to the own address. Answers their amount. */
export async function sendTestDeposit(currency: number): Promise<string> {
  return (await requestDeposit({ currency })).number;
}

/** Messages that were sent to `to`, or to anybody. */
export function outboxQuery(to: string) {
  return queryOptions({
    queryKey: ['demo', 'outbox', to],
    queryFn: async ({ signal }) =>
      (await fetchOutbox(to === '' ? {} : { to }, { signal })).map(
        ({ created_at, ...message }) => ({ ...message, createdAt: created_at }),
      ),
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
