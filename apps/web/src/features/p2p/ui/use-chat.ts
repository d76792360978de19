import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useConnection } from '../../../realtime/connection.ts';
import { addMessage, CHAT_POLL_MS, chatQuery, followChat, sendMessage } from '../chat-api.ts';
import type { Unsent } from '../model/chat.ts';

/** The chat of a deal, live, and this page's messages that the server does not have yet. */
export function useChat(deal: number) {
  const client = useQueryClient();
  const isLive = useConnection(({ status }) => status === 'live');
  const query = useQuery({ ...chatQuery(deal), refetchInterval: isLive ? false : CHAT_POLL_MS });
  useEffect(() => followChat(client, deal), [client, deal]);
  const [unsent, setUnsent] = useState<readonly Unsent[]>([]);
  // One after the other: messages stand in the order in which they were written.
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const replace = (message: Unsent): void =>
    setUnsent((list) => list.map((one) => (one.clientId === message.clientId ? message : one)));
  const deliver = async (message: Unsent): Promise<void> => {
    try {
      addMessage(client, deal, await sendMessage({ deal, ...message }));
      setUnsent((list) => list.filter(({ clientId }) => clientId !== message.clientId));
    } catch (error) {
      replace({ ...message, failure: (error as Error).message });
    }
  };
  const enqueue = (message: Unsent): void => {
    queue.current = queue.current.then(() => deliver(message));
  };
  return {
    ...query,
    unsent,
    say: (content: Pick<Unsent, 'text' | 'picture'>): void => {
      const message = { clientId: newClientId(), ...content, failure: undefined };
      setUnsent((list) => [...list, message]);
      enqueue(message);
    },
    /** Under the same name, so that it is one message where the first try arrived after all. */
    retry: (message: Unsent): void => {
      const again = { ...message, failure: undefined };
      replace(again);
      enqueue(again);
    },
    drop: (message: Unsent): void =>
      setUnsent((list) => list.filter(({ clientId }) => clientId !== message.clientId)),
  };
}

/** Browsers have no `randomUUID` for pages without a secure connection. */
function newClientId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
