import type { MessageTopic } from '@meridian/contract/inbox/message-topics';
import type { Language } from '@meridian/contract/languages';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { MESSAGES } from '../../realtime/messages.ts';
import { apiCall } from '../../shared/http/api-call.ts';
import { OWN } from '../../shared/session.ts';

const fetchMessages = apiCall('GET /api/user/messages');
const fetchSettings = apiCall('GET /api/user/message_settings');
export const saveSetting = apiCall('POST /api/user/message_setting');
export const readMessages = apiCall('POST /api/user/messages_read');
const MESSAGES_PER_PAGE = 20;

export interface MessageFilter {
  readonly topic?: MessageTopic;
  readonly unread?: '1';
}

/** What was told, in the words of a language, newest first. */
export function messagesQuery(filter: MessageFilter, language: Language) {
  return infiniteQueryOptions({
    queryKey: [...MESSAGES, filter, language],
    queryFn: ({ pageParam, signal }) => fetchMessages({ ...filter, page: pageParam }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last) =>
      last.list.length === MESSAGES_PER_PAGE ? last.page + 1 : undefined,
  });
}

export const settingsQuery = queryOptions({
  queryKey: [OWN, 'message-settings'],
  queryFn: ({ signal }) => fetchSettings({}, { signal }),
});
