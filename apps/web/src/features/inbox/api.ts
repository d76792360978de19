import { MESSAGES_PER_PAGE } from '@meridian/contract/inbox/bounds';
import type { MessageTopic } from '@meridian/contract/inbox/message-topics';
import type { Language } from '@meridian/contract/languages';
import type { Output } from '@meridian/contract/client/named-calls';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { MESSAGES } from '../../realtime/messages.ts';
import { apiCall } from '../../shared/http/api-call.ts';
import { OWN } from '../../shared/session.ts';
import type { Message, TopicSetting } from './model/message.ts';

const fetchMessages = apiCall('GET /api/user/messages');
const fetchSettings = apiCall('GET /api/user/message_settings');
const sendSetting = apiCall('POST /api/user/message_setting');
const sendRead = apiCall('POST /api/user/messages_read');

export interface MessageFilter {
  readonly topic?: MessageTopic;
  readonly isUnread?: true;
}

/** Messages in a language, newest first. */
export function messagesQuery(filter: MessageFilter, language: Language) {
  return infiniteQueryOptions({
    queryKey: [...MESSAGES, filter, language],
    queryFn: async ({ pageParam, signal }) => {
      const { isUnread, ...topic } = filter;
      const input = { ...topic, ...(isUnread ? { unread: '1' as const } : {}), page: pageParam };
      const { list, page } = await fetchMessages(input, { signal });
      return { page, list: list.map(messageOf) };
    },
    initialPageParam: 1,
    getNextPageParam: (last) =>
      last.list.length === MESSAGES_PER_PAGE ? last.page + 1 : undefined,
  });
}

export const settingsQuery = queryOptions({
  queryKey: [OWN, 'message-settings'],
  queryFn: async ({ signal }) => (await fetchSettings({}, { signal })).map(settingOf),
});

/** Chooses mails or notifications for a topic, or none. Answers all settings. */
export async function saveSetting({
  topic,
  isMailed,
  isPushed,
}: Pick<TopicSetting, 'topic'> & Partial<Pick<TopicSetting, 'isMailed' | 'isPushed'>>): Promise<
  TopicSetting[]
> {
  const chosen = await sendSetting({
    topic,
    ...(isMailed === undefined ? {} : { mail: isMailed ? '1' : '0' }),
    ...(isPushed === undefined ? {} : { push: isPushed ? '1' : '0' }),
  });
  return chosen.map(settingOf);
}

/** The messages to note as read: one, or all up to one. */
export type Read = { readonly id: number } | { readonly upTo: number };

/** Answers how many are unread. */
export async function readMessages(which: Read): Promise<number> {
  const input = 'upTo' in which ? { up_to: which.upTo } : which;
  return (await sendRead(input)).unread;
}

function messageOf(row: Output<'GET /api/user/messages'>['list'][number]): Message {
  return {
    id: row.id,
    kind: row.kind,
    topic: row.topic,
    subject: row.subject,
    sale: row.sale,
    title: row.title,
    text: row.text,
    isRead: row.is_read,
    createdAt: row.created_time,
  };
}

function settingOf({
  topic,
  mail,
  is_fixed,
  push,
}: Output<'GET /api/user/message_settings'>[number]): TopicSetting {
  return { topic, isMailed: mail, isFixed: is_fixed, isPushed: push };
}
