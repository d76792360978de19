import { UNSPOKEN_KINDS, URGENT_KINDS } from '@meridian/contract/inbox/message-topics';
import type { MessagesEvent } from '@meridian/contract/inbox/events';
import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import { apiCall } from '../shared/http/api-call.ts';
import { isLoggedIn, OWN, useSession } from '../shared/session.ts';
import { openSoundsAtPress, playSound, soundOf } from '../shared/sounds.ts';
import { showToast } from '../shared/ui/toasts.ts';
import { connection, useConnection } from './connection.ts';
import { spokenText } from './spoken-text.ts';

const fetchUnread = apiCall('GET /api/user/messages_unread');
const fetchMessages = apiCall('GET /api/user/messages');
/** While no live socket brings them. */
const POLL_MS = 30_000;
/**
 * An urgent message stays longer: a user who looks elsewhere does not read of a liquidation in five
 * seconds.
 */
const URGENT_MS = 30_000;
/** A login that is this young was made on this page, so the page does not announce it. */
const OWN_LOGIN_MS = 15_000;
/** The most messages shown at once. Further ones are only counted: the inbox has them. */
const MOST_SPOKEN = 3;

/** Key of all lists of messages. */
export const MESSAGES = [OWN, 'messages'] as const;
const unreadQuery = queryOptions({
  queryKey: [OWN, 'messages-unread'],
  queryFn: async ({ signal }) => (await fetchUnread({}, { signal })).unread,
});

/** How many messages were not read: 100 for a hundred and more, 0 while it is not known. */
export function useUnread(): number {
  const isLive = useConnection(({ status }) => status === 'live');
  const hasSession = useSession(({ token }) => token !== undefined);
  const { data = 0 } = useQuery({
    ...unreadQuery,
    enabled: hasSession,
    refetchInterval: isLive ? false : POLL_MS,
  });
  return data;
}

/** After messages were read here. */
export function setUnread(client: QueryClient, unread: number): void {
  client.setQueryData(unreadQuery.queryKey, unread);
  void client.invalidateQueries({ queryKey: MESSAGES });
}

/**
 * Keeps number and lists of messages fresh, and shows new messages on the page. Called once, when
 * somebody is logged in.
 * @param isNewLogin whether the login was made on this page just now
 */
export function startMessageFeed(client: QueryClient, isNewLogin: boolean): void {
  openSoundsAtPress();
  let loggedInMs = isNewLogin ? performance.now() : -OWN_LOGIN_MS;
  useSession.subscribe(({ token }, before) => {
    if (token !== before.token) loggedInMs = performance.now();
  });
  connection().on<MessagesEvent>('messages', ({ unread, messages }) => {
    setUnread(client, unread);
    const sound = soundOf(messages.map(({ kind }) => kind));
    if (sound !== undefined) playSound(sound);
    // The page that changes a security setting says so itself. A change from elsewhere is told by
    // the mail and the number.
    const isOwnLogin = performance.now() - loggedInMs < OWN_LOGIN_MS;
    const spoken = messages.filter(
      ({ kind, topic }) =>
        !(kind === 'login_new_device' && isOwnLogin) &&
        (topic === 'security' ? URGENT_KINDS.has(kind) : !UNSPOKEN_KINDS.has(kind)),
    );
    // A message that cannot be shown here is not lost: the inbox has it, and the number counts it.
    if (spoken.length > 0) void speak(new Set(spoken.map(({ id }) => id))).catch(() => undefined);
  });
  // The server does not repeat events that a lost connection missed.
  connection().onConnect(() => {
    if (!isLoggedIn()) return;
    void client.invalidateQueries({ queryKey: unreadQuery.queryKey });
    void client.invalidateQueries({ queryKey: MESSAGES });
  });
}

/**
 * Shows messages on the page. Their words are in the language of the page, so the page fetches
 * them.
 */
async function speak(ids: ReadonlySet<number>): Promise<void> {
  const { list } = await fetchMessages({});
  const fresh = list.filter(({ id }) => ids.has(id)).slice(0, MOST_SPOKEN);
  for (const { kind, title, text } of fresh.reverse()) {
    const isUrgent = URGENT_KINDS.has(kind);
    showToast(
      isUrgent ? 'error' : 'info',
      text === '' ? title : `${title}: ${spokenText(text)}`,
      isUrgent ? URGENT_MS : undefined,
    );
  }
}
