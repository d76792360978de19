import type { ChatNote as WireNote, ChatRow as WireRow } from '@meridian/contract/p2p/chat-calls';
import type { P2pChatEvent, P2pDealEvent } from '@meridian/contract/p2p/events';
import type { Output } from '@meridian/contract/client/named-calls';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { connection } from '../../realtime/connection.ts';
import { apiCall } from '../../shared/http/api-call.ts';
import { OWN } from '../../shared/session.ts';
import {
  isNext,
  lastRow,
  withNewer,
  type ChatMessage,
  type ChatNote,
  type ChatState,
  type NewestMessage,
} from './model/chat.ts';

const fetchChat = apiCall('GET /api/c2c/chat');
const send = apiCall('POST /api/c2c/chat_send');
const noteRead = apiCall('POST /api/c2c/chat_read');

/** Interval of fetching while no live socket brings the events. */
export const CHAT_POLL_MS = 5_000;

/** The chat of an own deal. Known messages are not fetched again. */
export function chatQuery(deal: number) {
  const queryKey = [OWN, 'p2p', 'chat', deal] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }): Promise<ChatState> => {
      let messages = client.getQueryData<ChatState>(queryKey)?.messages ?? [];
      for (;;) {
        const answer = await fetchChat({ id: deal, after: lastRow(messages) }, { signal });
        messages = withNewer(messages, answer.rows.map(messageOf));
        if (answer.has_more === 0) return { ...stateOf(answer), messages };
      }
    },
    // Links to pictures open for ten minutes: a return to the chat fetches new ones.
    gcTime: 0,
  });
}

/**
 * The newest message from the number `row` on, and how far the sides have read. `isOwn`: whether
 * the own side wrote it.
 */
export async function fetchNewest(
  deal: number,
  row: number,
): Promise<{ readonly message: NewestMessage | undefined; readonly isOwn: boolean }> {
  const after = row > 1 ? { after: row - 1 } : {};
  const { rows, buyer_read, seller_read } = await fetchChat({ id: deal, ...after });
  const newest = rows.at(-1);
  const read = { buyer: buyer_read, seller: seller_read };
  return {
    message: newest && { row: newest.row, author: newest.author, read },
    // The id that a client gives its message comes back to its author alone.
    isOwn: newest !== undefined && newest.client_id !== '',
  };
}

/** A message to send: a text, or the link of an uploaded picture. */
export interface Sending {
  readonly deal: number;
  /** A message that is sent again with the same id is the same message. */
  readonly clientId: string;
  readonly text: string;
  readonly picture: string;
}

export async function sendMessage({
  deal,
  clientId,
  text,
  picture,
}: Sending): Promise<ChatMessage> {
  const content = picture === '' ? { text } : { picture };
  return messageOf(await send({ id: deal, client_id: clientId, ...content }));
}

/** Marks the messages up to a number as read. */
export async function markRead(client: QueryClient, deal: number, row: number): Promise<void> {
  const { buyer_read, seller_read } = await noteRead({ id: deal, row });
  setRead(client, deal, { buyer: buyer_read, seller: seller_read });
}

/**
 * Puts a message that the server has taken into the chat. Where one before it is missing, both are
 * fetched: the next fetch begins behind the last that is known.
 */
export function addMessage(client: QueryClient, deal: number, message: ChatMessage): void {
  const { queryKey } = chatQuery(deal);
  const chat = client.getQueryData(queryKey);
  if (chat !== undefined && isNext(chat.messages, message))
    client.setQueryData(queryKey, { ...chat, messages: withNewer(chat.messages, [message]) });
  else void client.invalidateQueries({ queryKey });
}

/** Keeps the chat fresh. Returns the function that ends it. */
export function followChat(client: QueryClient, deal: number): () => void {
  const { queryKey } = chatQuery(deal);
  const refresh = (): void => void client.invalidateQueries({ queryKey });
  const ends = [
    connection().on<P2pChatEvent>('p2p_chat', ({ id, row, buyer_read, seller_read }) => {
      if (id !== deal) return;
      setRead(client, deal, { buyer: buyer_read, seller: seller_read });
      if (row > lastRow(client.getQueryData(queryKey)?.messages)) refresh();
    }),
    connection().on<P2pDealEvent>('p2p_deal', ({ id }) => id === deal && refresh()),
    // Messages that were sent while the socket was down are in no event.
    connection().onConnect(refresh),
  ];
  return () => ends.forEach((end) => end());
}

function setRead(client: QueryClient, deal: number, read: ChatState['read']): void {
  client.setQueryData(chatQuery(deal).queryKey, (chat) => chat && { ...chat, read });
}

function stateOf(answer: Output<'GET /api/c2c/chat'>): Omit<ChatState, 'messages'> {
  return {
    notes: answer.notes.map(noteOf),
    read: { buyer: answer.buyer_read, seller: answer.seller_read },
    canWrite: answer.can_write === 1,
    maker: answer.maker,
    coin: answer.currency_name,
  };
}

function messageOf(row: WireRow): ChatMessage {
  const { author, to, text, picture, flags } = row;
  return {
    row: row.row,
    author,
    isOnlyOwn: to !== 'both',
    clientId: row.client_id,
    text,
    picture,
    flags,
    timeMs: row.time_ms,
  };
}

function noteOf({ code, by, due_time_ms, to_buyer, text, flags, time_ms }: WireNote): ChatNote {
  return { code, by, dueMs: due_time_ms, toBuyer: to_buyer, text, flags, timeMs: time_ms };
}
