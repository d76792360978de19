import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { apiCall } from '../../shared/http/api-call.ts';
import { OWN } from '../../shared/session.ts';

const fetchInfo = apiCall('GET /api/user/info');
const fetchInvitees = apiCall('GET /api/user/invitees');
const INVITEES_PER_PAGE = 20;

export const ownCodeQuery = queryOptions({
  queryKey: [OWN, 'info'],
  queryFn: ({ signal }) => fetchInfo({}, { signal }),
  select: ({ extension_code }) => extension_code,
});
export const inviteesQuery = infiniteQueryOptions({
  queryKey: [OWN, 'invitees'],
  queryFn: ({ pageParam, signal }) => fetchInvitees({ page: pageParam }, { signal }),
  initialPageParam: 1,
  getNextPageParam: (last) => (last.list.length === INVITEES_PER_PAGE ? last.page + 1 : undefined),
});
