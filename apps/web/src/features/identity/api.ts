import type { assetProof, identityState, realName } from '@meridian/contract/identity/calls';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { apiCall } from '../../shared/http/api-call.ts';
import { OWN } from '../../shared/session.ts';

const fetchState = apiCall<typeof identityState>({ method: 'GET', path: '/api/user/identity' });
export const submitIdentity = apiCall<typeof realName>({
  method: 'POST',
  path: '/api/user/real_name',
});
export const submitAssets = apiCall<typeof assetProof>({
  method: 'POST',
  path: '/api/user/asset_proof',
});

/** A review ends while somebody looks at this page: asked for so often. */
const POLL_MS = 30_000;

export const identityQuery = queryOptions({
  queryKey: [OWN, 'identity'],
  queryFn: ({ signal }) => fetchState({}, { signal }),
  refetchInterval: POLL_MS,
});

/** After something was submitted: the state is asked for again, wherever it is shown. */
export async function refreshIdentity(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: [OWN] });
}
