import { INVITEES_PER_PAGE } from '@meridian/contract/account/bounds';
import type { Output } from '@meridian/contract/client/named-calls';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { apiCall } from '../../shared/http/api-call.ts';
import { OWN } from '../../shared/session.ts';
import { ownAccountQuery } from './api.ts';
import type { Invitee } from './model/own-account.ts';

const fetchInvitees = apiCall('GET /api/user/invitees');

export const ownCodeQuery = queryOptions({
  ...ownAccountQuery,
  select: ({ referralCode }) => referralCode,
});
export const inviteesQuery = infiniteQueryOptions({
  queryKey: [OWN, 'invitees'],
  queryFn: async ({ pageParam, signal }) => {
    const { list, ...rest } = await fetchInvitees({ page: pageParam }, { signal });
    return { ...rest, list: list.map(inviteeOf) };
  },
  initialPageParam: 1,
  getNextPageParam: (last) => (last.list.length === INVITEES_PER_PAGE ? last.page + 1 : undefined),
});

function inviteeOf({
  account,
  level,
  created_time,
}: Output<'GET /api/user/invitees'>['list'][number]): Invitee {
  return { account, level, createdAt: created_time };
}
