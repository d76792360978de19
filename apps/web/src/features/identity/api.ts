import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { apiCall } from '../../shared/http/api-call.ts';
import { OWN } from '../../shared/session.ts';

const fetchState = apiCall('GET /api/user/identity');
export const submitIdentity = apiCall('POST /api/user/real_name');
export const submitAssets = apiCall('POST /api/user/asset_proof');

/** Polling interval: a review may end while this page is open. */
const POLL_MS = 30_000;

export const identityQuery = queryOptions({
  queryKey: [OWN, 'identity'],
  queryFn: ({ signal }) => fetchState({}, { signal }),
  refetchInterval: POLL_MS,
});

/** Refetches the state after a submission, wherever it is shown. */
export async function refreshIdentity(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: [OWN] });
}
