import type { ChatFlag, ChatNoteCode } from '@meridian/contract/p2p/chat-calls';

/** Letters of a message. */
export const MESSAGE_LETTERS = 500;

export type ChatSide = 'buyer' | 'seller';
export type ChatStage = 'unpaid' | 'paid' | 'ended' | 'ruled';

export interface ChatMessage {
  /** Number in the chat, rising. */
  readonly row: number;
  readonly author: ChatSide | 'support';
  /** Whether customer service wrote it to this side alone. */
  readonly isOnlyOwn: boolean;
  /** Of an own message. */
  readonly clientId: string;
  /** '' of a picture. */
  readonly text: string;
  /** A link that opens for ten minutes, '' of a text. */
  readonly picture: string;
  readonly flags: readonly ChatFlag[];
  readonly timeMs: number;
}

/** A system note in the chat: an event of the deal. */
export interface ChatNote {
  readonly code: ChatNoteCode;
  /**
   * The side or the cause that ended the deal, or the side that opened the appeal; '' for other
   * events.
   */
  readonly by: ChatSide | 'both' | 'timer' | 'ruling' | '';
  readonly dueMs: number;
  /** Coins that the buyer received. */
  readonly toBuyer: string;
  /** The automatic reply of the ad's owner. */
  readonly text: string;
  readonly flags: readonly ChatFlag[];
  readonly timeMs: number;
}

export interface ChatState {
  readonly messages: readonly ChatMessage[];
  readonly notes: readonly ChatNote[];
  /** Last messages that the sides have read. */
  readonly read: Readonly<Record<ChatSide, number>>;
  readonly canWrite: boolean;
  /** The ad's owner. */
  readonly maker: ChatSide;
  readonly coin: string;
}

/** A message of this page that the server has not taken yet. */
export interface Unsent {
  readonly clientId: string;
  readonly text: string;
  readonly picture: string;
  /** Why it could not be sent; undefined while it is being sent. */
  readonly failure: string | undefined;
}

export type ChatItem =
  | { readonly kind: 'message'; readonly key: string; readonly message: ChatMessage }
  | { readonly kind: 'note'; readonly key: string; readonly note: ChatNote }
  /** The automatic reply that the owner of the ad gives to everybody. */
  | {
      readonly kind: 'reply';
      readonly key: string;
      readonly author: ChatSide;
      readonly text: string;
      readonly flags: readonly ChatFlag[];
      readonly timeMs: number;
    };

export interface ChatDay {
  readonly day: string;
  readonly items: readonly ChatItem[];
}

/** Number of the newest message, 0 without one. */
export function lastRow(messages: readonly ChatMessage[] = []): number {
  return messages.at(-1)?.row ?? 0;
}

/** Whether a message is known, or stands directly behind the known ones. */
export function isNext(known: readonly ChatMessage[], { row }: ChatMessage): boolean {
  return row <= lastRow(known) + 1;
}

/** Messages with newer ones behind them. A known message stays as it is. */
export function withNewer(
  known: readonly ChatMessage[],
  newer: readonly ChatMessage[],
): readonly ChatMessage[] {
  const rows = new Set(known.map(({ row }) => row));
  const added = newer.filter(({ row }) => !rows.has(row));
  return added.length === 0 ? known : [...known, ...added].sort((a, b) => a.row - b.row);
}

/**
 * Messages, notes and automatic replies in the order of time, by day.
 * @param dayOf the day of a time
 */
export function daysOf(
  { messages, notes, maker }: Pick<ChatState, 'messages' | 'notes' | 'maker'>,
  dayOf: (timeMs: number) => string,
): ChatDay[] {
  const days: { day: string; items: ChatItem[] }[] = [];
  const add = (item: ChatItem, timeMs: number): void => {
    const day = dayOf(timeMs);
    const last = days.at(-1);
    if (last?.day === day) last.items.push(item);
    else days.push({ day, items: [item] });
  };
  let next = 0;
  const addNotesUntil = (timeMs: number): void => {
    for (; next < notes.length && (notes[next] as ChatNote).timeMs <= timeMs; next++) {
      const note = notes[next] as ChatNote;
      add({ kind: 'note', key: `note ${next}`, note }, note.timeMs);
      if (note.text !== '')
        add(
          {
            kind: 'reply',
            key: `reply ${next}`,
            author: maker,
            text: note.text,
            flags: note.flags,
            timeMs: note.timeMs,
          },
          note.timeMs,
        );
    }
  };
  for (const message of messages) {
    addNotesUntil(message.timeMs);
    add({ kind: 'message', key: `message ${message.row}`, message }, message.timeMs);
  }
  addNotesUntil(Number.POSITIVE_INFINITY);
  return days;
}

/** The stage of the deal, by its notes. */
export function stageOf(notes: readonly ChatNote[]): ChatStage {
  const stages: Partial<Record<ChatNoteCode, ChatStage>> = {
    opened: 'unpaid',
    paid: 'paid',
    released: 'ended',
    ruled: 'ruled',
    cancelled: 'ended',
    expired: 'ended',
  };
  return notes.reduce<ChatStage>((stage, { code }) => stages[code] ?? stage, 'unpaid');
}

const QUICK_REPLIES = {
  buyer: {
    unpaid: ['payingNow', 'needMinutes', 'isAccountRight'],
    paid: ['havePaid', 'pleaseCheck'],
    ended: ['thanks'],
    // A ruling goes against one of the two sides.
    ruled: [],
  },
  seller: {
    unpaid: ['ownAccount', 'plainReference'],
    paid: ['checking', 'notArrived', 'otherName'],
    ended: ['thanks'],
    ruled: [],
  },
} as const;
export type QuickReply = (typeof QUICK_REPLIES)[ChatSide][ChatStage][number];

/** The ready-made replies for a side at a stage. */
export function quickReplies(side: ChatSide, stage: ChatStage): readonly QuickReply[] {
  return QUICK_REPLIES[side][stage];
}

/** The number of the first message of others that a side has not read; 0 where it has read all. */
export function firstUnread(
  messages: readonly ChatMessage[],
  side: ChatSide,
  read: number,
): number {
  return messages.find(({ row, author }) => row > read && author !== side)?.row ?? 0;
}

/** The number of messages of others that a side has not read. */
export function unreadCount(
  { messages, read }: Pick<ChatState, 'messages' | 'read'>,
  side: ChatSide,
): number {
  return messages.filter(({ row, author }) => row > read[side] && author !== side).length;
}

/** Whether nobody has said anything, the automatic reply included. */
export function isSilent({ messages, notes }: Pick<ChatState, 'messages' | 'notes'>): boolean {
  return messages.length === 0 && notes.every(({ text }) => text === '');
}

/** Coins that the buyer received in the end; undefined before the end. */
export function receivedByBuyer(notes: readonly ChatNote[]): string | undefined {
  const ends: readonly ChatNoteCode[] = ['released', 'ruled', 'cancelled', 'expired'];
  return notes.findLast(({ code }) => ends.includes(code))?.toBuyer;
}

/** A message as one of the two sides gets it, and how far the sides have read. */
export interface NewestMessage extends Pick<ChatMessage, 'row' | 'author'> {
  readonly read: ChatState['read'];
}

/**
 * The side that has just written to the other one; undefined for a message that is own, already
 * read or by customer service.
 */
export function newsFrom(
  { row, author, read }: NewestMessage,
  isOwn: boolean,
): ChatSide | undefined {
  if (isOwn || author === 'support') return undefined;
  return row > read[otherSide(author)] ? author : undefined;
}

/**
 * The number of the newest own message, under which the chat says whether it was seen; 0 without
 * one.
 */
export function lastOwn(messages: readonly ChatMessage[], side: ChatSide): number {
  return messages.findLast(({ author }) => author === side)?.row ?? 0;
}

export function otherSide(side: ChatSide): ChatSide {
  return side === 'buyer' ? 'seller' : 'buyer';
}
