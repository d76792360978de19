import { queryOptions } from '@tanstack/react-query';
import { apiCall } from '../http/api-call.ts';
import { isLoggedIn, OWN } from '../session.ts';

const fetchState = apiCall('GET /api/safe/state');

/**
 * Second factors, bound addresses, accepted step-up methods, and the end of a hold of withdrawals.
 */
export const securityStateQuery = queryOptions({
  queryKey: [OWN, 'security'],
  queryFn: ({ signal }) => fetchState({}, { signal }),
  enabled: isLoggedIn,
});
