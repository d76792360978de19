import type { P2pChatEvent } from '@meridian/contract/p2p/events';
import { connection } from '../../realtime/connection.ts';
import { useSession } from '../../shared/session.ts';
import { isChatInView } from './shown-chats.ts';

/**
 * Says on any page that the other side of a deal has written, unless its chat is in view. Called
 * once, when somebody is logged in.
 */
export function startChatFeed(): void {
  // An event tells of a new message or of a read one: a known number is no new message.
  const told = new Map<number, number>();
  useSession.subscribe(({ token }, before) => token !== before.token && told.clear());
  connection().on<P2pChatEvent>('p2p_chat', ({ id, row }) => {
    if (row <= (told.get(id) ?? 0)) return;
    told.set(id, row);
    if (isChatInView(id)) return;
    // A failure here loses nothing: the message stands in the chat.
    import('./chat-news.ts').then((news) => news.tellNews(id, row)).catch(() => undefined);
  });
}
