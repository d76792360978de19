import {
  CHAT_ROWS,
  chat,
  chatRead,
  chatSend,
  type ChatRow,
} from '@meridian/contract/p2p/chat-calls';
import type { CallOutput } from '@meridian/contract/schema/call';
import type { Party } from '@meridian/core/p2p/p2p-commands';
import type { CallRegistry, Session } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import type { OwnPictures } from '../../own-pictures.ts';
import { Chat, type Message } from './chat.ts';
import { notesOf } from './chat-notes.ts';
import type { Ground } from './ground.ts';

/** The chat of a deal, for its two sides. */
export function registerChat(gateway: CallRegistry, ground: Ground): void {
  const { pictures, live, gate } = ground;
  const chats = new Chat(ground);
  gateway.registerCall(
    chat,
    async ({ input: { id, after = 0 }, session }): Promise<CallOutput<typeof chat>> => {
      const { deal, side } = await chats.ofParty(id, session.user);
      await gate.reached(live.seq);
      const [messages, notes, marks] = await Promise.all([
        chats.after(id, after, side),
        notesOf(ground, deal),
        chats.marks(id, side),
      ]);
      return {
        rows: messages
          .slice(0, CHAT_ROWS)
          .map((message) => chatRow(pictures, message, { session: session.session, side })),
        has_more: messages.length > CHAT_ROWS ? 1 : 0,
        notes,
        buyer_read: marks.buyer,
        seller_read: marks.seller,
        can_write: chats.isOpen(deal) ? 1 : 0,
        maker: deal.taker === 'buyer' ? 'seller' : 'buyer',
        currency_name: live.currency(deal.currency)?.code ?? '',
      };
    },
  );
  gateway.registerCall(chatSend, async ({ input, session }) => {
    const party = await chats.ofParty(input.id, session.user);
    const message = { clientId: input.client_id, ...(await contentOf(pictures, input, session)) };
    const written = await chats.write(party, message);
    return chatRow(pictures, written, { session: session.session, side: party.side });
  });
  gateway.registerCall(chatRead, async ({ input: { id, row }, session }) => {
    const { buyer, seller } = await chats.read(await chats.ofParty(id, session.user), row);
    return { buyer_read: buyer, seller_read: seller };
  });
}

/** A text without blanks around it, or one of the author's pictures; not both, and not nothing. */
async function contentOf(
  pictures: OwnPictures,
  { text = '', picture }: { readonly text?: string; readonly picture?: string },
  { user }: Session,
): Promise<{ readonly text: string; readonly picture: string | undefined }> {
  const words = wordsOf(text);
  if (picture === undefined) {
    if (words === '') throw new Refusal('field_missing', { field: 'text' });
    return { text: words, picture: undefined };
  }
  if (words !== '') throw new Refusal('input_invalid', { field: 'text' });
  const [id] = await pictures.ownIds(user, { picture });
  return { text: '', picture: id };
}

/** A text as it is kept: without blanks around it. */
export function wordsOf(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll('\r', '\n').trim();
}

/** @param reader the session that the link to a picture is for, and the side that asks */
export function chatRow(
  pictures: OwnPictures,
  { number, author, to, clientId, text, picture, flags, atMs }: Message,
  { session, side }: { readonly session: string; readonly side: Party | undefined },
): ChatRow {
  return {
    row: number,
    author,
    to,
    client_id: author === side ? clientId : '',
    text,
    picture: picture === undefined ? '' : pictures.linkTo(picture, session),
    flags: [...flags],
    time_ms: atMs,
  };
}
