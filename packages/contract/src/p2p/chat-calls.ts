import { Type, type Static } from 'typebox';
import { defineCall } from '../schema/call.ts';
import { Id, Lines, RowNumber, Text } from '../schema/scalars.ts';

/** Letters of a message, messages of one side of a deal, days after its end in which one writes. */
export const CHAT_RULES = { letters: 500, perSide: 200, days: 7 } as const;
/** Messages of one answer. */
export const CHAT_ROWS = 100;
/** The author of a message: a side of the deal, or the office. */
export const CHAT_AUTHORS = ['buyer', 'seller', 'support'] as const;
export type ChatAuthor = (typeof CHAT_AUTHORS)[number];
/** The readers of a message: the office may write to one side alone. */
export const CHAT_READERS = ['both', 'buyer', 'seller'] as const;
export type ChatReaders = (typeof CHAT_READERS)[number];
/** Warnings on a message: it names a contact outside the exchange, or it speaks of coins. */
export const CHAT_FLAGS = ['contact', 'coin'] as const;
export type ChatFlag = (typeof CHAT_FLAGS)[number];
/** Events of a deal that appear in its chat. */
export const CHAT_NOTES = [
  'opened',
  'paid',
  'extended',
  'cancelAsked',
  'cancelRefused',
  'cancelled',
  'expired',
  'released',
  'appealed',
  'appealAnswered',
  'appealWithdrawn',
  'ruled',
] as const;
export type ChatNoteCode = (typeof CHAT_NOTES)[number];

const inChat = { area: 'p2p', access: 'private' } as const;

export const ChatRow = Type.Object({
  row: Type.Integer({ description: 'number in this chat for its reader, rising without gaps' }),
  author: Type.Enum([...CHAT_AUTHORS]),
  to: Type.Enum([...CHAT_READERS], { description: '`support` may write to one side alone' }),
  client_id: Type.String({ description: "of an own message, else ''" }),
  text: Type.String({ description: "'' of a picture" }),
  picture: Type.String({
    description: "link that opens it for ten minutes, to this session, '' of a text",
  }),
  flags: Type.Array(Type.Enum([...CHAT_FLAGS])),
  time_ms: Type.Integer({ description: 'milliseconds UTC' }),
});
export type ChatRow = Static<typeof ChatRow>;

export const ChatNote = Type.Object({
  version: Type.Integer({ description: 'of the deal; 0 for what an appeal alone says' }),
  code: Type.Enum([...CHAT_NOTES]),
  by: Type.Enum(['', 'buyer', 'seller', 'both', 'timer', 'ruling'], {
    description: 'who ended the deal; of an appeal who opened, answered, withdrew or decided it',
  }),
  due_time_ms: Type.Integer({ description: 'until when it is to be paid' }),
  to_buyer: Type.String({ description: 'coins that the buyer received in the end' }),
  text: Type.String({ description: "the automatic reply of the ad's owner, of `opened`" }),
  flags: Type.Array(Type.Enum([...CHAT_FLAGS])),
  time_ms: Type.Integer({ description: 'milliseconds UTC' }),
});
export type ChatNote = Static<typeof ChatNote>;

const Marks = {
  buyer_read: Type.Integer({ description: 'last message that the buyer has read' }),
  seller_read: Type.Integer(),
};

export const chat = defineCall({
  ...inChat,
  method: 'GET',
  path: '/api/c2c/chat',
  summary: 'Messages of an own deal after one of them, oldest first, and all that happened to it',
  input: Type.Object({ id: Id, after: Type.Optional(RowNumber) }),
  output: Type.Object({
    rows: Type.Array(ChatRow),
    has_more: Type.Enum([0, 1], { description: 'whether messages follow these' }),
    notes: Type.Array(ChatNote, { description: 'what happened, all of it, oldest first' }),
    ...Marks,
    can_write: Type.Enum([0, 1]),
    maker: Type.Enum(['buyer', 'seller'], { description: "the ad's owner" }),
    currency_name: Type.String({ description: 'of `to_buyer`' }),
  }),
});

export const chatSend = defineCall({
  ...inChat,
  method: 'POST',
  path: '/api/c2c/chat_send',
  summary: 'Writes a message, or shows an uploaded picture. The same `client_id` is one message',
  // Forty at once, then ten a second.
  cost: 5,
  input: Type.Object({
    id: Id,
    client_id: Text(64, "the client's own name of the message, one in this chat"),
    text: Type.Optional(Lines(CHAT_RULES.letters)),
    picture: Type.Optional(Text(200, 'what the upload answered; instead of a text')),
  }),
  output: ChatRow,
});

export const chatRead = defineCall({
  ...inChat,
  method: 'POST',
  path: '/api/c2c/chat_read',
  summary: 'Notes that messages were read up to one. An earlier one changes nothing',
  input: Type.Object({ id: Id, row: RowNumber }),
  output: Type.Object(Marks),
});
