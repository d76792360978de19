import type { userMessages } from '@meridian/contract/inbox';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { apiCall } from '../../shared/http/api-call.ts';
import { OWN } from '../../shared/session.ts';

const fetchMessages = apiCall<typeof userMessages>({ method: 'GET', path: '/api/user/messages' });
const MESSAGES_PER_PAGE = 20;

export const messagesQuery = infiniteQueryOptions({
  queryKey: [OWN, 'messages'],
  queryFn: ({ pageParam, signal }) => fetchMessages({ page: pageParam }, { signal }),
  initialPageParam: 1,
  getNextPageParam: (last) => (last.list.length === MESSAGES_PER_PAGE ? last.page + 1 : undefined),
});
