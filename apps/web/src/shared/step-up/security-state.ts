import type { securityState } from '@meridian/contract/security/calls';
import { queryOptions } from '@tanstack/react-query';
import { apiCall } from '../http/api-call.ts';
import { isLoggedIn, OWN } from '../session.ts';

const fetchState = apiCall<typeof securityState>({ method: 'GET', path: '/api/safe/state' });

/**
 * Second factors, bound addresses, how one may prove that it is oneself, until when withdrawals are
 * held.
 */
export const securityStateQuery = queryOptions({
  queryKey: [OWN, 'security'],
  queryFn: ({ signal }) => fetchState({}, { signal }),
  enabled: isLoggedIn,
});
