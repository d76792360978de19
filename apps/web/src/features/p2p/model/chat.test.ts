import { CHAT_RULES } from '@meridian/contract/p2p/chat-calls';
import { expect, test } from 'vitest';
import {
  daysOf,
  firstUnread,
  isNext,
  isSilent,
  lastOwn,
  lastRow,
  MESSAGE_LETTERS,
  newsFrom,
  quickReplies,
  receivedByBuyer,
  stageOf,
  unreadCount,
  withNewer,
  type ChatMessage,
  type ChatNote,
} from './chat.ts';

const message = (row: number, more: Partial<ChatMessage> = {}): ChatMessage => ({
  row,
  author: 'buyer',
  isOnlyOwn: false,
  clientId: '',
  text: `message ${row}`,
  picture: '',
  flags: [],
  timeMs: row * 100,
  ...more,
});
const note = (code: ChatNote['code'], timeMs: number, text = ''): ChatNote => ({
  code,
  by: '',
  dueMs: 0,
  toBuyer: '0',
  text,
  flags: [],
  timeMs,
});

test('a message has as many letters as the server takes', () =>
  expect(MESSAGE_LETTERS).toBe(CHAT_RULES.letters));

test('newer messages come behind the known ones, each once', () => {
  const known = [message(1), message(2)];
  const rows = (list: readonly ChatMessage[]): number[] => list.map(({ row }) => row);
  expect(rows(withNewer(known, [message(4), message(2), message(3)]))).toEqual([1, 2, 3, 4]);
  expect(withNewer(known, [message(2)])).toBe(known);
  expect([message(2), message(3), message(4)].map((each) => isNext(known, each))).toEqual([
    true,
    true,
    false,
  ]);
  expect([lastRow(known), lastRow([]), lastRow()]).toEqual([2, 0, 0]);
});

test('messages and what happened stand in their order, by day; an automatic reply is its owner’s', () => {
  const days = daysOf(
    {
      messages: [message(1), message(2), message(9)],
      notes: [note('opened', 50, 'Hello'), note('paid', 200), note('released', 999)],
      maker: 'seller',
    },
    (timeMs) => (timeMs < 900 ? 'Monday' : 'Tuesday'),
  );
  expect(days.map(({ day, items }) => [day, items.map(({ key }) => key)])).toEqual([
    ['Monday', ['note 0', 'reply 0', 'message 1', 'note 1', 'message 2']],
    ['Tuesday', ['message 9', 'note 2']],
  ]);
  expect(days[0]?.items[1]).toMatchObject({ author: 'seller', text: 'Hello' });
});

test('numbers decide between messages, not clocks', () => {
  const messages = [message(1, { timeMs: 500 }), message(2, { timeMs: 400 })];
  const [day] = daysOf({ messages, notes: [], maker: 'buyer' }, () => 'day');
  expect(day?.items.map(({ key }) => key)).toEqual(['message 1', 'message 2']);
});

test.each([
  [['opened'], 'unpaid'],
  [['opened', 'extended'], 'unpaid'],
  [['opened', 'paid', 'cancelAsked'], 'paid'],
  [['opened', 'paid', 'appealed'], 'paid'],
  [['opened', 'expired', 'appealed'], 'ended'],
  [['opened', 'paid', 'released'], 'ended'],
  [['opened', 'paid', 'appealed', 'ruled'], 'ruled'],
  [[], 'unpaid'],
] as const)('after %j a deal is %s', (codes, stage) =>
  expect(stageOf(codes.map((code) => note(code, 1)))).toBe(stage),
);

test('a side is offered what it would say', () => {
  expect(quickReplies('seller', 'paid')).toContain('notArrived');
  expect(quickReplies('buyer', 'paid')).not.toContain('notArrived');
});

test('after a ruling nobody is offered thanks to who has won', () =>
  expect([quickReplies('buyer', 'ruled'), quickReplies('seller', 'ruled')]).toEqual([[], []]));

test('messages of others behind the mark are counted', () => {
  const messages = [
    message(1),
    message(2, { author: 'seller' }),
    message(3, { author: 'support' }),
  ];
  const count = (buyer: number) => unreadCount({ messages, read: { buyer, seller: 0 } }, 'buyer');
  expect([0, 1, 2, 3].map(count)).toEqual([2, 2, 1, 0]);
});

test('a chat with an automatic reply is not one in which nothing was written', () => {
  expect(isSilent({ messages: [], notes: [note('opened', 1)] })).toBe(true);
  expect(isSilent({ messages: [], notes: [note('opened', 1, 'Hello')] })).toBe(false);
  expect(isSilent({ messages: [message(1)], notes: [] })).toBe(false);
});

test('what the buyer received is what the last end said', () => {
  const end = (code: ChatNote['code'], toBuyer: string) => ({ ...note(code, 1), toBuyer });
  expect(receivedByBuyer([note('opened', 1), note('paid', 2)])).toBeUndefined();
  expect(receivedByBuyer([note('opened', 1), end('ruled', '1400'), note('appealed', 3)])).toBe(
    '1400',
  );
  expect(receivedByBuyer([end('expired', '0'), end('ruled', '500')])).toBe('500');
});

test('news is what the other side wrote and this one has not read', () => {
  const read = { buyer: 3, seller: 4 };
  expect(newsFrom({ row: 4, author: 'seller', read }, false)).toBe('seller');
  expect(newsFrom({ row: 3, author: 'seller', read }, false)).toBeUndefined();
  expect(newsFrom({ row: 5, author: 'buyer', read }, true)).toBeUndefined();
  expect(newsFrom({ row: 5, author: 'support', read }, false)).toBeUndefined();
});

test('unread is what others wrote behind the mark', () => {
  const messages = [
    message(1),
    message(2, { author: 'seller' }),
    message(3, { author: 'support' }),
  ];
  expect(firstUnread(messages, 'buyer', 1)).toBe(2);
  expect(firstUnread(messages, 'buyer', 2)).toBe(3);
  expect(firstUnread(messages, 'buyer', 3)).toBe(0);
  expect(firstUnread(messages, 'seller', 0)).toBe(1);
  expect([lastOwn(messages, 'buyer'), lastOwn(messages, 'seller'), lastOwn([], 'buyer')]).toEqual([
    1, 2, 0,
  ]);
});
